from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from companion.health.faults import Faults
from companion.health.needed import HANDS, PAGES, Needed, part_fault
from companion.health.safe_start import SETTLED_S
from companion.runtime.late import Late
from companion.runtime.timers import Timer


class Parts:
    """A table's parts, each made as soon as it isn't *broken* any more, and the timers that are set for them."""

    def __init__(self, *broken: str) -> None:
        self.broken = set(broken)
        self.made: list[str] = []
        self.settled = 0
        self.timers: list[tuple[float, Callable[[], object]]] = []
        self.faults = Faults()
        self.late = {key: Late(partial(self._make, key)) for key in (HANDS, PAGES)}
        self.needed = Needed(self.late, self.faults, self._settle, self._later)

    def _make(self, key: str) -> str:
        if key in self.broken:
            raise ImportError(key)
        self.made.append(key)
        return key

    def _settle(self) -> None:
        self.settled += 1

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
    assert (parts.made, parts.settled, [*parts.told]) == ([HANDS, PAGES], 0, [])
    parts.pass_time()
    assert (parts.settled, parts.timers) == (1, [])


def test_a_part_that_cannot_be_made_is_a_fault_and_the_other_is_made_all_the_same() -> None:
    for broken, made in ((HANDS, PAGES), (PAGES, HANDS)):
        parts = Parts(broken)
        parts.needed.make()
        assert parts.made == [made]
        assert parts.faults.now == (part_fault(broken),)


def test_a_start_is_no_good_one_before_who_needs_the_missing_part_has_had_it_made() -> None:
    parts = Parts(HANDS)
    parts.needed.make()
    parts.needed.settle_later()
    for _ in range(3):
        parts.pass_time()
        assert (parts.settled, [*parts.told]) == (0, [HANDS])
    parts.broken.clear()
    parts.late[HANDS]()
    parts.pass_time()
    assert (parts.settled, [*parts.told], parts.timers) == (1, [], [])
