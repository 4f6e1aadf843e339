"""Paper notes: what a thing is, asked by a press, a right click or a key; beside it, put away by any tap."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support import islands
from tests.support.browsing import Pages
from tests.support.whole import Whole, table_of

table = table_of()
HELP = "() => performance.getEntriesByType('resource').some((each) => each.name.endsWith('help.js'))"
"""What hears long presses comes when a page that is drawn has nothing better to do."""


@pytest.fixture
def page(pages: Pages, table: Whole) -> Page:
    islands.begin(table)
    page = islands.phone(pages, table)
    page.wait_for_function(HELP)
    return page


def paper(page: Page) -> Locator:
    return page.locator(".paper")


def lies_on(page: Page, thing: Locator) -> bool:
    """Tell whether the note covers any of *thing*."""
    one, other = paper(page).bounding_box(), thing.bounding_box()
    assert one is not None
    assert other is not None
    apart = (
        one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
        or one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
    )  # fmt: skip
    return not apart


def test_a_note_lies_beside_what_was_asked_and_any_tap_or_escape_puts_it_away(page: Page, table: Whole) -> None:
    before = table.table["version"]
    tile = page.locator(islands.tile("coral-palace"))
    for name in ("coral-palace", "watchtower", "silver-gate"):
        asked = page.locator(islands.tile(name))
        asked.click(button="right")
        expect(paper(page)).to_be_visible()
        assert not lies_on(page, asked), name
        page.keyboard.press("Escape")
        expect(paper(page)).to_have_count(0)
    # A press of half a second asks; the tap that it ends with, and the one that puts the note away, do nothing else.
    box = tile.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(paper(page)).to_be_visible()
    page.mouse.up()
    expect(paper(page)).to_be_focused()
    expect(paper(page).get_by_role("heading")).to_contain_text("Coral Palace")
    page.locator(".tile[role=button]").first.click()
    expect(paper(page)).to_have_count(0)
    assert table.table["version"] == before
