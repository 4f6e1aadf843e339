"""Ways found all at once, with masks, are those found cell by cell."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.fireship.rules.board.components import FLIGHT
from companion.games.fireship.rules.board.masks import beside, cells_of
from companion.games.fireship.rules.board.reach import cost_of, reachable, reachable_by_plane, reachable_doubled
from companion.games.fireship.rules.board.shipped_boards import SHIPPED

BOARD = SHIPPED[0]
SEA = cells_of(BOARD.open)


def cell_by_cell(start: int, free: int, square: int, units: int, steps: int, plane: bool) -> list[int]:
    """Return for each cost what a search reaches that asks each cell for its neighbours; *square* is one cell."""
    costs = dict.fromkeys(cells_of(start), 0)
    for cost in range(1, units + 1):
        for _ in range(steps):
            found = {to for cell in costs for to in cells_of(beside(1 << cell)) if (free | square) >> to & 1}
            found |= set(cells_of(square)) if found & set(cells_of(square)) else set()
            for cell in found:
                costs.setdefault(cell, cost)
        for shore in BOARD.near_islands if plane else ():
            if any(shore >> cell & 1 and at <= cost - FLIGHT // steps for cell, at in costs.items()):
                for cell in cells_of(shore & (free | square)):
                    costs.setdefault(cell, cost)
    return [sum(1 << cell for cell, at in costs.items() if at <= cost) for cost in range(units + 1)]


@pytest.mark.parametrize("plane", [False, True])
@pytest.mark.parametrize("steps", [1, 2])
def test_a_pawn_reaches_for_each_cost_what_a_search_cell_by_cell_reaches(plane: bool, steps: int) -> None:
    draw = Random(f"ways/{plane}/{steps}")
    for number in range(12):
        pawns = draw.sample(SEA, 60)
        free = BOARD.open & ~sum(1 << cell for cell in pawns)
        square = BOARD.squares[number % 4]
        start = square if number % 3 == 0 else 1 << pawns[0]
        if plane:
            found = reachable_by_plane(start, free, square, 12, board=BOARD, doubled=steps == 2)
        else:
            found = (reachable if steps == 1 else reachable_doubled)(start, free, square, 12)
        assert list(found) == cell_by_cell(start, free, square, 12, steps, plane)
        far = found[-1] & ~found[-2]
        assert cost_of(found, far) == (12 if far else -1)
