"""Published tables as tests want them, with the fields of the table and of its open game side by side."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from msgspec import Struct, structs

from companion.model.game_view import GameView
from companion.model.snapshot import Snapshot

T = TypeVar("T")


def replace(thing: T, **changes: Any) -> T:
    """Return *thing* with *changes*; those of a published table may be its open game's."""
    if not isinstance(thing, Snapshot):
        return structs.replace(thing, **changes) if isinstance(thing, Struct) else dataclasses.replace(thing, **changes)  # type: ignore[type-var]
    inside = {name: changes.pop(name) for name in GameView.__struct_fields__ if name in changes}
    view, roster = structs.replace(thing.open, **inside), changes.get("roster", thing.roster)
    if "people" not in inside:
        view = structs.replace(view, people=roster.names(view.setup.seats))
    return structs.replace(thing, **{"open": view, **changes})


def snapshot(**fields: Any) -> Snapshot:
    """Return a published table with *fields*, its own and its open game's."""
    return replace(Snapshot(), **fields)
