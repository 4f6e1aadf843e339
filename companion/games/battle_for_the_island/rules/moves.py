"""The die, moves, the options of a zero, the end of a turn, and removals by the opponent (BI-M, BI-Z)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.values.message import Message
from companion.games.battle_for_the_island.rules import refusals
from companion.games.battle_for_the_island.rules.blocks import BlockActivated
from companion.games.battle_for_the_island.rules.components import TEXTS, Way, labels_of, name
from companion.games.battle_for_the_island.rules.facts import (
    Advanced,
    DieAsked,
    Moved,
    PadNominated,
    Removed,
    RemovedFromPad,
    ShootingOver,
    Slid,
    Turned,
    TurnEnded,
)
from companion.games.battle_for_the_island.rules.state import NOWHERE, WAYS, Battle, Character, Turning
from companion.games.battle_for_the_island.rules.words import Column, Square


class _InTurn(Command, frozen=True):
    """A command of the player whose turn it is."""

    texts: ClassVar[str] = TEXTS

    def labels(self, state: Battle, words: tuple[str, ...]) -> tuple[Message, ...]:
        return labels_of(words)


class Roll(_InTurn, frozen=True):
    """Roll the die (BI-M1, BI-E3)."""

    verb: ClassVar[str] = "roll"
    role: ClassVar[Role] = "first"

    def why_not(self, state: Battle) -> Refusal | None:
        return state.not_now(self.seat, "roll")

    def facts(self, state: Battle) -> Facts:
        return (DieAsked(),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        return (cls(seat),) if state.step == "roll" else ()


class Move(_InTurn, frozen=True):
    """Move who stands on *square* to the square *to*, straight on or with a turn there (BI-M2 to BI-M8)."""

    square: Square
    to: Square
    way: Way
    verb: ClassVar[str] = "move"
    role: ClassVar[Role] = "board"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "move")
        if refused is not None:
            return refused
        at = state.own_at(self.seat, self.square)
        if at is None:
            return refusals.NOT_YOURS
        if state.mover not in (NOWHERE, at):
            return refusals.NOT_CHOSEN
        if (self.square, self.to, self.way) in state.moves(self.seat, at):
            return None
        return self._wrong(state, state.units[self.seat][at])

    def _wrong(self, state: Battle, who: Character) -> Refusal:
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
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        if state.step != "move":
            return ()
        return [cls(seat, square, to, way) for square, to, way in state.moves(seat, state.mover)]


class Advance(_InTurn, frozen=True):
    """Bring who stands on a column of the pad onto the island (BI-Z2, BI-M9)."""

    column: Column
    verb: ClassVar[str] = "advance"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "zero", "advance")
        if refused is not None:
            return refusals.NO_ZERO if refused in (refusals.ROLLED_ALREADY, refusals.ROLL_FIRST) else refused
        if state.rules.no_pads:
            return refusals.NO_PADS
        if state.on_pad(self.seat, self.column) is None:
            return refusals.NOT_ON_PAD
        if state.ahead_of_pad(self.seat, self.column) is None:
            return refusals.OVERHANGS
        return None if self.column in state.advancing(self.seat) else refusals.NOT_AHEAD_OF_PAD

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
    """Turn who stands on *square* a quarter on the spot (BI-Z4)."""

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
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        if state.step != "zero":
            return ()
        return [cls(seat, place, way) for _, place, _ in state.units[seat] if place >= 0 for way in WAYS]


class Slide(_InTurn, frozen=True):
    """Slide the pad by the whole roll, to the player's own left or right (BI-Z3)."""

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
    """End the turn after a move; or say that the shooting is over where no move is possible (BI-M8, BI-M10)."""

    verb: ClassVar[str] = "end"
    role: ClassVar[Role] = "end"

    def why_not(self, state: Battle) -> Refusal | None:
        refused = state.not_now(self.seat, "moved", "move")
        if refused is not None:
            return refusals.NOT_ON_A_ZERO if refused is refusals.OPTION_FIRST else refused
        return refusals.MUST_MOVE if state.step == "move" and not state.is_stuck() else None

    def facts(self, state: Battle) -> Facts:
        if state.step == "moved":
            return (TurnEnded(),)
        others_could = state.mover != NOWHERE and state.can_move(self.seat)
        return (ShootingOver(not others_could and state.standing[self.seat] != 0),)

    @classmethod
    def tries(cls, state: Battle, seat: int) -> Iterable[Self]:
        return (cls(seat),) if state.step == "moved" or state.is_stuck() else ()


class _ByOpponent(Command, frozen=True):
    """A command of the opponent, where the player whose turn it is can't play."""

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
        """Return why this one can't be removed."""
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
