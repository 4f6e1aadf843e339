"""Every page at every width from 320 to 2560 px, with letters twice as large, and zoomed to twice its size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.browsing import PHONE, Pages
from tests.support.islands import OPENING, begin
from tests.support.long_forms import few_of
from tests.support.midgame import play
from tests.support.whole import Whole, same_chance, whole_table
from tests.support.windows import window_of
from tests.web_ui.browser.fitness import HANGS_OVER

WIDTHS = (320, 360, 480, 820, 1280, 1920, 2560)
HEIGHT = 800
OWN_PAGES = ("/", "/panel", "/owner", "/verify", "/records")
LETTERS = {"usual letters": 1.0, "letters twice as large": 2.0}
# French words are the longer ones.
LOOKS = pytest.mark.parametrize(
    ("window", "lang"),
    few_of([("letters twice as large", "fr")], [("usual letters", "en"), ("letters twice as large", "fr")]),
    indirect=["window"],
    scope="module",
)
CUT_WORDS = """[...document.querySelectorAll('h1, h2, h3, p, b, li, label, button, a, small, figcaption, summary, bdi')]
    .filter((each) => each.checkVisibility() && !each.closest('.unseen') && getComputedStyle(each).display !== 'inline')
    .filter((each) => getComputedStyle(each, '::after').position !== 'absolute') // a finger meets more than is drawn
    .filter((each) => each.scrollWidth > each.clientWidth + 1
        && !['auto', 'scroll'].includes(getComputedStyle(each).overflowX))
    .map((each) => each.textContent.trim())"""
"""What has more words than room; what can be scrolled has its room."""
OVER = """[...document.querySelectorAll('body *')]
    .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth)
    .map((each) => `${each.tagName} ${each.textContent.trim()}`)"""
FAULTS = f"({HANGS_OVER} ? [{OVER}] : []).concat({CUT_WORDS})"
DRESSED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every((each) => each.sheet)"
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    # Which words there are to fit is the same each time.
    with same_chance(), whole_table(tmp_path_factory.mktemp("sizes"), OPENING) as table:
        play(table, "fireship")
        table.do("finish")
        yield table


@pytest.fixture(scope="module")
def window(request: pytest.FixtureRequest, browser: Browser, table: Whole) -> Iterator[Pages]:
    """One window of a browser as it comes, and one set to large letters."""
    window = Pages(browser, table.daemon.server)
    # As a person sets it in their browser: every rem is larger, in what a page asks of the screen as well.
    window_of(window.open(reduced_motion="reduce")).enlarge(LETTERS[request.param])
    yield window
    window.close()


@pytest.fixture
def page(window: Pages) -> Iterator[Page]:
    """The page in that window, of which nobody complains."""
    (context,) = window.contexts
    (page,) = context.pages
    yield page
    assert window.complaints == []


def faults(page: Page, widths: tuple[int, ...] = WIDTHS, height: int = HEIGHT) -> list[tuple[int, Any]]:
    """Return at which of *widths* the page hangs over, or which of its words are cut off there."""
    found: list[tuple[int, Any]] = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(FRAMES)  # a television fits itself to its window in the next one
        found += [(width, each) for each in page.evaluate(FAULTS)]
    return found


def go(page: Page, path: str, lang: str) -> None:
    """Go to *path*, which may be a page without a stream."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"{page.evaluate('location.origin')}{path}?lang={lang}")
    if path == "/":
        page.locator("#link:not([hidden])").wait_for()
    page.wait_for_function(DRESSED)


@LOOKS
@pytest.mark.parametrize("path", few_of(["/", "/owner"], OWN_PAGES))
def test_a_page_fits_every_width(page: Page, table: Whole, path: str, lang: str) -> None:
    play(table, "fireship")
    go(page, path, lang)
    assert faults(page) == []
    # Zoomed to twice its size, a window is half as wide and half as high.
    assert faults(page, (640, 960), HEIGHT // 2) == []


@pytest.mark.long
@LOOKS
def test_the_island_fits_every_width(page: Page, table: Whole, lang: str) -> None:
    begin(table, cards="earth-stone sandbags oceans-chalice")
    go(page, "/", lang)
    page.locator("[data-key='do end-actions']").wait_for()
    assert faults(page) == []
    assert faults(page, (640, 960), HEIGHT // 2) == []


@pytest.mark.long
@LOOKS
@pytest.mark.parametrize("game", ["fireship", "forbidden-island", "referee"])
def test_the_television_fits_every_width(page: Page, table: Whole, game: str, lang: str) -> None:
    if game == "referee":
        begin(table)
    else:
        play(table, game)
    go(page, "/tv", lang)
    page.locator(".wheel, .tiles").first.wait_for()
    assert faults(page) == []
    assert faults(page, (640, 960), HEIGHT // 2) == []


@LOOKS
def test_words_that_are_cut_off_are_found(page: Page, lang: str) -> None:
    go(page, "/owner", lang)
    narrow = "white-space: nowrap; width: 2rem; overflow: hidden"
    page.evaluate("(narrow) => { document.querySelector('main h2').style.cssText = narrow; }", narrow)
    assert len(faults(page, (360,))) == 1
