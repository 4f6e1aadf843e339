"""The consequences of jobs about turns, rounds and timers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.engine.fact import Facts
from companion.kits.facts import course
from companion.kits.facts.queue import Halted, Triggered
from companion.kits.things.board import Board
from companion.kits.things.course import MOST_SKIPPED, passed_turn
from companion.kits.things.jobs import Job
from companion.kits.things.scene import amount_of


def _first_turn(state: Board, job: Job) -> Facts:
    return (course.Begun(state.active),)


def _next_turn(state: Board, job: Job) -> Facts:
    now = state.course
    if job.word == "by-itself":
        if job.by != now.turn:
            return ()
        if now.goes_on:
            return (course.CourseChanged(replace(now, goes_on=False), "again", state.active),)
    events = _turn_events(state)
    after = Job("pass", by=now.turn, seat=state.active)
    return (Triggered((*events, after)),) if events else _passed(state, after)


def _turn_events(state: Board) -> tuple[Job, ...]:
    """Return the events of this turn's end, if they have rules."""
    rules, seat = state.kit.rules_at, state.active
    found: tuple[Job, ...] = (Job("event", word="turn ends", seat=seat),) if ("turn ends", "") in rules else ()
    if ("round ends", "") in rules and passed_turn(state.kit, state.course)[1]:
        found += (Job("event", word="round ends", seat=seat),)
    return found


def _passed(state: Board, job: Job) -> Facts:
    if job.by != state.course.turn:
        return ()
    after, has_ended = passed_turn(state.kit, state.course)
    told: Facts = (course.CourseChanged(replace(state.course, round=after.round), "round"),) if has_ended else ()
    return (*told, course.TurnPassed(after))


def _turn_to(state: Board, job: Job) -> Facts:
    now = state.course
    if now.turn == 1 and now.round == 1:
        return (course.TurnPassed(replace(now, seat=job.by, first=job.by)),)
    return (course.TurnPassed(replace(now, seat=job.by, turn=now.turn + 1, goes_on=False)),)


def _again(state: Board, job: Job) -> Facts:
    return (course.CourseChanged(replace(state.course, goes_on=True), "again"),)


def _skipped(state: Board, job: Job) -> Facts:
    person = amount_of(state, job) - 1
    skips = state.course.skips
    if not 0 <= person < len(skips):
        return (Halted("whose-effect"),)
    missed = tuple(min(MOST_SKIPPED, count + (at == person)) for at, count in enumerate(skips))
    return (course.CourseChanged(replace(state.course, skips=missed), "skip", person),)


def _reversed(state: Board, job: Job) -> Facts:
    now = state.course
    return (course.CourseChanged(replace(now, is_reversed=not now.is_reversed), "reverse"),)


def _next_step(state: Board, job: Job) -> Facts:
    """Return the facts of the next step, or of the next round."""
    spec, now = state.kit.round, state.course
    steps = spec.steps if spec else ()
    if now.step + 1 < len(steps):
        return (course.CourseChanged(replace(now, step=now.step + 1), "step"),)
    if job.word != "told" and ("round ends", "") in state.kit.rules_at:
        ends = Job("event", word="round ends", seat=state.active if state.kit.turn else job.seat)
        return (Triggered((ends, replace(job, word="told"))),)
    after = now.next_round(has_turns=state.kit.turn is not None, moves=bool(spec and spec.moves))
    if state.kit.turn is None:
        return (course.CourseChanged(after, "round"),)
    return (course.CourseChanged(replace(now, round=after.round, step=0), "round"), course.TurnPassed(after))


def _clock(state: Board, job: Job) -> Facts:
    """Return the facts of an effect on a timer, if any."""
    spec = state.kit.timers[state.kit.timer_at[job.name]]
    owner = clock_owner(state, job.name, job.seat)
    clock = state.clocks[state.kit.timer_at[job.name]][owner]
    if job.kind == "extend":
        longer = clock.extended(amount_of(state, job))
        return () if longer == clock or clock.is_over else (course.ClockSet(job.name, owner, longer, "extend"),)
    if job.kind == "start":
        return () if clock.runs else (course.ClockSet(job.name, owner, clock.started(spec), "start"),)
    return (course.ClockSet(job.name, owner, clock.paused(), "pause"),) if clock.runs else ()


def first_clocks(state: Board) -> Facts:
    """Return the first start of the timers of each turn."""
    now = state.course
    is_first = now.is_begun and (now.turn, now.round) == (1, 1)
    timers = zip(state.kit.timers, state.clocks, strict=True) if is_first else ()
    return tuple(
        course.ClockSet(spec.name, 0, clock.started(spec), "start")
        for spec, (clock, *_) in timers
        if spec.counts == "turn" and not clock.number
    )


def clock_owner(state: Board, timer: str, seat: int) -> int:
    """Return the place of the running or active clock of *timer*."""
    row = state.clocks[state.kit.timer_at[timer]]
    if len(row) == 1:
        return 0
    running = next((at for at, clock in enumerate(row) if clock.runs), None)
    if running is not None:
        return running
    return state.course.seat if state.kit.turn is not None else max(0, seat)


TURN_DEEDS: Mapping[str, Callable[[Board, Job], Facts]] = {
    "begin": _first_turn,
    "next-turn": _next_turn,
    "pass": _passed,
    "turn-to": _turn_to,
    "again": _again,
    "skip": _skipped,
    "reverse": _reversed,
    "next-step": _next_step,
    "start": _clock,
    "pause": _clock,
    "extend": _clock,
}
"""The facts of each kind of job."""
