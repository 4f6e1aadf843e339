"""Pages about the table's faults on its own screen, one a fault.

The knob turns them until OK reads them.
"""

from __future__ import annotations

from typing import Protocol

from companion.engine.values.message import Message
from companion.model.faults import Fault
from companion.model.snapshot import Snapshot
from companion.stage.cues import Speaker
from hardware.cues import ErrorCue, StageCue


class Pages(Protocol):
    """Pages on the table's screen at rest."""

    @property
    def asks(self) -> bool:
        """Whether the pages are a question for OK.

        OK answers it for everybody.
        """

    @property
    def tells(self) -> bool:
        """Whether there are unread pages, to be dismissed by OK."""

    def turn(self, steps: int) -> None:
        """Turn *steps* pages; after the last comes the first."""

    def put_away(self) -> None:
        """Take the pages as read."""

    def cue(self, say: Speaker) -> StageCue | None:
        """Return the open page, None without one."""


class FaultPages:
    """The faults of a published state, one of them open.

    A page that was read returns only with another fault. It shows the given value to people at the table; its mirror
    shows a placeholder.
    """

    asks = False

    def __init__(self) -> None:
        self._faults: tuple[Fault, ...] = ()
        self._read: tuple[Fault, ...] = ()
        self._at = 0
        self._has_trouble = False

    def take(self, published: Snapshot) -> None:
        """Take *published* as the current state."""
        self._has_trouble = published.trouble is not None
        faults = tuple(fault for fault in published.faults if not fault.waits)
        if faults != self._faults:
            self._faults, self._at = faults, 0

    @property
    def tells(self) -> bool:
        """Whether there are unread pages."""
        return any(fault not in self._read for fault in self._faults) and not self._has_trouble

    def turn(self, steps: int) -> None:
        """Turn *steps* pages; after the last comes the first."""
        self._at += steps

    def put_away(self) -> None:
        """Take the pages as read."""
        self._read = self._faults

    @property
    def mend(self) -> str:
        """The line by which OK fixes the open page's fault.

        "" if it only dismisses the pages.
        """
        mend = self._faults[self._at % len(self._faults)].ok if self._faults else None
        return mend.line if mend else ""

    def cue(self, say: Speaker) -> ErrorCue | None:
        """Return the open page, None without one."""
        if not self.tells:
            return None
        at, of = self._at % len(self._faults), len(self._faults)
        fault = self._faults[at]
        how = Message("stage.fault-ok", {"label": fault.ok.label}) if fault.ok else Message("stage.fault-how")
        title = Message("stage.fault-page", {"title": fault.title, "at": at + 1, "of": of}) if of > 1 else fault.title
        return ErrorCue(title=say(title), lines=(say(fault.short), say(how)), private=True)
