"""How much a page does when a result is revealed: only what changed is drawn anew, so that a phone of 2016 keeps up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.web.browsing import Pages
from tests.web.islands import begin, next_flood
from tests.web.midgame import play
from tests.web.whole import Whole, whole_table
from web_ui.server import Server

WATCH = """() => {
    window.changes = [];
    const note = (each) => changes.push([each.type, each.target.parentElement?.id || each.target.className?.baseVal
        || each.target.className || each.target.nodeName, each.addedNodes.length, each.attributeName].join(' '));
    new MutationObserver((found) => found.forEach(note))
        .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""
MOST_CHANGES = {"roll dice": 60, "spin wheel": 60, "draw flood": 60, "draw": 60}
MOST_LAYOUTS = 8
ROUNDS = 3


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("work"), None) as table:
        yield table


@pytest.fixture(scope="module")
def server(table: Whole) -> Server:
    return table.daemon.server


def layouts(page: Page) -> int:
    """Return how often *page* has been laid out."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    told = devtools.send("Performance.getMetrics")["metrics"]
    devtools.detach()
    return next(int(each["value"]) for each in told if each["name"] == "LayoutCount")


@pytest.mark.parametrize(("slug", "line"), [("fireship", "roll dice"), ("fireship", "spin wheel"), ("forbidden-island", "draw flood")])
def test_a_reveal_changes_little(pages: Pages, table: Whole, slug: str, line: str) -> None:
    play(table, slug)
    page = pages.open()
    page.locator("#dock button").first.wait_for()
    page.wait_for_timeout(1500)
    for _ in range(ROUNDS):
        page.evaluate(WATCH)
        before = layouts(page)
        try:
            table.do(line, "table" if slug=="forbidden-island" else 0)
        except AssertionError as e:
            print(e); break
        page.wait_for_timeout(700)
        ch=page.evaluate("changes")
        from collections import Counter
        print(line, len(ch), layouts(page)-before)
        for k,v in Counter(ch).most_common(25): print("   ",v,k)
    assert 0
