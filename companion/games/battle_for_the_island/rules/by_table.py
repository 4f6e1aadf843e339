"""Placements by the table for their owner (BI-S9).

Each piece is still placed in its turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.command import Command, Kinds, Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.values.message import DOER, Message
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.components import (
    FORWARD_OF,
    KINDS,
    TEXTS,
    column_of,
    row_of,
    square_at,
)
from companion.games.battle_for_the_island.rules.setup import BlockPlaced, Placed, free_sides
from companion.games.battle_for_the_island.rules.state import ON_PAD, WAITING, Battle


# ---------------------------------------------------------------------- facts
class LeftToTable(Fact, frozen=True):
    """*seat* leaves its remaining placements to the table (BI-S9)."""

    seat: int

    def apply(self, state: Battle) -> Battle:
        return replace(state, left_to_table=state.left_to_table | 1 << self.seat, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.left-to-table", {"who": DOER})


class TableBlock(Fact, frozen=True):
    """The table placed a block on *square* for *seat*."""

    seat: int
    square: int

    def apply(self, state: Battle) -> Battle:
        return BlockPlaced(self.square).apply(state)

    def said(self, state: Any) -> Message:
        return _by_table(state, self.seat, BlockPlaced(self.square).said(state))


class TablePlaced(Placed, frozen=True):
    """The table placed one for *seat*."""

    def said(self, state: Any) -> Message:
        return _by_table(state, self.seat, super().said(state))


def _by_table(state: Battle, seat: int, said: Message) -> Message:
    """Return *said* with the table as placing for *seat*.

    *said* is the sentence of the same placement by the player.
    """
    who = Message("battle-for-the-island.table-for", {"name": state.called(seat)})
    return Message(said.key, {**said.values, "who": who})


# ---------------------------------------------------------------------- its choice
PAD_FROM_THE_MIDDLE = (3, 2, 4, 1, 5)
APART = 3
"""The distance at which characters count as well apart."""


def placed_by_table(state: Battle) -> Facts:
    """Return the next placement by the table, if left to it.

    Empty if the player places alone.
    """
    placing, seat = state.placing(), state.placer()
    if placing in ("", "first") or not state.left_to_table >> seat & 1:
        return ()
    if placing == "blocks":
        return (TableBlock(seat, _square_for_block(state)),)
    kind, forward = _kind_for(state, seat), FORWARD_OF[seat]
    if placing == "units":
        return (TablePlaced(seat, kind, _square_for_unit(state, seat), forward),)
    held = state.columns_held(seat)
    column = next(column for column in PAD_FROM_THE_MIDDLE if column not in held)
    return (TablePlaced(seat, kind, ON_PAD + 1 - column, forward),)


def _square_for_block(state: Battle) -> int:
    """Return a square between the players, far from the other blocks."""
    middle, taken = (state.rules.size - 1) / 2, [(row_of(each), column_of(each)) for each in state.blocks]
    rows, columns = free_sides(state)
    row = min(rows, key=lambda row: abs(row - middle))

    def apart(column: int) -> tuple[int, float]:
        near = [abs(row - other_row) + abs(column - other) for other_row, other in taken]
        return min(near, default=0), -abs(column - middle)

    return square_at(row, max(columns, key=apart))


def _kind_for(state: Battle, seat: int) -> int:
    """Return the kind with the largest part of *seat*'s left to place.

    So each part of the set-up is mixed.
    """
    left = [state.units[seat].count(WAITING[kind]) for kind in range(len(KINDS))]
    return max(state.unplaced(seat), key=lambda kind: left[kind] / state.rules.split[kind])


def _square_for_unit(state: Battle, seat: int) -> int:
    """Return a free front-row square, not behind a block, apart from others."""
    middle, forward = (state.rules.size - 1) / 2, FORWARD_OF[seat]
    own = [(row_of(each.place), column_of(each.place)) for each in state.on_island(seat)]

    def stands_well(square: int) -> tuple[bool, int, float, float]:
        row, column = row_of(square), column_of(square)
        near = [abs(row - other_row) + abs(column - other) for other_row, other in own]
        ahead = state.free(state.grid.ahead[square][forward][:1])
        return bool(ahead), min(APART, min(near, default=APART)), -abs(row - middle), -abs(column - middle)

    return max(state.free(state.grid.home_rows[seat]), key=stands_well)


# ---------------------------------------------------------------------- commands
class PlaceRest(Command, frozen=True):
    """Leave the next player's remaining placements to the table (BI-S9)."""

    verb: ClassVar[str] = "place-rest"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Battle) -> Refusal | None:
        placing = state.placing()
        if state.ending is not None:
            return refusals.ENDED
        if placing == "first":
            return refusals.FIRST_BEFORE
        if not placing:
            return refusals.NOTHING_LEFT
        return None if self.seat == state.placer() else refusals.NOT_YOUR_PLACING

    def facts(self, state: Battle) -> Facts:
        return (LeftToTable(self.seat),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        command = cls(seat)
        return () if command.why_not(state) else (command,)


COMMANDS: Kinds = (PlaceRest,)
FACTS: tuple[type[Fact], ...] = (LeftToTable, TableBlock, TablePlaced)
