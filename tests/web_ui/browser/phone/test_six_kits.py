"""Whole turns of kits with turns, scores and sheets, by taps on one phone that holds every seat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from companion.settings.tables import KitSettings, Settings
from tests.support.browsing import DESK, PHONE, WATCHERS_HOST, Pages
from tests.support.paths import TESTS
from tests.support.waiting import eventually
from tests.support.whole import Whole, same_chance, whole_table
from tests.support.wording import say
from tests.web_ui.browser import axe
from tests.web_ui.browser.boards.test_bare import BACK
from tests.web_ui.browser.fitness import HANGS_OVER
from tests.web_ui.browser.phone.test_living_page import CAN, play_and_compare

FOLDER = TESTS / "companion" / "kits" / "six"
SIX = sorted(path.stem for path in FOLDER.glob("*.toml"))
STEPS = 14
TAPS = [CAN[0], "#dock .row .button:not(.undo, .rest, [aria-disabled]), #game button:not([aria-disabled=true])", BACK]
"""What is tapped: the next steps, kept dice, rows of a sheet, and steps of a score."""
HIGH = "document.querySelector('.screen').getBoundingClientRect().height"


def with_six(settings: Settings) -> Settings:
    return replace(settings, kits=KitSettings(folder=FOLDER))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with same_chance(), whole_table(tmp_path_factory.mktemp("six"), None, with_six) as table:
        yield table


@pytest.fixture(scope="module")
def cookie(table: Whole) -> str:
    table.do("new pig kit seats=2")
    return table.join([0, 1], "Zoe")


def turn_of(table: Whole) -> int:
    return int(table.table["state"]["round"]["seat"])


@pytest.mark.parametrize("slug", ["pig", "yacht"])
def test_a_living_page_goes_through_whole_turns_as_a_fresh_one(
    pages: Pages, table: Whole, cookie: str, slug: str
) -> None:
    table.do(f"new {slug} kit seats=2")
    play_and_compare(pages, table, cookie, STEPS, TAPS)


@pytest.mark.parametrize("slug", SIX)
def test_each_of_the_six_kits_fits_a_phone_and_is_fit_for_everybody(
    pages: Pages, table: Whole, cookie: str, slug: str
) -> None:
    table.do(f"new {slug} kit seats=2")
    page = table.open(pages, cookie)
    page.locator("#dock .row").wait_for()
    assert page.evaluate(HIGH) <= PHONE["height"]
    assert not page.evaluate(HANGS_OVER)
    assert axe.faults(page) == []


def test_a_sheet_is_filled_from_roll_to_roll_and_the_turn_goes_on(pages: Pages, table: Whole, cookie: str) -> None:
    table.do("new yacht kit seats=2")
    page = table.open(pages, cookie)
    roll, first = page.locator("#dock .first"), turn_of(table)
    roll.click()
    page.locator("button.die").nth(1).click()
    expect(page.locator("button.die").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(roll).to_have_text(f"{say('page.roll_again', count=4)} {say('page.stock', count=2)}")
    for left in (1, 0):
        roll.click()
        eventually(lambda left=left: table.table["state"]["dice"][0]["rolls_left"] == left)  # type: ignore[misc]
    chance = page.locator("[data-key='enter card chance']")
    worth = chance.inner_text()
    chance.click()
    eventually(lambda: turn_of(table) != first)
    expect(page.locator("tfoot td").nth(first)).to_have_text(worth)
    expect(page.locator("#dock .first")).to_have_count(1)


def test_an_entry_by_keyboard_keeps_the_focus_on_the_sheet(pages: Pages, table: Whole, cookie: str) -> None:
    table.do("new yacht kit seats=2")
    first = turn_of(table)
    table.do("roll five", first)
    page = table.open(pages, cookie)
    page.locator("[data-key='enter card chance']").press("Enter")
    eventually(lambda: turn_of(table) != first)
    expect(page.locator("#whose, #title").last).to_contain_text(table.table["people"][turn_of(table)]["name"])
    expect(page.locator(".sheet-card button")).to_have_count(0)
    expect(page.locator(".sheet-card")).to_be_focused()


def test_the_television_tells_whose_turn_it_is_and_everybodys_score(pages: Pages, table: Whole, cookie: str) -> None:
    table.do("new pig kit seats=2")
    afar: Page = pages.open("/tv", DESK, WATCHERS_HOST)
    name = table.table["people"][turn_of(table)]["name"]
    expect(afar.locator("#whose")).to_contain_text(name)
    expect(afar.locator(".scores tbody .count")).to_have_count(2)
    table.do("count score 1 +1", 0)
    expect(afar.locator(".scores tbody .count b").first).to_contain_text("1")
    assert axe.faults(afar, without=("color-contrast",)) == []


def test_phones_and_television_show_the_people_of_each_team(pages: Pages, table: Whole, cookie: str) -> None:
    table.do("new words kit seats=2")
    page, afar = table.open(pages, cookie), pages.open("/tv", DESK, WATCHERS_HOST)
    names = [each["name"] for each in table.table["people"]]
    for shown in (page, afar):
        expect(shown.locator(".scores .members bdi")).to_have_text(names)
    table.do("join blues", 0)
    for shown in (page, afar):
        expect(shown.locator(".scores thead th").nth(0).locator(".members li")).to_have_count(0)
        expect(shown.locator(".scores thead th").nth(1).locator(".members bdi")).to_have_text(names)
    assert axe.faults(page) == []
    assert not page.evaluate(HANGS_OVER)


def test_a_round_without_turns_tells_its_step_on_phones_and_television(pages: Pages, table: Whole, cookie: str) -> None:
    table.do("new tricks kit seats=2")
    page, afar = table.open(pages, cookie), pages.open("/tv", DESK, WATCHERS_HOST)
    for step in ("Bid", "Play"):
        now = say("kit.step-now", round=1, step=step)
        expect(page.locator("#phase")).to_have_text(now)
        expect(afar.locator("#title")).to_contain_text(now)
        table.do("step", 0)


def test_a_hand_of_thirteen_cards_is_seen_whole_while_it_is_held_open(pages: Pages, table: Whole, cookie: str) -> None:
    table.do("new tricks kit seats=2")
    table.do("deal pack", 0)
    page = table.open(pages, cookie)
    cards = page.locator(".hand > li")
    expect(cards).not_to_have_count(0)
    page.get_by_role("button", name=say("page.peek")).hover()
    page.mouse.down()
    expect(page.locator(".hand .card")).to_have_count(cards.count())
    assert cards.count() >= 13
    assert page.locator(".hand").evaluate("each => each.scrollHeight - each.clientHeight") <= 1
    page.mouse.up()


def test_cards_in_hands_are_not_dealt_again_by_the_large_button(pages: Pages, table: Whole, cookie: str) -> None:
    table.do("new tricks kit seats=2")
    page = table.open(pages, cookie)
    large = page.locator("#dock .row .button.first")
    expect(large).to_contain_text(say("play.deal"))
    table.do("deal pack", 0)
    expect(large).to_have_text(say("play.step"))
    expect(page.locator("#dock .row .button", has_text=say("play.deal"))).to_have_count(0)
    table.ask("POST", "/api/v1/press", {"button": "draw"})
    assert table.table["log"][-1]["text"] == say("kit.dealt", deck="Pack", count=13)


def test_the_verifier_calculates_a_throws_total_from_its_faces(pages: Pages, table: Whole, cookie: str) -> None:
    table.do("new role-playing kit seats=2")
    number = table.table["number"]
    totals = []
    for name in ("ability", "advantage", "percent"):
        table.do(f"roll {name}", 0)
        thrown = next(each for each in table.table["state"]["dice"] if each["name"] == name)
        totals.append(say("verify.total", formula=thrown["formula"], total=thrown["total"]))
    table.finish(cookie)
    page = pages.open("/")
    page.goto(page.url + f"verify?check={number}")
    expect(page.locator("#verdict")).to_have_text(say("verify.all", count=3))
    expect(page.locator("#draws .total")).to_have_text(totals)
