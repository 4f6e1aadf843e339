"""Pending steps: duties of a seat, and the commands to settle them.

A discard is one. A step is an interrupt with a seat. If chance decides it, the seat sets it in motion, and then nobody
is asked until chance has answered.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from msgspec.structs import asdict, replace

from companion.engine.chance import ChanceRequest
from companion.engine.command import Command, Kinds, Refusal
from companion.engine.corrections import Correct
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt, change, push
from companion.engine.state import Ask
from companion.engine.values.seats import TABLE


class PendingStep(Interrupt, frozen=True, kw_only=True):
    """A step owed by the seat *by* before play goes on.

    *asked* is True once the seat has set chance in motion.
    """

    by: int
    asked: bool = False
    answers: ClassVar[Kinds] = ()
    """The kinds of command that answer it.

    Set in the game's declaration, since commands are made of steps.
    """

    def asks(self, state: Any) -> tuple[Ask, ...]:
        if self.asked:
            return ()
        return (Ask(self.by, self.answers), Ask(TABLE, (Correct,)))

    def due(self, state: Any) -> ChanceRequest | None:
        return self.request(state) if self.asked else None

    def request(self, state: Any) -> ChanceRequest | None:
        """Return the chance request of this step, None for none.

        It is pending once the seat has set it in motion.
        """
        return None


class StepOpened(Fact, frozen=True):
    """A pending step was pushed; the fact's fields are the step's."""

    step: ClassVar[type[Interrupt]]

    def apply(self, state: Any) -> Any:
        return push(state, self.step(**asdict(self)))


class InMotion(Fact, frozen=True):
    """The top step was set in motion and waits for chance."""

    def apply(self, state: Any) -> Any:
        after = change(state, replace(state.pending[-1], asked=True))
        return replace(after, questions=state.questions + 1)


class StepCommand(Command, frozen=True):
    """A seat's answer to its pending *step*.

    *not_due* refuses it while there is none.
    """

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
        """Return why this answer to *step* is refused, else None."""
        return None


class SetInMotion(StepCommand, frozen=True):
    """Set chance in motion for one's own pending step."""

    always: ClassVar[bool] = True

    def facts(self, state: Any) -> Facts:
        return (InMotion(),)

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        return (cls(seat),)
