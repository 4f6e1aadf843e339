"""The television's page in a real browser: the same moment as everybody's, and the same page after days."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support import kit_pictures as boards
from tests.support.browsing import WATCHERS_HOST, Pages
from tests.support.fakes import FakeTable
from tests.support.waiting import eventually
from tests.support.wording import say

WIDE = {"width": 1280, "height": 800}
BLURRED = "each => getComputedStyle(each).filter.includes('blur')"
TUMBLES = "each => getComputedStyle(each).animationName"
CAPTION = "document.getElementById('caption').textContent"
READ_MS = 900
"""So long a page shows each result at least."""
ANOTHER_KIT = 25
WARM_UP = 2 * ANOTHER_KIT + 10
"""After so many updates all has been there once; the last update finds the same kit on the table."""
SLACK_BYTES = 300_000
"""What a heap may differ by from one tidying up to the next; a leak of one update's objects is more after 100."""
LONG_SLACK_BYTES = 400_000


def tv(pages: Pages, path: str = "/tv", **more: Any) -> Page:
    return pages.open(path, WIDE, WATCHERS_HOST, **more)


@pytest.mark.long
def test_dice_are_blurred_and_blank_until_the_result_is_told(pages: Pages, table: FakeTable) -> None:
    page = tv(pages)
    die, sums = page.locator(".roll .d10").first, page.locator(".sum")
    expect(die.locator("text")).to_have_text("3")
    table.start()
    expect(page.locator(".headline")).to_have_text("Three ten-sided dicerolling")
    assert die.evaluate(BLURRED)
    assert die.evaluate(TUMBLES) == "tumble"
    expect(die.locator("text")).to_have_text("")
    expect(sums).to_have_text("")
    table.change(values=(1, 2, 4), roll=15)
    expect(die.locator("text")).to_have_text("1")
    expect(sums).to_have_text("7")
    expect(page.locator(".headline b")).to_have_text("1, 2, 4, together 7")
    expect(page.get_by_role("status").first).to_have_text("Roll 15: 1, 2, 4, together 7 · Ben")


@pytest.mark.long
def test_nothing_tumbles_for_who_wants_no_motion(pages: Pages, table: FakeTable) -> None:
    page = tv(pages, reduced_motion="reduce")
    table.start()
    expect(page.locator(".roll.moving")).to_have_count(1)
    assert page.locator(".roll .d10").first.evaluate(TUMBLES) == "none"


def test_the_code_stands_beside_its_address_at_the_foot_of_the_news(pages: Pages, table: FakeTable) -> None:
    page = tv(pages)
    news, code, address = (page.locator(each).bounding_box() for each in (".news", ".join .code", ".join b"))
    assert news and code and address
    assert code["x"] + code["width"] < address["x"]
    assert code["y"] < address["y"] < address["y"] + address["height"] <= code["y"] + code["height"]
    assert code["y"] + code["height"] == pytest.approx(news["y"] + news["height"], abs=1)


def test_a_step_that_was_taken_back_is_struck_through(pages: Pages, table: FakeTable) -> None:
    page = tv(pages)
    table.change(log=[{"n": 3, "seat": 0, "who": "Ada", "text": "Roll 3: 9", "undone": True}])
    expect(page.locator(".headline s")).to_have_text("9")
    expect(page.locator(".headline small")).to_have_text("Roll 3 · Ada · undone")


@pytest.mark.long
def test_people_are_shown_with_their_lights_and_what_lies_openly_in_their_hands(pages: Pages, table: FakeTable) -> None:
    table.change(board=lambda viewer: boards.fireship_more(10, viewer))
    page = tv(pages)
    expect(page.locator("#people li").first.get_by_role("img")).to_have_accessible_name("hidden: 2")
    table.change(board=lambda viewer: boards.island())
    hand = page.locator("#people li").first.get_by_role("img")
    expect(hand).to_have_accessible_name("Earth Stone, Earth Stone, Earth Stone, Sandbags")
    expect(hand.locator("svg")).to_have_count(4)


@pytest.mark.long
def test_a_game_without_a_page_of_its_own_is_drawn_from_its_state(pages: Pages, table: FakeTable) -> None:
    table.change(board=lambda viewer: {"kind": "chess"})
    page = tv(pages)
    expect(page.locator("#game .roll .d10")).to_have_count(3)
    expect(page.locator(".headline b")).to_have_text("3, 7, 10, together 20")
    table.change(board=lambda viewer: boards.island())
    expect(page.locator("#game .tiles .tile")).to_have_count(24)
    expect(page.locator("#game .roll")).to_have_count(0)
    table.change(menu=True)
    expect(page.locator("#game .tiles")).to_have_count(0)
    expect(page.locator("#game h2")).to_have_text(say("menu.what-to-play"))


def test_after_a_power_cut_it_says_what_the_board_has_to_show(pages: Pages, table: FakeTable) -> None:
    page = tv(pages)
    expect(page.locator("#compare")).to_be_hidden()
    table.change(compare=("Copper Gate is flooded.", "Water: 4"))
    expect(page.locator("#compare-list li")).to_have_text(["Copper Gate is flooded.", "Water: 4"])
    table.change(compare=())
    expect(page.locator("#compare")).to_be_hidden()


def test_what_is_too_long_for_the_screen_is_drawn_smaller_and_then_large_again(pages: Pages, table: FakeTable) -> None:
    page = tv(pages)
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    over = "document.documentElement.scrollHeight > innerHeight"
    whole = page.evaluate(size)
    table.change(people=tuple(f"Somebody {number}" for number in range(20)))
    expect(page.locator("#people li")).to_have_count(20)
    eventually(lambda: page.evaluate(size) < whole)
    assert not page.evaluate(over)
    table.change(people=("Ada", "Ben"))
    eventually(lambda: page.evaluate(size) == whole)


@pytest.mark.long
def test_however_a_wheel_is_turned_its_corners_take_no_room_of_the_page(pages: Pages, table: FakeTable) -> None:
    table.change(board=lambda viewer: boards.fireship_more(None))
    page = tv(pages)
    sizes = "[document.documentElement.scrollHeight, getComputedStyle(document.documentElement).fontSize]"
    page.locator(".wheel.still").wait_for()
    still = page.evaluate(sizes)
    for at in range(11):
        table.change(board=lambda viewer, at=at: boards.fireship_more(at))
        expect(page.locator(".face").nth(at)).to_contain_class("landed")
        assert page.evaluate(sizes) == still, at


def state_of(number: int) -> dict[str, Any]:
    """Return what else lies on the table after update *number*: another kit every now and then."""
    if number // ANOTHER_KIT % 2:
        return boards.fireship_more(number % 11)
    tiles = [boards.slug(each.partition(":")[0]) for each in boards.TILES]
    return boards.island({tiles[number % len(tiles)], tiles[number * 7 % len(tiles)]})


def weights(page: Page) -> dict[str, float]:
    """Return what the page holds once everything that can go is gone."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    devtools.send("HeapProfiler.collectGarbage")
    told = devtools.send("Performance.getMetrics")["metrics"]
    devtools.detach()
    return {each["name"]: each["value"] for each in told}


def stays_as_light(pages: Pages, table: FakeTable, updates: int, slack_bytes: int) -> None:
    """Keep one stream open through *updates*, each shown before the next, and see that nothing of them is left."""
    streams: list[str] = []

    def prepare(page: Page) -> None:
        page.clock.install()
        page.on("request", lambda each: streams.append(each.url))

    page = tv(pages, prepare=prepare)
    early: dict[str, float] = {}
    for number in range(1, updates + 11):
        if number % 10 == 0:
            table.start()
        values = (number % 10 + 1, number // 10 % 10 + 1, number // 100 % 10 + 1)
        table.change(values=values, roll=number, board=lambda viewer, number=number: state_of(number))
        eventually(lambda number=number: page.evaluate(CAPTION).startswith(f"Roll {number}:"))  # type: ignore[misc]
        page.clock.run_for(READ_MS)
        if number == WARM_UP:
            early = weights(page)
    late = weights(page)
    assert sum("/stream" in url for url in streams) == 1
    assert late["Nodes"] <= early["Nodes"] + 50, json.dumps([early, late])
    assert late["JSEventListeners"] <= early["JSEventListeners"], json.dumps([early, late])
    assert late["JSHeapUsedSize"] <= early["JSHeapUsedSize"] + slack_bytes, json.dumps([early, late])


@pytest.mark.long
def test_a_hundred_updates_leave_nothing_behind(pages: Pages, table: FakeTable) -> None:
    stays_as_light(pages, table, 100, SLACK_BYTES)


@pytest.mark.soak
def test_ten_thousand_updates_leave_nothing_behind(pages: Pages, table: FakeTable) -> None:
    stays_as_light(pages, table, 10_000, LONG_SLACK_BYTES)
