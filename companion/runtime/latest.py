"""The latest thing that was made of something: the very same again, as long as that stays equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Source = TypeVar("Source")
Made = TypeVar("Made")


class Latest(Generic[Source, Made]):
    """Things that *make* makes, of which the newest is kept with its source. Any thread may come here.

    A source is frozen; of an equal one the very same thing is given.
    """

    def __init__(self, make: Callable[[Source], Made]) -> None:
        self._make = make
        self._latest: tuple[Source, Made] | None = None

    def of(self, source: Source) -> Made:
        """Return the thing that is made of *source*."""
        latest = self._latest
        if latest is None or latest[0] != source:
            latest = self._latest = (source, self._make(source))
        return latest[1]
