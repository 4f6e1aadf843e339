"""Interrupts: what must be settled before the ordinary course goes on. They are a stack in the state.

A discard that is due, a sunk tile with its rescue, a declared action that others may answer: each is a frozen
value on ``state.pending``. The top one decides who is asked, what chance owes and what follows; it takes itself
off with :class:`Settled`. There is no other mechanism for this in the engine.
"""

from __future__ import annotations

from typing import Any, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import Answer, Below, ChanceRequest
from companion.engine.corrections import Correct
from companion.engine.fact import Fact, Facts
from companion.engine.state import Ask, State
from companion.engine.values.seats import TABLE


class Interrupt(Struct, frozen=True, kw_only=True, gc=False):
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
