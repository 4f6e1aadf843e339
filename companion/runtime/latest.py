"""A cache of the latest result, kept while its source stays equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")
READERS = 32
"""Maximum number of readers with a kept result."""


class Latest(Generic[Made]):
    """The newest result with its source; any thread may use it."""

    def __init__(self) -> None:
        self._latest: tuple[object, Made] | None = None

    def of(self, source: object, make: Callable[[], Made]) -> Made:
        """Return *make*'s result for *source*, the same object for equal ones.

        *source* must never change.
        """
        latest = self._latest
        if latest is None or latest[0] != source:
            latest = self._latest = (source, make())
        return latest[1]


class LatestOfEach(Generic[Made]):
    """The newest result of each reader; any thread may use it."""

    def __init__(self) -> None:
        self._latest: dict[object, tuple[object, Made]] = {}

    def of(self, reader: object, source: object, make: Callable[[], Made]) -> Made:
        """Return *make*'s result for *source*, the same object for equal ones.

        *source* must never change. *reader* can be hashed.
        """
        latest = self._latest.get(reader)
        if latest is None or latest[0] != source:
            if len(self._latest) >= READERS:
                self._latest.clear()
            latest = self._latest[reader] = (source, make())
        return latest[1]
