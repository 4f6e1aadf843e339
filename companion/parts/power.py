"""Power: the end of a table's run, for good or to restart."""

from __future__ import annotations

import threading

from companion.health.helper import Helper
from companion.health.power_off import power_off
from companion.parts.devices import TableDevices
from companion.runtime.signal_event import SignalEvent
from companion.runtime.timers import Later
from companion.stage.presenter import TableStage

ANSWERED_S = 0.3
"""Time for a page to get its answer before the table ends."""
GOODBYE_S = 4.0
"""Time for which the screen says that the table is off.

Then the screen of a computer that stays on goes dark.
"""


class PowerSwitch:
    """The switch of a table, which ends its run or restarts it.

    *stage* says so, and *helper* powers the computer off. Any thread may call this.
    """

    def __init__(self, stage: TableStage, devices: TableDevices, helper: Helper, later: Later) -> None:
        self._stage, self._devices, self._helper, self._later = stage, devices, helper, later
        self._end = SignalEvent()
        self._is_for_good = False
        self.is_off = False
        """Whether somebody wants it switched off, not only started again."""

    @property
    def is_ending(self) -> bool:
        """Whether the table's run ends."""
        return self._end.is_set

    def wait(self) -> None:
        """Wait until the table is switched off, or must restart."""
        self._end.wait()

    def switch_off(self) -> None:
        """End the run; safe in a signal handler."""
        self.is_off = True
        self._end.set()

    def switch_off_for_good(self) -> None:
        """Switch the table off, and its computer if it has a helper."""
        self._is_for_good = True
        self._stage.switching_off()
        self.switch_off()

    def switch_off_soon(self) -> None:
        """Switch off for good once the page has its answer."""
        self._later(ANSWERED_S, self.switch_off_for_good)

    def restart(self) -> None:
        """End the run, so that the table starts again."""
        self._end.set()

    def restart_soon(self) -> None:
        """Restart once the page has its answer."""
        self._later(ANSWERED_S, self.restart)

    def power_off(self) -> None:
        """Power the computer off if that is wanted.

        Call it once all is durable. If nobody can, the screen says that the computer stays on.
        """
        if not self._is_for_good:
            return
        screen = self._devices.screen
        driven = None if self._devices.pins.all_simulated else screen.driven
        if power_off(self._helper, driven, self._stage.unplug_cue):
            screen.display.stay()
            return
        self._stage.switched_off()
        threading.Event().wait(GOODBYE_S)

    def close(self) -> None:
        """Release the event's descriptor."""
        self._end.close()
