"""The die, moves, options of a zero and removals (BI-M, BI-Z).

The end of a turn is here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import ClassVar, Self

from msgspec import Struct

from companion.engine.command import Command, Kinds, Refusal, Remedy, Role
from companion.engine.fact import Facts
from companion.engine.state import kept_for_last
from companion.engine.values.message import Message
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.blocks import BlockActivated
from companion.games.battle_for_the_island.rules.characters import Unit
from companion.games.battle_for_the_island.rules.components import (
    AHEAD,
    LEFT,
    PEOPLE,
    RIGHT,
    SQUARES,
    TEXTS,
    Grid,
    Way,
    labels_of,
    mask_of,
    name,
)
from companion.games.battle_for_the_island.rules.facts import (
    TURN_ENDED,
    Advanced,
    DieAsked,
    Moved,
    PadNominated,
    Removed,
    RemovedFromPad,
    ShootingOver,
    Slid,
    Turned,
)
from companion.games.battle_for_the_island.rules.state import NOWHERE, WAYS, Battle, Turning
from companion.games.battle_for_the_island.rules.words import Column, Square


class _InTurn(Command, frozen=True):
    """A command of the active player."""

    texts: ClassVar[str] = TEXTS

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return labels_of(words)


class Roll(_InTurn, frozen=True):
    """Roll the die (BI-M1, BI-E3)."""

    verb: ClassVar[str] = "roll"
    role: ClassVar[Role] = "first"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "roll")
        return refusals.DIE_ROLLS if refused is refusals.IN_MOTION else refused

    def facts(self, state: Battle) -> Facts:
        return DIE_ASKED

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Sequence[Roll]:
        return ROLLS[seat] if state.step == "roll" else ()


# What is said in every turn is made once.
ROLLS = tuple((Roll(seat),) for seat in range(PEOPLE))
DIE_ASKED: Facts = (DieAsked(),)


class Move(_InTurn, frozen=True):
    """Move the character on *square* to the square *to* (BI-M2 to BI-M8).

    It goes straight on, or turns there.
    """

    square: Square
    to: Square
    way: Way
    verb: ClassVar[str] = "move"
    role: ClassVar[Role] = "board"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "move")
        if refused is not None:
            return refused
        return None if self in possible_moves(state) else self._wrong(state)

    def _wrong(self, state: Battle) -> Refusal:
        at = state.own_at(self.seat, self.square)
        if at is None:
            return refusals.NOT_YOURS
        if state.mover not in (NOWHERE, at):
            return refusals.NOT_CHOSEN
        who = state.units[self.seat][at]
        ray, units = state.grid.ahead[self.square][who.facing], state.die if self.way == "ahead" else state.die - 1
        if state.die == 1 and self.way != "ahead":
            return refusals.ONE_AHEAD
        if len(ray) < units:
            return refusals.OFF_THE_GRID
        if not units or self.to != ray[units - 1]:
            return refusals.ALL_UNITS
        if self.way != "ahead" and self.to in state.blocks:
            return refusals.NO_TURN_ON_BLOCK
        return refusals.IN_THE_WAY

    def facts(self, state: Battle) -> Facts:
        moved = Moved(self.square, self.to, self.way)
        return (moved, BlockActivated(self.to, self.to)) if self.to in state.blocks else (moved,)

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        key = "battle-for-the-island.onto-block" if self.to in state.blocks else "battle-for-the-island.onto"
        to = Message(key, {"square": words[2]})
        return (name(words[0]), state.own_unit(self.seat, self.square), to, name(words[3]))

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Sequence[Move]:
        return possible_moves(state) if state.step == "move" else ()


class Path(Struct, frozen=True, gc=False):
    """The moves of a roll from a square, with masks of squares.

    *through* has to be free of characters and blocks. Then the moves *with_end* are possible if nobody is on its *end*,
    else those *without*, which turn before it.
    """

    through: int
    end: int
    with_end: tuple[Move, ...]
    without: tuple[Move, ...]


@cache  # the commands are made once, with the first roll of this kind
def _paths(grid: Grid, seat: int, die: int) -> Mapping[int, tuple[Path, ...]]:
    """Return the path of *seat*'s roll for each square and facing.

    A path without moves leads off the grid.
    """
    return {square: tuple(_path(seat, square, ray, die) for ray in rays) for square, rays in grid.ahead.items()}


def _path(seat: int, square: int, ray: tuple[int, ...], die: int) -> Path:
    """Return the path: straight on, or with a turn (BI-M3, BI-M4).

    Straight on it takes all units; with two and more, the last unit may be a turn.
    """
    turning: tuple[Move, ...] = ()
    if 1 < die <= len(ray) + 1:
        turning = (Move(seat, square, ray[die - 2], LEFT), Move(seat, square, ray[die - 2], RIGHT))
    if not 1 <= die <= len(ray):
        return Path(mask_of(ray), 0, turning, turning)
    end = ray[die - 1]
    return Path(mask_of(ray[: die - 1]), 1 << end, (Move(seat, square, end, AHEAD), *turning), turning)


@kept_for_last
def possible_moves(state: Battle) -> Sequence[Move]:
    """Return every legal move that uses the whole roll (BI-M6, BI-M7)."""
    unit = state.units[state.turn]
    return _moves_of(state, unit if state.mover == NOWHERE else (unit[state.mover],))


def _moves_of(state: Battle, unit: Unit) -> Sequence[Move]:
    found: list[Move] = []
    paths = _paths(state.rules.grid, state.turn, state.die)
    everybody = state.everybody()
    barred = everybody | state.barricades
    for who in unit:
        if who.place >= 0:
            path = paths[who.place][who.facing]
            if not path.through & barred:
                found += path.without if path.end & everybody else path.with_end
    return found


def is_stuck(state: Battle) -> bool:
    """Return True if the player has to move but can't (BI-M8).

    Then the player says that the shooting is over.
    """
    return state.step == "move" and not possible_moves(state)


class Advance(_InTurn, frozen=True):
    """Bring a character from the pad onto the island (BI-Z2, BI-M9)."""

    column: Column
    verb: ClassVar[str] = "advance"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "zero", "advance")
        if refused is not None:
            return refusals.NO_ZERO if refused in (refusals.ROLLED_ALREADY, refusals.ROLL_FIRST) else refused
        if self.column in state.advancing(self.seat):
            return None
        if state.rules.no_pads:
            return refusals.NO_PADS
        if state.on_pad(self.seat, self.column) is None:
            return refusals.NOT_ON_PAD
        overhangs = state.ahead_of_pad(self.seat, self.column) is None
        return refusals.OVERHANGS if overhangs else refusals.NOT_AHEAD_OF_PAD

    def facts(self, state: Battle) -> Facts:
        return (Advanced(self.seat, self.column),)

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(words[0]), state.pad_unit(self.seat, self.column))

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        if state.step not in ("zero", "advance"):
            return ()
        return [cls(seat, column) for column in state.advancing(seat)]


class Nominate(_InTurn, frozen=True):
    """Nominate the pad: the next roll slides it (BI-Z3)."""

    verb: ClassVar[str] = "pad"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "zero")
        if refused is not None:
            return refusals.NO_ZERO if refused in (refusals.ROLLED_ALREADY, refusals.ROLL_FIRST) else refused
        return refusals.NO_PADS if state.rules.no_pads else None

    def facts(self, state: Battle) -> Facts:
        return (PadNominated(),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        return (cls(seat),) if state.step == "zero" and not state.rules.no_pads else ()


class Turn(_InTurn, frozen=True):
    """Turn the character on *square* a quarter on the spot (BI-Z4)."""

    square: Square
    way: Turning
    verb: ClassVar[str] = "turn"
    role: ClassVar[Role] = "board"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "zero")
        if refused is not None:
            return refusals.NO_ZERO if refused in (refusals.ROLLED_ALREADY, refusals.ROLL_FIRST) else refused
        return refusals.NOT_YOURS if state.own_at(self.seat, self.square) is None else None

    def facts(self, state: Battle) -> Facts:
        return (Turned(self.square, self.way),)

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(words[0]), state.own_unit(self.seat, self.square), name(words[2]))

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Sequence[Turn]:
        found: list[Turn] = []
        if state.step == "zero":
            turns = _turns(state.rules.grid, seat)
            for each in state.on_island(seat):
                found += turns[each.place]
        return found


@cache
def _turns(grid: Grid, seat: int) -> Mapping[int, tuple[Turn, ...]]:
    """Return the turns of *seat*'s character on each square."""
    return {square: tuple([Turn(seat, square, way) for way in WAYS]) for square in grid.squares}


class Slide(_InTurn, frozen=True):
    """Slide the pad by the whole roll, to left or right (BI-Z3).

    Left and right are the player's own.
    """

    way: Turning
    verb: ClassVar[str] = "slide"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "slide")
        if refused is not None:
            ours = refused not in (refusals.ENDED, refusals.NOT_YOUR_TURN, refusals.SET_UP_FIRST, refusals.IN_MOTION)
            return refusals.NO_SLIDE if ours and not state.pending else refused
        return None if self.way in state.slides(self.seat) else refusals.PAD_STAYS_AT_EDGE

    def facts(self, state: Battle) -> Facts:
        return (Slid(self.seat, state.slid(self.seat, self.way)),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        if state.step != "slide":
            return ()
        return [cls(seat, way) for way in state.slides(seat)]


class End(_InTurn, frozen=True):
    """End the turn, or the shooting without a move (BI-M8, BI-M10).

    The latter needs a position without a possible move.
    """

    verb: ClassVar[str] = "end"
    role: ClassVar[Role] = "end"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "moved", "move")
        if refused is not None:
            return refusals.NOT_ON_A_ZERO if refused is refusals.OPTION_FIRST else refused
        return refusals.MUST_MOVE if state.step == "move" and not is_stuck(state) else None

    def facts(self, state: Battle) -> Facts:
        if state.step == "moved":
            return TURN_ENDED
        others_could = state.mover != NOWHERE and _moves_of(state, state.units[self.seat])
        return (ShootingOver(not others_could and state.standing[self.seat] != 0),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Sequence[End]:
        return ENDS[seat] if state.step == "moved" or is_stuck(state) else ()

    @classmethod
    def greyed(cls, state: Battle, seat: int) -> Sequence[End]:
        """List the command, greyed, while a character has to move first.

        So it keeps its place.
        """
        return ENDS[seat] if state.step == "move" and not is_stuck(state) else ()

    def remedy(self, state: Battle) -> Remedy | None:
        where = dict.fromkeys(SQUARES[move.square] for move in possible_moves(state))
        said = Message("battle-for-the-island.remedy.move", {"die": state.die})
        return Remedy(said, Message("battle-for-the-island.remedy.move-short"), tuple(where))


ENDS = tuple((End(seat),) for seat in range(PEOPLE))


class _ByOpponent(Command, frozen=True):
    """A command of the opponent, if the active player can't play."""

    texts: ClassVar[str] = TEXTS
    at: ClassVar[str]
    not_now: ClassVar[Refusal]

    def why_not(self, state: Battle) -> Refusal | None:
        if state.ending is not None:
            return refusals.ENDED
        if state.turn < 0:
            return refusals.SET_UP_FIRST
        if state.step != self.at or self.seat != 1 - state.turn:
            return self.not_now
        return self.wrong(state)

    def wrong(self, state: Battle) -> Refusal | None:
        """Return the reason against this removal."""
        raise TypeError(f"{type(self).__name__} doesn't say who can't be removed")

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return labels_of(words)


class Remove(_ByOpponent, frozen=True):
    """Remove one of the opponent's characters from the island (BI-M8)."""

    square: Square
    verb: ClassVar[str] = "remove"
    role: ClassVar[Role] = "board"
    at: ClassVar[str] = "removal"
    not_now: ClassVar[Refusal] = refusals.NO_REMOVAL

    def wrong(self, state: Battle) -> Refusal | None:
        return refusals.REMOVE_WHOM if state.own_at(state.turn, self.square) is None else None

    def facts(self, state: Battle) -> Facts:
        return (Removed(self.square),)

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(words[0]), state.own_unit(state.turn, self.square))

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        return [cls(seat, each.place) for each in state.on_island(state.turn)] if state.step == cls.at else ()


class RemoveFromPad(_ByOpponent, frozen=True):
    """Remove one of the opponent's characters from the pad (BI-M9)."""

    column: Column
    verb: ClassVar[str] = "remove-from-pad"
    at: ClassVar[str] = "pad-removal"
    not_now: ClassVar[Refusal] = refusals.NO_PAD_REMOVAL

    def wrong(self, state: Battle) -> Refusal | None:
        return None if self.column in state.columns_held(state.turn) else refusals.REMOVE_WHICH

    def facts(self, state: Battle) -> Facts:
        return (RemovedFromPad(state.turn, self.column),)

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(words[0]), state.pad_unit(state.turn, self.column))

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        return [cls(seat, column) for column in state.columns_held(state.turn)] if state.step == cls.at else ()


COMMANDS: Kinds = (
    Roll, Move, Advance, Nominate, Turn, Slide, End, Remove, RemoveFromPad,
)  # fmt: skip
