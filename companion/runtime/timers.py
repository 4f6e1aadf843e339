"""Timers: actions for later moments, for every room.

Law: the owner of a thread drives its timers. :class:`Timers` is the list itself, for a thread that waits for other
things too, such as the session's worker. :class:`TimerThread` is a list with a thread of its own.
"""

from __future__ import annotations

import heapq
import logging
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count

log = logging.getLogger(__name__)

Action = Callable[[], object]


def guarded(action: Callable[..., object], *args: object) -> bool:
    """Call *action* with *args* and return True if it succeeded.

    Errors are logged and harm nothing else.
    """
    try:
        action(*args)
    except Exception:
        log.exception("an action failed")
        return False
    return True


class Timer:
    """One *action* of a list of timers.

    ``cancel`` drops it unless it has been started. Any thread may call that.
    """

    def __init__(self, action: Action) -> None:
        self.action = action
        self.is_cancelled = False

    def cancel(self) -> None:
        """Drop the action: it won't be begun."""
        self.is_cancelled = True


Later = Callable[[float, Action], Timer]
"""Sets a timer, in seconds: :meth:`TimerThread.after` without its thread."""


class Timers:
    """Actions by time in monotonic seconds, soonest first.

    Those of one moment are in the order given. It belongs to one thread.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Timer]] = []
        self._order = count()

    def at(self, when_s: float, action: Action) -> Timer:
        """Run *action* at *when_s*."""
        timer = Timer(action)
        heapq.heappush(self._heap, (when_s, next(self._order), timer))
        return timer

    def next_s(self) -> float | None:
        """Return the soonest moment, None when nothing is to be done."""
        while self._heap and self._heap[0][2].is_cancelled:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def due(self, now_s: float) -> Iterator[Action]:
        """Take off and give all due actions."""
        while (next_s := self.next_s()) is not None and next_s <= now_s:
            yield heapq.heappop(self._heap)[2].action


class TimerThread:
    """Timers on a thread called *name*, started by the first one.

    Any thread may set one. Errors of an action are logged and harm no other. While none is set the thread sleeps.
    """

    def __init__(self, name: str = "timers") -> None:
        self._name = name
        self._timers = Timers()
        self._changed = threading.Condition()  # guards what follows and the list
        self._thread: threading.Thread | None = None
        self._closed = False

    def after(self, seconds: float, action: Action) -> Timer:
        """Run *action* after *seconds*; never once this is closed."""
        with self._changed:
            timer = self._timers.at(time.monotonic() + seconds, action)
            if self._thread is None and not self._closed:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._changed.notify()
        return timer

    def close(self) -> None:
        """Start no further action, and wait for the current one."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _run(self) -> None:
        while (action := self._next()) is not None:
            guarded(action)

    def _next(self) -> Action | None:
        """Wait for the next action and return it; None once closed."""
        with self._changed:
            while not self._closed:
                now_s = time.monotonic()
                action = next(self._timers.due(now_s), None)
                if action is not None:
                    return action
                next_s = self._timers.next_s()
                self._changed.wait(None if next_s is None else next_s - now_s)
        return None
