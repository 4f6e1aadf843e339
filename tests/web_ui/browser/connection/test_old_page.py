"""A page that is older than the table's program: loaded anew once, and where that doesn't help it says so."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browsing import DESK, Pages
from tests.support.fakes import FakeTable
from tests.support.wording import say


def age(page: Page, asked: list[str]) -> None:
    """Have *page* come as of another program, however often it is asked for; *asked* notes each time."""

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        came = route.fetch()
        route.fulfill(response=came, body=re.sub(r'"page":"\w+"', '"page":"of yesterday"', came.text()))

    page.route(re.compile(r"/(tv)?\?lang=\w+$"), answer)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_page_that_stays_old_is_loaded_once_more_and_then_says_so(pages: Pages, table: FakeTable, path: str) -> None:
    asked: list[str] = []
    page = pages.open(f"{path}?lang=en", DESK, prepare=lambda page: age(page, asked))
    notice = page.locator("#notices .notice b")
    expect(notice).to_have_text(say("old.title"))
    table.change(values=(1, 2, 4), roll=15)
    expect(page.locator(".roll .sum")).to_have_text("7")
    expect(notice).to_have_count(1)
    assert len(asked) == 2
    page.unroute_all()
    page.get_by_role("button", name="Reload").click()
    expect(page.locator(".roll .sum")).to_have_text("7")
    expect(notice).to_have_count(0)
