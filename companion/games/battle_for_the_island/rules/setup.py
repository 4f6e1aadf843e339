"""The set-up: the first player, blocks and units (BI-S4 to BI-S8).

There are ten blocks; five of each unit go on the island and five on the pad. The first player is rolled for or named by
the table; all else is placed by its owner, in turn, or by the table for its owner (``by_table``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.chance import Answer, ChanceRequest, Dice
from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Fact, Facts
from companion.engine.values.combinations import Combinations
from companion.engine.values.lazy_sequence import LazySequence
from companion.engine.values.message import DOER, Message
from companion.engine.values.seats import TABLE
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.characters import ON_PAD, WAITING, aiming
from companion.games.battle_for_the_island.rules.components import (
    DIE,
    FACINGS,
    FORWARD_OF,
    KINDS,
    PAD_COLUMNS,
    PEOPLE,
    SQUARES,
    TEXTS,
    column_of,
    labels_of,
    name,
    row_of,
    square_at,
)
from companion.games.battle_for_the_island.rules.state import Battle, Placing
from companion.games.battle_for_the_island.rules.words import Column, Facing, Kind, Number, Square


def toss_request() -> ChanceRequest:
    """Return the request for the first-turn roll, a die a player (BI-S8)."""
    return Dice("first", "BI-S8", dice=(DIE,) * PEOPLE)


def tossed(answer: Answer) -> Facts:
    """Return the facts of the players' rolls; ties are rolled again."""
    values = tuple(map(int, answer))
    winner = values.index(max(values))
    return (Tossed(values),) if values[0] == values[1] else (Tossed(values), FirstNamed(winner))


# ---------------------------------------------------------------------- facts
class TossAsked(Fact, frozen=True):
    """The players roll for the first turn."""

    def apply(self, state: Battle) -> Battle:
        return replace(state, rolling=True, questions=state.questions + 1)


class Tossed(Fact, frozen=True):
    """The players rolled *values* for the first turn.

    Alike, they roll again.
    """

    values: tuple[int, ...]

    def apply(self, state: Battle) -> Battle:
        return replace(state, tossed=self.values, rolls=state.rolls + 1, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        one, other = self.values
        who = {"name": state.called(0), "rival": state.called(1)}
        return Message("battle-for-the-island.tossed", {**who, "one": one, "other": other})


class FirstNamed(Fact, frozen=True):
    """*seat* begins: it places first and takes the first turn."""

    seat: int

    def apply(self, state: Battle) -> Battle:
        return replace(state, first=self.seat, rolling=False, questions=state.questions + 1)

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.first", {"name": state.called(self.seat)})


class BlockPlaced(Fact, frozen=True):
    """A block was placed on *square*."""

    square: int

    def apply(self, state: Battle) -> Battle:
        return replace(
            state,
            blocks=(*state.blocks, self.square),
            barricades=state.barricades | 1 << self.square,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message:
        return Message("battle-for-the-island.block-placed", {"who": DOER, "square": SQUARES[self.square]})


class Placed(Fact, frozen=True):
    """*seat* placed a *kind* at *place*, with its *facing*.

    *place* is a square or a column of its pad.
    """

    seat: int
    kind: int
    place: int
    facing: int

    def apply(self, state: Battle) -> Battle:
        at = state.units[self.seat].index(WAITING[self.kind])
        who = aiming(self.kind, self.place, self.facing, state.rules.grid)
        return replace(state.with_character(self.seat, at, who, state.step), placed=state.placed + 1)

    def said(self, state: Any) -> Message:
        kind = name(KINDS[self.kind])
        if self.place < 0:
            column = ON_PAD + 1 - self.place
            return Message("battle-for-the-island.loaded", {"who": DOER, "kind": kind, "column": column})
        values: dict[str, Any] = {"square": SQUARES[self.place], "facing": name(FACINGS[self.facing])}
        return Message("battle-for-the-island.placed", {"who": DOER, "kind": kind, **values})


def free_sides(state: Battle) -> tuple[list[int], list[int]]:
    """Return the rows and the columns without a block (BI-S4)."""
    sides = set(range(state.rules.size))
    rows, columns = map(row_of, state.blocks), map(column_of, state.blocks)
    return sorted(sides.difference(rows)), sorted(sides.difference(columns))


# ---------------------------------------------------------------------- commands
FORWARD_FIRST = tuple(tuple((forward + way) % len(FACINGS) for way in range(len(FACINGS))) for forward in FORWARD_OF)
"""All facings for each seat, in the order of the offer."""


class _First(Command, frozen=True):
    """A decision on the first player."""

    texts: ClassVar[str] = TEXTS
    by_any_seat: ClassVar[bool] = True

    def why_not(self, state: Battle) -> Refusal | None:
        if self.seat != TABLE:
            return refusals.ONLY_TABLE
        if state.placing() != "first":
            return refusals.ENDED if state.ending is not None else refusals.FIRST_KNOWN
        return refusals.IN_MOTION if state.rolling else None


class Toss(_First, frozen=True):
    """Roll for the first turn (BI-S8)."""

    verb: ClassVar[str] = "roll-for-first"
    role: ClassVar[Role] = "first"

    def facts(self, state: Battle) -> Facts:
        return (TossAsked(),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        command = cls(seat)
        return () if command.why_not(state) else (command,)


class NameFirst(_First, frozen=True):
    """Name the first player by the seat's number (BI-S8)."""

    number: Number
    verb: ClassVar[str] = "first"

    def facts(self, state: Battle) -> Facts:
        return (FirstNamed(self.number - 1),)

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        who = Message("battle-for-the-island.called", {"name": state.called(self.number - 1)})
        return (*super().labels(state, words[:1]), who)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        found = tuple(cls(seat, number) for number in range(1, PEOPLE + 1))
        return () if found[0].why_not(state) else found


class _Placing(Command, frozen=True):
    """A placement by the next player, in *part* of the set-up."""

    texts: ClassVar[str] = TEXTS
    part: ClassVar[Placing]
    not_now: ClassVar[Refusal]

    def why_not(self, state: Battle) -> Refusal | None:
        if state.ending is not None:
            return refusals.ENDED
        placing = state.placing()
        if placing == "first":
            return refusals.FIRST_BEFORE
        if placing != self.part:
            return self.not_now
        return self.wrong(state) if self.seat == state.placer() else refusals.NOT_YOUR_PLACING

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return labels_of(words)

    def wrong(self, state: Battle) -> Refusal | None:
        """Return the fault of this placement, or None."""
        raise TypeError(f"{type(self).__name__} doesn't say what is wrong with it")


class PlaceBlock(_Placing, frozen=True):
    """Place a block (BI-S4)."""

    square: Square
    verb: ClassVar[str] = "block"
    role: ClassVar[Role] = "board"
    lazy: ClassVar[bool] = True
    part: ClassVar[Placing] = "blocks"
    not_now: ClassVar[Refusal] = refusals.NO_BLOCKS_NOW

    def wrong(self, state: Battle) -> Refusal | None:
        if self.square not in state.grid.ahead:
            return refusals.OFF_THE_ISLAND
        if row_of(self.square) in map(row_of, state.blocks):
            return refusals.ROW_TAKEN
        if column_of(self.square) in map(column_of, state.blocks):
            return refusals.COLUMN_TAKEN
        return None

    def facts(self, state: Battle) -> Facts:
        return (BlockPlaced(self.square),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> LazySequence[Self]:
        return Combinations(lambda row, column: cls(seat, square_at(row, column)), free_sides(state))


class Place(_Placing, frozen=True):
    """Place a character on one of the two nearest rows (BI-S6).

    It may face any way.
    """

    kind: Kind
    square: Square
    facing: Facing
    verb: ClassVar[str] = "place"
    lazy: ClassVar[bool] = True
    part: ClassVar[Placing] = "units"
    not_now: ClassVar[Refusal] = refusals.NO_PLACING_NOW

    def wrong(self, state: Battle) -> Refusal | None:
        if WAITING[self.kind] not in state.units[self.seat]:
            return refusals.NONE_LEFT
        if self.square not in state.grid.ahead:
            return refusals.OFF_THE_ISLAND
        if self.square not in state.grid.home_rows[self.seat]:
            return refusals.NOT_HOME
        return None if state.free((self.square,)) else refusals.NOT_FREE

    def facts(self, state: Battle) -> Facts:
        return (Placed(self.seat, self.kind, self.square, self.facing),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> LazySequence[Self]:
        free = state.free(state.grid.home_rows[seat])
        return Combinations(partial(cls, seat), (state.unplaced(seat), free, FORWARD_FIRST[seat]))


class Load(_Placing, frozen=True):
    """Put a character on a column of the pad, for good (BI-S7)."""

    kind: Kind
    column: Column
    verb: ClassVar[str] = "load"
    lazy: ClassVar[bool] = True
    part: ClassVar[Placing] = "pads"
    not_now: ClassVar[Refusal] = refusals.NO_LOADING_NOW

    def wrong(self, state: Battle) -> Refusal | None:
        if WAITING[self.kind] not in state.units[self.seat]:
            return refusals.NONE_LEFT
        return refusals.COLUMN_FULL if state.on_pad(self.seat, self.column) is not None else None

    def facts(self, state: Battle) -> Facts:
        return (Placed(self.seat, self.kind, ON_PAD + 1 - self.column, FORWARD_OF[self.seat]),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> LazySequence[Self]:
        held = state.columns_held(seat)
        free = [column for column in range(1, PAD_COLUMNS + 1) if column not in held]
        return Combinations(partial(cls, seat), (state.unplaced(seat), free))


BY_TABLE: Kinds = (Toss, NameFirst)
BY_PLAYERS: Mapping[str, type[Command]] = {kind.part: kind for kind in (PlaceBlock, Place, Load)}
"""The command of each part of the set-up."""
FACTS: tuple[type[Fact], ...] = (TossAsked, Tossed, FirstNamed, BlockPlaced, Placed)
