"""Interrupts: a stack of things to settle before play goes on.

Examples: a discard that is due, a sunk tile with its rescue, a declared action that others may answer. Each is a frozen
value on ``state.pending``. The top one decides which seats are active, which chance request is pending and which facts
follow; it removes itself with :class:`Settled`. The engine has no other mechanism for this.
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
    """One thing to settle, with :class:`companion.engine.state.State`'s questions."""

    def asks(self, state: Any) -> tuple[Ask, ...]:
        """Return the active seats while this is on top.

        Corrections are always possible.
        """
        return (Ask(TABLE, (Correct,)),)

    def question(self, state: Any) -> int:
        """Return the number of the current question while this is on top."""
        questions: int = state.questions
        return questions

    def asked_anew(self, number: int) -> Self:
        """Return the interrupt as question *number*.

        Called when it is pushed, or uncovered again.
        """
        return self

    def due(self, state: Any) -> ChanceRequest | None:
        """Return the pending chance request while this is on top, else None."""
        return None

    def chosen(self, state: Any, answer: Answer) -> Facts:
        """Return the facts following chance's *answer*."""
        raise TypeError(f"{type(self).__name__} doesn't say what {answer} means")

    def then(self, state: Any) -> Facts:
        """Return the automatic facts, with :class:`Settled` once this is done."""
        return ()

    def seen_by(self, viewer: int) -> Self:
        """Return the interrupt as *viewer* may know it."""
        return self

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Return an interrupt indistinguishable to *viewer*, drawn with *below*."""
        return self


Pending = TypeVar("Pending", bound=State)


def push(state: Pending, interrupt: Interrupt) -> Pending:
    """Return *state* with *interrupt* pushed as a new question."""
    number = state.questions + 1
    return replace(state, pending=(*state.pending, interrupt.asked_anew(number)), questions=number)


def change(state: Pending, interrupt: Interrupt) -> Pending:
    """Return *state* with its top interrupt replaced; the question stays."""
    return replace(state, pending=(*state.pending[:-1], interrupt))


class Settled(Fact, frozen=True):
    """The top interrupt was settled and removed.

    The one below it becomes a new question.
    """

    def apply(self, state: Any) -> Any:
        number, rest = state.questions + 1, state.pending[:-1]
        if rest:
            rest = (*rest[:-1], rest[-1].asked_anew(number))
        return replace(state, pending=rest, questions=number)
