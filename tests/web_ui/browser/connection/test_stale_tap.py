"""A tap on what a page shows while the table has gone on already: carried out if it may be, else refused in words.

The page is held up by a network that lets nothing through; the tap is on its way when the newest comes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support import fireships, islands
from tests.support.browsing import PROXY_HOST, Pages
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser.proxy import Proxy

STALE = say("session.stale")

table = table_of(islands.OPENING)


def tap_late(page: Page, network: Proxy, name: str, meanwhile: Callable[[], None]) -> None:
    """Have *meanwhile* happen unseen by *page*, and what is called *name* tapped before the page hears of it."""
    button = page.get_by_role("button", name=name, exact=True)
    expect(button).to_be_enabled()
    network.stall()
    try:
        meanwhile()
        button.click()
    finally:
        network.flow()


def refused(page: Page, text: str, rule: str) -> None:
    """See that the page says *text*, and *rule* where there is one."""
    expect(page.locator("#answer[open] #answer-title")).to_have_text(text)
    expect(page.locator("#answer-rule")).to_have_text(rule)


@pytest.mark.long
def test_a_tile_that_is_gone_is_refused_nothing_changes_and_the_page_catches_up(
    pages: Pages, table: Whole, network: Proxy, ada: str
) -> None:
    islands.begin(table)
    page = table.open(pages, ada, host=PROXY_HOST)
    sunk = ["dunes-of-deception=sunk", "flood.dunes-of-deception=out"]
    tap_late(
        page,
        network,
        f"{say('forbidden-island.words.dunes-of-deception')}, dry. Move",
        lambda: islands.put(table, sunk),
    )
    version = table.table["version"]
    refused(page, STALE, "")
    expect(page.locator(islands.tile("dunes-of-deception"))).to_have_attribute(
        "aria-label", f"{say('forbidden-island.words.dunes-of-deception')}, sunk"
    )
    assert table.table["version"] == version
    page.keyboard.press("Escape")
    page.get_by_role(
        "button", name=f"Whispering Garden, {say('forbidden-island.words.statue-of-the-wind')}, dry. Move", exact=True
    ).click()
    islands.expect_actions(page, 2)


@pytest.mark.long
def test_a_tap_saw_what_the_page_showed_however_long_the_sender_is_on_its_way(
    pages: Pages, table: Whole, ada: str
) -> None:
    islands.begin(table)
    held: list[Route] = []
    page = table.open(
        pages, ada, prepare=lambda page: page.route("**/link/sender.js", lambda route: held.append(route))
    )
    page.get_by_role(
        "button", name=f"{say('forbidden-island.words.dunes-of-deception')}, dry. Move", exact=True
    ).click()
    islands.put(table, ["dunes-of-deception=sunk", "flood.dunes-of-deception=out"])
    expect(page.locator(islands.tile("dunes-of-deception"))).to_have_attribute(
        "aria-label", f"{say('forbidden-island.words.dunes-of-deception')}, sunk"
    )
    for route in held:
        route.continue_()
    refused(page, STALE, "")


@pytest.mark.long
def test_what_another_did_first_is_refused_with_its_rule(pages: Pages, table: Whole, network: Proxy, ada: str) -> None:
    islands.begin(table, cards="earth-stone earth-stone sandbags")
    page = table.open(pages, ada, host=PROXY_HOST)
    page.locator(islands.tile("observatory")).click()
    tap_late(page, network, "Shore up", lambda: table.do("sandbags observatory", 1))
    version = table.table["version"]
    refused(page, say("forbidden-island.not-flooded"), "FI-A6")
    expect(page.locator(islands.tile("observatory"))).to_have_attribute("aria-label", "Observatory, dry. Move")
    assert table.table["version"] == version


@pytest.mark.long
def test_what_may_still_be_done_is_done_though_another_did_something(
    pages: Pages, table: Whole, network: Proxy, ada: str
) -> None:
    islands.begin(table, cards="earth-stone earth-stone sandbags")
    page = table.open(pages, ada, host=PROXY_HOST)
    tap_late(
        page,
        network,
        f"{say('forbidden-island.words.dunes-of-deception')}, dry. Move",
        lambda: table.do("sandbags observatory", 1),
    )
    islands.expect_actions(page, 2)
    expect(page.locator(islands.tile("observatory"))).to_have_attribute("aria-label", "Observatory, dry")
    assert islands.cells(table)["dunes-of-deception"]["pawns"] == [0]
    expect(page.locator("#answer[open]")).to_have_count(0)


@pytest.mark.long
def test_a_turn_that_has_passed_is_refused_and_the_page_shows_whose_it_is(
    pages: Pages, table: Whole, network: Proxy, ada: str
) -> None:
    fireships.begin(table)
    page = table.open(pages, ada, host=PROXY_HOST)
    tap_late(page, network, "Roll", lambda: fireships.put(table, "turn=2"))
    version = table.table["version"]
    refused(page, say("refused.not-your-turn"), "FS-S3")
    expect(page.locator("#title")).to_have_text("Player 2’s turn")
    expect(page.get_by_role("button", name="Roll", exact=True)).to_have_count(0)
    assert table.table["version"] == version
