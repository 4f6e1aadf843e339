"""A toss for tests of the session: a coin is tossed, and then everybody may wave or pass, in a window.

Waving is noticed and leaves the window open. A coin may also be tossed under the hand, for oneself alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.chance import Answer, ChanceRequest, Dice
from companion.engine.command import Command, Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.game import Game, Setup
from companion.engine.interrupts import push
from companion.engine.state import Ask, State
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING
from companion.engine.windows import AnswerWindow

ANSWER_S = 2.0


class Agree(AnswerWindow, frozen=True):
    """Does everybody agree?"""


class Tosses(State, frozen=True):
    """How many people there are, what the coin showed, whether it is in the air, and under whose hand."""

    people: int
    shown: tuple[str, ...] = ()
    tossed: bool = False
    hand: int = -1
    waves: int = 0

    def seats(self) -> int:
        return self.people

    def open_asks(self) -> tuple[Ask, ...]:
        return () if self.tossed else tuple(Ask(seat, (Toss, Peek)) for seat in range(self.people))

    def open_due(self) -> ChanceRequest | None:
        return Dice("coin", dice=(("heads", "tails"),)) if self.tossed else None

    def open_chosen(self, answer: Answer) -> Facts:
        return (Landed(str(answer[0])),) if self.hand < 0 else (Peeked(self.hand, str(answer[0])),)


class Tossing(Fact, frozen=True):
    """The coin is in the air, or under a *hand*, which only its owner notices."""

    hand: int = -1

    def apply(self, state: Tosses) -> Tosses:
        return replace(state, tossed=True, hand=self.hand, questions=state.questions + 1)

    def seen_by(self, viewer: int) -> Self | None:
        return self if self.hand < 0 or viewer in (self.hand, ALL_SEEING) else None


class Peeked(Fact, frozen=True):
    """*hand* alone saw the coin."""

    hand: int
    side: str

    def apply(self, state: Tosses) -> Tosses:
        return replace(state, tossed=False, hand=-1, questions=state.questions + 1)

    def seen_by(self, viewer: int) -> Self | None:
        return self if viewer in (self.hand, ALL_SEEING) else None


class Waved(Fact, frozen=True):
    """Somebody waved."""

    def apply(self, state: Tosses) -> Tosses:
        return replace(state, waves=state.waves + 1)


class Landed(Fact, frozen=True):
    """The coin shows *side*."""

    side: str

    def apply(self, state: Tosses) -> Tosses:
        after = replace(state, tossed=False, shown=(*state.shown, self.side))
        asked = tuple(range(state.people))
        opened: Tosses = push(after, Agree(asked=asked, number=state.questions + 1, answer_s=ANSWER_S))
        return opened

    def said(self, state: State) -> Message | None:
        return Message("toss.landed", {"side": self.side})


class Toss(Command, frozen=True):
    """Toss the coin."""

    verb: ClassVar[str] = "toss"

    def why_not(self, state: Tosses) -> Refusal | None:
        return Refusal(Message("refused.not-asked")) if state.tossed or state.pending else None

    def facts(self, state: Tosses) -> Facts:
        return (Tossing(),)

    @classmethod
    def tries(cls, state: Tosses, seat: int) -> Iterable[Self]:
        return () if cls(seat).why_not(state) else (cls(seat),)


class Peek(Toss, frozen=True):
    """Toss the coin under one's own hand."""

    verb: ClassVar[str] = "peek"

    def facts(self, state: Tosses) -> Facts:
        return (Tossing(self.seat),)


class Wave(Command, frozen=True):
    """Wave while the window is open."""

    verb: ClassVar[str] = "wave"

    def why_not(self, state: Tosses) -> Refusal | None:
        return None if state.pending else Refusal(Message("refused.no-window"))

    def facts(self, state: Tosses) -> Facts:
        return (Waved(),)

    @classmethod
    def tries(cls, state: Tosses, seat: int) -> Iterable[Self]:
        return () if cls(seat).why_not(state) else (cls(seat),)


Agree.answers = (Wave,)


def _start(setup: Setup) -> Tosses:
    return Tosses(people=len(setup.seats))


def _picture(state: Any) -> dict[str, Any]:
    return {"shown": state.shown, "waves": state.waves, "open": [interrupt.number for interrupt in state.pending]}


TOSS = Game(
    slug="toss",
    mode="referee",
    name=Message("toss.name"),
    seats=(1, 4),
    kinds=(Toss, Peek, Wave),
    known_facts=(Tossing, Landed, Peeked, Waved),
    start=_start,
    picture=_picture,
)
