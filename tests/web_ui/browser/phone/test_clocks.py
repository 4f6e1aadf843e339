"""Countdowns on a page: drawn from what was told last, and said when it matters."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import DESK, WATCHERS_HOST, Pages, stop_clock
from tests.support.fakes import FakeTable, leaf
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.web_ui.browser.fitness import Good

EMPTY: dict[str, Any] = {"dice": [], "buttons": []}
GLASS = {"key": "glass", "name": "glass", "label": "Sand glass", "seconds": 60, "runs": True}
MOVES = [
    {"key": f"moves-{seat}", "name": "moves", "label": "Moves", "seconds": 300, "runs": seat == 0, "seat": seat}
    for seat in (0, 1)
]
BUZZING = "() => { window.buzzed = 0; navigator.vibrate = () => { buzzed += 1; return true; }; }"
RING = "each => Number(each.style.strokeDashoffset)"


def verbs(*words: str) -> list[dict[str, Any]]:
    """What can be done with the sand glass."""
    return [leaf(word, word.upper(), None, then=[leaf("glass", "Sand glass", f"{word} glass")]) for word in words]


def lay(table: FakeTable, *clocks: dict[str, Any], told: list[dict[str, Any]], **more: Any) -> None:
    table.change(board=lambda viewer: {**EMPTY, "clocks": list(clocks)}, clocks=tuple(told), **more)


def glass(
    table: FakeTable, left: int, runs: bool = True, plays: tuple[str, ...] = ("pause", "extend"), **more: Any
) -> None:
    told = {"key": "glass", "left": left, "runs": runs, **more}
    lay(table, {**GLASS, "runs": runs}, told=[told], plays=verbs(*plays))


def opened(pages: Pages, **more: Any) -> Page:
    page = pages.open(prepare=lambda page: page.clock.install(), **more)
    page.locator(".timer").first.wait_for()
    stop_clock(page)
    return page


def figures(page: Page) -> list[str]:
    return page.locator(".timer time").all_inner_texts()


def spoken(page: Page) -> str:
    return page.locator(".clocks > [aria-live=polite]").inner_text()


@pytest.mark.long
def test_a_page_counts_down_by_itself_to_zero(pages: Pages, table: FakeTable) -> None:
    glass(table, 59_500)
    page = opened(pages)
    glass(table, 40_000)
    expect(page.locator(".timer time")).to_have_text("0:40")
    page.clock.run_for(9_000)
    assert figures(page) == ["0:31"]
    assert page.locator(".sand").evaluate(RING) == pytest.approx(1 - 31 / 60, abs=0.01)
    assert page.locator(".timer time").get_attribute("role") == "timer"
    page.clock.run_for(40_000)
    assert figures(page) == ["0:00"]
    expect(page.locator(".timer.over")).to_have_count(1)


@pytest.mark.long
def test_it_says_thirty_ten_and_the_end_and_rings_once(pages: Pages, table: FakeTable) -> None:
    glass(table, 45_000)
    page = opened(pages)
    page.evaluate(BUZZING)
    glass(table, 32_000)
    expect(page.locator(".timer time")).to_have_text("0:32")
    said = [spoken(page)]
    for seconds in (3, 10, 9, 5, 9):
        page.clock.run_for(1000 * seconds)
        said.append(spoken(page))
    thirty, ten = (say("clocks.left", label="Sand glass", count=count) for count in (30, 10))
    assert said == ["", thirty, thirty, ten, ten, say("clocks.over", label="Sand glass")]
    told = [{"key": "glass", "left": 0, "runs": False}]
    lay(table, {**GLASS, "runs": False, "is_over": True}, told=told, plays=verbs("reset"))
    expect(page.locator(".timer.over:not(.runs)")).to_have_count(1)
    assert page.evaluate("buzzed") == 1


@pytest.mark.long
def test_a_silent_countdown_ends_without_a_sound(pages: Pages, table: FakeTable) -> None:
    lay(table, {**GLASS, "is_silent": True}, told=[{"key": "glass", "left": 9_000, "runs": True}])
    page = opened(pages)
    page.evaluate(BUZZING)
    page.clock.run_for(10_000)
    assert (spoken(page), page.evaluate("buzzed")) == (say("clocks.over", label="Sand glass"), 0)


@pytest.mark.long
def test_a_paused_countdown_stands_still_and_one_that_is_extended_goes_back(pages: Pages, table: FakeTable) -> None:
    glass(table, 20_000, runs=False, plays=("start",))
    page = opened(pages)
    page.clock.run_for(30_000)
    assert figures(page) == ["0:20"]
    glass(table, 30_000)
    expect(page.locator(".timer time")).to_have_text("0:30")
    page.clock.run_for(2_000)
    assert figures(page) == ["0:28"]


@pytest.mark.long
def test_its_buttons_are_the_plays_of_the_table(pages: Pages, table: FakeTable) -> None:
    glass(table, 20_000)
    page = pages.open()
    acts = page.locator(".clocks .acts button")
    expect(page.locator(".dock button", has_text="PAUSE")).to_have_count(0)
    expect(acts).to_have_text(["PAUSE Sand glass", "EXTEND Sand glass"])
    acts.first.click()
    eventually(lambda: [request.do for request in table.requests] == ["pause glass"])
    glass(table, 19_000, runs=False, plays=("start", "reset"))
    expect(acts).to_have_text(["START Sand glass", "RESET Sand glass"])
    watching = pages.open(host=WATCHERS_HOST)
    watching.locator(".timer").wait_for()
    assert watching.locator(".clocks .acts button").count() == 0


@pytest.mark.long
def test_what_was_held_by_a_start_goes_on_with_one_tap(pages: Pages, table: FakeTable) -> None:
    glass(table, 20_000, runs=False, held=True)
    page = pages.open()
    expect(page.locator(".timer small")).to_have_text(say("clocks.held"))
    expect(page.locator(".acts button", has_text="EXTEND")).to_have_count(1)
    expect(page.locator(".acts button", has_text="PAUSE")).to_have_count(0)
    page.get_by_role("button", name=say("clocks.go-on")).click()
    eventually(lambda: [request.do for request in table.requests] == ["go-on"])
    glass(table, 20_000)
    expect(page.locator(".timer small")).to_have_text("")
    expect(page.get_by_role("button", name=say("clocks.go-on"))).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tv"])
def test_a_chess_clock_shows_each_with_their_name(pages: Pages, table: FakeTable, path: str) -> None:
    told = [{"key": f"moves-{seat}", "left": 250_000 + seat, "runs": seat == 0} for seat in (0, 1)]
    lay(table, *MOVES, told=told)
    page = pages.open(path, DESK)
    expect(page.locator(".timer h2")).to_have_text(["Ada", "Ben"])
    expect(page.locator(".timer.runs")).to_have_count(1)
    label = page.locator(".timer time").nth(1).get_attribute("aria-label")
    assert label == say("page.pair", label="Moves", value="Ben")


def test_countdowns_are_fit_for_everybody(pages: Pages, table: FakeTable, good: Good) -> None:
    held = {"key": "glass", "left": 8_000, "runs": False, "held": True}
    told = [held, {"key": "moves-0", "left": 250_000, "runs": False}]
    lay(table, GLASS, *MOVES, told=told, plays=verbs("start", "extend", "reset"))
    page = pages.open()
    page.locator(".timer").first.wait_for()
    good(page, "countdowns")
