"""Interrupts: what must be settled before the ordinary course goes on. They are a stack in the state.

A discard that is due, a sunk tile with its rescue, a declared action that others may answer: each is a frozen
value on ``state.pending``. The top one decides who is asked, what chance owes and what follows; it takes itself
off with :class:`Settled`. There is no other mechanism for this in the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self, TypeVar

from msgspec import Struct
from msgspec.structs import asdict, replace

from companion.engine.chance import Answer, Below, ChanceRequest
from companion.engine.command import Command, Refusal
from companion.engine.corrections import Correct
from companion.engine.fact import Fact, Facts
from companion.engine.seats import TABLE
from companion.engine.state import Ask, State


class Interrupt(Struct, frozen=True, kw_only=True):
    """One thing to be settled. Its questions are those of :class:`companion.engine.state.State`."""

    def asks(self, state: Any) -> tuple[Ask, ...]:
        """Return who may speak while this is on top; things may always be set right."""
        return (Ask(TABLE, (Correct,)),)

    def question(self, state: Any) -> int:
        """Return the number of the question that is put while this is on top."""
        questions: int = state.questions
        return questions

    def asked_anew(self, number: int) -> Self:
        """Return the interrupt as question *number*: it was put on top, or uncovered there."""
        return self

    def due(self, state: Any) -> ChanceRequest | None:
        """Return what chance is asked while this is on top."""
        return None

    def chosen(self, state: Any, answer: Answer) -> Facts:
        """Return what chance's *answer* makes happen."""
        raise TypeError(f"{type(self).__name__} doesn't say what {answer} means")

    def then(self, state: Any) -> Facts:
        """Return what follows by itself, with :class:`Settled` among it when this is done."""
        return ()

    def seen_by(self, viewer: int) -> Self:
        """Return the interrupt as *viewer* may know it."""
        return self

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Return another interrupt that *viewer* can't tell from this one, drawn with *below*."""
        return self


Kinds = tuple[type[Command], ...]


class PendingStep(Interrupt, frozen=True, kw_only=True):
    """A step that the seat *by* owes before anything else goes on; *asked*: it has set chance in motion."""

    by: int
    asked: bool = False
    answers: ClassVar[Kinds] = ()
    """The kinds of command that answer it, said where the game is declared: commands are made of steps."""

    def asks(self, state: Any) -> tuple[Ask, ...]:
        if self.asked:
            return ()
        return (Ask(self.by, self.answers), Ask(TABLE, (Correct,)))

    def due(self, state: Any) -> ChanceRequest | None:
        return self.request(state) if self.asked else None

    def request(self, state: Any) -> ChanceRequest | None:
        """Return what chance is asked once the seat has set it in motion."""
        return None


Pending = TypeVar("Pending", bound=State)


def push(state: Pending, interrupt: Interrupt) -> Pending:
    """Return *state* with *interrupt* on top of what is pending, as a new question."""
    number = state.questions + 1
    return replace(state, pending=(*state.pending, interrupt.asked_anew(number)), questions=number)


def change(state: Pending, interrupt: Interrupt) -> Pending:
    """Return *state* with *interrupt* in place of the top one: the question stays the same."""
    return replace(state, pending=(*state.pending[:-1], interrupt))


class Settled(Fact, frozen=True):
    """The top interrupt was settled and is taken off; what it covered is asked anew."""

    def apply(self, state: Any) -> Any:
        number, rest = state.questions + 1, state.pending[:-1]
        if rest:
            rest = (*rest[:-1], rest[-1].asked_anew(number))
        return replace(state, pending=rest, questions=number)


class StepOpened(Fact, frozen=True):
    """A pending step was put on top; the fact's fields are the step's."""

    step: ClassVar[type[Interrupt]]

    def apply(self, state: Any) -> Any:
        return push(state, self.step(**asdict(self)))


class InMotion(Fact, frozen=True):
    """The top step has been set in motion: it waits for chance's answer now."""

    def apply(self, state: Any) -> Any:
        after = change(state, replace(state.pending[-1], asked=True))
        return replace(after, questions=state.questions + 1)


class StepCommand(Command, frozen=True):
    """An answer of a seat to the pending *step* that it owes; *not_due* refuses it while there is none."""

    step: ClassVar[type[PendingStep]]
    not_due: ClassVar[Refusal]

    def why_not(self, state: Any) -> Refusal | None:
        if state.ending is not None:
            ended: Refusal = state.refusals.ended
            return ended
        top = state.top()
        if not isinstance(top, self.step) or top.by != self.seat or top.asked:
            return self.not_due
        return self.refused(state, top)

    def refused(self, state: Any, step: Any) -> Refusal | None:
        """Return why the seat, which owes *step*, can't do this about it."""
        return None


class SetInMotion(StepCommand, frozen=True):
    """Set in motion what chance is asked for a step of the own."""

    def facts(self, state: Any) -> Facts:
        return (InMotion(),)

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        return (cls(seat),)
