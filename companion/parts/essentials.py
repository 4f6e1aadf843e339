"""The parts required by buttons and pages, made after the start.

A part that can't be made is a fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.engine.values.message import Message
from companion.health.health import Health
from companion.health.safe_start import SETTLED_S
from companion.model.reports.faults import Fault
from companion.parts import optional as listed
from companion.parts.optional import OptionalPart, OptionalParts
from companion.runtime.timers import Later, guarded

HANDS, PAGES = "program.hands", "program.pages"
NEEDED: Mapping[str, OptionalPart[Any]] = MappingProxyType({HANDS: listed.CONTROLS, PAGES: listed.PAGES})
"""The needed parts by their faults' keys."""
_SAID: Mapping[str, tuple[Message, Message]] = MappingProxyType(
    {
        HANDS: (Message("health.no-hands"), Message("stage.fault-no-hands")),
        PAGES: (Message("health.no-pages"), Message("stage.fault-no-pages")),
    }
)


class Needed:
    """The needed ones among the *optional* parts of a table.

    A missing one is reported to the table's *health*. Once all are made, the start counts as good. *later* sets the
    timers for that. A caller that needs a failed part has it tried again.
    """

    def __init__(self, optional: OptionalParts, health: Health, later: Later) -> None:
        self._optional, self._health, self._later = optional, health, later

    def make(self) -> None:
        """Make every part; each failure is a fault and stops no other."""
        for key, entry in NEEDED.items():
            if not guarded(self._optional.get, entry):
                self._health.faults.add(part_fault(key))

    def settle_later(self) -> None:
        """Schedule a later check of the start."""
        self._later(SETTLED_S, self.settle)

    def settle(self) -> None:
        """Count the start as good if all parts are made.

        Otherwise check again later. One may be made meanwhile.
        """
        made = [key for key, entry in NEEDED.items() if self._optional.made(entry) is not None]
        for key in made:
            self._health.faults.clear(key)
        if len(made) == len(NEEDED):
            self._health.settle()
        else:
            self.settle_later()


def part_fault(key: str) -> Fault:
    """Return the fault of a missing part by its *key*.

    :raises KeyError: if *key* isn't that of a part.
    """
    told, short = _SAID[key]
    return Fault(key, Message("stage.program"), short, told, told, Message("health.part-remedy"))
