"""The television of a game with turns: who is on is a column seen across a room, the board stands in full height."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.support import battles, fireships, islands, volcanoes
from tests.support.browsing import Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.web_ui.browser.axe import faults

WIDE, UPRIGHT = ViewportSize(width=1920, height=1080), ViewportSize(width=1080, height=1920)
BOARDS = ".play-area svg[role=group]"
FITS = "document.documentElement.scrollHeight <= innerHeight + 1 && document.documentElement.scrollWidth <= innerWidth"
MIN_PART_OF_PAGE = 0.28
"""So much of the screen is the board's, at least."""

table = table_of()


def battle(table: Whole) -> None:
    battles.lay(table)


def volcano(table: Whole) -> None:
    volcanoes.lay(table, "fireball", "cancel")


def island(table: Whole) -> None:
    islands.begin(table)


def sea(table: Whole) -> None:
    fireships.begin(table)


BEGINNINGS: tuple[Callable[[Whole], None], ...] = (island, sea, battle, volcano)


@pytest.mark.long
@pytest.mark.parametrize("begins", [BEGINNINGS[:2], BEGINNINGS[2:]], ids=["tiles and sea", "maps"])
def test_who_is_on_is_seen_across_the_room_in_every_game(
    pages: Pages, table: Whole, begins: tuple[Callable[[Whole], None], ...]
) -> None:
    page = pages.open("/tv", {"width": 1920, "height": 1080}, reduced_motion="reduce")
    for begin in begins:
        begin(table)
        expect(page.locator("html")).to_have_attribute("data-kind", table.table["game"])
        expect(page.locator("#whose h2")).to_have_text("Player 1")
        expect(page.locator("#whose .pawn-large text")).not_to_be_empty()
        for size in (WIDE, UPRIGHT):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme="dark" if size is WIDE else "light")
            eventually(lambda: page.evaluate(FITS))
            box = page.locator(BOARDS).first.bounding_box()
            assert box and box["width"] * box["height"] > MIN_PART_OF_PAGE * size["width"] * size["height"], box
        assert begin is not island or faults(page) == []


@pytest.mark.long
def test_a_television_that_is_loaded_anew_shows_the_last_fact_and_who_is_on(pages: Pages, table: Whole) -> None:
    island(table)
    page = pages.open("/tv", {"width": 1920, "height": 1080})
    expect(page.locator("#whose .dots .left")).to_have_count(3)
    table.do("end-actions", 0)
    last = table.table["log"][-1]["text"]
    expect(page.locator("#headline")).to_contain_text(last.split(": ")[-1])
    before = page.locator("#headline").inner_text()
    page.reload()
    expect(page.locator("#whose h2")).to_be_visible()
    assert page.locator("#headline").inner_text() == before


# The boxes of all codes that are shown, of the words beside them, and of what else stands in the column.
CODES = """() => [...document.querySelectorAll(
    '.end-code, .join .code, .fair > span, .join > span:last-child, .tally, .end-people')]
    .map((each) => each.getBoundingClientRect()).filter((box) => box.width > 0)
    .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""


@pytest.mark.long
def test_at_the_end_each_code_is_whole_and_lies_over_nothing(pages: Pages, table: Whole) -> None:
    island(table)
    islands.put(table, ["coral-palace=sunk", "flood.coral-palace=out", "tidal-palace=sunk", "flood.tidal-palace=out"])
    page = pages.open("/tv?lang=fr", {"width": 1920, "height": 1080}, reduced_motion="reduce")
    expect(page.locator(".end-code")).to_be_visible()
    for width, height in ((1920, 1080), (1280, 720), (1080, 1920)):
        page.set_viewport_size({"width": width, "height": height})
        eventually(lambda: page.evaluate(FITS))
        boxes = page.evaluate(CODES)
        assert len(boxes) == (6 if height > width else 5), boxes  # the way in is a code as well where there is room
        for at, (left, top, right, bottom) in enumerate(boxes):
            assert left >= 0 and top >= 0 and right <= width and bottom <= height, (width, boxes)
            for a, b, c, d in boxes[at + 1 :]:
                assert right <= a or c <= left or bottom <= b or d <= top, (width, boxes)
