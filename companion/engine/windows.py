"""Answer windows: all seats may answer a declaration at once.

A window closes when all asked seats have passed, or at its deadline, a command of the seat ``table``. Silence is a
pass. Which seats may answer and have passed is hidden from other seats, and so is their number: a pass is a fact that
others can't notice, and a viewer's window holds that viewer's own part only. An answer proper is an ordinary command of
the game, done at once and openly; it usually opens a window over itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Any, ClassVar, Self

from msgspec import Meta
from msgspec.structs import replace

from companion.engine.chance import Below
from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.corrections import Correct
from companion.engine.fact import Fact, Facts
from companion.engine.interrupts import Interrupt, Settled, change
from companion.engine.state import Ask, refuse
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING, TABLE

ANSWER_S = 15.0
"""Default time until silence is a pass, in seconds."""


class AnswerWindow(Interrupt, frozen=True, kw_only=True):
    """An open window over a declaration; games override ``closed``.

    *asked* and *passed* are seats. *answer_s* is the time until silence is a pass, in seconds, 0 for ever. *number* is
    the number of its question, given when it is pushed and again when it is uncovered.
    """

    asked: tuple[int, ...]
    passed: tuple[int, ...] = ()
    answer_s: float = ANSWER_S
    number: int = 0
    shut: bool = False
    answers: ClassVar[Kinds] = ()
    """The kinds of command for an asked seat's answer."""

    def asks(self, state: Any) -> tuple[Ask, ...]:
        return _asked(tuple([seat for seat in self.asked if seat not in self.passed]), self.answers)

    def question(self, state: Any) -> int:
        return self.number

    def then(self, state: Any) -> Facts:
        if not self.shut:
            for seat in self.asked:
                if self.waits_for(seat):
                    return ()
        return (Settled(), *self.closed(state))

    def waits_for(self, seat: int) -> bool:
        """Return True if the window still waits for the asked *seat*."""
        return seat not in self.passed

    def asked_anew(self, number: int) -> Self:
        return replace(self, number=number, passed=(), shut=False)

    def closed(self, state: Any) -> Facts:
        """Return the facts of a window closed without an answer."""
        return ()

    def seen_by(self, viewer: int) -> Self:
        if viewer == ALL_SEEING:
            return self
        return replace(
            self,
            asked=tuple(seat for seat in self.asked if seat == viewer),
            passed=tuple(seat for seat in self.passed if seat == viewer),
        )

    def resampled_for(self, viewer: int, below: Below) -> Self:
        """Resample the passes of the other seats.

        Never all of them, or the window would have closed.
        """
        others = [seat for seat in self.asked if seat != viewer]
        passed = [seat for seat in others if below(2)]
        if len(passed) == len(others) and (viewer not in self.asked or viewer in self.passed):
            passed = passed[1:]
        return replace(self, passed=tuple(seat for seat in self.passed if seat == viewer) + tuple(passed))


@cache
def _asked(waiting: tuple[int, ...], answers: Kinds) -> tuple[Ask, ...]:
    """Ask all *waiting* seats for an answer or a pass.

    The table may close the window.
    """
    return (*(Ask(seat, (*answers, Pass)) for seat in waiting), Ask(TABLE, (TimeUp, PassFor, Correct)))


def open_window(state: Any) -> AnswerWindow | None:
    """Return the window on top, or None."""
    top = state.pending[-1] if state.pending else None
    return top if isinstance(top, AnswerWindow) else None


NO_WINDOW = Message("refused.no-window")


class Passed(Fact, frozen=True):
    """*seat* won't answer; *for_absent* when the table passed in its place."""

    seat: int
    for_absent: bool = False

    def apply(self, state: Any) -> Any:
        window = open_window(state)
        if window is None or self.seat not in window.asked or self.seat in window.passed:
            return state
        return change(state, replace(window, passed=(*window.passed, self.seat)))

    def seen_by(self, viewer: int) -> Self | None:
        return self if viewer in (self.seat, ALL_SEEING) else None


class TimeIsUp(Fact, frozen=True):
    """The window's time is up: all silent seats have passed."""

    def apply(self, state: Any) -> Any:
        window = open_window(state)
        return state if window is None else change(state, replace(window, shut=True))


class Pass(Command, frozen=True):
    """Don't answer."""

    verb: ClassVar[str] = "pass"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "answer"

    def why_not(self, state: Any) -> Refusal | None:
        window = open_window(state)
        if window is None:
            return refuse(state, self.verb, NO_WINDOW)
        if self.seat not in window.asked or self.seat in window.passed:
            return refuse(state, self.verb, Message("refused.not-asked"))
        return None

    def facts(self, state: Any) -> Facts:
        return (Passed(self.seat),)

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        command = cls(seat)
        return () if command.why_not(state) else (command,)


class PassFor(Command, frozen=True):
    """The table's OK passes in place of an absent seat.

    Naming a seat that isn't asked reveals nothing.
    """

    absent: Annotated[int, Meta(ge=0, le=15)]
    verb: ClassVar[str] = "pass-for"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "aside"

    def why_not(self, state: Any) -> Refusal | None:
        if open_window(state) is None:
            return refuse(state, self.verb, NO_WINDOW)
        if self.seat != TABLE:
            return refuse(state, self.verb, Message("refused.only-table"))
        return None if 0 <= self.absent < state.seats() else refuse(state, self.verb, Message("refused.no-seat"))

    def facts(self, state: Any) -> Facts:
        return (Passed(self.absent, for_absent=True),)

    def labels(self, state: Any, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (*super().labels(state, words[:1]), Message("seat.number", {"number": self.absent + 1}))

    @classmethod
    def tries(cls, state: Any, seat: int) -> Iterable[Self]:
        if seat != TABLE or open_window(state) is None:
            return ()
        return tuple([cls(seat, absent) for absent in range(state.seats())])


class TimeUp(Command, frozen=True):
    """The deadline of window *number*, given by the table's clock.

    It is offered to nobody, so it has no form.
    """

    number: int
    verb: ClassVar[str] = "time-up"
    is_form: ClassVar[bool] = True

    def why_not(self, state: Any) -> Refusal | None:
        window = open_window(state)
        if window is None or self.seat != TABLE or window.number != self.number or not window.answer_s:
            return refuse(state, self.verb, NO_WINDOW)
        return None

    def facts(self, state: Any) -> Facts:
        return (TimeIsUp(),)


WINDOW_COMMANDS: Kinds = (Pass, PassFor, TimeUp)
