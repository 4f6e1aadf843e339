"""The countdown screen: the countdown that is over first, while it runs.

A result is shown for a while before it. After a start it shows what is held; a push goes on with it.
"""

from __future__ import annotations

from companion.engine.state import Countdown
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.countdown_clock import GO_ON, TimeLeft
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from companion.stage.layers import MENU, UNUSED, Chosen
from hardware.cues import CountdownCue


class CountdownScreen:
    """A ring that empties, and the time that is left.

    While a result is to be read first, it *waits*.
    """

    has_back = False

    def __init__(self) -> None:
        self._published = Snapshot()
        self.waits = False

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""
        self._published = published

    @property
    def is_up(self) -> bool:
        """Whether a countdown runs or is held, unless it *waits*."""
        first = None if self.waits or self._published.trouble is not None else self._first()
        return first is not None and (first.runs or first.is_held)

    def _first(self) -> TimeLeft | None:
        clocks = self._published.open.clocks
        return None if clocks is None else clocks.first()

    def turn(self, steps: int) -> Chosen | None:
        """Open the menu."""
        return MENU

    def push(self) -> Chosen | None:
        """Go on with held countdowns, or open the menu."""
        clocks = self._published.open.clocks
        if clocks is not None and clocks.are_held:
            return Chosen(GO_ON, TABLE, self._published.version)
        return MENU

    def back(self) -> Chosen | None:
        """Leave it as it is."""
        return UNUSED

    def cue(self, say: Speaker) -> CountdownCue | None:
        """Return the countdown's cue, None without one."""
        first = self._first()
        if first is None:
            return None
        return CountdownCue(
            title=say(self._published.open.clock_label(first.key)),
            left_s=first.left_s,
            of_s=self._seconds_of(first.key),
            runs=first.runs,
            foot=say(Message("stage.go-on-how")) if first.is_held else "",
        )

    def _seconds_of(self, key: str) -> int:
        countdowns: tuple[Countdown, ...] = (
            () if self._published.open.state is None else self._published.open.state.countdowns()
        )
        return next((each.seconds for each in countdowns if each.key == key), 0)
