"""The numbers and conditions of a kit's expressions, read from the board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import TypeVar

from companion.engine.chance import Word
from companion.engine.values.seats import TABLE
from companion.kits.format.flow import ActionSpec, SheetSpec, ValueSpec
from companion.kits.format.spec import DiceSpec
from companion.kits.formulas.evaluation import DividedByZero, Situation, holds, value_of
from companion.kits.formulas.tree import NUMBERS
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


class NamedFormulas:
    """A kit's named formulas, each evaluated at most once in a *situation*."""

    situation: Situation

    def __init__(self, specs: Mapping[str, ValueSpec]) -> None:
        self._specs = specs
        self._values: dict[str, int | None] = {}

    def find(self, name: str) -> int | None:
        """Return the value of the formula called *name*, None without one.

        :raises DividedByZero: a divisor is 0.
        """
        if name not in self._specs:
            return None
        for each, spec in self._specs.items() if name not in self._values else ():
            # One after the other, as each uses those above it: a chain of long sums would go too deep.
            if each not in self._values:
                self._values[each] = _value(spec, self.situation)
            if each == name:
                break
        value = self._values[name]
        if value is None:
            raise DividedByZero
        return value


class HeldConditions(Collection[str]):
    """The conditions of an event, and those among *formulas*."""

    def __init__(self, came: tuple[str, ...], formulas: NamedFormulas) -> None:
        self._came = came
        self._formulas = formulas

    def __contains__(self, name: object) -> bool:
        return name in self._came or (isinstance(name, str) and bool(self._formulas.find(name)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._came)

    def __len__(self) -> int:
        return len(self._came)


def scene_of(state: Board, seat: int, dice: str = "", conditions: tuple[str, ...] = ()) -> Situation:
    """Return the situation of *seat*, after the last roll of *dice*."""
    return _scene(state, seat, dice, lambda name: number_of(state, name, seat), conditions=conditions)


def _scene(
    state: Board,
    seat: int,
    dice: str,
    number: Callable[[str], int | None],
    *,
    conditions: tuple[str, ...] = (),
    rows: Mapping[str, int] | None = None,
) -> Situation:
    """Return the situation of *seat* with these numbers and *rows*.

    The kit's named formulas are worked out in it, each once.
    """
    result = last_result(state, seat, dice)
    faces, total, counted = _read(state, result)
    counted = {**counted, **rows} if rows else counted
    formulas = NamedFormulas(state.kit.value_named)

    def find(name: str) -> int | None:
        found = counted.get(name) if name in counted else number(name)
        return formulas.find(name) if found is None else found

    formulas.situation = Situation(
        numbers=Looked(find),
        conditions=HeldConditions(conditions, formulas) if state.kit.values else conditions,
        piles=Looked(partial(_left_in, state, seat)),
        cups=Looked(partial(_open_faces, state)),
        dice=faces,
        total=total,
        kept=sum(result.kept) if result else 0,
        turn=state.course.turn,
        round=state.course.round,
        people=state.people,
    )
    return formulas.situation


def _left_in(state: Board, seat: int, deck: str) -> int | None:
    return state.pack(deck, seat).left if deck in state.kit.deck_at else None


def _open_faces(state: Board, dice: str) -> tuple[Word, ...]:
    """Return the faces of all open cups of *dice*."""
    opened = (each for each in state.results if each.name == dice and each.is_open)
    return tuple(face for each in opened for face in _read(state, each)[0])


def _value(spec: ValueSpec, scene: Situation) -> int | None:
    """Return a named formula's value, None if it divides by zero."""
    try:
        if isinstance(spec.value, NUMBERS):
            return value_of(spec.value, scene)
        return holds(spec.value, scene)  # type: ignore[arg-type]  # a formula that is no number
    except DividedByZero:
        return None


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
    entries = state.sheets[state.kit.sheet_at[sheet.name]][column]
    rows = {row.name: value or 0 for row, value in zip(sheet.rows, entries, strict=True)} | dict(more or {})

    def number(name: str) -> int | None:
        at = state.kit.sheet_at.get(name)
        # Sheets count without their bonus rows here: two of them might need each other.
        return number_of(state, name, seat) if at is None else sum(value or 0 for value in state.sheets[at][column])

    return _scene(state, seat, sheet.dice, number, rows=rows)
