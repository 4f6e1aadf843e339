"""Software pulses on a line, good enough for a buzzer's tone."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from hardware.gpio.faults import LineFault

log = logging.getLogger(__name__)

LATE_S = 0.01
"""Lateness in seconds after which pulses are skipped, not made up for."""


class Pulses(threading.Thread):
    """Drives a line high for *duty* of each period of *hz*.

    It runs from `start` to `stop`. *drive* sets the line's level; after a LineFault the thread ends. *lock* is held
    around each `drive`, and by callers of `change` and `stop`. Nobody ever waits for the thread: it may be collecting a
    device as garbage while that one's pin waits for the lock.

    :param hz: at most `hardware.gpio.MAX_HZ`.
    :param duty: between 0 and 1, neither of them.
    """

    def __init__(
        self, name: str, drive: Callable[[bool], None], hz: float, duty: float, *, lock: AbstractContextManager[Any]
    ) -> None:
        super().__init__(name=f"gpio-pulses-{name}", daemon=True)
        self._drive = drive
        self._spans = _spans(hz, duty)
        self._lock = lock
        self._is_over = False
        self._quiet = threading.Lock()  # held until somebody has news: cheaper to wait on than an Event
        self._quiet.acquire()

    @property
    def is_over(self) -> bool:
        """Whether the line is driven no more: stopped, or after a fault."""
        return self._is_over

    def change(self, hz: float, duty: float) -> None:
        """Go on at another rate or duty, at once."""
        self._spans = _spans(hz, duty)
        self._wake()

    def stop(self) -> None:
        """Leave the line at its current level; the thread ends by itself."""
        self._is_over = True
        self._wake()

    def run(self) -> None:
        """Drive the line. Runs in the thread."""
        try:
            self._pulse()
        except LineFault as fault:
            log.warning("no more pulses: %s", fault)

    def _pulse(self) -> None:
        due_s = time.monotonic()
        while True:
            for high, span_s in zip((True, False), self._spans, strict=True):
                if not self._drives(high):
                    return
                due_s += span_s
                wait_s = due_s - time.monotonic()
                has_news = self._quiet.acquire(timeout=max(wait_s, 0.0))
                if has_news or wait_s < -LATE_S:
                    due_s = time.monotonic()
                if has_news:
                    break

    def _drives(self, high: bool) -> bool:
        """Drive the line unless stopped; return True if it continues."""
        with self._lock:
            if self._is_over:
                return False
            try:
                self._drive(high)
            except LineFault:
                self._is_over = True
                raise
            return True

    def _wake(self) -> None:
        if self._quiet.locked():
            self._quiet.release()


def _spans(hz: float, duty: float) -> tuple[float, float]:
    """Return for how many seconds the line is high, then low."""
    return duty / hz, (1 - duty) / hz
