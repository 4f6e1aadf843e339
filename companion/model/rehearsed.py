"""The card of a rehearsal: how each part of the table was when it was tried by hand."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message

Outcome = Literal["well", "broken", "absent"]
"""How a part was: absent is what this table doesn't have, which is no fault."""


class Result(Struct, frozen=True):
    """How one part was, by its *step*: what was *told* of it and, if it is broken, the *repair*."""

    step: str
    name: Message
    outcome: Outcome
    told: Message
    repair: Message | None = None
    short: Message | None = None
    """What is told of it on the table's own screen, None for the same."""


class Question(Struct, frozen=True):
    """A step that hands are asked for: number *at* of so many; *address* is for a phone to open, "" for none."""

    at: int
    of: int
    kind: str
    asks: Message
    word: Message
    address: str = ""


class Course(Struct, frozen=True):
    """How far the last rehearsal since the start has come: its *number*, 0 for none, and what came of each step.

    It *is_over* once its card is there; one that is neither on nor over has ended before its time.
    """

    number: int
    is_on: bool
    is_over: bool
    asked: Question | None
    results: tuple[Result, ...]


class Card(Struct, frozen=True):
    """A whole rehearsal that ended *at* a moment, in UTC, "" if the date wasn't known; *simulated*: without pins."""

    at: str
    simulated: bool
    results: tuple[Result, ...]

    @property
    def broken(self) -> tuple[Result, ...]:
        """The parts that need a repair; the card is green where there are none."""
        return tuple(result for result in self.results if result.outcome == "broken")

    @property
    def absent(self) -> tuple[Result, ...]:
        """The parts that this table doesn't have."""
        return tuple(result for result in self.results if result.outcome == "absent")
