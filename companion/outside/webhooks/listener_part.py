"""The thread that webhooks and metrics share, as an optional part."""

from __future__ import annotations

from companion.outside.listening import Listener
from companion.parts.table import Parts


def make(table: Parts) -> Listener:
    """Return the thread of *table*."""
    return table.closers.joined(Listener(table.for_hooks, table.library.texts))
