"""The doctor of a running table, with one look of its own.

It asks the table about the devices that it holds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.doctor.checks import Doctor, Fix
from companion.doctor.fixes import FIXES
from companion.doctor.place import SystemPlace
from companion.engine.values.message import Message
from companion.health.faults import Faults
from companion.model.reports.faults import Fault
from companion.model.reports.findings import Checked, Examined
from companion.runtime.clock import SystemClock

KEY = "doctor"
"""Key of the fault with the doctor's findings."""
NOT_LOOKED_AT = frozenset({"settings", "journal", "kits", "backup", "house"})
"""Checks left out of the look: each reads much.

The table reports their faults by itself from its start on, or they find none.
"""
HOUSE = "house."
OWN_FAULTS = ("left-out.", "device.", "network.", HOUSE, "oled.i2c", "safe-start", "program.", KEY)
"""Prefixes of faults' keys that aren't the settings'. Other checks report these."""
CLOSING_S = 2.0


class TableDoctor:
    """The doctor of the running table at *place*, with its *faults*.

    *told_date* is called once a date was accepted. Any thread may use it; one examination runs at a time.
    """

    def __init__(
        self,
        place: SystemPlace,
        faults: Faults,
        *,
        fixes: Mapping[str, Fix] = FIXES,
        told_date: Callable[[], None] = lambda: None,
    ) -> None:
        self._place, self._faults = place, faults
        self._fixes, self._told_date = fixes, told_date
        self._one_at_a_time = threading.Lock()
        self._beginning = threading.Lock()  # guards the next two
        self._looking: threading.Thread | None = None
        self._is_closed = False

    def examine(self) -> Examined:
        """Run all checks, the worst finding first."""
        with self._one_at_a_time:
            return self._doctor().examine()

    def fix(self, line: str) -> bool:
        """Run the fix *line* if it fits a current finding.

        Return True if it did.

        :raises CannotFix: if it can't be done.
        """
        with self._one_at_a_time:
            return self._doctor().fix(line)

    def tell_date(self, utc: str) -> bool:
        """Accept *utc* as the date if the table has none.

        Return True if it was accepted.
        """
        clock = self._place.clock
        is_taken = isinstance(clock, SystemClock) and clock.tell(utc)
        if is_taken:
            self._told_date()
        return is_taken

    def begin_to_look(self) -> None:
        """Start one examination on a thread of its own, unless closed."""
        with self._beginning:
            if not self._is_closed:
                self._looking = threading.Thread(target=self.look, name="doctor", daemon=True)
                self._looking.start()

    def look(self) -> None:
        """Examine everything, and report faults that aren't reported yet."""
        told = {fault.key for fault in self._faults.now}
        with self._one_at_a_time:
            found = self._doctor().examine(without=NOT_LOOKED_AT)
        bad = [each for each in found.checks if each.level == "fault" and f"device.{each.key}" not in told]
        if bad:
            self._faults.add(_fault(bad))
        else:
            self._faults.clear(KEY)

    def close(self) -> None:
        """Stop examinations, and wait a moment for a current one."""
        with self._beginning:
            self._is_closed = True
        if self._looking is not None:
            self._looking.join(CLOSING_S)

    def _doctor(self) -> Doctor:
        now = self._faults.now
        faults = tuple(each for each in now if not each.key.startswith(OWN_FAULTS))
        house = tuple(each for each in now if each.key.startswith(HOUSE))
        return Doctor(replace(self._place, faults=faults, house=house), self._fixes)


def _fault(bad: list[Checked]) -> Fault:
    first = bad[0]
    found = tuple(Message("doctor.found-one", {"title": each.title, "reason": each.reason}) for each in bad)
    short = Message("stage.fault-doctor", {"title": first.title})
    told = Message("doctor.found", {"found": found})
    return Fault(
        KEY, Message("stage.doctor"), short, Message("doctor.found-text"), told, Message("doctor.found-remedy")
    )
