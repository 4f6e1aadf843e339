"""A phone at the Fireship kit whose page has all that it fetches by itself, over a network that may fail then."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.browsing import PROXY_HOST, Pages
from tests.support.tables import dice
from tests.support.waiting import eventually
from tests.support.whole import Whole

ROLL = "#dock [data-key='do roll dice']"


def fresh(pages: Pages, table: Whole, cookie: str, lang: str = "en") -> Page:
    """Open the phone's page over the network, its clock the test's to move on, and wait until it rests."""
    came: list[str] = []

    def prepare(page: Page) -> None:
        page.clock.install()
        page.on("requestfinished", lambda request: came.append(request.url))

    page = table.open(pages, cookie, f"/?lang={lang}", PROXY_HOST, prepare=prepare)
    expect(page.locator(ROLL)).to_be_enabled()
    # More words are the last thing that a page fetches by itself.
    eventually(lambda: page.evaluate("true") and any("/api/v1/words" in each for each in came))
    return page


def rolled(table: Whole) -> int:
    """Return how often the three dice were rolled."""
    return int(dice(table.table)["roll"] or 0)
