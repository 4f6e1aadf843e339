"""A cache of the latest result, kept while its source stays equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")


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
