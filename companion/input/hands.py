"""Hands at the table: where each press and turn goes."""

from __future__ import annotations

import threading

from companion.parts.optional import CONTROLS, GUIDE, REHEARSAL, OptionalParts
from companion.upkeep.quiet import Quiet
from hardware.ports import ButtonName, ChordHeld, InputEvent

OFF = frozenset[ButtonName]({"ok", "back"})
"""Buttons that switch the table off in any state when held together."""


class Hands:
    """The receiver of the table's input, one event at a time.

    A rehearsal gets it, else the first evening's guide, else the game's controls. *quiet* notes that somebody is there.
    Each device calls this on its own thread.
    """

    def __init__(self, optional: OptionalParts, quiet: Quiet) -> None:
        self._optional, self._quiet = optional, quiet
        self._one_at_a_time = threading.Lock()

    def handle(self, event: InputEvent) -> None:
        """Handle *event* of a button or the knob."""
        self._quiet.touch()
        with self._one_at_a_time:
            rehearsal, guide = self._optional.made(REHEARSAL), self._optional.made(GUIDE)
            if rehearsal is not None and rehearsal.is_on and not _switches_off(event):
                rehearsal.handle(event)
            elif guide is None or not guide.handle(event):
                self._optional.get(CONTROLS).handle(event)

    def edge(self, line: str, closed: bool) -> None:
        """Pass an edge of a contact to the rehearsal, if any."""
        if (rehearsal := self._optional.made(REHEARSAL)) is not None:
            rehearsal.edge(line, closed)


def _switches_off(event: InputEvent) -> bool:
    return isinstance(event, ChordHeld) and event.buttons == OFF
