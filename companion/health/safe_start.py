"""Safe start: a table without additions after three bad starts.

They happened within ten minutes. A bad start is one whose process ended by itself, by a fault or by the watchdog before
the table had been ready for a minute, with all that its buttons and pages need, within the same boot. A pulled plug
makes none. Its note lies in the runtime folder, which works with a read-only card too.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.engine.values.message import Message
from companion.health.boot_note import BOOT_ID, BootNote
from companion.model.reports.faults import Fault, Mend

BAD_STARTS = 3
WITHIN_S = 600.0
SETTLED_S = 60.0
"""Minimum time of a ready table for a good start."""
LEAVE = "mend safe-start off"


class StartNote:
    """The note of the last starts; see `BootNote`.

    They are those of the table in *data*.
    """

    def __init__(
        self,
        data: Path,
        env: Mapping[str, str],
        monotonic_s: Callable[[], float] = time.monotonic,
        boot_id: Path = BOOT_ID,
    ) -> None:
        self._note = BootNote("starts", data, env, monotonic_s, boot_id=boot_id)
        self._before: list[float] = []

    def begin(self) -> bool:
        """Note a start; return True if it must be safe."""
        self._before = self._note.within(WITHIN_S)
        self._note.write([*self._before, self._note.now_s()])
        return len(self._before) >= BAD_STARTS

    def end(self) -> None:
        """Note that this start wasn't bad; earlier ones stay."""
        self._note.write(self._before)

    def settle(self) -> None:
        """Forget all bad starts.

        The table has been ready for long enough, or people want to try it whole.
        """
        self._before = []
        self._note.write([])


def safe_start_fault() -> Fault:
    """Return the fault of a safe start; OK leaves it."""
    leave = Mend(LEAVE, Message("health.safe-leave"))
    values: dict[str, str | int] = {"count": BAD_STARTS}
    told = Message("health.safe", {**values})
    short = Message("stage.fault-safe", {**values})
    text, remedy = Message("health.safe-text"), Message("health.safe-remedy")
    return Fault(
        "safe-start", Message("stage.safe-start"), short, text=text, told=told, remedy=remedy, mends=(leave,), ok=leave
    )
