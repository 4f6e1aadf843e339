"""Placements by the table for their owner (BI-S9, BI-S10).

The table chooses the places, or takes those of an earlier game. Each piece is still placed in its turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.command import Command, Kinds, Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.game import BadSetup
from companion.engine.notation import Notation, Unreadable, spell
from companion.engine.values.message import DOER, Message
from companion.engine.values.placements import LAST_SETUP, Placements, read_placements
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.characters import COLUMNS, ON_PAD, WAITING
from companion.games.battle_for_the_island.rules.components import (
    FORWARD_OF,
    KINDS,
    PEOPLE,
    TEXTS,
    column_of,
    row_of,
    square_at,
)
from companion.games.battle_for_the_island.rules.setup import (
    BY_PLAYERS,
    BlockPlaced,
    Load,
    Place,
    PlaceBlock,
    Placed,
    free_sides,
)
from companion.games.battle_for_the_island.rules.state import Battle


# ---------------------------------------------------------------------- facts
class LeftToTable(Fact, frozen=True):
    """*seat* leaves its remaining placements to the table (BI-S9)."""

    seat: int

    def apply(self, state: Battle) -> Battle:
        return replace(state, left_to_table=state.left_to_table | 1 << self.seat, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.left-to-table", {"who": DOER})


class SetUpAsBefore(Fact, frozen=True):
    """The table sets *seat* up as in an earlier game (BI-S10)."""

    seat: int

    def apply(self, state: Battle) -> Battle:
        as_before = state.set_up_as_before | 1 << self.seat
        return replace(state, set_up_as_before=as_before, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.set-up-as-before", {"who": DOER})


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


# ---------------------------------------------------------------------- the next placement
PAD_FROM_THE_MIDDLE = (3, 2, 4, 1, 5)
APART = 3
"""The distance at which characters count as well apart."""


def placed_by_table(state: Battle) -> Facts:
    """Return the next placement by the table, if left to it.

    Empty if the player places alone.
    """
    placing, seat = state.placing(), state.placer()
    if placing in ("", "first"):
        return ()
    if state.set_up_as_before >> seat & 1 and (command := _next_as_before(state, seat)) is not None:
        return tuple([_for_owner(fact, seat) for fact in command.facts(state)])
    if not state.left_to_table >> seat & 1:
        return ()
    if placing == "blocks":
        return (TableBlock(seat, _square_for_block(state)),)
    kind, forward = _kind_for(state, seat), FORWARD_OF[seat]
    if placing == "units":
        return (TablePlaced(seat, kind, _square_for_unit(state, seat), forward),)
    held = state.columns_held(seat)
    column = next(column for column in PAD_FROM_THE_MIDDLE if column not in held)
    return (TablePlaced(seat, kind, ON_PAD + 1 - column, forward),)


def _for_owner(fact: Fact, seat: int) -> Fact:
    """Return the placement *fact* of *seat* as made by the table."""
    if isinstance(fact, Placed):
        return TablePlaced(fact.seat, fact.kind, fact.place, fact.facing)
    assert isinstance(fact, BlockPlaced)
    return TableBlock(seat, fact.square)


def _next_as_before(state: Battle, seat: int) -> Command | None:
    """Return the first of *seat*'s earlier placements that is allowed now."""
    return next((command for command in state.rules.before[seat] if command.why_not(state) is None), None)


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
class _ByTable(Command, frozen=True):
    """A wish of the next player to have the table place."""

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

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        command = cls(seat)
        return () if command.why_not(state) else (command,)


class PlaceAsBefore(_ByTable, frozen=True):
    """Have the table place as in an earlier game (BI-S10).

    A piece without its former place is left to the player.
    """

    verb: ClassVar[str] = "place-as-before"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = super().why_not(state)
        if refused is not None:
            return refused
        if not state.rules.before[self.seat]:
            return refusals.NOTHING_BEFORE
        return None if _next_as_before(state, self.seat) is not None else refusals.TAKEN_NOW

    def facts(self, state: Battle) -> Facts:
        return (SetUpAsBefore(self.seat),)

    @classmethod
    def greyed(cls, state: Battle, seat: int) -> Iterable[Self]:
        command = cls(seat)
        return (command,) if command.why_not(state) == refusals.TAKEN_NOW else ()


class PlaceRest(_ByTable, frozen=True):
    """Leave the next player's remaining placements to the table (BI-S9)."""

    verb: ClassVar[str] = "place-rest"

    def facts(self, state: Battle) -> Facts:
        return (LeftToTable(self.seat),)


COMMANDS: Kinds = (PlaceAsBefore, PlaceRest)
FACTS: tuple[type[Fact], ...] = (LeftToTable, SetUpAsBefore, TableBlock, TablePlaced)


# ---------------------------------------------------------------------- from game to game (BI-S10)
PLACING = Notation(BY_PLAYERS.values())


def placements(state: Battle) -> Placements:
    """Return each player's placements once the set-up is over.

    () before. Pieces lost since then are left out.
    """
    if state.turn < 0:
        return ()
    return tuple([tuple(map(spell, _placed_by(state, seat))) for seat in range(PEOPLE)])


def _placed_by(state: Battle, seat: int) -> Iterator[Command]:
    for number, block in enumerate(state.blocks):
        if block >= 0 and (state.first + number) % PEOPLE == seat:
            yield PlaceBlock(seat, block)
    for each in state.on_island(seat):
        yield Place(seat, each.kind, each.place, each.facing)
    for each in state.units[seat]:
        if (column := COLUMNS.get(each.place)) is not None:
            yield Load(seat, each.kind, column)


def read_before(text: str) -> tuple[tuple[Command, ...], ...]:
    """Return each player's placements in *text*, an option's value.

    :raises BadSetup: it holds anything else.
    """
    seats = read_placements(text)
    if len(seats) != PEOPLE:
        raise BadSetup(Message("setup.bad-option", {"name": LAST_SETUP}))
    try:
        return tuple([tuple([PLACING.read(seat, line) for line in lines]) for seat, lines in enumerate(seats)])
    except Unreadable as error:
        raise BadSetup(error.reason) from error
