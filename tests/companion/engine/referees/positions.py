"""Positions of a raid of three, for tests of what referees share."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.referees.declarations import Declaration
from companion.engine.table import Table
from tests.support.games.raid import RAIDS, Raids, start

HANDS = (("no",), ("blank", "no"), ())


def raids(**more: Any) -> Raids:
    """Return raids of three with ``HANDS``, seat 0 on."""
    state = start(RAIDS.setup(("Ann", "Ben", "Cleo"), {}))
    deck = ("blank",) * 4 + ("no",) * 3
    return replace(state, **{"hands": HANDS, "deck": deck, **more})


def play(table: Table, line: str, seat: int) -> None:
    table.do(RAIDS.notation.read(seat, line))


def why_not(state: Raids, line: str, seat: int) -> str | None:
    refusal = RAIDS.notation.read(seat, line).why_not(state)
    return None if refusal is None else refusal.reason.key


def now(table: Table) -> Raids:
    assert isinstance(table.state, Raids)
    return table.state


def open_declaration(table: Table) -> Declaration:
    top = table.state.top()
    assert isinstance(top, Declaration)
    return top
