"""Lazy sequences: plays by the hundred, each built on demand.

They are counted and chosen from without being built.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar, overload

Item = TypeVar("Item")


class LazySequence(Sequence[Item]):
    """*count* items built on demand, and *rest* after them."""

    __slots__ = ("_count", "_rest")

    def __init__(self, count: int, rest: Sequence[Item] = ()) -> None:
        self._count = count
        self._rest = rest

    @abstractmethod
    def found_at(self, at: int) -> Item:
        """Build the item *at* an index from 0 below *count*."""

    @abstractmethod
    def found(self) -> Iterator[Item]:
        """Yield all *count* items in order."""

    @abstractmethod
    def ending_in(self, rest: Sequence[Item]) -> LazySequence[Item]:
        """Return the same things, with *rest* after them and nothing else."""

    def followed_by(self, rest: Sequence[Item]) -> LazySequence[Item]:
        """Return the same things, and *rest* after them."""
        if not rest:
            return self
        return self.ending_in((*self._rest, *rest) if self._rest else rest)

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
            if at < 0:
                raise IndexError(at)
        return self.found_at(at) if at < self._count else self._rest[at - self._count]

    def __iter__(self) -> Iterator[Item]:
        yield from self.found()
        yield from self._rest
