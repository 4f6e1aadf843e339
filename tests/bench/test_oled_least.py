"""The bound on the OLED's bytes: attained where that can be counted by hand, and under every driver that was tried."""

from __future__ import annotations

from itertools import product

import pytest

from hardware.emulated.controllers import CONTROLLERS
from hardware.oled.drawing.bitmap import WIDTH, pack_pages
from hardware.oled.panel.driver import changed_spans
from tests.bench.oled_least import least_bytes
from tests.support.oleds import CHIPS, Numbers, Panel, drawings

DARK = bytes(8 * WIDTH)
Place = tuple[int, int]


def changed(*places: Place) -> bytes:
    """The RAM after *places*, each a page and a column, have changed in a dark one."""
    ram = bytearray(DARK)
    for page, column in places:
        ram[page * WIDTH + column] = 1
    return bytes(ram)


def rectangle(pages: range, columns: range) -> tuple[Place, ...]:
    return tuple(product(pages, columns))


def test_what_has_not_changed_costs_nothing() -> None:
    assert [least_bytes(chip, DARK, DARK) for chip in CONTROLLERS] == [0] * len(CONTROLLERS)


@pytest.mark.parametrize(
    ("places", "by_pages", "by_windows"),
    [
        (((3, 5),), 4 - 2, 1 + 2),
        (rectangle(range(8), range(128)), 8 * (4 + 128) - 2, 1024 + 2),
        (rectangle(range(1, 3), range(10, 20)), 2 * (4 + 10) - 2, 20 + 2),
        (rectangle(range(1, 3), range(10, 20))[:-3], 4 + 10 + 4 + 7 - 2, 17 + 2),
        ((*rectangle(range(1, 3), range(9)), *rectangle(range(1, 3), range(40, 49))), 4 * (4 + 9) - 2, 36 + 7 + 2),
        ((*rectangle(range(2), range(9)), *rectangle(range(6, 8), range(40, 49))), 4 * (4 + 9) - 2, 36 + 7 + 2),
        (((0, 0), (0, 3)), 4 + 4 - 2, 4 + 2),
        (((0, 0), (0, 30)), 4 + 4 - 2, 2 + 7 + 2),
        (((0, 0), (2, 0)), 4 + 4 - 2, 3 + 2),
    ],
)
def test_small_changes_cost_what_can_be_counted_by_hand(
    places: tuple[Place, ...], by_pages: int, by_windows: int
) -> None:
    new = changed(*places)
    assert least_bytes("sh1106", DARK, new) == by_pages
    assert least_bytes("ssd1306", DARK, new) == min(by_pages, by_windows)


def least_by_trying(places: frozenset[Place], pages: int, columns: int) -> int:
    """The least that windows, each filled or left in its last row, cost for *places*: by trying every set of them."""
    if not places:
        return 0
    first = min(places)
    best = 10_000
    for top, left in product(range(first[0] + 1), range(columns)):
        for bottom, right, stop in product(range(first[0], pages), range(left, columns), range(left, columns)):
            window = {
                (page, column)
                for page, column in product(range(top, bottom + 1), range(left, right + 1))
                if page < bottom or column <= stop
            }
            if first in window and stop <= right:
                best = min(best, 7 + len(window) + least_by_trying(places - window, pages, columns))
    return best


SHORT_RUN = 12
LONG_RUN = pytest.param(60, marks=pytest.mark.long)


@pytest.mark.long
@pytest.mark.parametrize("sets", [SHORT_RUN, LONG_RUN])
def test_no_set_of_windows_costs_less_than_the_bound_and_some_cost_no_more(sets: int) -> None:
    numbers, attained = Numbers("windows"), 0
    for _ in range(sets):
        places = frozenset(rectangle(range(3), range(3))[numbers.below(9)] for _ in range(1 + numbers.below(6)))
        tried = least_by_trying(places, 3, 3) - 5
        assert least_bytes("ssd1306", DARK, changed(*places)) <= tried
        attained += least_bytes("ssd1306", DARK, changed(*places)) == tried
    assert attained > sets // 3


@pytest.mark.long
@pytest.mark.parametrize("pictures", [SHORT_RUN, LONG_RUN])
@pytest.mark.parametrize("chip", CHIPS)
def test_the_driver_never_sends_less_than_the_bound(chip: str, pictures: int) -> None:
    panel = Panel(chip)
    first = next(drawings("first", 1, (128, 64)))
    panel.device.reinit(first)
    old = pack_pages(first)
    for image in drawings(f"bound {chip}", pictures, (128, 64)):
        panel.bus.reset_counts()
        panel.device.display(image)
        new = pack_pages(image)
        spans = changed_spans(old, new, WIDTH)
        pages = len({page for page, _, _ in spans})
        data = sum(end - begin for _, begin, end in spans)
        assert panel.bus.bytes_written == data + 6 * len(spans) + pages, "only a page's first span names it"
        assert least_bytes(chip, old, new) <= panel.bus.bytes_written
        old = new
