"""Sets of tiles as masks, one bit a tile: what is in them, by two look-ups instead of a loop."""

from __future__ import annotations

from itertools import combinations

from companion.engine.bags import Bag
from companion.games.forbidden_island.components import TILES

_HALF = len(TILES) // 2
_LOW = tuple(tuple(tile for tile in range(_HALF) if half >> tile & 1) for half in range(1 << _HALF))
_HIGH = tuple(tuple(tile + _HALF for tile in tiles) for tiles in _LOW)
_LOW_NAMES = tuple(tuple(TILES[tile] for tile in tiles) for tiles in _LOW)
_HIGH_NAMES = tuple(tuple(TILES[tile] for tile in tiles) for tiles in _HIGH)
_LOWER = (1 << _HALF) - 1


def tiles_of(mask: int) -> tuple[int, ...]:
    """Return the tiles of *mask*, ascending."""
    return _LOW[mask & _LOWER] + _HIGH[mask >> _HALF]


def names_of(mask: int) -> Bag:
    """Return the names of the tiles of *mask*, as a bag."""
    return _LOW_NAMES[mask & _LOWER] + _HIGH_NAMES[mask >> _HALF]


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
"""For each set of adventurers, as a mask, every set of one or more of them: one alone first, all together last."""
