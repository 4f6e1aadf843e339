"""A module that the network didn't bring: the page mends itself once it hears the table again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import DESK, WATCHERS_HOST, Pages
from tests.web.fakes import FakeTable


@pytest.mark.parametrize(
    ("path", "host", "module", "sign"),
    [("/", WATCHERS_HOST, "join", "#join-open"), ("/tv", "127.0.0.1", "tv-kit", ".roll .sum")],
)
def test_a_module_that_was_lost_on_the_way_comes_with_the_page_loaded_anew(
    pages: Pages, table: FakeTable, path: str, host: str, module: str, sign: str
) -> None:
    asked: list[str] = []

    def lose(page: Page) -> None:
        page.clock.install()
        page.route(f"**/{module}.js", lambda route: (asked.append(route.request.url), route.abort()), times=1)

    page = pages.open(path, DESK, host, lose)
    page.evaluate("window.sameDocument = true")
    page.clock.fast_forward(6_000)
    table.change(values=(1, 2, 4), roll=15)
    page.wait_for_function("() => !window.sameDocument")
    expect(page.locator(sign)).to_be_visible()
    assert len(asked) == 1
