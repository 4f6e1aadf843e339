"""Dice with a wheel: roll two dice and score them; a double also spins the wheel. Who reaches the target wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from companion.engine.chance import Answer, ChanceRequest, Dice, Wheel
from companion.engine.command import Command, Refusal
from companion.engine.corrections import Correct, Correctable
from companion.engine.fact import Fact, Facts
from companion.engine.game import Game, Option, Setup
from companion.engine.state import Ask, State, swap
from companion.engine.values.forms import Field
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE

FACES = (1, 2, 3, 4, 5, 6)
SEGMENTS = (("nothing", 3), ("five", 2), ("again", 1))
BONUS = {"nothing": 0, "five": 5, "again": 0}


class Scores(State, frozen=True):
    """Whose turn it is, what each has, and what chance owes: ``dice``, ``wheel`` or nothing."""

    scores: tuple[int, ...]
    target: int = 30
    turn: int = 0
    owed: str = ""

    def seats(self) -> int:
        return len(self.scores)

    def open_asks(self) -> tuple[Ask, ...]:
        if self.end() is not None:
            return ()
        corrections = (Ask(TABLE, (Correct,)),)
        return corrections if self.owed else (Ask(self.turn, (Roll,)), *corrections)

    def open_due(self) -> ChanceRequest | None:
        if self.end() is not None:
            return None
        if self.owed == "dice":
            return Dice("dice", "SP-1", dice=(FACES, FACES))
        return Wheel("wheel", "SP-2", segments=SEGMENTS) if self.owed else None

    def open_chosen(self, answer: Answer) -> Facts:
        if self.owed == "dice":
            return (Rolled(int(answer[0]), int(answer[1])),)
        return (Spun(str(answer[0])),)

    def end(self) -> Message | None:
        return Message("spinner.won") if max(self.scores) >= self.target else None

    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, score in enumerate(self.scores) if score >= self.target)

    def faults(self) -> tuple[Refusal, ...]:
        over = max(self.scores) - self.target
        return (Refusal(Message("spinner.too-far")),) if over >= 12 else ()

    def correctables(self) -> dict[str, Correctable]:
        return {f"score-{seat}": _score_of(seat, now) for seat, now in enumerate(self.scores)}


def _score_of(seat: int, now: int) -> Correctable:
    field = Field(f"score-{seat}", Message("spinner.score", {"seat": seat}), minimum=0, maximum=100, word=str(now))
    return Correctable(field, lambda state, word: replace(state, scores=swap(state.scores, seat, int(word))))


class RollAsked(Fact, frozen=True):
    """Somebody rolls."""

    def apply(self, state: Scores) -> Scores:
        return replace(state, owed="dice", questions=state.questions + 1)


class Rolled(Fact, frozen=True):
    """The dice fell."""

    first: int
    second: int

    def apply(self, state: Scores) -> Scores:
        scores = swap(state.scores, state.turn, state.scores[state.turn] + self.first + self.second)
        if self.first == self.second:
            return replace(state, scores=scores, owed="wheel", questions=state.questions + 1)
        return _next(replace(state, scores=scores))


class Spun(Fact, frozen=True):
    """The wheel stopped."""

    segment: str

    def apply(self, state: Scores) -> Scores:
        if self.segment == "again":
            return replace(state, questions=state.questions + 1)
        scores = swap(state.scores, state.turn, state.scores[state.turn] + BONUS[self.segment])
        return _next(replace(state, scores=scores))


def _next(state: Scores) -> Scores:
    return replace(state, owed="", turn=(state.turn + 1) % len(state.scores), questions=state.questions + 1)


class Roll(Command, frozen=True):
    """Roll the dice."""

    verb: ClassVar[str] = "roll"

    def why_not(self, state: Scores) -> Refusal | None:
        if state.end() is not None or state.owed:
            return Refusal(Message("refused.not-asked"), "SP-3")
        return None if self.seat == state.turn else Refusal(Message("refused.not-asked"), "SP-4")

    def facts(self, state: Scores) -> Facts:
        return (RollAsked(),)

    @classmethod
    def tries(cls, state: Scores, seat: int) -> Iterable[Self]:
        return () if state.owed or seat != state.turn or state.end() is not None else (cls(seat),)

    @classmethod
    def greyed(cls, state: Scores, seat: int) -> Iterable[Self]:
        return (cls(seat),) if state.owed and seat == state.turn else ()


def _start(setup: Setup) -> Scores:
    return Scores(scores=(0,) * len(setup.seats), target=int(setup.options["target"]))


def _picture(state: Any) -> dict[str, Any]:
    return {"scores": state.scores, "turn": state.turn, "owed": state.owed}


SPINNER = Game(
    slug="spinner",
    mode="referee",
    name=Message("spinner.name"),
    seats=(1, 4),
    kinds=(Roll,),
    known_facts=(RollAsked, Rolled, Spun),
    start=_start,
    picture=_picture,
    options={"target": Option(30, Message("spinner.target"), minimum=10, maximum=100)},
)
