"""Notifications by a socket: a thread waits for them instead of polling."""

from __future__ import annotations

import logging
import select
import socket
import threading
import time
from collections.abc import Callable
from typing import Protocol

from companion.runtime.timers import guarded

log = logging.getLogger(__name__)

SETTLED_S = 0.3
"""Seconds after the last event of a burst until *changed* is called."""
LONGEST_S = 2.0
"""Maximum seconds after the first event of a burst until then."""
CLOSING_S = 2.0


class News(Protocol):
    """An open source of news."""

    def fileno(self) -> int:
        """Return the file descriptor, readable once there are events."""

    def heard(self) -> bool:
        """Read all notifications; return True if any counts. Lost ones do."""

    def close(self) -> None:
        """Close the source."""


class NewsWatch:
    """Calls *changed* after events that count.

    It does so on a thread called *name*; *open_news* opens their source.
    """

    def __init__(self, open_news: Callable[[], News], changed: Callable[[], object], name: str) -> None:
        self._open = open_news
        self._changed = changed
        self._name = name
        self._ends: tuple[socket.socket, socket.socket] | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> bool:
        """Start listening; return False if this system has no such events.

        That is logged, too.
        """
        try:
            news = self._open()
        except OSError as error:
            log.warning("%s: changes can't be followed: %s", self._name, error)
            return False
        self._ends = socket.socketpair()
        self._thread = threading.Thread(target=self._run, args=(news, self._ends[1]), name=self._name, daemon=True)
        self._thread.start()
        return True

    def close(self) -> None:
        """Listen no more."""
        if self._ends is None or self._thread is None:
            return
        self._ends[0].close()
        self._thread.join(CLOSING_S)

    def _run(self, news: News, end: socket.socket) -> None:
        try:
            due_s: float | None = None
            latest_s: float | None = None
            while True:
                left_s = None if due_s is None else max(0.0, due_s - time.monotonic())
                ready, _, _ = select.select([news.fileno(), end.fileno()], [], [], left_s)
                if end.fileno() in ready:
                    return
                now_s = time.monotonic()
                if ready and news.heard():
                    latest_s = now_s + LONGEST_S if latest_s is None else latest_s
                    due_s = min(now_s + SETTLED_S, latest_s)
                if due_s is not None and now_s >= due_s:
                    due_s = latest_s = None
                    guarded(self._changed)
        finally:
            news.close()
            end.close()
