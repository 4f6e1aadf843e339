"""Paper notes: what a thing is, asked by a press, a right click or a key; beside it, put away by any tap."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support import islands
from tests.support.browsing import Pages
from tests.support.whole import Whole, table_of
from tests.support.windows import NEWCOMER
from tests.support.wording import say
from tests.web_ui.browser import axe

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


@pytest.mark.long
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
    assert axe.faults(page) == []
    page.locator(".tile[role=button]").first.click()
    expect(paper(page)).to_have_count(0)
    assert table.table["version"] == before
    # In any dock a button that can't be pressed says under its words what is lacking.
    assert page.evaluate(GREYED) == "Capture has 3 of 4"


GREYED = """async () => {
    const { Walk } = await import(new URL('../dock/walk.js', document.querySelector('script[type=module]').src));
    const walk = new Walk(document.createElement('div'), String, () => {}, () => {});
    walk.table = {};
    const why = { reason: 'You need four cards.', short: 'has 3 of 4' };
    return walk.button({ word: 'capture', label: 'Capture', do: 'capture', then: [], why }, 'button').textContent;
}"""
SHEET = """() => {
    const sheet = { className: 'sheet consent', id: 'any-sheet' };
    document.body.append(Object.assign(document.createElement('section'), sheet));
}"""
# What can be chosen and a hint lies over.
COVERED = """() => {
    const paper = document.querySelector('.paper').getBoundingClientRect();
    const choices = '#board [role=button]:not([aria-disabled=true]), #dock button:not([aria-disabled=true])';
    return [...document.querySelectorAll(choices)].filter((each) => {
        const box = each.getBoundingClientRect();
        const beside = box.left >= paper.right || box.right <= paper.left;
        return box.width && !beside && box.top < paper.bottom && box.bottom > paper.top;
    }).map((each) => each.dataset.token ?? each.textContent);
}"""


@pytest.mark.long
def test_who_never_played_is_told_their_gift_and_one_hint_after_the_other_until_they_want_no_more(
    pages: Pages, table: Whole
) -> None:
    islands.begin(table)
    page = islands.phone(pages, table, prepare=lambda page: page.add_init_script(NEWCOMER))
    gift = page.get_by_role("dialog", name=re.compile("Engineer"))
    expect(gift.locator("#gift-text")).to_contain_text(say("forbidden-island.gift.engineer"))
    assert axe.faults(page) == []
    gift.get_by_role("button").click()
    expect(paper(page).get_by_role("heading")).to_have_text(say("forbidden-island.hint.tile"))
    assert page.evaluate(COVERED) == []
    assert axe.faults(page) == []
    # A tap on the board does what it does anyway, and the hint is gone; it isn't told again, nor is the gift.
    page.locator(islands.tile("coral-palace")).click()
    expect(page.get_by_role("dialog", name=re.compile("Coral Palace"))).to_be_visible()
    expect(paper(page)).to_have_count(0)
    page.keyboard.press("Escape")
    islands.put(table, ["water=2"])
    expect(paper(page)).to_have_count(1)
    expect(paper(page).get_by_role("heading")).not_to_have_text(say("forbidden-island.hint.tile"))
    assert page.evaluate(COVERED) == []
    # Whatever else comes pushes it away before it was read: it is told again, once that is gone.
    told = paper(page).get_by_role("heading").inner_text()
    page.evaluate(SHEET)
    expect(paper(page)).to_have_count(0)
    page.evaluate("document.querySelector('#any-sheet').remove()")
    islands.put(table, ["water=3"])
    expect(paper(page).get_by_role("heading")).to_have_text(told)
    assert not lies_on(page, page.locator(".head"))
    page.get_by_role("button", name=say("help.no-more")).click()
    expect(paper(page)).to_have_count(0)
    assert page.evaluate("[localStorage.hints, JSON.parse(localStorage.gifts).seats]") == ['"off"', [0]]
    # What should be watched is one tap from the menu: it is marked on the board, and said.
    page.locator("#more").click()
    page.locator("#watch").click()
    expect(paper(page)).to_contain_text(say("forbidden-island.watch.used"))
    watched = [name for name, cell in islands.cells(table).items() if "watch" in cell]
    assert watched
    expect(page.locator(".watch-mark")).to_have_count(len(watched))
    page.keyboard.press("Escape")
    expect(page.locator(".watch-mark")).to_have_count(0)
