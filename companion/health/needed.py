"""The parts that buttons and pages wait for, made once the table answers: they are there, or a fault says so."""

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
    """The *parts* of a table by the keys of the faults it has without them, and what is told *faults* of them.

    *settled* is called once all are made, *later* sets the timers for that. Who needs a part that couldn't be made has
    it tried again.
    """

    def __init__(
        self, parts: Mapping[str, Late[Any]], faults: Faults, settled: Callable[[], object], later: Later
    ) -> None:
        self._parts, self._faults, self._settled, self._later = parts, faults, settled, later

    def make(self) -> None:
        """Make each of them, whatever becomes of the others; one that can't be made is a fault."""
        for key, part in self._parts.items():
            if not guarded(part):
                self._faults.add(part_fault(key))

    def settle_later(self) -> None:
        """See in a while whether the start was a good one."""
        self._later(SETTLED_S, self.settle)

    def settle(self) -> None:
        """Take the start as a good one if all are made; else look again in a while, for one may be made meanwhile."""
        made = [key for key, part in self._parts.items() if part.made is not None]
        for key in made:
            self._faults.clear(key)
        if len(made) == len(self._parts):
            self._settled()
        else:
            self.settle_later()


def part_fault(key: str) -> Fault:
    """Return what is told of a table without the part whose fault has this *key*.

    :raises KeyError: *key* is none of these faults'.
    """
    told, short = _SAID[key]
    return Fault(key, Message("stage.program"), short, told, told, Message("health.part-remedy"))
