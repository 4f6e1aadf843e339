"""Forbidden Island on two phones with a television beside: each taps in turn, and all the others follow."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.browsing import DESK, WATCHERS_HOST, Pages
from tests.support.islands import OPENING, begin, choosable, correct, tile
from tests.support.whole import Whole, table_of
from tests.support.wording import say

ADAS = "dunes-of-deception"

table = table_of(OPENING)


@pytest.mark.long
def test_two_phones_act_in_turn_and_the_others_pages_follow(pages: Pages, table: Whole) -> None:
    begin(table)
    ada, ben = (table.open(pages, table.join([seat])) for seat in (0, 1))
    tv = pages.open("/tv", DESK, WATCHERS_HOST)
    expect(ada.locator(tile(ADAS))).to_have_attribute("role", "button")
    assert choosable(ben) == {}
    ada.locator(tile(ADAS)).dblclick()  # it is there already: the second tap means nothing
    for page in (ada, ben, tv):
        expect(page.locator(tile(ADAS))).to_have_attribute(
            "aria-label", f"{say('forbidden-island.words.dunes-of-deception')}, dry. Here: Player 1"
        )
    assert table.table["state"]["turn"]["left"] == 2
    correct(table, turn=2)
    expect(ben.locator(".tile[role=button]").first).to_be_visible()
    expect(ada.locator(".tile[role=button]")).to_have_count(0)
    first = next(name for name, told in choosable(ben).items() if told.endswith(". Move"))  # one thing to do there
    ben.locator(tile(first)).click()
    for page in (ada, ben, tv):
        expect(page.locator(tile(first))).to_have_attribute("aria-label", re.compile("Here: .*Player 2"))
