"""The latest thing that was made of something: the very same again, as long as that stays equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")


class Latest(Generic[Made]):
    """The newest thing that was made of a source, kept with it. Any thread may come here."""

    def __init__(self) -> None:
        self._latest: tuple[object, Made] | None = None

    def of(self, source: object, make: Callable[[], Made]) -> Made:
        """Return the thing that *make* makes of *source*, which never changes; of an equal one the very same thing."""
        latest = self._latest
        if latest is None or latest[0] != source:
            latest = self._latest = (source, make())
        return latest[1]
