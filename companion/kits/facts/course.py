"""Facts about turns, rounds, timers and teams."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from companion.engine.chance import Answer
from companion.engine.fact import Fact
from companion.engine.state import swap
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import TABLE
from companion.kits.facts.changes import event_of, passing, queued
from companion.kits.things.board import Board
from companion.kits.things.clocks import KitClock
from companion.kits.things.course import GameCourse

Change = Literal["start", "pause", "extend", "reset", "ring"]
CLOCK_TEXTS: Mapping[Change, str] = {
    "start": "kit.timer-start",
    "pause": "kit.timer-pause",
    "extend": "kit.timer-extend",
    "reset": "kit.timer-reset",
    "ring": "kit.timer-ring",
}
"""The sentence about each change of a timer."""


class Begun(Fact, frozen=True):
    """*seat* begins the game; *faces* decided it, () for a wheel."""

    seat: int
    faces: Answer = ()

    def apply(self, state: Board) -> Board:
        seat = max(0, self.seat)
        course = replace(state.course, seat=seat, first=seat, is_begun=True)
        return queued(replace(state, course=course), event_of(state, "turn begins", "", self.seat))

    def said(self, state: Any) -> Message | None:
        if not 0 <= self.seat < len(state.names):
            return Message("kit.turn", {"turn": state.course.turn})
        return Message("kit.begun", {"name": state.names[self.seat]})


class TiedStart(Fact, frozen=True):
    """*seats* rolled the same highest number, and roll again."""

    seats: tuple[int, ...]
    faces: Answer

    def apply(self, state: Board) -> Board:
        job = replace(state.queue[0], counts=self.seats)
        return replace(state, queue=(job, *state.queue[1:]), questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("kit.tied-start", {"names": tuple(state.names[seat] for seat in self.seats)})


class TurnPassed(Fact, frozen=True):
    """The turn has passed: *course* is the course now."""

    course: GameCourse

    def apply(self, state: Board) -> Board:
        several = {dice.name for dice in state.kit.dice if dice.rolls > 1}
        results = state.results
        if several:
            results = tuple(each for each in results if each.name not in several)
        passed = replace(state, course=self.course, results=results, fallen=None)
        passed = replace(passed, clocks=_clocks_of_turn(passed)) if state.clocks else passed
        return queued(passed, event_of(passed, "turn begins", "", passed.active))

    def said(self, state: Any) -> Message | None:
        if len(state.names) < 2:
            return Message("kit.turn", {"turn": self.course.turn})
        return Message("kit.turn-of", {"name": state.names[self.course.seat]})


class CourseChanged(Fact, frozen=True):
    """The *course* changed within a turn, for a *reason*, concerning *seat*."""

    course: GameCourse
    reason: Literal["again", "skip", "reverse", "step", "round"]
    seat: int = TABLE

    def apply(self, state: Board) -> Board:
        return replace(state, course=self.course)

    def said(self, state: Any) -> Message | None:
        values: dict[str, Value] = {"round": self.course.round}
        if self.reason in ("step", "round"):
            steps = state.kit.round.steps if state.kit.round else ()
            if steps:
                step = state.kit.text(steps[min(self.course.step, len(steps) - 1)])
                return Message("kit.step-now", {**values, "step": step})
            return Message("kit.round-now", values)
        key = {"again": "kit.turn-again", "skip": "kit.turn-skip"}.get(self.reason, "kit.reversed")
        if not 0 <= self.seat < len(state.names):
            return Message("kit.reversed") if self.reason == "reverse" else None
        return Message(key, {"name": state.names[self.seat]})


class ClockSet(Fact, frozen=True):
    """The timer of *owner* is *clock* now, after a *change*."""

    timer: str
    owner: int
    clock: KitClock
    change: Change

    def apply(self, state: Board) -> Board:
        at = state.kit.timer_at[self.timer]
        clocks = swap(state.clocks, at, swap(state.clocks[at], self.owner, self.clock))
        set_so = replace(state, clocks=clocks, questions=state.questions + 1)
        if self.change != "ring":
            return set_so
        person = self.owner if len(state.clocks[at]) > 1 else state.active
        event = event_of(state, "timer", self.timer, person)
        return queued(replace(set_so, chain=0), (*event, *passing(state, "after timer", self.timer)))

    def said(self, state: Any) -> Message | None:
        timer: Message = state.kit.text(self.timer)
        if len(state.clocks[state.kit.timer_at[self.timer]]) > 1:
            timer = Message("kit.counter-of", {"counter": timer, "name": state.names[self.owner]})
        return Message(CLOCK_TEXTS[self.change], {"timer": timer, "seconds": self.clock.seconds})


class TeamJoined(Fact, frozen=True):
    """*seat* plays in *team* now, from 0."""

    seat: int
    team: int
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        return replace(state, teams=swap(state.teams, self.seat, self.team), questions=state.questions + 1)

    def said(self, state: Any) -> Message | None:
        return Message("kit.joined", {"team": state.kit.text(state.kit.teams[self.team])})


class ActionDone(Fact, frozen=True):
    """Somebody chose *action*; its effects follow."""

    action: str
    signed: ClassVar[bool] = True

    def apply(self, state: Board) -> Board:
        return state

    def said(self, state: Any) -> Message | None:
        return Message("kit.action", {"action": state.kit.text(self.action)})


def _clocks_of_turn(state: Board) -> tuple[tuple[KitClock, ...], ...]:
    """Return the timers at the start of the active person's turn."""
    rows = []
    for spec, row in zip(state.kit.timers, state.clocks, strict=True):
        if spec.counts == "turn":
            row = (row[0].reset(spec, runs=True),)
        elif spec.counts == "person" and len(row) > 1 and any(clock.runs for clock in row):
            mine = state.course.seat
            row = tuple(
                (clock if clock.is_over else clock.started(spec)) if at == mine else clock.paused()
                for at, clock in enumerate(row)
            )
        rows.append(row)
    return tuple(rows)


COURSE_FACTS: tuple[type[Fact], ...] = (
    Begun, TiedStart, TurnPassed, CourseChanged, ClockSet, TeamJoined, ActionDone,
)  # fmt: skip
