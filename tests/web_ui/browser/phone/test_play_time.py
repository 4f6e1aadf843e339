"""The time played, as a page counts it on by itself from what it was told last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browsing import Pages
from tests.support.fakes import FakeTable

MODULE = """async () => {
    const { page } = JSON.parse(document.getElementById('start').textContent).table;
    window.made = (await import(`/static/${page}/widgets/play-time.js`)).playTime();
    document.body.append(made.element);
}"""
TURN = {"played": 100, "turn": 58, "limit": None, "runs": True}


@pytest.fixture
def page(pages: Pages, table: FakeTable) -> Iterator[Page]:
    page = pages.open(prepare=lambda page: page.clock.install())
    page.evaluate(MODULE)
    yield page


def show(page: Page, time: dict[str, Any] | None) -> None:
    page.evaluate("(time) => made.show(time ?? undefined)", time)


SEEN = "[...made.element.children].filter((each) => !each.hidden).map((each) => each.textContent).join('')"
TICKING = """
    window.ticking = new Set();
    const [begin, end] = [setInterval, clearInterval];
    setInterval = (...more) => { const id = begin(...more); ticking.add(id); return id; };
    clearInterval = (id) => { ticking.delete(id); end(id); };
"""


def text(page: Page) -> str:
    return str(page.evaluate(f"made.element.hidden ? '' : {SEEN}"))


@pytest.mark.long
def test_it_counts_on_by_itself_in_minutes_and_seconds(page: Page) -> None:
    show(page, TURN)
    assert text(page) == "0:58"
    page.clock.run_for(1_000)
    assert text(page) == "0:59"
    page.clock.run_for(62_000)
    assert text(page) == "2:01"
    assert page.evaluate("made.element.firstChild.dateTime") == "PT121S"


@pytest.mark.long
def test_beside_the_turn_stands_the_game_as_far_as_it_has_a_limit(page: Page) -> None:
    show(page, {**TURN, "limit": 110})
    assert text(page) == "0:58 · 1:40 / 1:50"
    page.clock.run_for(9_000)
    assert text(page) == "1:07 · 1:49 / 1:50"
    page.clock.run_for(5_000)
    assert text(page) == "1:12 · 1:50 / 1:50"


@pytest.mark.long
def test_what_is_told_once_more_counts_on_and_what_is_new_counts_from_there(page: Page) -> None:
    show(page, TURN)
    page.clock.run_for(5_000)
    show(page, TURN)
    assert text(page) == "1:03"
    show(page, {**TURN, "turn": 0})
    assert text(page) == "0:00"


@pytest.mark.long
def test_a_clock_that_is_stopped_stands_still(page: Page) -> None:
    show(page, {**TURN, "runs": False})
    page.clock.run_for(5_000)
    assert text(page) == "0:58"


@pytest.mark.long
def test_without_a_time_there_is_nothing_to_see_and_where_it_left_its_page_it_ticks_no_more(page: Page) -> None:
    page.evaluate(TICKING)
    show(page, None)
    assert text(page) == ""
    show(page, TURN)
    page.clock.run_for(1_000)
    assert page.evaluate("ticking.size") == 1
    page.evaluate("made.element.remove()")
    page.clock.run_for(5_000)
    assert page.evaluate("ticking.size") == 0
    assert text(page) == "0:59"
