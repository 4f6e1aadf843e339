"""Forbidden Island on a phone: how it moves, how it ends, and how it gives way to another game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.browsing import PHONE, Pages
from tests.support.in_page import script
from tests.support.islands import LAID, OPENING, begin, choosable, correct, expect_actions, next_flood, phone, put, tile
from tests.support.whole import Whole, table_of
from tests.support.wording import say

table = table_of(OPENING)


WATCH_FLIGHTS = """() => {
    window.flights = [];
    const coming = document.querySelector('.coming');
    const flies = () => coming.classList.contains('flying') && !flights.length;
    const look = () => flies() && flights.push(getComputedStyle(coming.firstElementChild).transitionDuration);
    new MutationObserver(look).observe(coming, { attributeFilter: ['class'] });
}"""


# ---------------------------------------------------------------------- motion
@pytest.mark.long
def test_a_card_on_its_way_is_blurred_and_tells_nothing_and_a_tile_tips_into_the_sea(
    pages: Pages, table: Whole
) -> None:
    begin(table)
    next_flood(table, "copper-gate")
    page = phone(pages, table)
    page.evaluate(script("watch_ghosts"))
    page.evaluate(WATCH_FLIGHTS)
    before = page.locator(tile("copper-gate")).get_attribute("class")
    with table.held():
        page.locator("[data-key='do draw']").click()
        page.locator(".coming.shown.moving").wait_for()
        expect(page.locator(".coming .back")).to_have_css("filter", "blur(4px)")
        assert page.locator(".coming").inner_text() == ""
        assert page.locator(tile("copper-gate")).get_attribute("class") == before
    expect(page.locator(".coming .card b")).to_have_text("Copper Gate")
    expect(page.locator(".coming")).to_have_class(re.compile("low left"))  # its tile is seen with it
    expect(page.locator(".coming .card")).to_have_css("filter", "none")
    expect(page.locator(".coming .card")).to_have_css("transition-duration", "0.2s")
    expect(page.locator(tile("copper-gate"))).to_have_class("tile sunk")
    page.wait_for_function("() => flights.length && ghosts.length")
    assert page.evaluate("flights") == ["0.4s, 0.4s"]
    assert page.evaluate("ghosts") == [["sinking", "1.1s"]]
    expect(page.locator(".ghost")).to_have_count(0)
    assert page.locator(tile("copper-gate")).get_attribute("aria-label") == "Copper Gate, sunk"


@pytest.mark.long
def test_without_motion_a_tile_is_just_gone(pages: Pages, table: Whole) -> None:
    begin(table)
    next_flood(table, "watchtower")
    page = phone(pages, table)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(script("watch_ghosts"))
    page.locator("[data-key='do draw']").click()
    expect(page.locator(tile("watchtower"))).to_have_class("tile sunk")
    assert page.evaluate("ghosts") == []
    expect(page.locator(".pawn").first).to_have_css("transition-duration", "0s")


@pytest.mark.long
def test_a_pawn_glides_to_where_it_goes(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    red = page.locator(".pawn.red")
    before = red.evaluate("(each) => each.style.transform")
    expect(red).to_have_css("transition-duration", "0.6s")
    page.locator(tile("dunes-of-deception")).click()
    expect_actions(page, 2)
    after = red.evaluate("(each) => each.style.transform")
    assert (before, after) == ("translate(65px, 214px)", "translate(5px, 214px)")


# ---------------------------------------------------------------------- the end, a break, another game
@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "title", "medals"),
    [
        ({"water": 10}, say("forbidden-island.end.skull"), ["missing"] * 4),
        ({"captured_earth__stone": 1, "water": 10}, say("forbidden-island.end.skull"), ["got", *["missing"] * 3]),
    ],
)
def test_a_lost_game_says_why(
    pages: Pages, table: Whole, changes: dict[str, int], title: str, medals: list[str]
) -> None:
    begin(table)
    page = phone(pages, table)
    correct(table, **changes)
    expect(page.locator(".ending h2.bad")).to_have_text(title)
    expect(page.locator(".end-said")).to_contain_text(say("forbidden-island.end.skull-why"))
    assert page.locator(".medals li").evaluate_all("all => all.map((each) => each.className)") == medals


@pytest.mark.long
def test_a_treasure_lost_is_marked(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    table.do("correct coral-palace=sunk flood.coral-palace=out tidal-palace=sunk flood.tidal-palace=out")
    expect(page.locator(".ending h2")).to_have_text("Ocean’s Chalice is lost")
    expect(page.locator(".medals .gone")).to_have_count(1)
    expect(page.locator(".ending p").first).to_contain_text("Coral Palace, Tidal Palace")


@pytest.mark.long
def test_a_won_game_is_won_by_the_card_and_played_again(pages: Pages, table: Whole) -> None:
    begin(table)
    captured = {f"captured_{each}": 1 for each in ("earth__stone", "statue__of__the__wind", "crystal__of__fire")}
    correct(table, **captured, captured_oceans__chalice=2, pawn_1="fools-landing", pawn_2="fools-landing")
    page = pages.open()
    page.get_by_role("button", name=say("forbidden-island.words.lift-off")).click()
    expect(page.locator(".ending h2.good")).to_have_text(say("forbidden-island.end.won"))
    expect(page.locator(".medals .got")).to_have_count(4)
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".unlaid")).to_have_count(len(LAID))
    assert page.locator(".ending").is_hidden()


@pytest.mark.long
def test_a_phone_follows_from_a_kit_to_the_island_and_back_without_loading_anew(pages: Pages, table: Whole) -> None:
    table.do("new fireship kit seats=2")
    page = phone(pages, table, 0)
    page.evaluate("window.same = true")
    begin(table)
    expect(page.locator(".tile")).to_have_count(len(LAID))
    expect(page.locator("#title")).to_have_text("Your turn, Player 1")
    table.do("new fireship kit seats=2")
    page.locator(".wheel").wait_for()
    expect(page.locator("#token")).to_be_hidden()
    page.locator("[data-key='do roll dice']").wait_for()
    assert page.evaluate("window.same")


@pytest.mark.long
def test_the_panel_draws_the_island_and_nothing_on_it_can_be_chosen(pages: Pages, table: Whole) -> None:
    begin(table)
    page = pages.open("/panel", {"width": 1280, "height": 800})
    expect(page.locator(".tile")).to_have_count(len(LAID))
    assert page.locator(".tiles [role=button]").count() == 0


@pytest.mark.long
def test_the_panel_keeps_its_knob_beside_the_island_and_whose_turn_it_is_reads_as_one_line(
    pages: Pages, table: Whole
) -> None:
    begin(table)
    page = pages.open("/panel", {"width": 1280, "height": 800})
    name, role = page.locator(".turn h2"), page.locator(".turn p").first
    expect(name).to_have_text("Player 1’s turn")
    knob = page.locator("[data-button=push] svg").bounding_box()
    first, second = name.bounding_box(), role.bounding_box()
    assert knob and first and second
    assert (knob["width"], knob["height"]) == (96, 96)
    assert max(first["height"], second["height"]) < 48


@pytest.mark.long
def test_once_the_draws_are_told_no_phone_offers_to_take_anything_back(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table, 0)
    undo = page.locator("#dock").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    put(table, ["water=10"])
    expect(page.locator(".ending h2")).to_be_visible()
    expect(undo).to_have_count(0)


@pytest.mark.long
def test_a_watcher_sees_it_all_and_can_do_nothing(pages: Pages, table: Whole) -> None:
    begin(table)
    page = pages.open(size=PHONE, host="tide.example")
    expect(page.locator(".tile")).to_have_count(len(LAID))
    expect(page.locator("#title")).to_have_text("Player 1’s turn")
    assert choosable(page) == {}
