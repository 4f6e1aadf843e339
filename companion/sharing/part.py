"""Shared kits, as an optional part."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from companion.parts.optional import OWN_GAMES, PHOTOS
from companion.parts.table import Parts
from companion.runtime.timers import guarded
from companion.sharing.offers import KitOffers


def make(table: Parts) -> KitOffers:
    """Return the offers of *table*'s phones."""
    parts = table.optional
    return KitOffers(parts.get(OWN_GAMES), table.asking, partial(parts.get, PHOTOS), _aside)


def _aside(action: Callable[[], None]) -> None:
    """Run *action* on a thread of its own.

    The table's buttons don't wait for files.
    """
    threading.Thread(target=guarded, args=(action,), name="kit", daemon=True).start()
