"""A module that the network didn't bring: the page mends itself once it hears the table again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browsing import DESK, WATCHERS_HOST, Pages
from tests.web.fakes import FakeTable


@pytest.mark.parametrize(
    ("path", "host", "module", "times", "sign"),
    [
        ("/", WATCHERS_HOST, "join", 1, "#join-open"),
        ("/tv", "127.0.0.1", "tv-kit", 2, ".roll .sum"),  # asked for ahead as well
    ],
)
def test_a_module_that_was_lost_on_the_way_comes_with_the_page_loaded_anew(
    pages: Pages, table: FakeTable, path: str, host: str, module: str, times: int, sign: str
) -> None:
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > times:
            route.continue_()
        else:
            route.abort()

    def lose(page: Page) -> None:
        page.add_init_script("performance.now = () => Number(sessionStorage.now ?? 0)")
        page.add_init_script("addEventListener('unhandledrejection', () => { window.lost = true; })")
        page.route(f"**/{module}.js", answer)

    page = pages.open(path, DESK, host, lose)
    page.wait_for_function("() => window.lost")
    page.evaluate("sessionStorage.now = 6000")  # a page isn't loaded anew as soon as it has come
    table.change(values=(1, 2, 4), roll=15)
    page.wait_for_function("() => !window.lost")
    expect(page.locator(sign)).to_be_visible()
