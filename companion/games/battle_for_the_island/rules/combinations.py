"""Plays that are put together from some words: counted without being made, each made only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, overload

from companion.engine.values.lazy_sequence import Item, LazySequence


class Combinations(LazySequence[Item]):
    """Plays that *make* makes of each combination of *words*, the last ones changing first; and *rest* after them."""

    __slots__ = ("_count", "_make", "_rest", "_words")

    def __init__(self, make: Callable[..., Item], words: Sequence[Sequence[Any]], rest: Sequence[Item] = ()) -> None:
        self._make = make
        self._words = words
        self._rest = rest
        self._count = prod(map(len, words))

    def followed_by(self, rest: Sequence[Item]) -> Combinations[Item]:
        return Combinations(self._make, self._words, (*self._rest, *rest) if self._rest else rest)

    def __len__(self) -> int:
        return self._count + len(self._rest)

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | Sequence[Item]:
        if isinstance(at, slice):
            return [*self][at]
        if at < 0:
            at += len(self)
        if at >= self._count:
            return self._rest[at - self._count]
        if at < 0:
            raise IndexError(at)
        chosen: tuple[Any, ...] = ()
        for words in reversed(self._words):
            at, place = divmod(at, len(words))
            chosen = (words[place], *chosen)
        return self._make(*chosen)

    def __iter__(self) -> Iterator[Item]:
        for words in product(*self._words):
            yield self._make(*words)
        yield from self._rest
