"""Pending steps: what a seat owes before its game goes on, such as a discard, and the commands that settle it.

A step is an interrupt with a seat to it. Where chance decides, the seat sets it in motion, and then nobody is asked
until chance has answered.
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

    always: ClassVar[bool] = True

    def facts(self, state: Any) -> Facts:
        return (InMotion(),)

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        return (cls(seat),)
