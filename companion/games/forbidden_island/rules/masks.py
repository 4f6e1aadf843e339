"""Sets of tiles as masks, one bit a tile.

The members are found by a look-up for each eight tiles instead of a loop.
"""

from __future__ import annotations

from itertools import combinations

from companion.engine.values.bags import Bag
from companion.games.forbidden_island.rules.components import TILES

_BYTES = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_FIRST, _SECOND, _THIRD = (tuple(tuple([bit + start for bit in bits]) for bits in _BYTES) for start in (0, 8, 16))
_FIRST_NAMES, _SECOND_NAMES, _THIRD_NAMES = (
    tuple(tuple([TILES[tile] for tile in tiles]) for tiles in each) for each in (_FIRST, _SECOND, _THIRD)
)


def tiles_of(mask: int) -> tuple[int, ...]:
    """Return the tiles of *mask*, ascending."""
    return _FIRST[mask & 255] + _SECOND[mask >> 8 & 255] + _THIRD[mask >> 16]


def names_of(mask: int) -> Bag:
    """Return the names of the tiles of *mask*, as a bag."""
    return _FIRST_NAMES[mask & 255] + _SECOND_NAMES[mask >> 8 & 255] + _THIRD_NAMES[mask >> 16]


def mask_of(tiles: tuple[int, ...]) -> int:
    """Return the mask of *tiles*."""
    mask = 0
    for tile in tiles:
        mask |= 1 << tile
    return mask


def _parts(mask: int) -> tuple[int, ...]:
    bits = [1 << bit for bit in range(mask.bit_length()) if mask >> bit & 1]
    return tuple(sum(part) for size in range(1, len(bits) + 1) for part in combinations(bits, size))


PARTS = tuple(_parts(mask) for mask in range(64))
"""For each mask of adventurers, every non-empty subset.

One alone comes first, all together last.
"""
