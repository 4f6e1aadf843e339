"""Cells found in masks all at once, or one when it is asked for, are those found one by one."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.values.lazy_sequence import LazySequence
from companion.games.fireship.rules.board.components import CELLS
from companion.games.fireship.rules.board.masks import Picked, cells_of, picked, select
from companion.games.fireship.rules.board.shipped_boards import SHIPPED

OPEN = SHIPPED[0].open
ROW = tuple(f"at-{cell}" for cell in range(CELLS))
MASKS = st.integers(0, (1 << CELLS) - 1) | st.integers(0, (1 << CELLS) - 1).map(OPEN.__and__)


def one_by_one(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]


@pytest.mark.parametrize("cell", [0, 7, 8, 31, 32, CELLS - 1])
def test_what_stands_in_a_row_is_picked_at_the_cells_of_a_mask_in_their_order(cell: int) -> None:
    for mask in (1 << cell, OPEN & ~((1 << cell) - 1), 1 << cell | 1 << CELLS - 1):
        assert cells_of(mask) == one_by_one(mask)
        assert picked(ROW, mask) == [ROW[at] for at in one_by_one(mask)]
    assert picked(ROW, 0) == []
    assert cells_of(0) == []


@given(MASKS)
def test_a_cell_is_selected_by_how_many_come_before_it(mask: int) -> None:
    assert [select(mask, rank) for rank in range(mask.bit_count())] == one_by_one(mask)


@given(MASKS, st.lists(st.lists(st.text(max_size=3), max_size=3), max_size=3))
def test_what_is_picked_when_asked_for_is_the_sequence_of_what_is_picked_at_once(
    mask: int, rests: list[list[str]]
) -> None:
    expected = picked(ROW, mask)
    found: LazySequence[str] = Picked(ROW, mask)
    for rest in rests:
        found = found.followed_by(rest)
    expected += chain.from_iterable(rests)
    count = len(expected)
    assert (len(found), [*found]) == (count, expected)
    assert [found[at] for at in range(-count, count)] == expected * 2
    assert (found[1:-1], found[::-2]) == (expected[1:-1], expected[::-2])
    for at in (count, -count - 1):
        with pytest.raises(IndexError):
            found[at]
