"""The numbers and conditions of a kit's expressions, read from the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from companion.engine.chance import Word
from companion.engine.values.seats import TABLE
from companion.kits.format.flow import ActionSpec, SheetSpec
from companion.kits.format.spec import DiceSpec
from companion.kits.formulas.evaluation import DividedByZero, Situation, holds, value_of
from companion.kits.things.board import Board
from companion.kits.things.jobs import Job
from companion.kits.things.throws import KitResult, result_of, symbols

Found = TypeVar("Found")


class Looked(Mapping[str, Found]):
    """Values by name, each looked up once it is needed."""

    def __init__(self, find: Callable[[str], Found | None]) -> None:
        self._find = find

    def __getitem__(self, name: str) -> Found:
        found = self._find(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def scene_of(state: Board, seat: int, dice: str = "", conditions: tuple[str, ...] = ()) -> Situation:
    """Return the situation of *seat*, after the last roll of *dice*."""
    result = last_result(state, seat, dice)
    faces, total, counted = _read(state, result)

    def number(name: str) -> int | None:
        return counted.get(name) if name in counted else number_of(state, name, seat)

    def pile(name: str) -> int | None:
        return state.pack(name, seat).left if name in state.kit.deck_at else None

    def cup(name: str) -> tuple[Word, ...]:
        opened = (each for each in state.results if each.name == name and each.is_open)
        return tuple(face for each in opened for face in _read(state, each)[0])

    return Situation(
        numbers=Looked(number),
        conditions=conditions,
        piles=Looked(pile),
        cups=Looked(cup),
        dice=faces,
        total=total,
        kept=sum(result.kept) if result else 0,
        turn=state.course.turn,
        round=state.course.round,
        people=state.people,
    )


def last_result(state: Board, seat: int, dice: str = "") -> KitResult | None:
    """Return the last open result of *dice*, "" for any."""
    if dice:
        found = state.result(dice, seat)
        return found if found is not None and found.is_open else None
    rolled = (each for each in state.results if each.name in state.kit.dice_named and each.is_open)
    return max(rolled, key=lambda each: each.number, default=None)


def number_of(state: Board, name: str, seat: int) -> int | None:
    """Return *seat*'s number called *name*, or None."""
    at = state.kit.counter_at.get(name)
    if at is not None:
        owner = state.owner_of(state.kit.counters[at], seat)
        tick = state.tick(name, owner) if owner is not None else 0
        return tick if isinstance(tick, int) else 0
    if name in state.kit.sheet_at:
        return total_of(state, name, seat)
    return None


def amount_of(state: Board, job: Job) -> int:
    """Return the number of *job*'s amount.

    :raises DividedByZero: a divisor is 0.
    """
    if job.amount is None:
        return job.by
    conditions = (job.card,) if job.card else ()
    return value_of(job.amount, scene_of(state, job.seat, job.dice, conditions))  # type: ignore[arg-type]  # the reader takes numbers only


def can_do(state: Board, action: ActionSpec, seat: int) -> bool:
    """Return True if *action* is possible for *seat* now.

    :raises DividedByZero: a divisor is 0.
    """
    return action.when is None or holds(action.when, scene_of(state, seat))  # type: ignore[arg-type]  # the reader takes conditions only


def _read(state: Board, result: KitResult | None) -> tuple[tuple[Word, ...], int | None, Mapping[str, int]]:
    """Return the counting faces, the total, and a pool's symbols."""
    if result is None or not result.is_seen:
        return (), None, {}
    dice = state.kit.dice_named[result.name]
    if dice.pool:
        counts = symbols(dice, result.faces)
        numbers = [face for face in result.faces if isinstance(face, int)]
        return (*(symbol for symbol, count in counts.items() for _ in range(count)), *numbers), None, counts
    return faces_that_count(state, dice, result)


def faces_that_count(
    state: Board, dice: DiceSpec, result: KitResult
) -> tuple[tuple[Word, ...], int | None, Mapping[str, int]]:
    """Return the faces of *result* without dropped ones, and the formula's total."""
    thrown = result_of(state.kit, dice, result)
    if thrown is None:
        return result.faces, None, {}
    faces = tuple(die.face for die in thrown.dice if not (die.is_dropped or die.is_rerolled))
    return faces, thrown.total, {}


# ---------------------------------------------------------------------- score sheets
def offer(state: Board, sheet: SheetSpec, row: int, seat: int) -> int | None:
    """Return the value of *row* for the last result, or None.

    :raises DividedByZero: a divisor is 0.
    """
    value, column = sheet.rows[row].value, state.hand_of(seat)
    if value is None or column is None:
        return None
    if sheet.dice and last_result(state, TABLE, sheet.dice) is None:
        return None
    return value_of(value, _with_rows(state, sheet, column, seat=seat))  # type: ignore[arg-type]  # the reader takes numbers only


def bonuses(state: Board, sheet: SheetSpec, column: int) -> tuple[int, ...]:
    """Return the values of the bonus rows in *column*."""
    found: dict[str, int] = {}
    for row in sheet.bonus:
        try:
            scene = _with_rows(state, sheet, column, seat=state.holders()[column], more=found)
            found[row.name] = value_of(row.value, scene) if row.value is not None else 0  # type: ignore[arg-type]  # as above
        except DividedByZero:
            found[row.name] = 0
    return tuple(found.values())


def total_of(state: Board, name: str, seat: int) -> int:
    """Return the total of *seat*'s column of the sheet called *name*."""
    at, column = state.kit.sheet_at[name], state.hand_of(seat)
    if column is None:
        return 0
    entries = (value for value in state.sheets[at][column] if value is not None)
    return sum(entries) + sum(bonuses(state, state.kit.sheets[at], column))


def _with_rows(
    state: Board, sheet: SheetSpec, column: int, *, seat: int, more: Mapping[str, int] | None = None
) -> Situation:
    """Return the situation of a row in *column*."""
    scene = scene_of(state, seat, sheet.dice)
    entries = state.sheets[state.kit.sheet_at[sheet.name]][column]
    rows = {row.name: value or 0 for row, value in zip(sheet.rows, entries, strict=True)} | dict(more or {})

    def number(name: str) -> int | None:
        if name in rows:
            return rows[name]
        at = state.kit.sheet_at.get(name)
        # Sheets count without their bonus rows here: two of them might need each other.
        return scene.numbers.get(name) if at is None else sum(value or 0 for value in state.sheets[at][column])

    return Situation(
        numbers=Looked(number),
        piles=scene.piles,
        cups=scene.cups,
        dice=scene.dice,
        total=scene.total,
        kept=scene.kept,
        turn=scene.turn,
        round=scene.round,
        people=scene.people,
    )
