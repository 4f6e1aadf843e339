"""Commands that are made once and listed often: they are values, and every question lists them anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import compress
from typing import TypeVar

from companion.engine.command import Command
from companion.games.forbidden_island.rules.components import TILES

C = TypeVar("C", bound=Command)
_BITS = tuple(tuple(each >> bit & 1 for bit in range(6)) for each in range(64))


@cache
def _commands_for_any(kind: Callable[..., C], first: tuple[int, ...]) -> tuple[tuple[tuple[C, ...], ...], ...]:
    """Return the commands of *kind* onto every set of six tiles, each six in turn, the sets in their numeric order."""
    onto_each = [kind(*first, tile) for tile in range(len(TILES))]
    return tuple(tuple(tuple(compress(onto_each[at : at + 6], bits)) for bits in _BITS) for at in (0, 6, 12, 18))


def commands_for_tiles(kind: Callable[..., C], tiles: int, first: tuple[int, ...]) -> tuple[C, ...]:
    """Return the commands of *kind* onto each of *tiles*, a mask; *first* are its fields before the tile."""
    lowest, low, high, highest = _commands_for_any(kind, first)
    return lowest[tiles & 63] + low[tiles >> 6 & 63] + high[tiles >> 12 & 63] + highest[tiles >> 18]
