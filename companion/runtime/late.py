"""Parts that are made at their first use: a start doesn't wait for what nobody has asked for yet."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Late(Generic[T]):
    """A part that *make* builds once, for whichever thread asks first; the others wait for it.

    *make* is where the part's modules are imported.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.RLock()
        self._part: T | None = None

    def __call__(self) -> T:
        """Return the part.

        :raises BaseException: *make* fails; the next one to ask has it try again.
        """
        part = self._part
        if part is None:
            with self._lock:
                part = self._part
                if part is None:
                    part = self._part = self._make()
        return part

    @property
    def made(self) -> T | None:
        """The part, None as long as nobody has asked for it."""
        return self._part
