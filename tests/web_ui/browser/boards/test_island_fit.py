"""Forbidden Island's page is fit for everybody: axe, contrast, every width, both languages, and its weight."""

from __future__ import annotations

import gzip
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Pages
from tests.support.in_page import script
from tests.support.islands import LAID, OPENING, begin, correct, mean, phone, put, tile
from tests.support.whole import Whole, table_of
from tests.web_ui.browser.everybody.test_sizes import FRAMES
from tests.web_ui.browser.fitness import HANGS_OVER, Good

CAPTURED = {f"captured_{each}": 1 for each in ("earth__stone", "statue__of__the__wind", "crystal__of__fire")}
WIDTHS = (320, 360, 820, 1280)
CUT_OFF = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
SMALL = """all => all.map((each) => [each.textContent, each.getBoundingClientRect()])
    .filter(([_, box]) => Math.min(box.width, box.height) < 48).map(([text]) => text)"""
MIN_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3: text of usual size."""
SEVEN = "earth-stone earth-stone oceans-chalice oceans-chalice crystal-of-fire crystal-of-fire sandbags"
"""The first hands of four people but for the last card."""
BOARD_BYTES = 6_500
PAGE_BYTES = 60_000

table = table_of(OPENING)


def marked(page: Page) -> None:
    """Wait until what can be done is shown."""
    page.locator(".tile[role=button]").first.wait_for()


# ---------------------------------------------------------------------- fit for everybody
@pytest.mark.long
def test_axe_finds_nothing_in_any_state_of_the_island(pages: Pages, table: Whole, good: Good) -> None:
    begin(table, ("pilot", "diver"), cards="earth-stone sandbags oceans-chalice")
    page = phone(pages, table, 0, 1)
    marked(page)
    good(page, "actions")
    mean(page, "fly")
    good(page, "said what is meant")
    page.locator(tile("coral-palace")).click()
    page.locator("#answer[open]").wait_for()
    good(page, "refused")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".used[data-deck=flood]").click()
    good(page, "used cards")
    page.keyboard.press("Escape")
    page.locator(tile("observatory")).click()
    page.locator("dialog.beside-place .button").first.wait_for()
    good(page, "asked which")
    page.keyboard.press("Escape")
    correct(table, hand_2_oceans__chalice=5)
    expect(page.locator(".ask")).to_contain_text("1 card too many")
    good(page, "a discard is due")


@pytest.mark.long
def test_axe_finds_nothing_before_and_after_a_game(pages: Pages, table: Whole, good: Good) -> None:
    table.do("new forbidden-island referee seats=4 layout=twins")
    own = pages.open()
    own.locator("[data-key='do deal rest']").wait_for()
    good(own, "set-up")
    begin(table)
    correct(table, **CAPTURED, captured_oceans__chalice=2, pawn_1="fools-landing", pawn_2="fools-landing")
    table.do("lift-off", 1)
    own.locator(".ending h2.good").wait_for()
    good(own, "won")


@pytest.mark.long
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_word_in_the_drawing_stands_out(pages: Pages, table: Whole, theme: str) -> None:
    begin(table, ("engineer", "diver", "explorer", "messenger"), cards=SEVEN)
    page = phone(pages, table)
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    put(table, ["captured.earth-stone=1", "coral-palace=sunk", "flood.coral-palace=out"])
    expect(page.locator(".treasure.lit")).to_have_count(1)
    found = page.evaluate(script("island_colours"))
    assert set(found) == {"dry", "flooded", "treasure", "red", "black", "green", "silver"}
    assert {kind: ratio for kind, ratio in found.items() if ratio < MIN_CONTRAST} == {}
    table.do("new forbidden-island referee seats=4")
    expect(page.locator(".unlaid")).to_have_count(len(LAID))


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_at_every_width_nothing_is_cut_off_or_too_small_to_touch(pages: Pages, table: Whole, lang: str) -> None:
    begin(table, ("engineer", "diver"), cards="earth-stone sandbags oceans-chalice")
    page = phone(pages, table, 0, 1, path=f"/?lang={lang}")
    marked(page)
    words = "#dock button:visible, h1, h2:visible, .turn p, .meter i, .mates bdi, .piles p"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(FRAMES)
        assert not page.evaluate(HANGS_OVER), width
        assert page.locator(words).evaluate_all(CUT_OFF) == [], width
        assert page.locator("#dock button:visible").evaluate_all(SMALL) == [], width
        board = page.locator(".tiles").bounding_box()
        assert board is not None
        assert board["width"] <= width
        assert board["height"] <= (800 if width >= 960 else 800 - 100), width


@pytest.mark.long
def test_a_wide_screen_has_what_can_be_done_beside_the_island(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    marked(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    board, dock = page.locator(".sea").bounding_box(), page.locator("#dock").bounding_box()
    assert board is not None
    assert dock is not None
    assert board["x"] + board["width"] <= dock["x"]


# ---------------------------------------------------------------------- its weight
def static(html: str) -> set[str]:
    return set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:js|css))"', html))


def test_the_islands_drawing_and_its_page_stay_small_late_in_a_game(table: Whole) -> None:
    begin(table, ("engineer", "diver", "pilot", "navigator"), cards=SEVEN)
    html = table.get("/").body.decode()
    sizes = {address.rpartition("/")[2]: len(gzip.compress(table.get(address).body)) for address in static(html)}
    assert sizes["board.js"] + sizes["tiles.js"] + sizes["lettering.js"] <= BOARD_BYTES
    assert "picture.js" not in sizes
    assert "chance.css" not in sizes
    assert len(html.encode()) + sum(sizes.values()) < PAGE_BYTES


def test_what_draws_the_island_is_not_loaded_for_another_game(table: Whole) -> None:
    table.do("new fireship kit seats=2")
    assert not [address for address in static(table.get("/").body.decode()) if "/games/" in address]


# ---------------------------------------------------------------------- the first answer
def test_the_first_answer_says_whose_turn_it_is_and_keeps_room_for_the_tiles(table: Whole) -> None:
    begin(table)
    html = table.get("/").body.decode()
    assert '<h1 id="title">Player 1’s turn</h1>' in html
    assert 'id="token" aria-hidden="true">1</b>' in html
    assert '<svg viewBox="0 0 6 6" aria-hidden="true"></svg>' in html
