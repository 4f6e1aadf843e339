"""Health of one start: its faults, and the owner's repairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.health.faults import Faults
from companion.health.safe_start import LEAVE, StartNote
from companion.health.settings import Mender
from companion.model.reports.faults import Fault


class Health:
    """The health of the table in *data*: its *faults* and their repair.

    *note* is that of its starts, None without one.
    """

    def __init__(self, data: Path, faults: Sequence[Fault] = (), note: StartNote | None = None) -> None:
        self.faults = Faults(faults)
        self._mender = Mender(data, faults)
        self._note = note

    def mend(self, line: str) -> bool:
        """Store the choice of *line* for the next start.

        Return True if it was one of a fault's offers.

        :raises OSError: if it can't be written.
        """
        if line == LEAVE and any(fault.ok and fault.ok.line == LEAVE for fault in self.faults.now):
            self.settle()
            return True
        return self._mender.mend(line)

    def keep(self, line: str) -> bool:
        """Keep a fault's replacement value for good, as confirmed by *line*.

        Return True if *line* was the OK of a fault.

        :raises OSError: if it can't be written.
        """
        key = self._mender.keep(line)
        if key:
            self.faults.clear(key)
        return bool(key)

    def settle(self) -> None:
        """Count this start, and those before it, as good."""
        if self._note is not None:
            self._note.settle()
