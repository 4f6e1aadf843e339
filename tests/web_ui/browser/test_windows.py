"""A window that another test has used before shows nothing of it; one that can't be reset isn't used again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import DESK, PHONE, WATCHERS_HOST, Pages
from tests.support.fakes import FakeTable
from tests.support.long_forms import few_of
from tests.support.windows import window_of, windows_of

HOST = "127.0.0.1"
WHAT_IS_KEPT = """() => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    cookies: document.cookie,
    history: history.length,
    focus: document.activeElement.localName,
    hovered: document.querySelectorAll(':hover').length,
    letters: getComputedStyle(document.documentElement).fontSize,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    still: matchMedia('(prefers-reduced-motion: reduce)').matches,
    forced: matchMedia('(forced-colors: active)').matches,
    contrast: matchMedia('(prefers-contrast: more)').matches,
    printed: matchMedia('print').matches,
    size: [innerWidth, innerHeight, screen.width, screen.height],
})"""


def again(pages: Pages) -> Pages:
    """Leave all pages; return what the next test opens its own with."""
    pages.close()
    return Pages(pages.browser, pages.server)


def use(page: Page) -> None:
    """Do to *page* what leaves traces."""
    page.evaluate("""() => {
        localStorage.setItem('lang', 'fr');
        sessionStorage.setItem('a', 'b');
        document.cookie = 'c=d; path=/';
    }""")
    page.goto(page.evaluate("`${location.origin}/owner`"))
    window_of(page).enlarge(2)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce", forced_colors="active", contrast="more")
    page.emulate_media(media="print")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.mouse.move(200, 200)
    page.set_default_timeout(1)
    page.evaluate("setInterval(() => localStorage.setItem('late', 'd'))")


@pytest.mark.long
def test_a_window_that_was_used_is_as_good_as_new(pages: Pages, table: FakeTable) -> None:
    new = pages.open(is_new=True)
    expected = new.evaluate(WHAT_IS_KEPT)
    use(new)
    second = again(pages)
    assert new.url == "about:blank", "no stream is kept open"
    page = second.open()
    assert page is new
    assert page.evaluate(WHAT_IS_KEPT) == expected
    page.locator("#more").wait_for()
    page.evaluate("setTimeout(() => console.error('heard'))")
    expect(page.locator("main")).to_be_visible()
    second.close()
    assert (second.complaints, pages.complaints) == (["heard"], [])


LASTS: dict[str, Callable[[Page], object]] = {
    "answered by the test": lambda page: page.route("**/nothing", lambda route: route.abort()),
    "scripted": lambda page: page.add_init_script("window.scripted = true"),
    "listened to": lambda page: page.on("dialog", lambda dialog: dialog.accept()),
    "in another time": lambda page: page.clock.install(),
    "out of touch": lambda page: page.context.set_offline(True),
    "looked into": lambda page: page.context.new_cdp_session(page),
    "one of two": lambda page: page.context.new_page(),
    "closed": lambda page: page.close(),
    "nowhere": lambda page: page.goto("about:blank"),
}


@pytest.mark.parametrize("do", few_of([LASTS["listened to"]], LASTS.values()), ids=LASTS)
def test_a_window_to_which_something_was_done_that_lasts_is_not_used_again(
    pages: Pages, do: Callable[[Page], object]
) -> None:
    windows = windows_of(pages.browser)
    for does_last in (False, True):
        used = windows.open(HOST, PHONE, lambda kind, words: None)  # type: ignore[arg-type]
        used.page.goto(f"http://{HOST}:{pages.server.port}/api/v1/health")
        if does_last:
            do(used.page)
        windows.leave(used.context)
        assert (used in windows.idle) is not does_last


@pytest.mark.long
def test_each_host_and_each_kind_of_device_has_windows_of_its_own(pages: Pages) -> None:
    used = pages.open(size=PHONE)
    second = again(pages)
    assert second.open(has_touch=True) is not used
    assert second.open(host=WATCHERS_HOST) is not used
    assert second.open(size=DESK) is used
    assert second.open() is not used, "somebody looks at it"
    second.close()
