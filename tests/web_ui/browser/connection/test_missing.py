"""A module that the network didn't bring: the page mends itself once it hears the table again, and doesn't flicker."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browsing import DESK, WATCHERS_HOST, Pages
from tests.support.fakes import FakeTable

FETCHED = "() => performance.timeOrigin >= history.state?.fetched && history.state.fetched"
"""When the page was loaded anew, once it has been."""
LOST = "window.lost"


def open_without(
    pages: Pages, path: str, host: str, module: str, times: int, more: Callable[[Page], object] = lambda page: None
) -> Page:
    """Open *path*, the network losing *module* so many *times*, and what *more* has it lose."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > times:
            route.continue_()
        else:
            route.abort()

    def lose(page: Page) -> None:
        page.add_init_script("addEventListener('unhandledrejection', () => { window.lost = true; })")
        page.route(f"**/{module}.js", answer)
        more(page)

    return pages.open(path, DESK, host, lose)


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "host", "module", "times", "sign"),
    [
        ("/", WATCHERS_HOST, "join", 1, "#join-open:enabled"),
        # Asked for ahead as well.
        pytest.param("/tv", "127.0.0.1", "tv-picture", 2, ".roll .sum", marks=pytest.mark.long),
    ],
)
def test_a_module_that_was_lost_on_the_way_comes_with_the_page_loaded_anew(
    pages: Pages, table: FakeTable, path: str, host: str, module: str, times: int, sign: str
) -> None:
    page = open_without(pages, path, host, module, times)
    page.wait_for_function(f"() => {LOST} || history.state?.fetched")
    table.change(values=(1, 2, 4), roll=15)
    page.wait_for_function(FETCHED)
    expect(page.locator(sign)).to_be_visible()
    assert not page.evaluate(LOST)


@pytest.mark.long
def test_a_module_that_never_comes_does_not_make_the_page_flicker(pages: Pages, table: FakeTable) -> None:
    page = open_without(pages, "/", WATCHERS_HOST, "join", times=99)
    page.wait_for_function(f"() => {LOST} || history.state?.fetched")
    table.change(roll=15)
    page.wait_for_function(FETCHED)
    page.wait_for_function(f"() => {LOST}")
    fetched = page.evaluate(FETCHED)
    for roll in (16, 17):
        table.change(roll=roll)
        expect(page.locator("#caption")).to_contain_text(f"Roll {roll}")
    assert page.evaluate(FETCHED) == fetched


@pytest.mark.long
def test_a_page_that_would_not_come_again_is_kept(pages: Pages, table: FakeTable) -> None:
    def lose(route: Route) -> None:
        if route.request.method == "HEAD":
            route.abort()
        else:
            route.continue_()

    page = open_without(pages, "/", WATCHERS_HOST, "join", times=1, more=lambda page: page.route("**/", lose))
    page.evaluate("window.sameDocument = true")
    page.wait_for_function(LOST)
    for roll in (15, 16):
        with page.expect_request(lambda request: request.method == "HEAD"):
            table.change(roll=roll)
        expect(page.locator("#caption")).to_contain_text(f"Roll {roll}")
    assert page.evaluate("window.sameDocument")
    page.unroute("**/", lose)
    table.change(roll=17)
    page.wait_for_function(FETCHED)
    expect(page.locator("#join-open:enabled")).to_be_visible()
