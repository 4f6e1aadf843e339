"""The parts required by buttons and pages, made after the start.

A part that can't be made is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.engine.values.message import Message
from companion.health.faults import Faults
from companion.health.safe_start import SETTLED_S
from companion.model.faults import Fault
from companion.runtime.late import Late
from companion.runtime.timers import Later, guarded

HANDS, PAGES = "program.hands", "program.pages"
_SAID: Mapping[str, tuple[Message, Message]] = MappingProxyType(
    {
        HANDS: (Message("health.no-hands"), Message("stage.fault-no-hands")),
        PAGES: (Message("health.no-pages"), Message("stage.fault-no-pages")),
    }
)


class Needed:
    """The *parts* of a table by their faults' keys, reported to *faults*.

    *settled* is called once all are made. *later* sets the timers for that. A caller that needs a failed part has it
    tried again.
    """

    def __init__(
        self, parts: Mapping[str, Late[Any]], faults: Faults, settled: Callable[[], object], later: Later
    ) -> None:
        self._parts, self._faults, self._settled, self._later = parts, faults, settled, later

    def make(self) -> None:
        """Make every part; each failure is a fault and stops no other."""
        for key, part in self._parts.items():
            if not guarded(part):
                self._faults.add(part_fault(key))

    def settle_later(self) -> None:
        """Schedule a later check of the start."""
        self._later(SETTLED_S, self.settle)

    def settle(self) -> None:
        """Count the start as good if all parts are made.

        Otherwise check again later. One may be made meanwhile.
        """
        made = [key for key, part in self._parts.items() if part.made is not None]
        for key in made:
            self._faults.clear(key)
        if len(made) == len(self._parts):
            self._settled()
        else:
            self.settle_later()


def part_fault(key: str) -> Fault:
    """Return the fault of a missing part by its *key*.

    :raises KeyError: if *key* isn't that of a part.
    """
    told, short = _SAID[key]
    return Fault(key, Message("stage.program"), short, told, told, Message("health.part-remedy"))
