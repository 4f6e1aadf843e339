"""The frame of a referee's state: first player, turn, judging, end.

A game derives its state from :class:`RefereeState` (or, with hidden cards, from
:class:`companion.engine.referees.hands.HiddenHands`) and implements the ``open_`` questions. The frame applies the
order: the end, judging, pending steps, and then the open course.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.chance import ChanceRequest
from companion.engine.command import Refusal
from companion.engine.fact import Fact, Facts
from companion.engine.referees.refusals import Refusals
from companion.engine.state import Ask, State
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import TABLE
from companion.engine.windows import AnswerWindow

NOBODY = -1
"""In place of a seat."""


class Rules(Struct, frozen=True):
    """Choices made before the game: the number of *people*.

    Games add their options.
    """

    people: int


class Ending(Struct, frozen=True, gc=False):
    """The end of a game.

    *reason* is a key of ``RefereeState.endings``, *winners* are seats, *what* is its subject.
    """

    reason: str
    winners: tuple[int, ...] = ()
    what: str = ""


class RefereeState(State, frozen=True, kw_only=True, gc=False):
    """The position of a game with a referee.

    *first* and *turn* are seats, ``NOBODY`` before they are known. *unjudged* is True after an event that may end the
    game or make something due. *resting* is, for each seat, how long it lets answer windows pass (``declarations``).
    """

    rules: Any
    first: int = NOBODY
    turn: int = NOBODY
    unjudged: bool = False
    resting: tuple[str, ...] = ()
    ending: Ending | None = None
    endings: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """For each reason, its sentence and its rule."""
    refusals: ClassVar[Refusals] = Refusals()
    at_the_end: ClassVar[Mapping[str, Any]] = {}
    """Fields reset when the game ends, with their final values."""

    def seats(self) -> int:
        people: int = self.rules.people
        return people

    def end(self) -> Message | None:
        if self.ending is None:
            return None
        key, rule = self.endings[self.ending.reason]
        return Message(key, {"rule": rule, **self.ending_values(self.ending)})

    def winners(self) -> tuple[int, ...]:
        return () if self.ending is None else self.ending.winners

    def ending_values(self, ending: Ending) -> dict[str, Value]:
        """Return the values for *ending*'s sentence, its rule excepted."""
        return {}

    def awaits_chance(self) -> bool:
        """Return True if the open course waits for chance."""
        return False

    def asks(self) -> tuple[Ask, ...]:
        if self.ending is not None:
            return ()
        if self.pending:
            return self.pending[-1].asks(self)
        return () if self.awaits_chance() else self.open_asks()

    def due(self) -> ChanceRequest | None:
        if self.ending is not None:
            return None
        return self.pending[-1].due(self) if self.pending else self.open_due()

    def due_for(self) -> int:
        return self.turn if self.turn >= 0 else TABLE

    def then(self) -> Facts:
        if self.ending is not None:
            return ()
        if self.unjudged:
            return self.judged()
        return self.pending[-1].then(self) if self.pending else self.open_then()

    def judged(self) -> Facts:
        """Return the automatic facts of the position, :class:`Judged` among them."""
        return (Judged(),)

    def not_in_turn(self, seat: int) -> Refusal | None:
        """Return why *seat* can't act in its turn now, else None.

        The same for every action.
        """
        if seat == self.turn and not self.pending and self.ending is None and not self.awaits_chance():
            return None
        if self.ending is not None:
            return self.refusals.ended
        if self.turn < 0:
            return self.refusals.set_up_first
        if self.pending:
            return (
                self.refusals.answers_first if isinstance(self.pending[-1], AnswerWindow) else self.refusals.step_first
            )
        return self.refusals.not_your_turn if seat != self.turn else self.refusals.in_motion


def to_be_judged(state: Any) -> Any:
    """Return *state* marked for judging."""
    return replace(state, unjudged=True)


class Judged(Fact, frozen=True):
    """The position was judged; its consequences came with this fact."""

    def apply(self, state: Any) -> Any:
        return replace(state, unjudged=False)


class Ended(Fact, frozen=True):
    """The game ended for a *reason* of ``RefereeState.endings``."""

    reason: str

    def ending(self) -> Ending:
        """Return how the game ended."""
        return Ending(self.reason)

    def apply(self, state: Any) -> Any:
        return replace(state, ending=self.ending(), questions=state.questions + 1, **state.at_the_end)

    def said(self, state: Any) -> Message | None:
        ended: Message | None = state.end()
        return ended
