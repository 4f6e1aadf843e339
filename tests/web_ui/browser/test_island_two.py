"""Forbidden Island on two phones with a television beside: each taps in turn, and all the others follow."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.support.browsing import DESK, WATCHERS_HOST, Pages
from tests.support.islands import OPENING, begin, choosable, correct, tile
from tests.support.whole import Whole, whole_table
from web_ui.http.server import Server

ADAS = "dunes-of-deception"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("two"), OPENING) as table:
        yield table


@pytest.fixture(scope="module")
def server(table: Whole) -> Server:
    return table.daemon.server


def test_two_phones_act_in_turn_and_the_others_pages_follow(pages: Pages, table: Whole) -> None:
    begin(table)
    ada, ben = (table.open(pages, table.join([seat])) for seat in (0, 1))
    tv = pages.open("/tv", DESK, WATCHERS_HOST)
    expect(ada.locator(tile(ADAS))).to_have_attribute("role", "button")
    assert choosable(ben) == {}
    ada.locator(tile(ADAS)).dblclick()  # it is there already: the second tap means nothing
    for page in (ada, ben, tv):
        expect(page.locator(tile(ADAS))).to_have_attribute("aria-label", "Dunes of Deception, dry. Here: Player 1")
    assert table.table["state"]["turn"]["left"] == 2
    correct(table, turn=2)
    expect(ben.locator(".tile[role=button]").first).to_be_visible()
    expect(ada.locator(".tile[role=button]")).to_have_count(0)
    first = next(name for name, told in choosable(ben).items() if told.endswith(". Move"))  # one thing to do there
    ben.locator(tile(first)).click()
    for page in (ada, ben, tv):
        expect(page.locator(tile(first))).to_have_attribute("aria-label", re.compile("Here: .*Player 2"))
