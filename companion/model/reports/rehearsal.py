"""The card of a rehearsal: the table's parts, tried by hand."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.engine.values.message import Message

Outcome = Literal["well", "broken", "absent"]
"""The result for a part; ``absent`` is no fault."""


class Result(Struct, frozen=True):
    """The result for one part, by its *step*.

    *told* describes it; *repair* is given if it is broken.
    """

    step: str
    name: Message
    outcome: Outcome
    told: Message
    repair: Message | None = None
    short: Message | None = None
    """Its description on the table's own screen; None for the same."""


class Question(Struct, frozen=True):
    """A step for people's hands: number *at* of *of*.

    *address* is to be opened on a phone, "" for none.
    """

    at: int
    of: int
    kind: str
    asks: Message
    word: Message
    address: str = ""


class Course(Struct, frozen=True):
    """Progress of the last rehearsal since the start, with its results.

    *number* is 0 for no rehearsal. It *is_over* once its card is there; a rehearsal that is neither on nor over ended
    early.
    """

    number: int
    is_on: bool
    is_over: bool
    asked: Question | None
    results: tuple[Result, ...]


class RehearsalCard(Struct, frozen=True):
    """A whole rehearsal, which ended *at* a moment in UTC.

    *at* is "" if the date was unknown; *simulated* means without pins.
    """

    at: str
    simulated: bool
    results: tuple[Result, ...]

    @property
    def broken(self) -> tuple[Result, ...]:
        """The parts in need of a repair; without any it is green."""
        return tuple(result for result in self.results if result.outcome == "broken")

    @property
    def absent(self) -> tuple[Result, ...]:
        """The parts missing on this table."""
        return tuple(result for result in self.results if result.outcome == "absent")
