"""Quiet: whether the table is idle enough for work of its own."""

from __future__ import annotations

from collections.abc import Callable

from companion.model.published import Published
from companion.runtime.clock import Clock

QUIET_S = 120.0
"""Time from the last activity until the table is at rest.

Activity is a press, a turn of the knob or a published change.
"""


class Quiet:
    """A follower that records when the table was last used.

    *is_busy* covers any activity that isn't published. Any thread may call this.
    """

    def __init__(self, clock: Clock, is_busy: Callable[[], bool]) -> None:
        self._clock = clock
        self._is_busy = is_busy
        self._at_s = clock.monotonic_s()

    def touch(self) -> None:
        """Note an activity of somebody now."""
        self._at_s = self._clock.monotonic_s()

    def hear(self, published: Published) -> None:
        """Note a change."""
        self._at_s = self._clock.monotonic_s()

    @property
    def is_at_rest(self) -> bool:
        """Whether the table is at rest."""
        return self._clock.monotonic_s() - self._at_s >= QUIET_S and not self._is_busy()
