"""The dice, the moves and the ends of steps (FS-T1 to FS-T4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Self, TypeVar

from companion.engine.command import Command, Kinds, Refusal, Role
from companion.engine.fact import Facts
from companion.engine.referees.frame import NOBODY
from companion.engine.referees.pending_steps import InMotion
from companion.engine.values.lazy_sequence import LazySequence
from companion.engine.values.message import Message
from companion.games.fireship.rules import refusals
from companion.games.fireship.rules.board.components import (
    CELLS,
    FIRST_HOME,
    FIRST_ISLAND,
    TEXTS,
    THINGS,
    cell_at,
    home_of,
    home_thing,
    letters_of,
    name,
    place_of,
)
from companion.games.fireship.rules.board.masks import Picked, cells_of, picked
from companion.games.fireship.rules.board.reach import cost_of
from companion.games.fireship.rules.board.words import Column, Row, Thing
from companion.games.fireship.rules.facts import HOME, DiceAsked, PawnMoved, PawnPickedUp, StepBegan
from companion.games.fireship.rules.pending_steps import Fight, Testing
from companion.games.fireship.rules.setup import first_roller
from companion.games.fireship.rules.state import ALL, NO_COUNTS, NOTHING, Counts, Sea


def roller(state: Sea) -> int:
    """Return the seat that may roll now, ``NOBODY`` if none.

    It rolls for the first turn, at the start of a turn, or a win/lose die that is due.
    """
    if state.pending:
        top = state.pending[-1]
        return top.by if isinstance(top, Fight | Testing) and not top.asked else NOBODY
    if state.rolling:
        return NOBODY
    return state.turn if state.step == "roll" else first_roller(state)


class FireshipRoll(Command, frozen=True):
    """Roll the dice that are due: the three, or a win/lose die."""

    verb: ClassVar[str] = "roll"
    always: ClassVar[bool] = True
    role: ClassVar[Role] = "first"
    texts: ClassVar[str] = TEXTS

    def why_not(self, state: Sea) -> Refusal | None:
        if self.seat == roller(state) and self.seat >= 0:
            return None
        if state.ending is not None:
            return refusals.ENDED
        return refusals.NOT_YOUR_TURN if roller(state) >= 0 else refusals.NO_ROLL

    def facts(self, state: Sea) -> Facts:
        return (InMotion(),) if state.pending else (DiceAsked(),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return (cls(seat),)


# ---------------------------------------------------------------------- moves
MOVING = ("moves",)


def home_or_others(state: Sea, seat: int) -> Sequence[Command]:
    """List the alternatives to a move: return home or pick another pawn."""
    picks = Pick.tries(state, seat)
    return [GoHome(seat), *picks] if state.may_go_home else picks


class Pick(Command, frozen=True):
    """Pick up an own pawn to move it.

    It is at sea or in the colour square.
    """

    thing: Thing
    verb: ClassVar[str] = "pick"
    role: ClassVar[Role] = "board"
    texts: ClassVar[str] = TEXTS
    together: ClassVar[Callable[[Any, int], Sequence[Command]]] = staticmethod(home_or_others)

    def why_not(self, state: Sea) -> Refusal | None:
        if (no := state.not_acting(self.seat, MOVING)) is not None:
            return no
        if self.thing < FIRST_ISLAND:
            if not state.side_at_sea(self.seat) >> self.thing & 1:
                return refusals.NOT_YOURS
        elif self.thing < FIRST_HOME:
            return refusals.NOT_YOURS
        else:
            colour, kind = home_of(self.thing)
            if colour != state.colours[self.seat]:
                return refusals.NOT_YOURS
            if not state.home[self.seat][kind]:
                return refusals.NONE_AT_HOME
        return None if state.units and self.thing != state.picked_up else refusals.NO_UNITS

    def facts(self, state: Sea) -> Facts:
        return (PawnPickedUp(self.thing),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Sequence[Self]:
        if not state.units:
            return ()
        picks = _picks(cls, seat, state.pawns[seat][ALL], state.colours[seat], home=state.home[seat])
        picked_up = state.picked_up
        if picked_up == NOTHING:
            return picks
        others = [*picks]
        others.remove(_pick_each(cls, seat)[picked_up])
        return others

    def labels(self, state: Sea, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(self.verb), state.thing_name(self.thing))


Picking = TypeVar("Picking", bound=Pick)


@lru_cache(maxsize=128)
def _picks(kind: type[Picking], seat: int, at_sea: int, colour: int, *, home: Counts) -> tuple[Picking, ...]:
    """Return the command to pick up each pawn of *seat*.

    Cached: most fleets are looked up several times in a turn.
    """
    pick = _pick_each(kind, seat)
    found = picked(pick, at_sea)
    if home != NO_COUNTS:
        found += [pick[home_thing(colour, each)] for each, count in enumerate(home) if count]
    return tuple(found)


@cache
def _pick_each(kind: type[Picking], seat: int) -> tuple[Picking, ...]:
    """Return *seat*'s command to pick up each thing, possible or not."""
    return tuple([kind(seat, thing) for thing in range(len(THINGS))])


class AtCell(Command, frozen=True):
    """A command that names a cell by its column and row."""

    column: Column
    row: Row
    texts: ClassVar[str] = TEXTS

    @property
    def cell(self) -> int:
        """The cell it names."""
        return cell_at(self.column, self.row)

    def labels(self, state: Sea, words: tuple[str, ...]) -> tuple[Message, ...]:
        return (name(self.verb), _column(self.column), _row(self.row))

    @classmethod
    def among(cls, seat: int, cells: int) -> LazySequence[Self]:
        """List the commands of *seat* that name one of *cells*, a mask."""
        return Picked(_at_each(cls, seat), cells)


@cache
def _column(column: int) -> Message:
    """Return the name of a column.

    Cached: each push names the same ones for a hundred cells.
    """
    return Message("fireship.column", {"column": letters_of(column)})


@cache
def _row(row: int) -> Message:
    return Message("fireship.row", {"row": row})


At = TypeVar("At", bound=AtCell)


@cache
def _at_each(kind: type[At], seat: int) -> tuple[At, ...]:
    """Return the command at each cell.

    Cached: a sea has hundreds of cells, and most plays are a pawn's move to one.
    """
    return tuple([kind(seat, *place_of(cell)) for cell in range(CELLS)])


class Go(AtCell, frozen=True):
    """Move the picked-up pawn to a cell, by the shortest free way."""

    verb: ClassVar[str] = "go"
    role: ClassVar[Role] = "board"
    lazy: ClassVar[bool] = True

    def why_not(self, state: Sea) -> Refusal | None:
        if (no := state.not_acting(self.seat, MOVING)) is not None:
            return no
        if state.picked_up == NOTHING:
            return refusals.NOTHING_PICKED_UP
        bit = 1 << self.cell
        if state.goals & bit:
            return None
        return _unreached(state, bit) if state.free() & bit else not_free(state, bit)

    def facts(self, state: Sea) -> Facts:
        cell = self.cell
        cost = cost_of(state.reached, 1 << cell)
        afresh = state.remembers(state.picked_up) and cost != cost_of(
            state.reachable(state.picked_up, through_square=False), 1 << cell
        )
        return (PawnMoved(cell, cost, afresh),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> LazySequence[Self]:
        return cls.among(seat, state.goals)


def not_free(state: Sea, bit: int) -> Refusal:
    """Return the reason why the active player's pawn can't enter *bit*.

    *bit* must be a cell that it can't enter.
    """
    board = state.rules.board
    if not board.all & bit:
        return refusals.NO_CELL
    if any(cells & bit for cells in board.islands):
        return refusals.ISLAND_CELL
    if any(cells & bit for cells in board.squares):
        return refusals.SQUARE_BY_HOME if state.square_of(state.turn) & bit else refusals.OTHERS_SQUARE
    return refusals.CELL_OCCUPIED if state.occupied() & bit else refusals.WHIRL_THERE


def _unreached(state: Sea, cells: int) -> Refusal:
    """Return the reason why the picked-up pawn doesn't reach *cells*.

    They are free, but too far for the units left.
    """
    if state.flight_is_short(state.picked_up, cells):
        return refusals.flight_too_far(state.flight_cost(), state.units)
    return refusals.too_far(state.units)


class GoHome(Command, frozen=True):
    """Return the picked-up pawn to its colour square (FS-B2)."""

    verb: ClassVar[str] = "go-home"
    role: ClassVar[Role] = "board"
    texts: ClassVar[str] = TEXTS
    together: ClassVar[Callable[[Any, int], Sequence[Command]]] = staticmethod(home_or_others)

    def why_not(self, state: Sea) -> Refusal | None:
        if (no := state.not_acting(self.seat, MOVING)) is not None:
            return no
        if state.picked_up == NOTHING:
            return refusals.NOTHING_PICKED_UP
        if state.picked_up >= FIRST_HOME:
            return refusals.HOME_ALREADY
        return None if state.may_go_home else _unreached(state, state.square_of(self.seat))

    def facts(self, state: Sea) -> Facts:
        return (PawnMoved(HOME, cost_of(state.reached, state.square_of(self.seat))),)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return (cls(seat),) if state.may_go_home else ()


# ---------------------------------------------------------------------- the ends of steps
class EndStep(Command, frozen=True):
    """End a step of the own turn (FS-T4)."""

    texts: ClassVar[str] = TEXTS
    role: ClassVar[Role] = "end"
    always: ClassVar[bool] = True
    steps: ClassVar[tuple[str, ...]] = ()

    def why_not(self, state: Sea) -> Refusal | None:
        return state.not_acting(self.seat, self.steps)

    @classmethod
    def tries(cls, state: Sea, seat: int) -> Iterable[Self]:
        return (cls(seat),)


class EndMoves(EndStep, frozen=True):
    """End the moves; units left over are lost (FS-T1)."""

    verb: ClassVar[str] = "end-moves"
    steps: ClassVar[tuple[str, ...]] = MOVING

    def facts(self, state: Sea) -> Facts:
        return (StepBegan("attacks"),)


class EndAttacks(EndStep, frozen=True):
    """End the attacks; pawns on special cells may use them now (FS-P1)."""

    verb: ClassVar[str] = "end-attacks"
    steps: ClassVar[tuple[str, ...]] = ("attacks",)

    def facts(self, state: Sea) -> Facts:
        standing = cells_of(state.side_at_sea(self.seat) & state.rules.board.specials)
        return (StepBegan("cells", tuple(cell for cell in standing if state.may_use(cell))),)


class EndTurn(EndStep, frozen=True):
    """End the turn, and with it all that was left of it."""

    verb: ClassVar[str] = "end-turn"
    steps: ClassVar[tuple[str, ...]] = ("attacks", "cells", "last")

    def facts(self, state: Sea) -> Facts:
        return (StepBegan("over"),)


COMMANDS: Kinds = (FireshipRoll, Pick, Go, GoHome, EndMoves, EndAttacks, EndTurn)
