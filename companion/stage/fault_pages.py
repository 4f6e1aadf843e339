"""Pages about the table's faults on its own screen, one a fault.

The knob turns them until OK reads them.
"""

from __future__ import annotations

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.reports.faults import Fault
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from companion.stage.layers import Chosen
from hardware.cues import ErrorCue


class FaultPages:
    """The faults of a published state, one of them open.

    A page that was read returns only with another fault. It shows the given value to people at the table; its mirror
    shows a placeholder.
    """

    has_back = True

    def __init__(self) -> None:
        self._published = Snapshot()
        self._faults: tuple[Fault, ...] = ()
        self._read: tuple[Fault, ...] = ()
        self._at = 0
        self.is_up = False

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""
        before, self._published = self._published, published
        has_begun = _has_begun(published)
        is_same = published.faults is before.faults and published.trouble is before.trouble
        if is_same and has_begun == _has_begun(before):
            return
        faults = tuple(
            [fault for fault in published.faults if not (fault.waits or (fault.yields_to_game and has_begun))]
        )
        if faults != self._faults:
            self._faults, self._at = faults, 0
        self.is_up = any(fault not in self._read for fault in faults) and published.trouble is None

    def turn(self, steps: int) -> Chosen | None:
        """Turn *steps* pages; after the last comes the first."""
        self._at += steps
        return None

    def push(self) -> Chosen | None:
        """Accept the open page's repair, or take the pages as read."""
        return Chosen(self.mend, TABLE, self._published.version) if self.mend else self.back()

    def back(self) -> Chosen | None:
        """Take the pages as read."""
        self._read = self._faults
        self.is_up = False
        return None

    @property
    def mend(self) -> str:
        """The line by which OK fixes the open page's fault.

        "" if it only dismisses the pages.
        """
        mend = self._faults[self._at % len(self._faults)].ok if self._faults else None
        return mend.line if mend else ""

    def cue(self, say: Speaker) -> ErrorCue | None:
        """Return the open page, None without one."""
        if not self.is_up:
            return None
        at, of = self._at % len(self._faults), len(self._faults)
        fault = self._faults[at]
        how = Message("stage.fault-ok", {"label": fault.ok.label}) if fault.ok else Message("stage.fault-how")
        title = Message("stage.fault-page", {"title": fault.title, "at": at + 1, "of": of}) if of > 1 else fault.title
        return ErrorCue(title=say(title), lines=(say(fault.short), say(how)), private=True)


def _has_begun(published: Snapshot) -> bool:
    """Return True once anything has happened in the open game."""
    return published.open.game is not None and bool(published.open.log)
