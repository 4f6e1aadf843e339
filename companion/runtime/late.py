"""Parts built at their first use, so that a start doesn't wait."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from companion.runtime.timers import guarded

T = TypeVar("T")
NICE = 10
"""The niceness of threads with work that nobody waits for."""


class Late(Generic[T]):
    """A part that *make* builds once, for the first thread.

    Other threads wait for it. *make* imports the part's modules.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.RLock()
        self._part: T | None = None

    def __call__(self) -> T:
        """Return the part.

        :raises BaseException: *make* fails; the next one to ask has it try again.
        """
        part = self._part
        if part is None:
            with self._lock:
                part = self._part
                if part is None:
                    part = self._part = self._make()
        return part

    @property
    def made(self) -> T | None:
        """The part, None before its first use."""
        return self._part


def in_background(do: Callable[[], object], name: str, *, nice: int = 0) -> threading.Thread:
    """Run *do*, which may import much, on a background thread.

    The thread is called *name* and has the niceness *nice*. It must be 0 for work that a hand or a page may come to
    wait for: they would wait for the rank of this thread, and for the interpreter that it holds. Return the running
    thread.
    """

    def run() -> None:
        if nice:
            with suppress(OSError):  # a system that knows no such thing
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
        guarded(do)

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    return thread
