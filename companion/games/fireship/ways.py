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


def ways(
    start: int, free: int, square: int, units: int, doubled: bool, shores: Sequence[int] = (), flight: int = 0
) -> Ways:
    """Return where a pawn may go from *start*, the mask of its cell or colour square, with *units*.

    *free* is what it may enter, *square* its own colour square, which counts as one cell, 0 where it mayn't go
    through. *shores* are the cells around each island, given for a plane; *flight* is what an overflight costs it.
    """
    may_enter, now, ahead = free | square, start, _all(shores)
    reached = [start]
    for cost in range(1, units + 1):
        two = now | now << _BEFORE
        now |= (two | two << _BEYOND) >> STRIDE & may_enter
        if doubled:
            if square and now & square:
                now, square = now | square, 0
            two = now | now << _BEFORE
            now |= (two | two << _BEYOND) >> STRIDE & may_enter
        if ahead and cost >= flight and ahead & reached[cost - flight]:
            landed, shores = _flown(reached[cost - flight], shores)
            now, ahead = now | landed & may_enter, _all(shores)
        if square and now & square:
            now, square = now | square, 0
        reached.append(now)
    return tuple(reached)


def _flown(start: int, shores: Sequence[int]) -> tuple[int, Sequence[int]]:
    """Return where overflights from *start* come down, and the *shores* of the islands not yet flown over."""
    return _all([shore for shore in shores if shore & start]), [shore for shore in shores if not shore & start]


def _all(shores: Sequence[int]) -> int:
    """Return every cell of *shores*."""
    cells = 0
    for shore in shores:
        cells |= shore
    return cells


def cost_of(reached: Ways, cells: int) -> int:
    """Return the least cost at which one of *cells* is in *reached*; -1 if it isn't at all."""
    for cost, mask in enumerate(reached):
        if mask & cells:
            return cost
    return -1
