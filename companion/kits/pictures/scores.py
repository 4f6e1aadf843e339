"""The pictures of scores, score sheets, timers and turns."""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.picture import Head, Label
from companion.engine.values.score_picture import (
    ClockPicture,
    Count,
    RoundPicture,
    ScorePicture,
    SheetPicture,
    SheetRow,
)
from companion.kits.commands.things import owner_words
from companion.kits.facts.consequences import reached
from companion.kits.format.flow import SheetSpec
from companion.kits.format.spec import CounterSpec
from companion.kits.formulas.evaluation import DividedByZero
from companion.kits.things.board import Board
from companion.kits.things.scene import bonuses, last_result, offer

NO_BOUND = 999_999
"""A number without a bound in its kit goes to this."""


def scores_of(state: Board) -> tuple[ScorePicture, ...]:
    """Return the numbers that count."""
    return tuple(_score(state, counter) for counter in state.kit.counters if not counter.ticks)


def _score(state: Board, counter: CounterSpec) -> ScorePicture:
    values = state.counters[state.kit.counter_at[counter.name]]
    words = owner_words(state, counter)
    best = min(values) if counter.wins == "lowest" else max(values)
    has_leader = len(set(values)) > 1
    counts = tuple(
        Count(
            word, value,
            label=state.kit.text(word) if counter.each == "team" else "",
            seats=_seats(state, counter, owner),
            leads=has_leader and value == best,
            has_reached=reached(counter, value),
        )
        for owner, (word, value) in enumerate(zip(words, values, strict=True))
    )  # fmt: skip
    return ScorePicture(
        counter.name,
        state.kit.text(counter.name),
        counter.each,
        counts,
        counter.steps,
        lowest=counter.lowest if counter.lowest > -NO_BOUND else None,
        highest=counter.highest if counter.highest < NO_BOUND else None,
        target=counter.target,
    )


def _seats(state: Board, counter: CounterSpec, owner: int) -> tuple[int, ...]:
    if counter.each == "team":
        return tuple(seat for seat, team in enumerate(state.teams) if team == owner)
    return (owner,) if counter.each == "person" and state.people else ()


def sheets_of(state: Board) -> tuple[SheetPicture, ...]:
    """Return the score sheets."""
    return tuple(_sheet(state, sheet) for sheet in state.kit.sheets)


def _sheet(state: Board, sheet: SheetSpec) -> SheetPicture:
    columns = state.sheets[state.kit.sheet_at[sheet.name]]
    seat = writer_of(state, sheet)
    extra = tuple(bonuses(state, sheet, column) for column in range(len(columns)))
    rows = tuple(
        SheetRow(
            row.name,
            state.kit.text(row.name),
            tuple(column[at] for column in columns),
            offers=_offer(state, sheet, at, seat),
        )
        for at, row in enumerate(sheet.rows)
    )
    bonus = tuple(
        SheetRow(row.name, state.kit.text(row.name), tuple(each[at] for each in extra), is_bonus=True)
        for at, row in enumerate(sheet.bonus)
    )
    totals = tuple(
        sum(value for value in column if value is not None) + sum(each)
        for column, each in zip(columns, extra, strict=True)
    )
    return SheetPicture(
        sheet.name,
        state.kit.text(sheet.name),
        tuple(range(state.people)),
        (*rows, *bonus),
        totals,
        seat=seat if seat is not None and seat >= 0 else None,
    )


def writer_of(state: Board, sheet: SheetSpec) -> int | None:
    """Return the seat for the next entry in *sheet*, or None.

    Without turns it is whoever rolled its dice.
    """
    result = last_result(state, state.active, sheet.dice) if sheet.dice else None
    if state.queue or (sheet.dice and result is None):
        return None
    if state.kit.turn is not None or not state.people:
        return state.active
    return result.seat if result is not None and state.hand_of(result.seat) is not None else None


def _offer(state: Board, sheet: SheetSpec, row: int, seat: int | None) -> int | None:
    if seat is None or state.sheets[state.kit.sheet_at[sheet.name]][state.hand_of(seat) or 0][row] is not None:
        return None
    try:
        return offer(state, sheet, row, seat)
    except DividedByZero:
        return None


def clocks_of(state: Board) -> tuple[ClockPicture, ...]:
    """Return the timers."""
    found = []
    for timer, row in zip(state.kit.timers, state.clocks, strict=True):
        for owner, clock in enumerate(row):
            found.append(
                ClockPicture(
                    clock_key(timer.name, owner, row),
                    timer.name,
                    state.kit.text(timer.name),
                    clock.seconds,
                    clock.runs,
                    seat=owner if len(row) > 1 else None,
                    is_over=clock.is_over,
                    is_silent=not timer.sound,
                )
            )
    return tuple(found)


def clock_key(timer: str, owner: int, row: tuple[object, ...]) -> str:
    """Return the key of a timer: its name and owner."""
    return f"{timer}.{owner + 1}" if len(row) > 1 else timer


def round_picture(state: Board) -> RoundPicture | None:
    """Return the turn and the round, None for a kit without them."""
    kit, course = state.kit, state.course
    if kit.turn is None and kit.round is None:
        return None
    steps: tuple[Label, ...] = tuple(_step(state, step) for step in kit.round.steps) if kit.round else ()
    has_turns = state.has_turns
    return RoundPicture(
        seat=course.seat if kit.turn is not None and state.people and course.is_begun else None,
        turn=course.turn,
        round=course.round,
        steps=steps,
        step=course.step,
        next=course.next if has_turns and course.is_begun else None,
        is_reversed=course.is_reversed,
        phase=_phase(course.round, steps[course.step] if steps else None),
    )


def head_of(state: Board) -> Head | None:
    """Return the turn and round, None for a kit without turns."""
    course = round_picture(state)
    if course is None or course.seat is None:
        return None
    return Head(course.seat, phase=course.phase, next=course.next)


def _phase(number: int, step: Label | None) -> Message:
    if step is None:
        return Message("kit.round-now", {"round": number})
    return Message("kit.step-now", {"round": number, "step": step})


def _step(state: Board, step: str) -> Message:
    return state.kit.text(step)
