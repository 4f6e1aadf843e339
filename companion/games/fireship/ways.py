"""Where a pawn may go: the cells it reaches, by what it costs (FS-T2, FS-T3, FS-B2, FS-K9).

Units are spent one by one. With a unit a pawn takes a step, two in a row under an Updraft or Gulf Stream; a plane
beside an island may spend several and come down anywhere beside it.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.fireship.boards import Board
from companion.games.fireship.components import STRIDE


@lru_cache(maxsize=64)
def ways(
    start: int, free: int, square: int, units: int, doubled: bool, board: Board | None, flight: int
) -> tuple[int, ...]:
    """Return for each cost, from 0 on, the cells reached with so much or less; the last holds them all.

    *start* is the mask of the pawn's cell or colour square, *free* what it may enter, *square* its own colour square,
    which counts as one cell. *board* is given for a plane, *flight* is what an overflight costs it.
    """
    reached = [start]
    now = start
    may_enter = free | square
    outside = bool(square) and start != square
    to_fly = [] if board is None else list(board.near_islands)
    for cost in range(1, units + 1):
        after = now | (now << 1 | now >> 1 | now << STRIDE | now >> STRIDE) & may_enter
        if doubled:
            if outside and after & square:
                after |= square
            after |= (after << 1 | after >> 1 | after << STRIDE | after >> STRIDE) & may_enter
        if to_fly and cost >= flight:
            after |= _flown(reached[cost - flight], may_enter, to_fly)
        if outside and after & square:
            after |= square
            outside = False
        if after == now and not any(shore & now for shore in to_fly):
            break
        reached.append(after)
        now = after
    return tuple(reached)


def _flown(start: int, may_enter: int, to_fly: list[int]) -> int:
    """Return where overflights from *start* come down; the shores of islands flown over leave *to_fly*."""
    landed = 0
    for shore in [shore for shore in to_fly if shore & start]:
        landed |= shore & may_enter
        to_fly.remove(shore)
    return landed


def cost_of(reached: tuple[int, ...], cells: int) -> int:
    """Return the least cost at which one of *cells* is in *reached*; -1 if it isn't at all."""
    return next((cost for cost, mask in enumerate(reached) if mask & cells), -1)
