"""The table's requests to its helper: I2C, the clock, and memory sticks.

I2C and the clock need the table's OK.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from companion.engine.values.message import Message
from companion.health.faults import Faults
from companion.health.helper import FIX_I2C, MOUNT_STICK, SET_CLOCK, Helper
from companion.model.reports.faults import Fault, Mend
from companion.model.reports.findings import CannotFix
from companion.model.requests import RequestRefused
from companion.phones.confirmation import Confirmation
from companion.runtime.clock import local_text, seconds_of
from companion.runtime.timers import guarded
from companion.service.helper import loose_sticks
from hardware.ports import DeviceStatus

log = logging.getLogger(__name__)
P = TypeVar("P")

NO_BUS = "device.oled.no_bus"
I2C_IS_OFF = "oled.i2c"
LINE = "mend oled.i2c on"
WHO, WHO_SETS = "helper", "clock"
OFFERED = frozenset({"health.i2c-offer", "health.i2c-failed"})
"""Remedies of disabled I2C while help can be requested."""


class HelperRequests:
    """Requests to *helper*, if there is one, with progress in *faults*.

    *asking* asks for the table's OK. *sticks* gives the names of unmounted memory sticks. Any thread may call this: the
    helper is called on one of its own.
    """

    def __init__(
        self,
        helper: Helper,
        faults: Faults,
        asking: Confirmation,
        sticks: Callable[[], Sequence[str]] = loose_sticks,
    ) -> None:
        self._helper = helper
        self._faults = faults
        self._asking = asking
        self._sticks = sticks
        self._mounting = threading.Lock()
        self._tried: frozenset[str] = frozenset()
        asking.subscribe(self._asked)

    def look_at(self, screen: DeviceStatus) -> None:
        """Offer to enable I2C if *screen* has none.

        The offer is withdrawn once the screen works.
        """
        if screen.trouble == NO_BUS and self._helper.is_there:
            self._faults.add(i2c_fault("health.i2c-offer"))
        elif screen.working:
            self._faults.clear(I2C_IS_OFF)

    def mend(self, line: str) -> bool:
        """Ask at the table for permission to do *line*.

        Return True if it was one of the offers.

        :raises RequestRefused: if another question is open.
        """
        offered = any(mend.line == line == LINE for fault in self._faults.now for mend in fault.mends)
        if offered:
            self.ask_for_i2c()
        return offered

    def ask_for_i2c(self) -> None:
        """Enable I2C after asking at the table.

        :raises RequestRefused: if another question is open.
        """
        self._asking.ask(WHO, Message("stage.ask-i2c"), lambda: _aside(self._switch_i2c_on))
        if self._asking.outcome(WHO) == "waiting":
            self._faults.add(i2c_fault("health.i2c-asked"))

    def fixes(self) -> dict[str, Callable[[object], None]]:
        """Return the fixes for the doctor's findings, by check."""
        return {"i2c": self._fix_i2c} if self._helper.is_there else {}

    def _fix_i2c(self, place: object) -> None:
        self.ask_for_i2c()
        raise CannotFix(Message("health.i2c-asked"))  # not yet: somebody at the table has a word in it

    def with_sticks(self, fix: Callable[[P], None]) -> Callable[[P], None]:
        """Return *fix* with all memory sticks mounted before it.

        It tries even those that couldn't be mounted until now.
        """

        def mounted(place: P) -> None:
            if self._helper.is_there:
                guarded(self._mount_all)
            fix(place)

        return mounted

    def ask_for_clock(self, now: Callable[[], str]) -> None:
        """Set the computer's clock to *now* after asking at the table.

        Nothing is asked without a helper, or while another question is open: the table knows the date by itself.
        """
        if not self._helper.is_there:
            return
        said = Message("stage.ask-clock", {"at": local_text(now())})
        try:
            self._asking.ask(WHO_SETS, said, lambda: _aside(lambda: self._set_clock(now)))
        except RequestRefused as why:
            log.info("the computer's clock is left as it is: %s", why)

    def mount_sticks(self, mounted: Callable[[], None]) -> None:
        """Mount memory sticks, and call *mounted* if one was.

        Each is tried once while it is in.
        """
        if self._helper.is_there:
            _aside(lambda: self._mount(mounted))

    def _asked(self) -> None:
        if self._asking.outcome(WHO) in ("no", "late") and any(fault.key == I2C_IS_OFF for fault in self._faults.now):
            self._faults.add(i2c_fault("health.i2c-offer"))

    def _switch_i2c_on(self) -> None:
        self._faults.add(i2c_fault("health.i2c-doing"))
        answer = self._helper.ask(FIX_I2C)
        if not answer.is_done:
            self._faults.add(i2c_fault("health.i2c-failed"))
        elif answer.at_next_start:
            self._faults.add(i2c_fault("health.i2c-next-start"))
        else:
            self._faults.clear(I2C_IS_OFF)  # the screen is looked for again within seconds

    def _set_clock(self, now: Callable[[], str]) -> None:
        self._helper.ask(SET_CLOCK, str(seconds_of(now())))

    def _mount_all(self) -> None:
        with self._mounting:
            for name in self._sticks():
                self._helper.ask(MOUNT_STICK, name)

    def _mount(self, mounted: Callable[[], None]) -> None:
        with self._mounting:
            there = frozenset(self._sticks())
            new, self._tried = sorted(there - self._tried), there
            done = [name for name in new if self._helper.ask(MOUNT_STICK, name).is_done]
        if done:
            mounted()


def i2c_fault(remedy: str) -> Fault:
    """Return the fault of disabled I2C.

    *remedy* is the key of the progress.
    """
    text, told = Message("health.i2c-text"), Message("health.i2c")
    mends = (Mend(LINE, Message("health.i2c-on")),) if remedy in OFFERED else ()
    return Fault(I2C_IS_OFF, text, text, text=text, told=told, remedy=Message(remedy), mends=mends, waits=True)


def _aside(do: Callable[[], None]) -> None:
    """Run *do* on a thread of its own.

    It may take long.
    """
    threading.Thread(target=guarded, args=(do,), name="helper", daemon=True).start()
