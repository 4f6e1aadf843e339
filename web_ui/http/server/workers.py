"""Threads that answer requests: joined callers first, never all busy with strangers."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

log = logging.getLogger(__name__)

RESTS = 2
"""A worker's rest after a stranger's request, as a multiple of work.

Threads of one interpreter work in turns.
"""


class Work(Protocol):
    """A connection with requests to answer: waitress's channel."""

    def service(self) -> None:
        """Answer the first one."""

    def cancel(self) -> None:
        """Answer none of them."""


Worked = TypeVar("Worked", bound=Work)


class Workers(Generic[Worked]):
    """*count* worker threads, at most *for_strangers* of them for strangers.

    Waitress calls this a dispatcher. A thread that has answered a stranger rests for a while before the next one is
    answered.

    :param has_joined: returns True if a request goes first.
    :param worked_s: the seconds for which the calling thread has worked so far.
    """

    def __init__(
        self,
        count: int,
        for_strangers: int,
        has_joined: Callable[[Worked], bool],
        worked_s: Callable[[], float] = time.thread_time,
    ) -> None:
        self._count = count
        self._left_for_strangers = for_strangers
        self._has_joined = has_joined
        self._worked_s = worked_s
        self._changed = threading.Condition()  # guards all that follows
        self._known: deque[Work] = deque()
        self._strange: deque[Work] = deque()
        self._closed = False
        self._over = threading.Event()
        self.threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin to work."""
        for number in range(self._count):
            thread = threading.Thread(target=self._run, name=f"web-{number}", daemon=True)
            self.threads.append(thread)
            thread.start()

    def add_task(self, work: Worked) -> None:
        """Queue *work*; on any thread."""
        has_joined = self._has_joined(work)
        with self._changed:
            (self._known if has_joined else self._strange).append(work)
            if has_joined or self._left_for_strangers:
                self._changed.notify()

    def add_first(self, work: Work) -> None:
        """Queue *work* before all others; on any thread."""
        with self._changed:
            self._known.appendleft(work)
            self._changed.notify()

    def shutdown(self, timeout: float = 5) -> None:
        """Start nothing more, and wait at most *timeout* seconds for running work."""
        until_s = time.monotonic() + timeout
        with self._changed:
            self._closed = True
            self._over.set()
            left = [*self._known, *self._strange]
            self._known.clear()
            self._strange.clear()
            self._changed.notify_all()
        for work in left:
            work.cancel()
        for thread in self.threads:
            thread.join(max(0.0, until_s - time.monotonic()))

    def _run(self) -> None:
        while (taken := self._next()) is not None:
            work, is_strange = taken
            begun_s = self._worked_s()
            try:
                work.service()
            except Exception:
                log.exception("answering a request failed")
            if is_strange:
                self._over.wait(RESTS * (self._worked_s() - begun_s))
                self._strange_done()

    def _next(self) -> tuple[Work, bool] | None:
        """Return the next work and its origin; None at the end.

        The origin is True for a stranger's.
        """
        with self._changed:
            while not self._closed:
                if self._known:
                    return self._known.popleft(), False
                if self._strange and self._left_for_strangers:
                    self._left_for_strangers -= 1
                    return self._strange.popleft(), True
                self._changed.wait()
        return None

    def _strange_done(self) -> None:
        with self._changed:
            self._left_for_strangers += 1
