"""A browser that is too old for the pages' modules: it says so, and the television's page is loaded each minute."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import DESK, WATCHERS_HOST, Pages
from tests.support.fakes import FakeTable
from tests.support.windows import windows_of
from tests.support.wording import say
from web_ui.http.server.server import Server

WITHOUT = {
    "scripts": "delete Array.prototype.findLast",
    "sheets": "CSS.supports = (what) => what !== 'selector(&)'",
}
"""What an older browser lacks."""


def old_page(pages: Pages, server: Server, path: str, lacks: str) -> Page:
    """Open *path* in a browser that runs no module and *lacks* something."""
    window = windows_of(pages.browser).open(WATCHERS_HOST, DESK, pages._hear, True)  # type: ignore[arg-type]
    pages.contexts.append(window.context)
    window.page.clock.install()
    window.page.add_init_script(WITHOUT[lacks])
    window.page.route(re.compile(r"/pages/\w+\.js$"), lambda route: route.abort())
    window.page.goto(f"http://{WATCHERS_HOST}:{server.port}{path}")
    return window.page


@pytest.mark.parametrize(("path", "lacks"), [("/tv", "scripts"), ("/", "sheets")])
def test_a_browser_that_is_too_old_says_so(
    pages: Pages, server: Server, table: FakeTable, path: str, lacks: str
) -> None:
    page = old_page(pages, server, path, lacks)
    notice = page.get_by_role("alert").filter(has_text=say("page.too_old"))
    expect(notice).to_be_visible()
    table.change(values=(1, 2, 4), roll=15)
    page.evaluate("document.title = 'before'")
    page.clock.run_for(61_000)
    if path == "/tv":
        expect(page).not_to_have_title("before")
        expect(page.locator("#headline")).to_contain_text("7")
    else:
        expect(page).to_have_title("before")
    expect(notice).to_be_visible()


def test_a_browser_of_today_hears_nothing_of_it(pages: Pages) -> None:
    page = pages.open("/tv", DESK, WATCHERS_HOST)
    assert page.locator("[role=alert]:not([hidden])").count() == 0
