"""Facts about the queue of jobs."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from companion.engine.chance import Answer
from companion.engine.fact import Fact
from companion.engine.values.message import Message
from companion.kits.facts.changes import queued
from companion.kits.things.board import Board
from companion.kits.things.jobs import MAX_JOBS, Job

Reason = Literal["too-many-effects", "divided-by-zero", "whose-effect"]


class Asked(Fact, frozen=True):
    """An action was started: its *jobs* come before the queue."""

    jobs: tuple[Job, ...]

    def apply(self, state: Board) -> Board:
        queue = (*self.jobs, *state.queue)
        return replace(state, queue=queue, questions=state.questions + 1, fallen=None, chain=0)


class BegunBeside(Fact, frozen=True):
    """The beginning of a change beside the game.

    The game asks everybody the same as before. So a phone that hasn't heard of it yet may still answer.
    """

    def apply(self, state: Board) -> Board:
        return replace(state, chain=0)


class Taken(Fact, frozen=True):
    """The next job was taken; its results are the following facts."""

    def apply(self, state: Board) -> Board:
        return replace(state, queue=state.queue[1:], questions=state.questions + 1, chain=state.chain + 1)


class Triggered(Fact, frozen=True):
    """An event had effects: their *jobs* come before the queue."""

    jobs: tuple[Job, ...]

    def apply(self, state: Board) -> Board:
        return queued(state, self.jobs)


class PartlyAnswered(Fact, frozen=True):
    """Chance gave a part of the first job's result: *answer*."""

    answer: Answer

    def apply(self, state: Board) -> Board:
        job = state.queue[0]
        further = replace(job, answers=(*job.answers, self.answer))
        return replace(state, queue=(further, *state.queue[1:]), questions=state.questions + 1)


class Halted(Fact, frozen=True):
    """An effect was left out, for a *reason*."""

    reason: Reason
    texts: ClassVar[dict[str, Message]] = {
        "too-many-effects": Message("kit.too-many-effects", {"maximum": MAX_JOBS}),
        "divided-by-zero": Message("formula.expression.divided-by-zero"),
        "whose-effect": Message("kit.whose-effect"),
    }

    def apply(self, state: Board) -> Board:
        if self.reason != "too-many-effects":
            return state
        # Used cards are put away all the same.
        return replace(state, queue=tuple(job for job in state.queue if job.kind == "put"))

    def said(self, state: Any) -> Message | None:
        return self.texts[self.reason]


class Announced(Fact, frozen=True):
    """A card, segment or rule told the text of *word*."""

    word: str

    def apply(self, state: Board) -> Board:
        return state

    def said(self, state: Any) -> Message | None:
        word: Message = state.kit.text(self.word)
        return word
