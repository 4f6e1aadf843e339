"""Sets of cells as masks, one bit a cell: what is in them, and what lies around them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any, Generic, TypeVar

from companion.games.fireship.components import CELLS, STRIDE

_ONES = bytes.maketrans(b"01", b"\x00\x01")
_CELLS = tuple(range(CELLS))
_BITS = tuple(tuple(byte >> bit & 1 for bit in range(8)) for byte in range(256))
Item = TypeVar("Item")


_FEW = 16
"""So many cells are found faster one by one than all at once."""
MOST_BYTES = 32
"""How many bytes of masks an eight remembers: of all eights a megabyte in the end, where all 255 would be fourteen."""


def cells_of(mask: int) -> list[int]:
    """Return the cells of *mask*, ascending."""
    if mask.bit_count() > _FEW:
        return picked(_CELLS, mask)
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def picked(row: Sequence[Item], mask: int) -> list[Item]:
    """Return what stands in *row*, a thing for each cell, at the cells of *mask*."""
    skipped = (mask & -mask).bit_length() // STRIDE * STRIDE
    bits = f"{mask >> skipped:b}"[::-1].encode().translate(_ONES)
    return list(compress(row[skipped:], bits))


class Shelf(Generic[Item]):
    """The things of a *row*, one a cell, eight to a shelf: what stands at the cells of a mask is taken by the eight.

    The longer a mask, the more this is faster than :func:`picked`; each eight is put together when it is first asked.
    """

    def __init__(self, row: Sequence[Item]) -> None:
        self._shelves = tuple(_Eight(row[first : first + 8]) for first in range(0, len(row), 8))

    def at(self, mask: int) -> list[Item]:
        """Return what stands at the cells of *mask*."""
        found: list[Item] = []
        if not mask:
            return found
        first = (mask & -mask).bit_length() - 1 >> 3
        held = mask.to_bytes((mask.bit_length() + 7) // 8, "little")[first:]
        for shelf, byte in compress(zip(self._shelves[first:], held, strict=False), held):
            found += shelf[byte]
        return found


class _Eight(dict[int, tuple[Any, ...]]):
    """Eight things, by the byte that says which of them; of 255 bytes no more than ``MOST_BYTES`` are remembered."""

    def __init__(self, things: Sequence[Any]) -> None:
        self._things = things

    def __missing__(self, byte: int) -> tuple[Any, ...]:
        if len(self) == MOST_BYTES:
            self.clear()  # what a fleet can reach is of a piece: it is the same few bytes that come again
        found = self[byte] = tuple(compress(self._things, _BITS[byte]))
        return found


def beside(mask: int) -> int:
    """Return the cells that share a side with one of *mask*; some lie off the board."""
    return mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE


def around(mask: int) -> int:
    """Return *mask* and the cells within one of it, corners too (FS-B4); some lie off the board."""
    row = mask | mask << 1 | mask >> 1
    return row | row << STRIDE | row >> STRIDE
