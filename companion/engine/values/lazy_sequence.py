"""Plays by the hundred: counted and chosen from without being made, each made only when it is asked for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class LazySequence(Sequence[Item]):
    """A sequence whose things are found when they are asked for, and its length without them."""

    @abstractmethod
    def followed_by(self, rest: Sequence[Item]) -> LazySequence[Item]:
        """Return the same things, and *rest* after them."""
