"""Rate limits: each caller's share refills on a monotonic clock."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable

ROOM = 1024
"""The number of remembered callers.

The one away longest is forgotten first and then has a full share again.
"""
_ROUNDING_S = 1e-9


class Limit:
    """*burst* at once, then *per_s* a second, for each caller alone.

    :param clock: monotonic seconds.
    """

    def __init__(self, burst: int, per_s: float, clock: Callable[[], float] = time.monotonic, room: int = ROOM) -> None:
        self._period_s = 1.0 / per_s
        self._whole_s = burst * self._period_s
        self._clock = clock
        self._room = room
        self._lock = threading.Lock()
        # For each caller the moment at which their share is full again: nothing else need be known.
        self._full_s: OrderedDict[str, float] = OrderedDict()

    def wait_s(self, caller: str, cost: float = 1.0, *, take: bool = True) -> float:
        """Take *cost* from *caller*'s share; return 0 or the wait.

        The wait is in seconds, until there is enough. Without *take* only look.
        """
        with self._lock:
            now_s = self._clock()
            full_s = max(self._full_s.get(caller, now_s), now_s)
            then_full_s = full_s + cost * self._period_s
            wait_s = then_full_s - now_s - self._whole_s
            if wait_s > _ROUNDING_S:
                return wait_s
            if not take:
                return 0.0
            self._full_s[caller] = then_full_s
            self._full_s.move_to_end(caller)
            if len(self._full_s) > self._room:
                self._full_s.popitem(last=False)
            return 0.0
