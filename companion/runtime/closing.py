"""Closing: parts taken apart in the other order than they were joined in, each whatever became of the others."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

log = logging.getLogger(__name__)


class Closable(Protocol):
    """A part that is taken apart at the end."""

    def close(self) -> None:
        """End its threads and give back what it holds."""


Part = TypeVar("Part", bound=Closable)


class Closers:
    """Calls for the end, made in the other order than they were joined in; any thread may join more."""

    def __init__(self) -> None:
        self._closers: list[Callable[[], None]] = []
        self._lock = threading.Lock()  # guards the end of that list
        self._is_closed = False

    def joined(self, part: Part) -> Part:
        """Return *part*, which is closed at the end."""
        self.add(part.close)
        return part

    def add(self, closer: Callable[[], None]) -> None:
        """Have *closer* called at the end; at once where that is over, by who was still at work then."""
        with self._lock:
            if not self._is_closed:
                self._closers.append(closer)
                return
        closer()

    def close(self) -> None:
        """Call them all; one that fails is logged and stops no other."""
        while (closer := self._last()) is not None:
            try:
                closer()
            except Exception:
                log.exception("closing %s failed", closer)

    def _last(self) -> Callable[[], None] | None:
        """Take off what was joined last; None where nothing is left, and the end is over."""
        with self._lock:
            self._is_closed = not self._closers
            return self._closers.pop() if self._closers else None
