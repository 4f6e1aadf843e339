"""The worker: one thread, one queue and a list of timers.

Its actions need no lock.

Law: it knows nothing of the table. Jobs run in order. A job that fails is logged and stops no other.
"""

from __future__ import annotations

import queue
import threading
from contextlib import suppress

from companion.runtime.clock import Clock
from companion.runtime.timers import Action, Timers, guarded


class Worker:
    """A thread called *name* for a queue of actions and its timers.

    The queue has *room* places. After an action that failed, *rescue* is called. ``put`` may be called from any thread;
    ``timers``, ``peek`` and ``take_along`` belong to the worker's own. Without ``start`` it is driven by hand, with
    ``run_pending``.
    """

    def __init__(self, name: str, clock: Clock, room: int, rescue: Action) -> None:
        self.timers = Timers()
        self._name = name
        self._clock = clock
        self._rescue = rescue
        self._inbox: queue.Queue[Action | None] = queue.Queue(room)
        self._first: Action | None = None
        self._lock = threading.Lock()
        self._closed = False
        self._thread: threading.Thread | None = None

    def put(self, action: Action) -> bool:
        """Queue *action*; return False if there is no room.

        It is also False once closed.
        """
        with self._lock:
            if self._closed:
                return False
            try:
                self._inbox.put_nowait(action)
            except queue.Full:
                return False
            return True

    def peek(self) -> Action | None:
        """Return the next action without removing it; None if nothing waits."""
        if self._first is None:
            with suppress(queue.Empty):
                self._first = self._inbox.get_nowait()
                if self._first is None:
                    self._inbox.put_nowait(None)  # the end is still to come
        return self._first

    def take_along(self) -> None:
        """Remove the peeked action: the current one has done it."""
        self._first = None

    def start(self) -> None:
        """Begin, on a thread of its own."""
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def close(self) -> list[Action]:
        """Finish the current action and stop.

        Returns the waiting actions, left undone.
        """
        with self._lock:
            self._closed = True
        left = self._emptied()
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join()
            self._thread = None
        return left if self._first is None else [self._first, *left]

    def run_pending(self) -> None:
        """Run all waiting and due actions, then return."""
        for _ in range(self._inbox.qsize() + (self._first is not None)):
            if (action := self.peek()) is not None:
                self._first = None
                self._do(action)
        self.run_due()

    def run_due(self) -> None:
        """Run all due actions."""
        for action in self.timers.due(self._clock.monotonic_s()):
            self._do(action)

    def _run(self) -> None:
        while not (self._closed and self._first is not None):
            next_s = self.timers.next_s()
            wait_s = None if next_s is None else max(0.0, next_s - self._clock.monotonic_s())
            try:
                action = self._first or self._inbox.get(timeout=wait_s)
            except queue.Empty:
                self.run_due()
                continue
            if action is None:
                return
            self._first = None
            self._do(action)
            self.run_due()

    def _do(self, action: Action) -> None:
        if not guarded(action):
            guarded(self._rescue)

    def _emptied(self) -> list[Action]:
        actions: list[Action] = []
        while True:
            try:
                action = self._inbox.get_nowait()
            except queue.Empty:
                return actions
            if action is not None:
                actions.append(action)
