"""Declarations: actions open to answers before they take effect.

A declaration is an answer window. Everybody who may answer is asked, regardless of their cards. The window doesn't wait
for resting seats, and silence is a pass. After a cancellation the declaration below is asked about again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Literal, Self

from msgspec.structs import replace

from companion.engine.chance import Below
from companion.engine.command import Command, Refusal, Role
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Settled, change, push
from companion.engine.state import swap
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING
from companion.engine.windows import AnswerWindow, Passed

Until = Literal["my-turn", "attacked", "turn-end"]
MY_TURN: Until = "my-turn"
ATTACKED: Until = "attacked"
TURN_END: Until = "turn-end"
"""How long a seat lets windows pass.

Until its next turn, a declaration aimed at it, or the end of this turn.
"""


ALWAYS = (MY_TURN, TURN_END)
"""Rests not ended by a declaration aimed at the seat."""


class Declaration(AnswerWindow, frozen=True, kw_only=True):
    """An action declared by the seat *by*.

    The window doesn't wait for *resting* seats. ``effect`` gives its facts unless it is cancelled. The game's
    declaration sets it, since facts are made of declarations.
    """

    by: int
    resting: tuple[int, ...] = ()
    effect: ClassVar[Callable[[Any, Any], Facts]] = lambda declaration, state: ()

    def waits_for(self, seat: int) -> bool:
        return seat not in self.passed and seat not in self.resting

    def closed(self, state: Any) -> Facts:
        return type(self).effect(self, state)

    def aimed_at(self, state: Any) -> int | None:
        """Return the target seat, None for none."""
        return None

    def seen_by(self, viewer: int) -> Self:
        if viewer == ALL_SEEING:
            return self
        return replace(super().seen_by(viewer), resting=tuple([seat for seat in self.resting if seat == viewer]))

    def resampled_for(self, viewer: int, below: Below) -> Self:
        found = super().resampled_for(viewer, below)
        if any(map(found.waits_for, found.asked)):
            return found
        return replace(found, passed=tuple([seat for seat in self.passed if seat == viewer]))

    def sentence(self, state: Any) -> Message:
        """Return the declared action as a sentence."""
        raise TypeError(f"{type(self).__name__} doesn't say what was declared")

    def word(self, state: Any) -> str:
        """Return the word for the declared action."""
        raise TypeError(f"{type(self).__name__} has no word")


def declare(state: Any, declaration: Declaration, answer_s: float) -> Any:
    """Return *state* with *declaration* open for *answer_s* seconds.

    Everybody who may answer is asked.
    """
    return asked_afresh(push(state, replace(declaration, answer_s=answer_s)))


def asked_afresh(state: Any) -> Any:
    """Return *state* with its top declaration asking again.

    Asks every seat with hidden cards now; the window doesn't wait for resting ones.
    """
    top = state.top()
    if not isinstance(top, Declaration):
        return state
    asked = state.holders()
    hit = {each.aimed_at(state) for each in state.pending if isinstance(each, Declaration)}
    resting = [seat for seat in asked if state.resting[seat] in (ALWAYS if seat in hit else (*ALWAYS, ATTACKED))]
    return change(state, replace(top, asked=asked, resting=tuple(resting)))


def next_turn(resting: tuple[str, ...]) -> tuple[str, ...]:
    """Return *resting* at the start of a turn.

    Seats that rested until the last turn's end are asked again.
    """
    return tuple(["" if until == TURN_END else until for until in resting]) if TURN_END in resting else resting


# ---------------------------------------------------------------------- facts
class Cancelled(Fact, frozen=True):
    """An answer cancelled the declaration below it.

    The declaration below that one is asked about again.
    """

    what: str

    def apply(self, state: Any) -> Any:
        return asked_afresh(Settled().apply(state))


class Rested(Fact, frozen=True):
    """*seat* lets answer windows pass *until* then; nobody else notices."""

    seat: int
    until: str

    def apply(self, state: Any) -> Any:
        return replace(state, resting=swap(state.resting, self.seat, self.until))

    def seen_by(self, viewer: int) -> Self | None:
        return self if viewer in (self.seat, ALL_SEEING) else None


# ---------------------------------------------------------------------- commands
def answering(state: Any, seat: int) -> Declaration | None:
    """Return the open declaration awaiting *seat*'s answer, else None."""
    top = state.pending[-1] if state.pending else None
    if not isinstance(top, Declaration) or seat not in top.asked or seat in top.passed:
        return None
    return top


class Answer(Command, frozen=True):
    """Answer a declaration."""

    role: ClassVar[Role] = "answer"

    def why_not(self, state: Any) -> Refusal | None:
        refusals = state.refusals
        if state.ending is not None:
            ended: Refusal = refusals.ended
            return ended
        declaration = answering(state, self.seat)
        if declaration is not None:
            return self.refused(state, declaration)
        why: Refusal = refusals.not_asked if isinstance(state.top(), Declaration) else refusals.no_window
        return why

    def refused(self, state: Any, declaration: Any) -> Refusal | None:
        """Return why this answer to *declaration* is refused, else None."""
        return None

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        return () if (command := cls(seat)).why_not(state) else (command,)


class PassUntil(Answer, frozen=True):
    """Pass now, and let all windows pass until then."""

    until: Until
    verb: ClassVar[str] = "pass-until"
    always: ClassVar[bool] = True

    def facts(self, state: Any) -> Facts:
        return (Passed(self.seat), Rested(self.seat, self.until))

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        return () if answering(state, seat) is None else (cls(seat, MY_TURN), cls(seat, ATTACKED), cls(seat, TURN_END))
