"""The worker: one thread, one queue and a list of timers; its actions need no lock.

Law: it knows nothing of the table. What is put in is done in order; what fails is logged and harms nothing else.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence

from companion.runtime.clock import Clock
from companion.runtime.timers import Action, Timers, guarded

Grouped = Callable[[list[Action]], Sequence[Action]]
"""Returns what to do for actions that wait together: themselves, or one in the place of several in a row."""


class Worker:
    """A thread called *name* for the actions of a queue of *room* places and of its timers.

    Whatever waits when it is free is done as *grouped* says. After an action that failed, *rescue* is done. ``put`` may
    be called from any thread, ``timers`` belong to the worker's own. Without ``start`` it is driven by hand, with
    ``run_pending``.
    """

    def __init__(
        self, name: str, clock: Clock, room: int, rescue: Action, grouped: Grouped = lambda actions: actions
    ) -> None:
        self.timers = Timers()
        self._name = name
        self._clock = clock
        self._rescue = rescue
        self._grouped = grouped
        self._inbox: queue.Queue[Action | None] = queue.Queue(room)
        self._lock = threading.Lock()
        self._closed = False
        self._thread: threading.Thread | None = None

    def put(self, action: Action) -> bool:
        """Have *action* done after all waiting ones; False if there is no room, or it is closed."""
        with self._lock:
            if self._closed:
                return False
            try:
                self._inbox.put_nowait(action)
            except queue.Full:
                return False
            return True

    def start(self) -> None:
        """Begin, on a thread of its own."""
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def close(self) -> list[Action]:
        """Finish the actions at hand and stop. Returns the waiting actions, left undone."""
        with self._lock:
            self._closed = True
        left, _ = self._emptied()
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join()
            self._thread = None
        return left

    def run_pending(self) -> None:
        """Do all waiting and due actions, then return."""
        actions, _ = self._emptied()
        self._do_all(actions)
        self.run_due()

    def run_due(self) -> None:
        """Do all due actions."""
        for action in self.timers.due(self._clock.monotonic_s()):
            self._do(action)

    def _run(self) -> None:
        while True:
            next_s = self.timers.next_s()
            wait_s = None if next_s is None else max(0.0, next_s - self._clock.monotonic_s())
            try:
                action = self._inbox.get(timeout=wait_s)
            except queue.Empty:
                self.run_due()
                continue
            if action is None:
                return
            also, is_last = self._emptied()
            self._do_all([action, *also])
            if is_last:
                return
            self.run_due()

    def _do_all(self, actions: list[Action]) -> None:
        for action in self._grouped(actions):
            self._do(action)

    def _do(self, action: Action) -> None:
        if not guarded(action):
            guarded(self._rescue)

    def _emptied(self) -> tuple[list[Action], bool]:
        """Take out all that waits. Returns it, and whether nothing more will come."""
        actions: list[Action] = []
        while True:
            try:
                action = self._inbox.get_nowait()
            except queue.Empty:
                return actions, False
            if action is None:
                return actions, True
            actions.append(action)
