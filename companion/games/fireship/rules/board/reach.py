"""A pawn's reach: cells by their cost (FS-T2, FS-T3, FS-B2, FS-K9).

Units are spent one by one. With a unit a pawn takes a step, two in a row under an Updraft or Gulf Stream; a plane
beside an island may spend several and come down anywhere beside it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice

from companion.games.fireship.rules.board.board import FireshipBoard
from companion.games.fireship.rules.board.components import FLIGHT, STRIDE

Reach = tuple[int, ...]
"""For each cost from 0, the cells reached for at most that.

The last mask holds them all.
"""
_BEFORE, _BEYOND = STRIDE - 1, STRIDE + 1
"""Shifts that together move a mask to all four neighbours.

Shift by nothing or the one, then by nothing or the other: that gives them a row further on.
"""


def reachable(start: int, free: int, square: int, units: int) -> Reach:
    """Return the reach from *start* with *units*, a step for each.

    *start* is the mask of the pawn's cell or colour square. *free* are the cells it may enter. *square* is its own
    colour square, which counts as one cell; 0 if it may not go through.
    """
    may_enter, now = free | square, start
    reached = [start]
    for _ in range(units):
        two = now | now << _BEFORE
        now |= (two | two << _BEYOND) >> STRIDE & may_enter
        if square and now & square:
            now, square = now | square, 0
        reached.append(now)
    return tuple(reached)


def reachable_doubled(start: int, free: int, square: int, units: int) -> Reach:
    """Return the same for a pawn with two steps a unit."""
    return reachable(start, free, square, 2 * units)[::2]


def reachable_by_plane(
    start: int, free: int, square: int, units: int, *, board: FireshipBoard, doubled: bool = False
) -> Reach:
    """Return the same for a plane, *doubled* or not.

    It flies over *board*'s islands.

    *shores* are the cells around each island, *ashore* around any. An overflight costs as much as ``FLIGHT`` steps, and
    begins with a whole unit.
    """
    shores: Sequence[int] = board.near_islands
    ashore = board.ashore
    a_unit = 2 if doubled else 1
    last, may_enter = units * a_unit, free | square
    reached = [*reachable(start, free, square, min(last, FLIGHT - 1))]
    now = reached[-1]
    for begun in islice(reached, max(0, last + 1 - FLIGHT)):  # what was reached a flight earlier, while more is added
        two = now | now << _BEFORE
        now |= (two | two << _BEYOND) >> STRIDE & may_enter
        if ashore & begun and not len(reached) % a_unit:
            landed, shores, ashore = _flown(begun, shores)
            now |= landed & may_enter
        if square and now & square:
            now, square = now | square, 0
        reached.append(now)
    return tuple(reached[::a_unit])


def _flown(start: int, shores: Sequence[int]) -> tuple[int, Sequence[int], int]:
    """Return the landing cells of overflights from *start*, and the other *shores*.

    The shores not flown over yet are given one by one and together.
    """
    landed, left, ashore = 0, [], 0
    for shore in shores:
        if shore & start:
            landed |= shore
        else:
            left.append(shore)
            ashore |= shore
    return landed, left, ashore


def cost_of(reached: Reach, cells: int) -> int:
    """Return the least cost of any of *cells* in *reached*, or -1."""
    cost = bisect_left(reached, 1, key=cells.__and__)
    return cost if cost < len(reached) else -1
