"""Commands onto tiles, cached if they are few.

They are values: the few are made once and listed often, the many only on access.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import compress
from typing import TypeVar

from companion.engine.command import Command
from companion.engine.values.lazy_sequence import LazySequence
from companion.games.forbidden_island.rules.components import TILES
from companion.games.forbidden_island.rules.masks import tiles_of

C = TypeVar("C", bound=Command)
_BITS = tuple(tuple(each >> bit & 1 for bit in range(4)) for each in range(16))


@cache
def _commands_for_any(kind: Callable[..., C], first: tuple[int, ...]) -> tuple[tuple[tuple[C, ...], ...], ...]:
    """Return the commands of *kind* onto every set of four tiles.

    Each four tiles have their turn, with the sets in numeric order. Sets of six would spare a long series of games a
    hundredth of its instructions; they are three times as many to keep.
    """
    onto_each = [kind(*first, tile) for tile in range(len(TILES))]
    fours = range(0, len(TILES), 4)
    return tuple(tuple(tuple(compress(onto_each[at : at + 4], bits)) for bits in _BITS) for at in fours)


def commands_for_tiles(kind: Callable[..., C], tiles: int, first: tuple[int, ...]) -> tuple[C, ...]:
    """Return the commands of *kind* onto each of *tiles*, a mask.

    *first* are its fields before the tile.
    """
    a, b, c, d, e, f = _commands_for_any(kind, first)
    return (
        a[tiles & 15]
        + b[tiles >> 4 & 15]
        + c[tiles >> 8 & 15]
        + d[tiles >> 12 & 15]
        + e[tiles >> 16 & 15]
        + f[tiles >> 20]
    )


Fields = tuple[int, ...]
"""The fields of a command before its tile."""
Group = tuple[Sequence[Fields], int]
"""The fields before the tile of some commands, and their tiles.

The tiles are a mask; each of the commands goes onto each of them.
"""


class OntoTiles(LazySequence[C]):
    """The commands of a *kind* in *groups*, one after another; then *rest*."""

    __slots__ = ("_groups", "_kind")

    def __init__(
        self, kind: Callable[..., C], groups: Sequence[Group], rest: Sequence[C] = (), count: int | None = None
    ) -> None:
        if count is None:
            count = 0
            for firsts, tiles in groups:
                count += len(firsts) * tiles.bit_count()
        self._count = count
        self._rest = rest
        self._kind = kind
        self._groups = groups

    def ending_in(self, rest: Sequence[C]) -> OntoTiles[C]:
        return OntoTiles(self._kind, self._groups, rest, self._count)

    def found_at(self, at: int) -> C:
        for firsts, tiles in self._groups:
            count = tiles.bit_count()
            if at < len(firsts) * count:
                first, tile = divmod(at, count)
                return self._kind(*firsts[first], tiles_of(tiles)[tile])
            at -= len(firsts) * count
        raise IndexError(at)

    def found(self) -> Iterator[C]:
        for firsts, tiles in self._groups:
            for first in firsts:
                yield from commands_for_tiles(self._kind, tiles, first)
