"""The one place that collects faults from all parts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable

from companion.model.reports.faults import Fault
from companion.runtime.timers import guarded

log = logging.getLogger(__name__)


class Faults:
    """The current faults, by key, in the order of discovery.

    Any thread may use it.
    """

    def __init__(self, found: Iterable[Fault] = ()) -> None:
        self._lock = threading.Lock()
        self._found = {fault.key: fault for fault in found}
        self._listeners: list[Callable[[tuple[Fault, ...]], None]] = []

    @property
    def now(self) -> tuple[Fault, ...]:
        """All current faults."""
        with self._lock:
            return tuple(self._found.values())

    def subscribe(self, listener: Callable[[tuple[Fault, ...]], None]) -> None:
        """Call *listener* with all faults on each change."""
        self._listeners.append(listener)

    def add(self, fault: Fault) -> None:
        """Add *fault*, replacing one with its key."""
        with self._lock:
            is_new = self._found.get(fault.key) != fault
            self._found[fault.key] = fault
        if is_new:
            self._tell()

    def clear(self, key: str) -> None:
        """Remove the repaired fault of *key*, if there is one."""
        with self._lock:
            was = self._found.pop(key, None)
        if was is not None:
            self._tell()

    def _tell(self) -> None:
        for listener in self._listeners:
            guarded(listener, self.now)
