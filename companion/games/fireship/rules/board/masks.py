"""Sets of cells as masks, one bit a cell: members and neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress

from companion.engine.values.lazy_sequence import Item, LazySequence
from companion.games.fireship.rules.board.components import CELLS, STRIDE

_ONES = bytes.maketrans(b"01", b"\x00\x01")
_CELLS = tuple(range(CELLS))
_BITS = tuple(1 << cell for cell in _CELLS)
_FEW = 16
"""The largest set for which picking one by one is faster."""
_HALVES = tuple((1 << power, (1 << (1 << power)) - 1) for power in range(CELLS.bit_length() - 2, 2, -1))
"""Width and mask of half the cells, a quarter, and so on.

It ends at eight cells.
"""


def cells_of(mask: int) -> list[int]:
    """Return the cells of *mask*, ascending."""
    return picked(_CELLS, mask)


def picked(row: tuple[Item, ...], mask: int) -> list[Item]:
    """Return the items of *row* at the cells of *mask*.

    *row* has an item for each cell.
    """
    if mask.bit_count() <= _FEW:
        found = []
        while mask:
            last = mask.bit_length() - 1
            found.append(row[last])
            mask ^= _BITS[last]
        found.reverse()
        return found
    first = (mask & -mask).bit_length() - 1
    bits = f"{mask >> first:b}".encode().translate(_ONES)[::-1]
    return list(compress(row[first : first + len(bits)], bits))


def select(mask: int, rank: int) -> int:
    """Return the cell of *mask* with *rank* others before it.

    *mask* must have more than *rank* cells.
    """
    first = 0
    for width, low in _HALVES:
        half = mask & low
        count = half.bit_count()
        if rank < count:
            mask = half
        else:
            rank -= count
            mask >>= width
            first += width
    while rank:
        mask &= mask - 1
        rank -= 1
    return first + (mask & -mask).bit_length() - 1


class Picked(LazySequence[Item]):
    """A lazy result of :func:`picked` with *rest* after it.

    Its length comes from the mask; the items are found on first access.
    """

    __slots__ = ("_mask", "_row")

    def __init__(self, row: tuple[Item, ...], mask: int, rest: Sequence[Item] = (), count: int | None = None) -> None:
        # As `LazySequence` does it, without the call: several are made at every step.
        self._count = mask.bit_count() if count is None else count
        self._rest = rest
        self._row = row
        self._mask = mask

    def ending_in(self, rest: Sequence[Item]) -> Picked[Item]:
        return Picked(self._row, self._mask, rest, self._count)

    def found_at(self, at: int) -> Item:
        return self._row[select(self._mask, at)]

    def found(self) -> Iterator[Item]:
        yield from picked(self._row, self._mask)


def beside(mask: int) -> int:
    """Return the orthogonal neighbours of *mask*.

    Some may be off the board.
    """
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


def around(mask: int) -> int:
    """Return *mask* and its eight neighbours (FS-B4).

    Some may be off the board.
    """
    row = mask | mask << 1 | mask >> 1
    return row | row << STRIDE | row >> STRIDE
