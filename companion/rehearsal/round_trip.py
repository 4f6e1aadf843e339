"""A phone's round trip, timed from address to address.

Each address ends in a secret mark, so a phone that comes to it has had the answer before.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from statistics import median

HOPS = 5
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
MARK_LENGTH = 4


class RoundTrip:
    """The current trip, if there is one. Any thread may use it.

    :param clock: monotonic seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._heard: Callable[[int], None] | None = None
        self._first = self._next = ""
        self._sent_s = 0.0
        self._took_s: list[float] = []

    def open(self, heard: Callable[[int], None]) -> str:
        """Wait for a phone; return its first mark.

        *heard* gets the median trip in milliseconds.
        """
        with self._lock:
            self._heard, self._first, self._next = heard, _mark(), ""
            return self._first

    def close(self) -> None:
        """Stop waiting for a phone."""
        with self._lock:
            self._heard, self._first, self._next = None, "", ""

    def hop(self, mark: str) -> str | None:
        """Record a phone's visit with *mark*; return the next mark.

        It is "" at the end, None for an unknown *mark*.
        """
        now_s = self._clock()
        with self._lock:
            heard = self._heard
            if heard is None or mark not in (self._first, self._next) or not mark:
                return None
            if mark == self._first:
                self._took_s = []
            else:
                self._took_s.append(now_s - self._sent_s)
            if len(self._took_s) < HOPS:
                self._next, self._sent_s = _mark(), self._clock()
                return self._next
            self._heard, self._first, self._next = None, "", ""
            ms = round(1000 * median(self._took_s))
        heard(ms)
        return ""


def _mark() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(MARK_LENGTH))
