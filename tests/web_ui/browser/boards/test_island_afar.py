"""Forbidden Island as a television draws it: the same island and all that lies around it, for nobody to touch."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import DESK, Pages
from tests.support.islands import FLOODED, LAID, OPENING, begin, next_flood, put, tile
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say

# Has a page that is open draw the table from afar, now and whenever it is called again.
AFAR = """async (from) => {
    const root = document.getElementById('afar') ?? Object.assign(document.createElement('section'), { id: 'afar' });
    if (!root.isConnected) document.body.replaceChildren(root);
    const { build } = await import(new URL('../games/forbidden-island/tv.js', from));
    const table = await fetch('/api/v1/table?seat=none').then((answer) => answer.json());
    window.show ??= build(root, (key, values = {}) => `${key} ${Object.values(values).join(' ')}`);
    window.show(table);
}"""

table = table_of(OPENING)


def afar(pages: Pages) -> Page:
    """Open a page that has nothing but the table from afar."""
    page = pages.open(size={"width": 1920, "height": 1080}, host="tide.example")
    module = page.evaluate("document.querySelector('script[type=module]').src")
    start = page.evaluate("document.getElementById('start').outerHTML")
    page.goto(page.evaluate("`${location.origin}/nowhere`"))
    page.evaluate("(start) => document.head.insertAdjacentHTML('beforeend', start)", start)
    page.evaluate("(module) => { window.module = module; }", module)
    redraw(page)
    return page


def redraw(page: Page) -> None:
    """Draw the table as it is now."""
    page.evaluate(AFAR, page.evaluate("window.module"))


@pytest.mark.long
def test_from_afar_the_island_the_hands_the_water_and_what_was_used_are_told(pages: Pages, table: Whole) -> None:
    begin(table)
    put(table, ["discard.sandbags=1"])
    page = afar(pages)
    expect(page.locator(".tile")).to_have_count(len(LAID))
    assert page.locator(".tile.flooded").count() == len(FLOODED)
    assert page.locator(".mates .chits").all_inner_texts() == [
        "Earth Stone\nEarth Stone",
        "Ocean’s Chalice\nHelicopter Lift",
    ]
    assert page.locator(".meter i").count() == 10
    treasure, flood = page.locator(".names").all_inner_texts()
    assert treasure == "Sandbags"
    assert sorted(flood.split(" · ")) == sorted(
        page.locator(".tile.flooded").evaluate_all(
            "all => all.map((each) => each.getAttribute('aria-label').split(',')[0])"
        )
    )


@pytest.mark.long
def test_from_afar_nothing_can_be_touched(pages: Pages, table: Whole) -> None:
    begin(table)
    page = afar(pages)
    assert page.locator("#afar [role=button], #afar [tabindex], #afar button:visible").count() == 0


@pytest.mark.long
def test_beside_the_simulated_table_nothing_of_it_is_cut_in_half(pages: Pages, table: Whole) -> None:
    begin(table)
    page = pages.open("/panel", DESK)
    expect(page.locator(".tile")).to_have_count(len(LAID))
    expect(page.locator(".mates")).to_be_visible()
    whole = "document.getElementById('game').scrollHeight <= document.getElementById('game').clientHeight"
    eventually(lambda: page.evaluate(whole))


@pytest.mark.long
def test_drawn_again_the_same_island_changes_and_is_not_built_anew(pages: Pages, table: Whole) -> None:
    begin(table)
    next_flood(table, "watchtower")
    page = afar(pages)
    page.evaluate("document.querySelector('.tiles').same = true")
    table.do("draw", 0)
    redraw(page)
    expect(page.locator(tile("watchtower"))).to_have_class("tile sunk")
    assert page.evaluate("document.querySelector('.tiles').same")


@pytest.mark.long
def test_from_afar_the_end_is_told(pages: Pages, table: Whole) -> None:
    begin(table)
    put(table, ["water=10"])
    page = afar(pages)
    expect(page.locator(".ending h2.bad")).to_have_text(say("forbidden-island.end.skull"))
    assert page.locator(".medals li").count() == 4
    assert page.locator(".tally dd").count() == 4
