from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from companion.health.health import Health
from companion.health.safe_start import SETTLED_S
from companion.parts.essentials import HANDS, NEEDED, PAGES, Needed, part_fault
from companion.parts.optional import OptionalPart, OptionalParts
from companion.runtime.timers import Timer


class Counted(Health):
    """A table's health that counts its good starts."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"))
        self.settled = 0

    def settle(self) -> None:
        self.settled += 1


class Parts(OptionalParts):
    """A table's parts, each made as soon as it isn't *broken* any more, and the timers that are set for them."""

    def __init__(self, *broken: str) -> None:
        self.health = Counted()
        self.faults = self.health.faults
        super().__init__(self.faults)
        self.broken = set(broken)
        self.new: list[str] = []
        self.timers: list[tuple[float, Callable[[], object]]] = []
        self.needed = Needed(self, self.health, self._later)

    def _new(self, entry: OptionalPart[Any]) -> str:
        key = next(key for key, each in NEEDED.items() if each is entry)
        if key in self.broken:
            raise ImportError(key)
        self.new.append(key)
        return key

    def _later(self, seconds: float, action: Callable[[], object]) -> Timer:
        self.timers.append((seconds, action))
        return Timer(action)

    def pass_time(self) -> None:
        (seconds, action), *self.timers = self.timers
        assert seconds == SETTLED_S
        action()

    @property
    def told(self) -> Iterator[str]:
        return (fault.key for fault in self.faults.now)


def test_a_start_whose_parts_are_all_made_is_a_good_one_after_a_while() -> None:
    parts = Parts()
    parts.needed.make()
    parts.needed.settle_later()
    assert (parts.new, parts.health.settled, [*parts.told]) == ([HANDS, PAGES], 0, [])
    parts.pass_time()
    assert (parts.health.settled, parts.timers) == (1, [])


def test_a_part_that_cannot_be_made_is_a_fault_and_the_other_is_made_all_the_same() -> None:
    for broken, made in ((HANDS, PAGES), (PAGES, HANDS)):
        parts = Parts(broken)
        parts.needed.make()
        assert parts.new == [made]
        assert parts.faults.now == (part_fault(broken),)


def test_a_start_is_no_good_one_before_who_needs_the_missing_part_has_had_it_made() -> None:
    parts = Parts(HANDS)
    parts.needed.make()
    parts.needed.settle_later()
    for _ in range(3):
        parts.pass_time()
        assert (parts.health.settled, [*parts.told]) == (0, [HANDS])
    parts.broken.clear()
    parts.get(NEEDED[HANDS])
    parts.pass_time()
    assert (parts.health.settled, [*parts.told], parts.timers) == (1, [], [])
