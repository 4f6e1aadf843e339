"""Where a pawn may go: the cells it reaches, by what it costs (FS-T2, FS-T3, FS-B2, FS-K9).

Units are spent one by one. With a unit a pawn takes a step, two in a row under an Updraft or Gulf Stream; a plane
beside an island may spend several and come down anywhere beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.fireship.components import STRIDE

Ways = tuple[int, ...]
"""For each cost, from 0 on, the cells reached with so much or less; the last holds them all."""
_BEFORE, _BEYOND = STRIDE - 1, STRIDE + 1
"""Moving a mask by nothing or the one, then by nothing or the other, gives all four neighbours, a row further on."""


def ways(start: int, free: int, square: int, units: int) -> Ways:
    """Return where a pawn may go from *start*, the mask of its cell or colour square, with *units*, a step for each.

    *free* is what it may enter, *square* its own colour square, which counts as one cell, 0 where it mayn't go
    through.
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


def doubled_ways(start: int, free: int, square: int, units: int) -> Ways:
    """Return the same for a pawn that takes two steps with a unit."""
    return ways(start, free, square, 2 * units)[::2]


def plane_ways(start: int, free: int, square: int, units: int, steps: int, shores: Sequence[int], flight: int) -> Ways:
    """Return the same for a plane, which takes so many *steps* with a unit.

    *shores* are the cells around each island, *flight* is what an overflight costs.
    """
    may_enter, now = free | square, start
    _, ahead, shores = _flown(0, shores)
    reached = [start]
    for cost in range(1, units + 1):
        for _ in range(steps):
            two = now | now << _BEFORE
            now |= (two | two << _BEYOND) >> STRIDE & may_enter
            if square and now & square:
                now, square = now | square, 0
        if ahead and cost >= flight and ahead & reached[cost - flight]:
            landed, ahead, shores = _flown(reached[cost - flight], shores)
            now |= landed & may_enter
            if square and now & square:
                now, square = now | square, 0
        reached.append(now)
    return tuple(reached)


def _flown(start: int, shores: Sequence[int]) -> tuple[int, int, Sequence[int]]:
    """Return where overflights from *start* come down, all shores not yet flown over, and each of those *shores*."""
    landed, ahead, left = 0, 0, []
    for shore in shores:
        if shore & start:
            landed |= shore
        else:
            ahead |= shore
            left.append(shore)
    return landed, ahead, left


def cost_of(reached: Ways, cells: int) -> int:
    """Return the least cost at which one of *cells* is in *reached*; -1 if it isn't at all."""
    cost = len(reached) - 1
    while cost >= 0 and reached[cost] & cells:
        cost -= 1
    return cost + 1 if cost + 1 < len(reached) else -1
