"""The one thread that reads all lines, asleep until an edge comes."""

from __future__ import annotations

import logging
import os
import select
import threading
from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any

from hardware.gpio.faults import LineFault
from hardware.gpio.line import Line, LineEdge

log = logging.getLogger(__name__)

Hear = Callable[[LineEdge], None]
Fail = Callable[[LineFault], None]
News = tuple[float, str, Callable[[], None]]
"""An edge's time in monotonic seconds, its line's name, and its handler."""

MAX_AT_ONCE = 1024
"""Maximum edges that are sorted and handed on together."""

CLOSE_S = 2.0


class Events:
    """Hands on the edges of all lines in order of time.

    These are the kernel's times. The thread starts with the first line and ends with `close`. *lock* guards the lines;
    it is never held while an edge is handed on.
    """

    def __init__(self, lock: Any) -> None:
        self._lock = lock
        self._delivering = threading.RLock()
        self._is_delivering = False
        self._heard: dict[int, tuple[Line, Hear, Fail]] = {}
        self._epoll = select.epoll()
        self._stop = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._epoll.register(self._stop, select.EPOLLIN)
        self._stopping = threading.Lock()  # guards _closing and _stop, which the thread itself closes
        self._closing = False
        self._thread: threading.Thread | None = None

    def hear(self, line: Line, tell: Hear, fail: Fail) -> None:
        """Call *tell* for each edge of *line*; needs the lock.

        *fail* is called once if its edges can't be read; after that the line is dropped.
        """
        self._heard[line.fd] = (line, tell, fail)
        self._epoll.register(line.fd, select.EPOLLIN)  # a thread that sleeps in epoll takes it in at once
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="gpio-events", daemon=True)
            self._thread.start()

    def forget(self, line: Line) -> None:
        """Stop reading the edges of *line*, if any; needs the lock."""
        if line.is_held and line.fd in self._heard:
            del self._heard[line.fd]
            self._epoll.unregister(line.fd)

    def deliver(self) -> None:
        """Hand on every edge that the kernel has noted until now.

        Callable from any thread.
        """
        with self._delivering:
            if self._closing or self._is_delivering:
                return
            self._is_delivering = True
            try:
                self._deliver()
            finally:
                self._is_delivering = False

    def close(self) -> None:
        """End the thread.

        If one of its callbacks calls this, it ends after that.
        """
        with self._stopping:
            if self._closing:
                return
            self._closing = True
            os.eventfd_write(self._stop, 1)
        if self._thread is None:
            self._free()
        elif self._thread is not threading.current_thread():
            self._thread.join(CLOSE_S)

    def _run(self) -> None:
        while not self._closing:
            self._epoll.poll()
            self.deliver()
        self._free()

    def _free(self) -> None:
        with self._delivering, self._stopping:
            self._epoll.close()
            os.close(self._stop)

    def _deliver(self) -> None:
        batch: list[News] = []
        # Until nothing is left: edges that came while others were read must not be overtaken.
        while len(batch) < MAX_AT_ONCE and (news := self._read()):
            batch += news
        for _, name, tell in sorted(batch, key=lambda news: news[0]):
            try:
                tell()
            except Exception:  # or one bad handler would silence every line
                log.exception("an edge of %s was not handled", name)

    def _read(self) -> list[News]:
        """Return the current edges of all lines, and unreadable lines' faults."""
        news: list[News] = []
        with self._lock:
            for fd, _ in self._epoll.poll(0):
                if fd not in self._heard:
                    continue
                line, tell, fail = self._heard[fd]
                try:
                    news += [(edge.at_s, line.name, partial(tell, edge)) for edge in line.read()]
                except LineFault as fault:
                    self.forget(line)  # the line of a chip that went away is readable for ever
                    news.append((inf, line.name, partial(fail, fault)))
        return news
