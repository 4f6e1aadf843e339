"""What is to be done after a while, unless it is all over by then."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Delays:
    """Calls what it is given after *delay_s* seconds each, in threads called *name*; any thread may use it."""

    def __init__(self, name: str, delay_s: float) -> None:
        self._name = name
        self._delay_s = delay_s
        self._lock = threading.Lock()  # guards what follows
        self._timers: set[threading.Timer] = set()
        self._closed = False

    def later(self, call: Callable[[], None]) -> None:
        """Have *call* called once, after the delay; never once this is closed."""

        def due() -> None:
            call()
            with self._lock:
                self._timers.discard(timer)

        timer = threading.Timer(self._delay_s, due)
        timer.name, timer.daemon = self._name, True
        with self._lock:
            if not self._closed:
                self._timers.add(timer)
                timer.start()

    def close(self) -> None:
        """Call nothing more, and wait for what is being called."""
        with self._lock:
            self._closed = True
            timers = tuple(self._timers)
        for timer in timers:
            timer.cancel()
            timer.join()
