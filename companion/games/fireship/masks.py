"""Sets of cells as masks, one bit a cell: what is in them, and what lies around them."""

from __future__ import annotations

from itertools import compress
from typing import TypeVar

from companion.games.fireship.components import CELLS, STRIDE

_ONES = bytes.maketrans(b"01", b"\x00\x01")
_CELLS = tuple(range(CELLS))
Item = TypeVar("Item")
_FEW = 16
"""So many cells are found faster one by one than all at once."""


def cells_of(mask: int) -> list[int]:
    """Return the cells of *mask*, ascending."""
    return picked(_CELLS, mask)


def picked(row: tuple[Item, ...], mask: int) -> list[Item]:
    """Return what stands in *row*, a thing for each cell, at the cells of *mask*."""
    if mask.bit_count() <= _FEW:
        found = []
        while mask:
            lowest = mask & -mask
            found.append(row[lowest.bit_length() - 1])
            mask ^= lowest
        return found
    first = (mask & -mask).bit_length() - 1
    bits = f"{mask >> first:b}".encode().translate(_ONES)[::-1]
    return list(compress(row[first : first + len(bits)], bits))


def beside(mask: int) -> int:
    """Return the cells that share a side with one of *mask*; some lie off the board."""
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


def around(mask: int) -> int:
    """Return *mask* and the cells within one of it, corners too (FS-B4); some lie off the board."""
    row = mask | mask << 1 | mask >> 1
    return row | row << STRIDE | row >> STRIDE
