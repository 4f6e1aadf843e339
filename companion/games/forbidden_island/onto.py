"""Commands onto tiles, made once and listed often: commands are values, and every question lists them anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from companion.engine.command import Command
from companion.games.forbidden_island.masks import tiles_of

C = TypeVar("C", bound=Command)
KEPT = 1 << 14
"""How many lists are kept, some 200 bytes each."""


@lru_cache(KEPT)
def onto(kind: Callable[..., C], tiles: int, *first: int) -> tuple[C, ...]:
    """Return the commands of *kind* onto each of *tiles*, a mask; *first* are its fields before the tile."""
    return tuple([kind(*first, tile) for tile in tiles_of(tiles)])
