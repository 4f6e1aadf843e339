"""From one scene of a page to the next: it fades where the browser can, and nothing is late or lost for that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import DESK, Pages
from tests.support.fakes import FakeTable
from tests.support.islands import begin, correct
from tests.support.long_forms import few_of
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say
from tests.web_ui.browser.pace.motion import LONGEST_MS

pytestmark = pytest.mark.long

PLACES = ("/", "/tv")
COUNTED = """
    window.fades = [];
    const whole = document.startViewTransition;
    document.startViewTransition = (change) => {
        const fade = whole.call(document, change);
        fade.ready.then(() => window.fades.push(document.getAnimations()
            .filter((each) => each.effect.pseudoElement?.startsWith('::view-transition'))
            .map((each) => (each.pause(), each.effect.getComputedTiming().endTime))));
        return fade;
    };
"""
"""Notes for each fading how long every part of it would take, and leaves it in its midst."""
HELD = """
    window.held = [];
    document.startViewTransition = (change) => {
        window.held.push(change);
        return { ready: Promise.resolve() };
    };
"""
"""A browser that takes its time before it lets a change be made."""
DRAWN = "#game .covers, .board .sits"
"""What there is only once the page has drawn the menu itself: from the server's there is no fading."""
GONE = "delete Document.prototype.startViewTransition"


def running(script: str) -> Callable[[Page], None]:
    """Have *script* run in a page before its own modules do."""

    def prepare(page: Page) -> None:
        page.add_init_script(script)

    return prepare


def open_menu(pages: Pages, table: FakeTable, path: str, script: str, **more: Any) -> Page:
    """Open *path* at the menu, in a browser in which *script* ran first."""
    table.change(menu=True)
    page = pages.open(path, DESK, prepare=running(script), **more)
    expect(page.locator(".board h2")).to_have_text(say("menu.what-to-play"))
    expect(page.locator(DRAWN)).to_have_count(1)
    return page


def scene(page: Page) -> None:
    """Wait until the game is shown in the menu's stead."""
    expect(page.locator(".roll .d10 text").first).to_have_text("3")
    expect(page.locator(".opening, .shelf")).to_have_count(0)


@pytest.mark.parametrize("path", few_of(["/"], PLACES))
def test_the_menu_fades_into_the_game_and_back(pages: Pages, table: FakeTable, path: str) -> None:
    page = open_menu(pages, table, path, COUNTED)
    table.change(menu=False)
    scene(page)
    eventually(lambda: page.evaluate("fades.length") == 1)
    table.change(menu=True)
    expect(page.locator(".opening, .shelf")).to_have_count(1)
    eventually(lambda: page.evaluate("fades.length") == 2)
    times = page.evaluate("fades.flat()")
    assert len(times) > 2
    assert max(times) <= LONGEST_MS


@pytest.mark.parametrize("path", few_of(["/"], PLACES))
def test_what_stays_in_its_scene_does_not_fade(pages: Pages, table: FakeTable, path: str) -> None:
    page = pages.open(path, DESK, prepare=running(COUNTED))
    table.start()
    expect(page.locator(".roll.moving")).to_have_count(1)
    table.change(values=(1, 2, 4), roll=15)
    expect(page.locator(".roll .sum")).to_have_text("7")
    assert page.evaluate("fades.length") == 0


@pytest.mark.parametrize("path", few_of(["/"], PLACES))
def test_for_who_wants_no_motion_nothing_fades(pages: Pages, table: FakeTable, path: str) -> None:
    page = open_menu(pages, table, path, COUNTED, reduced_motion="reduce")
    table.change(menu=False)
    scene(page)
    assert page.evaluate("fades.length") == 0


@pytest.mark.parametrize("path", few_of(["/"], PLACES))
def test_a_browser_that_cannot_fade_shows_the_next_scene(pages: Pages, table: FakeTable, path: str) -> None:
    page = open_menu(pages, table, path, GONE)
    assert page.evaluate("document.startViewTransition") is None
    table.change(menu=False)
    scene(page)


@pytest.mark.parametrize("path", few_of(["/"], PLACES))
def test_what_comes_before_a_scene_has_changed_is_neither_late_nor_lost(
    pages: Pages, table: FakeTable, path: str
) -> None:
    page = open_menu(pages, table, path, HELD)
    table.change(menu=False)
    eventually(lambda: page.evaluate("held.length") == 1)
    expect(page.locator(".opening, .shelf")).to_have_count(1)
    table.start()
    expect(page.locator(".roll.moving")).to_have_count(1)
    table.change(values=(1, 2, 4), roll=15)
    expect(page.locator(".roll .sum")).to_have_text("7")
    page.evaluate("held.forEach((change) => change())")
    expect(page.locator(".roll .sum")).to_have_text("7")
    expect(page.locator(".opening, .shelf")).to_have_count(0)


@pytest.fixture(scope="module")
def island(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("fade"), None) as table:
        yield table


def test_the_end_of_a_game_fades_in(browser: Browser, island: Whole) -> None:
    begin(island)
    pages = Pages(browser, island.daemon.server)
    try:
        page = pages.open("/tv", DESK, prepare=running(COUNTED))
        expect(page.locator(".tiles .pawn")).to_have_count(2)
        correct(
            island, coral__palace="sunk", flood_coral__palace="out", tidal__palace="sunk", flood_tidal__palace="out"
        )
        expect(page.locator(".ending h2")).to_be_visible()
        eventually(lambda: page.evaluate("fades.length") == 1)
    finally:
        pages.close()
    assert pages.complaints == []
