"""How much a page does when a result is revealed: only what changed is drawn anew, so that a phone of 2016 keeps up."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.support.browsing import PHONE, Pages
from tests.support.midgame import play
from tests.support.whole import Whole, table_of

WATCH = """() => {
    window.changes = [];
    const clocks = '#link, #table-menu, dialog';
    new MutationObserver((found) => changes.push(...found
        .filter((each) => !each.target.closest(clocks))
        .map((each) => each.target.id || each.target.getAttribute('class') || each.target.localName)))
        .observe(document.body, { subtree: true, childList: true });
}"""
"""Writes down each place whose children change, but for the age and what is behind one tap."""
LINES = ("roll dice", "roll plain")
MAX_CHANGES = 20
"""From the press to the result: three dice and a sum twice, the dock twice, the words, a line of the log."""
MAX_LAYOUTS = 40
MAX_DRESSED = 100
"""So many of the page's 300 elements have their looks worked out at once, when a wheel begins to turn or stands."""
MAX_IDLE = 20
"""And so many while nothing happens but that what is shown gets older."""

table = table_of()


def layouts(devtools: CDPSession) -> int:
    """Return how often the page has been laid out since *devtools* listens."""
    told = devtools.send("Performance.getMetrics")["metrics"]
    return next(int(each["value"]) for each in told if each["name"] == "LayoutCount")


def revealed(page: Page, table: Whole, line: str) -> None:
    """Have the table do *line*, and wait until *page* shows what came of it."""
    before = page.locator("#results li").count()
    table.do(line, 0)
    expect(page.locator("#results li")).to_have_count(before + 1)
    expect(page.locator(".moving")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("line", LINES)
def test_a_reveal_draws_what_changed_and_nothing_else(pages: Pages, table: Whole, line: str) -> None:
    play(table, "fireship")
    page = pages.open("/", PHONE)
    page.locator("#dock button").first.wait_for()
    revealed(page, table, line)  # everything that comes later has come
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    early = layouts(devtools)
    page.evaluate(WATCH)
    revealed(page, table, line)
    changes = page.evaluate("changes")
    assert 0 < len(changes) <= MAX_CHANGES, changes
    assert changes.count("results") == 1
    assert "chips badges" not in changes
    assert 0 < layouts(devtools) - early <= MAX_LAYOUTS


def dressed(page: Page, table: Whole, line: str) -> int:
    """Return of how many elements the looks are worked out at once at most, while the table does *line*."""
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    if line:
        revealed(page, table, line)
    else:
        page.wait_for_function(
            "(told) => document.querySelector('#link time').textContent !== told",
            arg=page.locator("#link time").text_content(),
        )
    told = json.loads(browser.stop_tracing())["traceEvents"]
    return max(int(each["args"]["elementCount"]) for each in told if "elementCount" in each.get("args", {}))


@pytest.mark.long
def test_a_wheel_that_turns_has_little_of_its_page_looked_at_anew(pages: Pages, table: Whole) -> None:
    play(table, "fireship")
    page = pages.open("/", PHONE)
    page.locator("#dock button").first.wait_for()
    revealed(page, table, "roll plain")  # everything that comes later has come
    assert page.locator("body *").count() > 2 * MAX_DRESSED
    assert 0 < dressed(page, table, "spin wheel") <= MAX_DRESSED
    assert 0 < dressed(page, table, "") <= MAX_IDLE
