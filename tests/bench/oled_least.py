"""The least that any driver could send for a picture: a lower bound that is proven, not the cost of a driver.

Law: no driver that writes what has changed into a controller's RAM and keeps to one way of addressing within a picture
sends fewer bytes. Where something is hard to count, the bound takes what is cheaper.

- By *pages* (every controller): a data byte each, and for each further run of them at least one command. Runs of pages
  are told apart; a gap between two runs is sent or skipped, whichever is less.
- By *windows* (SSD1306, SSD1309): rectangles of pages and columns, filled row by row or column by column, and left
  wherever the driver likes. Which rectangles are the least is found by trying all sets of them that can be open at once
  in a column, from the left column to the right one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

PAGES = 8
DATA_BYTES = 2
"""Address and control byte: they begin data where the controller knows already where it goes."""
WINDOW_BYTES = 7
"""Address, control byte and the command of three bytes for another range of columns or of pages; then `DATA_BYTES`."""
PAGE_SAVING = 2
"""So much less, at most, than a run that a command goes before costs one where the last picture ended."""

Window = tuple[int, int]
"""First page, and page after the last, of a rectangle open in a column."""


class Sets(NamedTuple):
    """All sets of windows that can be open at once: how many pages each covers, as a number of bits and as a mask.

    *without* holds for each set those with one window less; *lower*, those with a window that has lost its last page.
    All are places in the same list, in which sets of fewer windows come first.
    """

    covered: list[int]
    masks: list[int]
    without: list[list[int]]
    lower: list[list[int]]
    widest_first: list[int]


def least_bytes(chip: str, old: bytes, new: bytes) -> int:
    """Return a number of bytes on the bus, addresses included, below which no driver shows *new* after *old*.

    :param chip: a key of `hardware.emulated.controllers.CONTROLLERS`.
    :param old: the RAM's pages, as `hardware.oled.drawing.bitmap.pack_pages` gives them; *new*: the same, after it.
    """
    width = len(new) // PAGES
    columns: dict[int, int] = {}
    for place, (was, is_now) in enumerate(zip(old, new, strict=True)):
        if was != is_now:
            columns[place % width] = columns.get(place % width, 0) | 1 << place // width
    if not columns:
        return 0
    by_pages = _by_pages(columns)
    return by_pages if chip == "sh1106" else min(by_pages, _by_windows(columns))


def _by_pages(columns: Mapping[int, int]) -> int:
    rows = ([column for column, mask in sorted(columns.items()) if mask >> page & 1] for page in range(PAGES))
    return sum(_page(changed) for changed in rows if changed) - PAGE_SAVING


def _page(changed: list[int]) -> int:
    """Return the least for a page's *changed* columns, by trying each beginning of the run that ends at each."""
    best = [0]
    for end, last in enumerate(changed):
        best.append(min(best[begin] + _run(last - changed[begin] + 1) for begin in range(end + 1)))
    return best[-1]


def _run(data: int) -> int:
    """Return the least for a run that one command goes before.

    Within a transaction each byte has a control byte of its own (2 each); the last run needs but one, and an address.
    """
    return min(2 + 2 * data, 4 + data)


def _by_windows(columns: Mapping[int, int]) -> int:
    """Return the least for *columns*, masks of pages by column; the first window may be the last picture's last."""
    top = min((mask & -mask).bit_length() - 1 for mask in columns.values())
    sets = _sets(max(mask.bit_length() for mask in columns.values()) - top)
    never = PAGES * (len(columns) + 1) * (WINDOW_BYTES + max(columns) + 1)
    costs = [0, *[never] * (len(sets.masks) - 1)]
    for column in range(min(columns), max(columns) + 1):
        changed = columns.get(column, 0) >> top
        for one in sets.widest_first:  # a window may end, or its last page may
            for other in (*sets.without[one], *sets.lower[one]):
                costs[other] = min(costs[other], costs[one])
        for one, fewer in enumerate(sets.without):  # and another one may begin
            costs[one] = min([costs[one], *(costs[other] + WINDOW_BYTES for other in fewer)])
        costs = [
            never if changed & ~mask else cost + pages
            for cost, mask, pages in zip(costs, sets.masks, sets.covered, strict=True)
        ]
    return min(costs) - WINDOW_BYTES + DATA_BYTES


@cache
def _sets(pages: int) -> Sets:
    found = sorted(_open_at_once(0, pages), key=len)
    at = {windows: place for place, windows in enumerate(found)}
    masks = [sum((1 << end) - (1 << first) for first, end in windows) for windows in found]
    covered = [mask.bit_count() for mask in masks]
    without = [[at[windows[:out] + windows[out + 1 :]] for out in range(len(windows))] for windows in found]
    lower = [
        [
            at[(*windows[:out], (first, end - 1), *windows[out + 1 :])]
            for out, (first, end) in enumerate(windows)
            if end - first > 1
        ]
        for windows in found
    ]
    return Sets(covered, masks, without, lower, sorted(range(len(found)), key=lambda one: -covered[one]))


def _open_at_once(page: int, pages: int) -> list[tuple[Window, ...]]:
    if page == pages:
        return [()]
    found = _open_at_once(page + 1, pages)
    for end in range(page + 1, pages + 1):
        found = found + [((page, end), *rest) for rest in _open_at_once(end, pages)]
    return found
