"""A kit's timers; the table's clock counts the time."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.kits.format.flow import TimerSpec

MORE_SECONDS = 10
"""The seconds that people add to a timer."""
MAX_SECONDS = 86_400
"""The longest time of a timer: a day."""


class KitClock(Struct, frozen=True):
    """A timer's present time: *seconds* in all, since fresh start *number*.

    Before its first start the number is 0.
    """

    seconds: int
    number: int = 0
    runs: bool = False
    is_over: bool = False

    def started(self, spec: TimerSpec) -> KitClock:
        """Return the timer running, from the start if it is over."""
        if self.number and not self.is_over:
            return replace(self, runs=True)
        return KitClock(spec.seconds, self.number + 1, runs=True)

    def paused(self) -> KitClock:
        """Return the timer at rest."""
        return replace(self, runs=False)

    def extended(self, seconds: int) -> KitClock:
        """Return the timer with *seconds* more, or fewer."""
        return replace(self, seconds=max(1, min(MAX_SECONDS, self.seconds + seconds)))

    def reset(self, spec: TimerSpec, *, runs: bool = False) -> KitClock:
        """Return the timer with all its time again."""
        return KitClock(spec.seconds, self.number + 1, runs=runs)

    def over(self) -> KitClock:
        """Return the timer at zero."""
        return replace(self, runs=False, is_over=True)
