"""The set-up: colours, the sea and the first player (FS-S1 to FS-S3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Fact, Facts
from companion.engine.referees.frame import NOBODY
from companion.engine.state import swap
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.fireship.rules import refusals
from companion.games.fireship.rules.board.components import COLOURS, MOVE_DICE, START_HOME, TEXTS, name
from companion.games.fireship.rules.board.words import Colour
from companion.games.fireship.rules.state import NO_BADGES, NO_FLEET, Sea
from companion.games.fireship.rules.values import FireshipResult

TO_ROLL, BEATEN = -1, 0
"""In ``totals``: still to roll, and beaten by another roll."""


def chooses(state: Sea) -> bool:
    """Return True while colours are being chosen."""
    return NOBODY in state.colours and state.ending is None


def first_roller(state: Sea) -> int:
    """Return the next seat to roll for the first turn, or ``NOBODY``."""
    if state.turn >= 0 or not state.pawns or TO_ROLL not in state.totals:
        return NOBODY
    return state.totals.index(TO_ROLL)


def contest(state: Sea) -> Facts:
    """Return the first player or the tie from the totals (FS-S3).

    Call it when everybody has rolled.
    """
    best = max(state.totals)
    tied = tuple(seat for seat, total in enumerate(state.totals) if total == best)
    return (FirstFound(tied[0]),) if len(tied) == 1 else (Tied(tied),)


# ---------------------------------------------------------------------- facts
class ColourChosen(Fact, frozen=True):
    """*seat* plays *colour* (FS-C7)."""

    seat: int
    colour: int

    def apply(self, state: Sea) -> Sea:
        colours = swap(state.colours, self.seat, self.colour)
        return replace(state, colours=colours, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        named = state.names[self.seat] if self.seat < len(state.names) else ""
        who = named or Message("seat.number", {"number": self.seat + 1})
        return Message("fireship.chosen", {"who": who, "colour": name(COLOURS[self.colour])})


class SeaSet(Fact, frozen=True):
    """Flags, boats and pawns are at their starting places (FS-S1, FS-S2)."""

    def apply(self, state: Sea) -> Sea:
        people = state.rules.people
        white = sum(1 << dot for dot in state.rules.board.dots)
        return replace(
            state,
            pawns=(NO_FLEET,) * people + ((white, 0, 0, white),),
            home=(START_HOME,) * people,
            hands=((),) * people,
            badges=(NO_BADGES,) * people,
            holes=(0,) * people,
            resting=("",) * people,
            totals=(TO_ROLL,) * people,
            deck=state.rules.deck,
            questions=state.questions + 1,
        )

    def said(self, state: Any) -> Message | None:
        return Message("fireship.sea-set")


class TotalRolled(Fact, frozen=True):
    """*seat* rolled *dice* for the first turn."""

    seat: int
    dice: tuple[int, ...]

    def apply(self, state: Sea) -> Sea:
        totals = swap(state.totals, self.seat, sum(self.dice) + 1)
        question = state.questions + 1
        result = FireshipResult(MOVE_DICE, self.dice, question)
        return replace(state, rolling=False, dice=self.dice, result=result, totals=totals, questions=question)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.rolled-first", {"name": state.called(self.seat), "total": sum(self.dice)})


class Tied(Fact, frozen=True):
    """The *seats* tied for the highest total, and roll again."""

    seats: tuple[int, ...]

    def apply(self, state: Sea) -> Sea:
        totals = tuple(TO_ROLL if seat in self.seats else BEATEN for seat in range(state.rules.people))
        return replace(state, totals=totals, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.tied", {"colours": tuple(map(state.called, self.seats))})


class FirstFound(Fact, frozen=True):
    """*seat* is player 1."""

    seat: int

    def apply(self, state: Sea) -> Sea:
        return replace(state, first=self.seat, questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("fireship.first", {"colour": state.called(self.seat)})


# ---------------------------------------------------------------------- commands
class TakeColour(Command, frozen=True):
    """Choose the own colour (FS-C7)."""

    colour: Colour
    verb: ClassVar[str] = "colour"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Sea) -> Refusal | None:
        if not chooses(state):
            return refusals.SET_UP_DONE
        if not 0 <= self.seat < state.rules.people or state.colours[self.seat] != NOBODY:
            return refusals.COLOUR_CHOSEN
        return refusals.COLOUR_TAKEN if self.colour in state.colours else None

    def facts(self, state: Sea) -> Facts:
        return (ColourChosen(self.seat, self.colour),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return [cls(seat, colour) for colour in range(len(COLOURS)) if colour not in state.colours]


class GiveColours(Command, frozen=True):
    """Give the remaining colours to players without one, in order."""

    verb: ClassVar[str] = "give-colours"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS
    by_any_seat: ClassVar[bool] = True

    def why_not(self, state: Sea) -> Refusal | None:
        if not chooses(state):
            return refusals.SET_UP_DONE
        return None if self.seat == TABLE else refusals.ONLY_TABLE_GIVES

    def facts(self, state: Sea) -> Facts:
        left = [colour for colour in range(len(COLOURS)) if colour not in state.colours]
        seats = [seat for seat, colour in enumerate(state.colours) if colour == NOBODY]
        return tuple(ColourChosen(seat, colour) for seat, colour in zip(seats, left, strict=False))

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return (cls(seat),)


COMMANDS: Kinds = (TakeColour, GiveColours)
FACTS: tuple[type[Fact], ...] = (ColourChosen, SeaSet, TotalRolled, Tied, FirstFound)
