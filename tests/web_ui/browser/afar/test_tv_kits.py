"""The television at a whole table: every kit, upright and wide, by day and by night, over a network that fails."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import DESK, PROXY_ADDRESS, PROXY_HOST, WATCHERS_HOST, Pages
from tests.support.midgame import play
from tests.support.waiting import eventually
from tests.support.whole import KITS, Whole, whole_table
from tests.support.wording import say
from tests.web_ui.browser import axe
from tests.web_ui.browser.proxy import Proxy

TELEVISION, TABLET = {"width": 1920, "height": 1080}, {"width": 820, "height": 1180}
LOOKS = (("dark", TELEVISION, "en"), ("light", TABLET, "fr"), ("dark", TABLET, "fr"), ("light", DESK, "fr"))
"""Themes, sizes and languages."""
# The box of a group or a wheel's disc is that of its corners as it is turned: each thing in it is looked at by itself.
HIDDEN = """() => {
    const root = document.documentElement;
    const away = ({ left, top, right, bottom }) =>
        left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    const all = [...document.querySelectorAll('main *:not(.unseen, .results *, svg g, .disc, .disc svg)')];
    const gone = all.filter((each) => each.getBoundingClientRect().width && away(each.getBoundingClientRect()));
    const over = [root.scrollWidth > innerWidth, root.scrollHeight > innerHeight];
    return [...over, ...gone.map((each) => each.outerHTML.slice(0, 80))];
}"""
ALL_SEEN = [False, False]
# axe can't tell how words stand out from a gradient.
PLAIN = """() => {
    for (const each of [document.body, document.querySelector('.chart')]) each.style.backgroundImage = 'none';
}"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("tv"), None) as table:
        table.do("new fireship kit seats=2")
        table.join([0], "Zoë")
        yield table


def good(page: Page, state: str) -> None:
    """See that *page*, in *state*, has nothing out of sight and nothing that axe finds, however it is looked at."""
    for theme, size, lang in LOOKS:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.goto(f"{page.url.partition('?')[0]}?lang={lang}")
        expect(page.locator("#game > *").first).to_be_visible()
        page.evaluate(PLAIN)
        assert axe.faults(page) == [], f"{state}, {theme}, {size['width']}"
        eventually(lambda: page.evaluate(HIDDEN) == ALL_SEEN)


@pytest.mark.long
@pytest.mark.parametrize("slug", KITS)
def test_every_kit_is_seen_whole_and_told_to_everybody(pages: Pages, table: Whole, slug: str) -> None:
    play(table, slug)
    good(pages.open("/tv", DESK, WATCHERS_HOST), slug)


@pytest.mark.long
def test_a_game_that_has_just_begun_is_seen_whole(pages: Pages, table: Whole) -> None:
    table.do("new forbidden-island kit seats=4")
    page = pages.open("/tv", DESK, WATCHERS_HOST)
    expect(page.locator("#headline em")).to_have_text(say("kit.press", buttons="DRAW, SPIN"))
    good(page, "begun")


@pytest.mark.long
def test_it_finds_back_whenever_its_stream_is_cut(pages: Pages, table: Whole) -> None:
    play(table, "battle-for-the-island")
    with Proxy(PROXY_ADDRESS, table.port) as network:
        page = pages.open("/tv", DESK, PROXY_HOST)
        page.evaluate("window.sameDocument = true")
        for _ in range(3):
            network.cut()
            table.do("roll die")
            newest = table.table["log"][-1]["text"]
            expect(page.locator("#caption")).to_have_text(newest)
        expect(page.locator("body.stale")).to_have_count(0)
        assert page.evaluate("window.sameDocument")
