"""Closers: parts are closed in reverse order, even if some fail."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

log = logging.getLogger(__name__)


class Closable(Protocol):
    """A part to close at the end."""

    def close(self) -> None:
        """Stop its threads and release its resources."""


Part = TypeVar("Part", bound=Closable)


class Closers:
    """Callbacks for the end, called in reverse order.

    Any thread may add more.
    """

    def __init__(self) -> None:
        self._closers: list[Callable[[], None]] = []
        self._lock = threading.Lock()  # guards the end of that list
        self._is_closed = False

    def joined(self, part: Part) -> Part:
        """Return *part* and close it at the end."""
        self.add(part.close)
        return part

    def add(self, closer: Callable[[], None]) -> None:
        """Call *closer* at the end; at once if everything is closed already.

        Then a caller was still at work, and calls it on its own thread.
        """
        with self._lock:
            if not self._is_closed:
                self._closers.append(closer)
                return
        closer()

    def close(self) -> None:
        """Call them all; a failure is logged and stops no other."""
        while (closer := self._last()) is not None:
            try:
                closer()
            except Exception:
                log.exception("closing %s failed", closer)

    def _last(self) -> Callable[[], None] | None:
        """Remove and return the newest closer; None if none is left.

        Then closing is over, and later closers are called at once.
        """
        with self._lock:
            self._is_closed = not self._closers
            return self._closers.pop() if self._closers else None
