"""Commands that are made once and listed often: they are values, and every question lists them anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import TypeVar

from companion.engine.command import Command
from companion.games.forbidden_island.components import TILES
from companion.games.forbidden_island.masks import tiles_of

C = TypeVar("C", bound=Command)


@cache
def alone(kind: Callable[[int], C], seat: int) -> tuple[C]:
    """Return the only command of *kind* that *seat* can give."""
    return (kind(seat),)


@cache
def onto_each(kind: Callable[..., C], *first: int) -> tuple[C, ...]:
    """Return the commands of *kind* onto every tile in order; *first* are its fields before the tile."""
    return tuple([kind(*first, tile) for tile in range(len(TILES))])


@lru_cache(1 << 12)
def onto(kind: Callable[..., C], tiles: int, *first: int) -> tuple[C, ...]:
    """Return the commands of *kind* onto each of *tiles*, a mask; *first* are its fields before the tile."""
    each = onto_each(kind, *first)
    return tuple([each[tile] for tile in tiles_of(tiles)])
