"""Lazy plays made of combined words.

They are counted without being made, each made only on access.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from companion.engine.values.lazy_sequence import Item, LazySequence


class Combinations(LazySequence[Item]):
    """Plays from *make* for each combination of *words*; then *rest*.

    The last words change first.
    """

    __slots__ = ("_make", "_words")

    def __init__(self, make: Callable[..., Item], words: Sequence[Sequence[Any]], rest: Sequence[Item] = ()) -> None:
        super().__init__(prod(map(len, words)), rest)
        self._make = make
        self._words = words

    def ending_in(self, rest: Sequence[Item]) -> Combinations[Item]:
        return Combinations(self._make, self._words, rest)

    def found_at(self, at: int) -> Item:
        chosen = []
        for words in reversed(self._words):
            at, place = divmod(at, len(words))
            chosen.append(words[place])
        return self._make(*reversed(chosen))

    def found(self) -> Iterator[Item]:
        for words in product(*self._words):
            yield self._make(*words)
