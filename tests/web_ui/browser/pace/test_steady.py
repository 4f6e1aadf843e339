"""The first picture stays where it is: what the modules draw takes the room that the page has kept for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.support.browsing import Pages
from tests.support.long_forms import few_of
from tests.support.seating import joined
from tests.support.whole import Whole, table_of
from tests.web_ui.browser.pace.test_weight import COMPLETE, GAMES

pytestmark = pytest.mark.long

MAX_SHIFT = 0.1
"""The cumulative layout shift below which a page counts as steady, as browsers measure it."""
WATCH = """() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
}"""

table = table_of()


@pytest.mark.parametrize(("slug", "mode"), few_of([("forbidden-island", "referee")], GAMES))
def test_the_first_picture_stays_where_it_is(pages: Pages, table: Whole, everybody: str, slug: str, mode: str) -> None:
    table.do(f"new {slug} {mode} seats=2")

    def watch(page: Page) -> None:
        page.add_init_script(f"({WATCH})()")

    page = table.open(pages, everybody, "/?lang=en", prepare=watch)
    joined(page)
    page.wait_for_function(COMPLETE)
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")
    shifted = page.evaluate("window.shifted")
    print(slug, mode, shifted)
    assert shifted <= MAX_SHIFT
