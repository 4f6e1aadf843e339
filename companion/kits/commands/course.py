"""Commands about turns, rounds, timers and teams."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

from companion.engine.command import Refusal, Role
from companion.engine.fact import Facts
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.kits.commands.base import KitCommand, person_label, unknown
from companion.kits.facts.course import Change, ClockSet, TeamJoined
from companion.kits.facts.queue import Asked
from companion.kits.facts.turns import clock_owner
from companion.kits.format.flow import TimerSpec
from companion.kits.format.spec import Kit
from companion.kits.things.board import Board
from companion.kits.things.clocks import MORE_SECONDS, KitClock
from companion.kits.things.jobs import Job


class Begin(KitCommand, frozen=True):
    """Decide the first person."""

    verb: ClassVar[str] = "begin"
    role: ClassVar[Role] = "first"
    needs: ClassVar[str] = "turn"

    def refused(self, state: Board) -> Refusal | None:
        return Refusal(Message("kit.is-so")) if state.course.is_begun else None

    def facts(self, state: Board) -> Facts:
        turn = state.kit.turn
        starts = turn.starts if turn is not None and state.people > 1 else "chosen"
        return (Asked((Job("begin", word=starts, counts=tuple(range(state.people))),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat),)


class NextTurn(KitCommand, frozen=True):
    """End one's turn."""

    verb: ClassVar[str] = "next"
    role: ClassVar[Role] = "end"
    needs: ClassVar[str] = "turn"
    in_turn: ClassVar[bool] = True

    def refused(self, state: Board) -> Refusal | None:
        return None if state.kit.turn is not None else Refusal(Message("kit.nothing-like-it"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("next-turn", seat=state.person(self.seat)),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat),)


class TurnTo(KitCommand, frozen=True):
    """Hand the turn to a person, by their number from 1."""

    who: int
    verb: ClassVar[str] = "turn"
    needs: ClassVar[str] = "turn"
    in_turn: ClassVar[bool] = True

    def refused(self, state: Board) -> Refusal | None:
        if state.kit.turn is None:
            return Refusal(Message("kit.nothing-like-it"))
        if not 1 <= self.who <= state.people:
            return Refusal(Message("refused.no-seat"))
        return Refusal(Message("kit.is-so")) if self.who - 1 == state.course.seat else None

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("turn-to", by=self.who - 1, seat=state.person(self.seat)),)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, who) for who in range(1, state.people + 1))

    def labels(self, state: Board, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (*super().labels(state, words[:1]), *(person_label(state, word) for word in words[1:]))


class NextStep(NextTurn, frozen=True):
    """Go on to the next step or round."""

    verb: ClassVar[str] = "step"
    needs: ClassVar[str] = "round"

    @classmethod
    def fits(cls, kit: Kit) -> bool:
        return kit.round is not None and (bool(kit.round.steps) or kit.turn is None)

    def refused(self, state: Board) -> Refusal | None:
        return None if self.fits(state.kit) else Refusal(Message("kit.nothing-like-it"))

    def facts(self, state: Board) -> Facts:
        return (Asked((Job("next-step", seat=state.person(self.seat)),)),)


class TimerCommand(KitCommand, frozen=True):
    """The base of commands about a timer."""

    timer: str
    needs: ClassVar[str] = "timers"
    change: ClassVar[Change]

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("timer", self.timer, state.kit.timer_at)
        if missing is not None:
            return missing
        return None if self.can_change(self.clock(state)) else Refusal(Message("kit.timer-not-so"))

    def owner(self, state: Board) -> int:
        """Return the place of the clock's owner."""
        return clock_owner(state, self.timer, state.person(self.seat))

    def clock(self, state: Board) -> KitClock:
        """Return the present clock."""
        return state.clocks[state.kit.timer_at[self.timer]][self.owner(state)]

    def can_change(self, clock: KitClock) -> bool:
        """Return True if *clock* isn't like that already."""
        raise TypeError(f"{type(self).__name__} doesn't say when it is possible")

    def changed(self, clock: KitClock, spec: TimerSpec) -> KitClock:
        """Return *clock* after the change."""
        raise TypeError(f"{type(self).__name__} doesn't say what changes")

    def facts(self, state: Board) -> Facts:
        spec = state.kit.timers[state.kit.timer_at[self.timer]]
        return (ClockSet(self.timer, self.owner(state), self.changed(self.clock(state), spec), self.change),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, timer) for timer in state.kit.timer_at)


class StartTimer(TimerCommand, frozen=True):
    """Let a timer run."""

    verb: ClassVar[str] = "start"
    change: ClassVar[Change] = "start"

    def can_change(self, clock: KitClock) -> bool:
        return not clock.runs

    def changed(self, clock: KitClock, spec: TimerSpec) -> KitClock:
        return clock.started(spec)


class PauseTimer(TimerCommand, frozen=True):
    """Stop a timer for a while."""

    verb: ClassVar[str] = "pause"
    change: ClassVar[Change] = "pause"

    def can_change(self, clock: KitClock) -> bool:
        return clock.runs

    def changed(self, clock: KitClock, spec: TimerSpec) -> KitClock:
        return clock.paused()


class ExtendTimer(TimerCommand, frozen=True):
    """Give a timer some seconds more."""

    verb: ClassVar[str] = "extend"
    change: ClassVar[Change] = "extend"

    def can_change(self, clock: KitClock) -> bool:
        return not clock.is_over and clock.extended(MORE_SECONDS) != clock

    def changed(self, clock: KitClock, spec: TimerSpec) -> KitClock:
        return clock.extended(MORE_SECONDS)


class ResetTimer(TimerCommand, frozen=True):
    """Give a timer all its time again."""

    verb: ClassVar[str] = "reset"
    change: ClassVar[Change] = "reset"

    def can_change(self, clock: KitClock) -> bool:
        return clock.number > 0

    def changed(self, clock: KitClock, spec: TimerSpec) -> KitClock:
        return clock.reset(spec)


class RingTimer(TimerCommand, frozen=True):
    """A running timer is at zero; the table's clock says so."""

    verb: ClassVar[str] = "ring"
    change: ClassVar[Change] = "ring"
    of_clock: ClassVar[bool] = True
    is_form: ClassVar[bool] = True

    def refused(self, state: Board) -> Refusal | None:
        if self.seat != TABLE:
            return Refusal(Message("refused.only-table"))
        return super().refused(state)

    def can_change(self, clock: KitClock) -> bool:
        return clock.runs

    def changed(self, clock: KitClock, spec: TimerSpec) -> KitClock:
        return clock.over()

    @classmethod
    def tries(cls, state: Board, seat: int) -> Iterable[Self]:
        """Return nothing: no person gives it."""
        return ()


class JoinTeam(KitCommand, frozen=True):
    """Change one's team."""

    team: str
    verb: ClassVar[str] = "join"
    needs: ClassVar[str] = "teams"

    def refused(self, state: Board) -> Refusal | None:
        missing = unknown("team", self.team, state.kit.teams)
        if missing is not None:
            return missing
        if self.seat == TABLE:
            return Refusal(Message("kit.whose"))
        is_so = state.kit.teams[state.teams[self.seat]] == self.team
        return Refusal(Message("kit.is-so")) if is_so else None

    def facts(self, state: Board) -> Facts:
        return (TeamJoined(self.seat, state.kit.teams.index(self.team)),)

    @classmethod
    def spelled(cls, state: Board, seat: int) -> Iterable[Self]:
        return (cls(seat, team) for team in state.kit.teams)
