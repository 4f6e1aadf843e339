"""Kits with turns, scores, sheets and cups on a phone, from their pictures and the tree of plays alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.phones.membership import Phones
from tests.support import score_pictures as pictures
from tests.support.browsing import DESK, PHONE, WATCHERS_HOST, Pages
from tests.support.fakes import FakePublished, FakeTable
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.web_ui.browser.fitness import FEW_LOOKS, good_in

Shown = Callable[[tuple[dict[str, Any], list[dict[str, Any]]]], Page]
TABLES = (pictures.pig, pictures.yacht, pictures.many_kinds, pictures.pool, pictures.tricks, pictures.cups)
HIGH = "document.querySelector('.screen').getBoundingClientRect().height"


@pytest.fixture
def table() -> FakeTable:
    return FakeTable(FakePublished(people=pictures.PEOPLE))


@pytest.fixture
def shown(pages: Pages, table: FakeTable, phones: Phones) -> Shown:
    """Show a picture and its plays on the phone of the first person."""
    phones.window.open()
    cookie = phones.join("", phones.window.digits, [0], None).cookie

    def show(kit: tuple[dict[str, Any], list[dict[str, Any]]]) -> Page:
        publish(table, kit)
        return pages.open(host=WATCHERS_HOST, cookie=cookie)

    return show


def publish(table: FakeTable, kit: tuple[dict[str, Any], list[dict[str, Any]]]) -> None:
    state, plays = kit
    table.change(board=lambda viewer: state, plays=pictures.plays_of(0, plays))


def lines(table: FakeTable) -> list[tuple[str, int]]:
    return [(request.do, request.seat) for request in table.requests]


@pytest.mark.parametrize("kit", TABLES, ids=lambda each: each.__name__)
def test_a_kit_fits_a_phone_and_is_fit_for_everybody(shown: Shown, kit: Callable[[], Any]) -> None:
    page = shown(kit())
    page.locator("#dock button").first.wait_for()
    assert page.evaluate(HIGH) <= PHONE["height"]
    good_in(FEW_LOOKS, page, kit.__name__)


def test_a_tapped_die_is_kept_and_the_button_says_how_many_are_rolled_again(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.yacht())
    dice = page.locator("button.die")
    pressed = [dice.nth(at).get_attribute("aria-pressed") for at in range(5)]
    assert pressed == ["true", "false", "true", "false", "false"]
    expect(page.locator("#dock .first")).to_have_text(f"{say('page.roll_again', count=3)} {say('page.stock', count=2)}")
    dice.nth(3).click()
    eventually(lambda: lines(table) == [("keep five 4", 0)])
    page.locator("#dock .first").click()
    eventually(lambda: lines(table)[1:] == [("roll five", 0)])


def test_who_isnt_on_is_told_whose_turn_it_is_and_can_do_nothing_with_the_dice(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.yacht(seat=1))
    expect(page.locator("#dock .ask")).to_have_text(say("page.playing", name="Benedict"))
    expect(page.locator("#title")).to_have_text(say("page.turn_of", name="Benedict"))
    expect(page.locator("#dock .first")).to_have_count(0)
    die = page.locator("button.die").first
    expect(die).to_have_attribute("aria-disabled", "true")
    die.click(force=True)
    expect(page.locator(".sheet-card button")).to_have_count(0)
    assert table.requests == []


def test_one_tap_enters_what_a_row_would_give(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.yacht())
    run = page.get_by_role("button", name=say("page.enter_value", row="Small run", value=30))
    expect(run).to_have_text("30")
    box = page.locator(".sheet-card tr.open th", has_text="Small run").bounding_box()
    assert box
    page.mouse.click(box["x"] + 8, box["y"] + 8)  # the whole row is the button
    eventually(lambda: lines(table) == [("enter card small-run", 0)])
    expect(page.locator(".sheet-card tfoot td")).to_have_text(["45", "66", "78"])
    expect(page.locator(".sheet-card .bonus td")).to_have_text(["–", "35", "–"])


def test_only_whoever_may_enter_sees_what_a_row_would_give(shown: Shown, pages: Pages) -> None:
    row = "tbody tr:has(th:text-is('Chance')) td"
    mine = shown(pictures.yacht())
    expect(mine.locator(row)).to_have_text(["17", "–", "19"])
    afar = pages.open("/tv", DESK, WATCHERS_HOST)
    expect(afar.locator(row)).to_have_text(["–", "–", "19"])
    others = shown(pictures.yacht(seat=1))
    expect(others.locator(row)).to_have_text(["–", "–", "19"])


def test_steps_change_a_score_one_after_the_other(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.tricks())
    number = page.get_by_role("button", name="Benedict, Score: 71")
    number.click()
    expect(number).to_have_attribute("aria-expanded", "true")
    stepper = page.get_by_role("group", name="Benedict, Score")
    expect(stepper.get_by_role("button")).to_have_text(["−10", "+1", "+10"])
    for step in ("+10", "+1", "+1"):
        stepper.get_by_role("button", name=step, exact=True).click()
    # His phone isn't this one: whoever sits here counts for him.
    eventually(lambda: lines(table) == [("count score 2 +10", 0), ("count score 2 +1", 0), ("count score 2 +1", 0)])
    number.click()
    expect(stepper).to_have_count(0)


def test_a_score_says_who_leads_and_how_far_it_goes(shown: Shown) -> None:
    page = shown(pictures.pig())
    expect(page.get_by_role("button", name=f"Benedict, Score: 64, {say('page.leads')}")).to_be_visible()
    expect(page.locator(".scores")).to_contain_text(say("page.target", target=100))
    expect(page.locator("#phase")).to_have_text("Round 4")
    expect(page.locator("#dock .row .button:not(.undo, .rest)")).to_have_text(["Roll Die", "Hold", "Next person"])


def test_tapped_dice_make_a_formula_and_the_brass_button_rolls_it(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.any_dice())
    roll = page.locator("#dock .first")
    expect(roll).to_have_text("Roll 4d6kh3")
    for what in ("d20", "d6", "d6", "+1"):
        page.get_by_role("button", name=say("page.add", what=what), exact=True).click()
    expect(page.get_by_role("textbox")).to_have_value("1d20+2d6+1")
    roll.click()
    eventually(lambda: lines(table) == [("throw any 1d20+2d6+1", 0)])
    page.locator(".recent button", has_text="3d6!").click()
    page.get_by_role("textbox").press("Enter")
    eventually(lambda: lines(table)[1:] == [("throw any 3d6!", 0)])


def test_a_formula_that_cant_be_read_gets_a_caret_under_the_place(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.any_dice())
    field, roll = page.get_by_role("textbox"), page.locator("#dock .row > .button:not(.undo, .rest)")
    field.fill("2d6q1")
    expect(page.locator(".fault pre")).to_have_text("2d6q1\n   ^")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(roll).to_have_attribute("aria-disabled", "true")
    field.press("Enter")
    field.fill("2d6+1")
    expect(page.locator(".fault pre")).to_have_count(0)
    expect(roll).to_have_text("Roll 2d6+1")
    assert table.requests == []


def test_the_odds_of_a_formula_are_behind_one_button(shown: Shown) -> None:
    page = shown(pictures.any_dice())
    page.get_by_role("button", name=say("page.odds")).click()
    sheet = page.locator(".odds-sheet")
    expect(sheet.locator("dd")).to_have_text(["12.24", "± 2.85", "3 – 18"])
    expect(sheet.locator("tbody tr")).to_have_count(16)
    good_in(FEW_LOOKS, page, "odds")
    sheet.get_by_role("button", name=say("page.back")).click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name=say("page.odds"))).to_be_focused()


def test_dropped_dice_are_grey_and_the_total_is_the_one_that_counts(shown: Shown) -> None:
    page = shown(pictures.any_dice())
    expect(page.locator(".dice-row .die")).to_have_text(["6", "1", "4", "5"])
    expect(page.locator(".dice-row .dropped")).to_have_text(["1"])
    expect(page.locator(".throw .sum")).to_have_text("15")
    expect(page.locator(".throw .formula")).to_have_text("4d6kh3")


def test_a_single_die_has_no_total_even_while_it_can_be_kept(shown: Shown) -> None:
    die = pictures.dice("five", "One die", [4], kept=[False], rolls_left=1)
    page = shown((pictures.state(dice=[die]), []))
    expect(page.locator(".throw .die text")).to_have_text("4")
    expect(page.locator(".throw .sum")).to_be_hidden()


def test_a_pool_asks_how_many_of_each_and_counts_symbols(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.pool())
    expect(page.locator(".symbols li")).to_have_text(["1 Success", "1 Advantage"])
    page.get_by_role("button", name=say("page.step_of", label="Ability", by="+")).click()
    page.get_by_role("button", name=say("page.step_of", label="Difficulty", by="−")).click()
    roll = page.locator("#dock .first")
    expect(roll).to_have_text("Roll 3 Ability")
    roll.click()
    eventually(lambda: lines(table) == [("pool check 3 0", 0)])


def test_dice_under_ones_own_cup_are_seen_only_while_somebody_looks(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.cups())
    own = page.locator(".own-cup")
    look = own.get_by_role("button", name=say("page.look_under"))
    expect(own.locator(".die")).to_have_count(0)
    look.focus()
    page.keyboard.press("Enter")
    expect(own.locator(".die")).to_have_text(["2", "2", "5", "6", "1"])
    page.keyboard.press("Enter")
    expect(own.locator(".die")).to_have_count(0)
    expect(page.locator(".others-cups")).to_contain_text(say("page.cup_of", name="Benedict", count=4))
    expect(page.locator(".lifted .die")).to_have_text(["6", "6", "2"])
    own.get_by_role("button", name=say("page.lift")).click()
    eventually(lambda: lines(table) == [("show cup", 0)])


def test_nothing_can_be_read_of_dice_in_motion(shown: Shown, table: FakeTable) -> None:
    page = shown(pictures.yacht())
    table.start(motion={"verb": "roll", "purpose": "five", "label": "Five dice", "count": 5})
    page.locator(".throw.moving").wait_for()
    expect(page.locator(".throw .die text")).to_have_text([""] * 5)
    expect(page.locator(".throw .sum")).to_have_text("")
    expect(page.locator(".sheet-card button")).to_have_count(0)


def test_a_living_page_shows_what_a_fresh_one_shows(shown: Shown, table: FakeTable) -> None:
    seen = "[...document.querySelectorAll('#game, #dock, .head')].map((each) => each.innerText)"
    living = shown(pictures.yacht())
    for kit in (pictures.yacht(seat=1), pictures.yacht(values=None), pictures.yacht(values=(1, 1, 1, 1, 1))):
        publish(table, kit)
        fresh = shown(kit)
        eventually(lambda fresh=fresh: living.evaluate(seen) == fresh.evaluate(seen))  # type: ignore[misc]
