"""Where a pawn may go: the cells it reaches, by what it costs (FS-T2, FS-T3, FS-B2, FS-K9).

Units are spent one by one. With a unit a pawn takes a step, two in a row under an Updraft or Gulf Stream; a plane
beside an island may spend several and come down anywhere beside it.
"""

from __future__ import annotations

from functools import lru_cache

from companion.games.fireship.masks import beside

Shores = tuple[int, ...]
"""For each island, the cells within one of it."""


@lru_cache(maxsize=64)
def ways(
    start: int, free: int, square: int, units: int, doubled: bool, shores: Shores, flight: int
) -> tuple[int, ...]:
    """Return for each cost, from 0 on, the cells reached with so much or less; the last holds them all.

    *start* is the mask of the pawn's cell or colour square, *free* what it may enter, *square* its own colour square,
    which counts as one cell. *shores* is empty for a ship; *flight* is what an overflight costs.
    """
    reached = [start]
    now = start
    to_fly = list(shores)
    for cost in range(1, units + 1):
        after = _step(now, free, square)
        if doubled:
            after = _step(after, free, square)
        if to_fly and cost >= flight:
            before = reached[cost - flight]
            for shore in [shore for shore in to_fly if shore & before]:
                after |= shore & free
                if shore & square:
                    after |= square
                to_fly.remove(shore)
        if after == now and not any(shore & now for shore in to_fly):
            break
        reached.append(after)
        now = after
    return tuple(reached)


def _step(reached: int, free: int, square: int) -> int:
    after = reached | beside(reached) & free
    if after & square:
        after |= square
    return after


def cost_of(reached: tuple[int, ...], cells: int) -> int:
    """Return the least cost at which one of *cells* is in *reached*; -1 if it isn't at all."""
    return next((cost for cost, mask in enumerate(reached) if mask & cells), -1)
