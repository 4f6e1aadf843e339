"""Ports without a tray: somebody else's Pico with its own program.

Nobody there answers in the tray's protocol.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from msgspec import Struct

GREETED = 3
"""How often one is greeted until it is left alone."""
APART_S = 2.0
"""Minimum seconds between two greetings.

A tray that was just plugged in takes a moment to start.
"""


class _Silence(Struct, frozen=True):
    plugged_in: tuple[int, int]
    times: int
    last_s: float


class Strangers:
    """Remembers silent ports and greets each only a few times.

    It does so again after a device was plugged in again.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._silent: dict[str, _Silence] = {}
        self._trays: dict[str, tuple[int, int]] = {}

    def is_due(self, path: str) -> bool:
        """Return True if the device at *path* may be greeted now."""
        silence = self._silent.get(path)
        if silence is None or silence.plugged_in != _mark(path):
            return True
        return silence.times < GREETED and self._clock() - silence.last_s >= APART_S

    def was_silent(self, path: str) -> None:
        """Note that nobody has answered at *path*.

        A port with a tray that once answered stays due.
        """
        mark, before = _mark(path), self._silent.get(path)
        if self._trays.get(path) != mark:
            times = before.times if before is not None and before.plugged_in == mark else 0
            self._silent[path] = _Silence(mark, times + 1, self._clock())

    def answered(self, path: str) -> None:
        """Note that a tray is at *path*."""
        self._silent.pop(path, None)
        self._trays[path] = _mark(path)


def _mark(path: str) -> tuple[int, int]:
    """Return a mark that changes when a device is plugged in again.

    The kernel makes its file again.
    """
    try:
        found = os.stat(path)  # noqa: PTH116  # as quick as can be
    except OSError:
        return 0, 0
    return found.st_ino, found.st_ctime_ns
