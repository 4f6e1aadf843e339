"""The club's page in a real browser: twenty tables over a real Mosquitto, of which five are killed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.club.book.database import store_in
from companion.club.service import Club, ClubOptions
from companion.library.games import Library
from companion.library.packages import covers
from companion.outside.messages import Call, GameNow, Player, ResultMessage, Status, TurnMessage
from tests.support.browsing import DESK, PHONE
from tests.support.club_tables import EVENINGS, FakeTable, begin, status_of
from tests.support.mosquitto import Mosquitto, mosquitto_in
from tests.support.paths import ROOT
from tests.support.processes import output_of, process_of
from tests.support.waiting import eventually
from tests.support.wording import say
from web_ui.http.settings import WebSettings

pytestmark = [pytest.mark.whole, pytest.mark.needs("mosquitto")]

LOST_TABLES = (2, 8, 11, 12, 19)
"""The tables that are out of touch with the club."""


class OpenGate:
    """A gate for tests: everybody is the keeper."""

    def keeper_of(self, cookies: Mapping[str, str]) -> str:
        return "k1"

    def is_signed_in(self, keeper: str) -> bool:
        return True


class Evening(NamedTuple):
    """A club, its broker, those tables that live in this process by their numbers, and how the others are killed."""

    club: Club
    mosquitto: Mosquitto
    tables: dict[int, FakeTable]
    others: ExitStack


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with mosquitto_in(tmp_path / "broker") as mosquitto, ExitStack() as closing:
        web = WebSettings(host="127.0.0.1", port=0)
        options = ClubOptions(mosquitto.address("club"), store_in(tmp_path), web, name="Harbour Club")
        shown = covers(Library(only_shipped=True).games)
        club = Club(options, shown, lambda slug, mode: None, OpenGate(), delays_s=(0.05, 0.05))
        closing.callback(club.close)
        for number in range(1, 21):  # in this order they get their numbers
            club.book.see(f"{number:012x}")
            club.context.live.expect(f"{number:012x}")
        club.start()
        table = mosquitto.address("table")
        words = [sys.executable, "-m", "tests.support.club_tables", str(mosquitto.port), table.user, table.password]
        others = closing.enter_context(ExitStack())
        process = others.enter_context(process_of([*words, *map(str, LOST_TABLES)], cwd=ROOT))
        assert output_of(process).readline() == b"READY\n"
        tables = begin(table, [number for number in range(1, 21) if number not in LOST_TABLES])
        for each in tables:
            closing.callback(each.broker.close)
        yield Evening(club, mosquitto, {int(each.id, 16): each for each in tables}, others)


@pytest.fixture
def complaints() -> list[str]:
    return []


def opened(browser: Browser, evening: Evening, complaints: list[str], size: dict[str, int], lang: str = "en") -> Page:
    context = browser.new_context(viewport={"width": size["width"], "height": size["height"]})
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"{evening.club.address}?lang={lang}")
    expect(page.locator(".tile")).to_have_count(20)
    return page


def tile(number: int) -> str:
    """Return the selector of the tile of a table."""
    return f'[data-table="{number:012x}"]'


def numbers_of(page: Page, selector: str) -> list[int]:
    return [int(each) for each in page.locator(f"{selector} .number").all_inner_texts()]


def test_five_of_twenty_tables_are_killed_and_go_grey_where_they_stand(
    browser: Browser, evening: Evening, complaints: list[str]
) -> None:
    page = opened(browser, evening, complaints, DESK)
    expect(page.locator(".tile.lost")).to_have_count(0)
    expect(page.locator("#summary")).to_have_text(f"{say('club.page.tables-in-play', playing=17, count=20)}, 44 people")
    expect(page.locator("#needs")).to_have_text(f"Table 5 calls {say('club.page.more-need', count=1)}")
    evening.others.close()
    expect(page.locator(".tile.lost")).to_have_count(5)
    assert numbers_of(page, ".tile.lost") == list(LOST_TABLES)
    assert numbers_of(page, ".tile") == list(range(1, 21))
    killed = page.locator(tile(8))
    expect(killed.locator(".state")).to_have_text(say("club.page.lost"))
    expect(killed.locator(".time")).to_have_text("19 min")
    expect(killed).to_contain_text("Rosa, Sam")
    assert killed.locator(".cover").evaluate("it => getComputedStyle(it).filter") == "grayscale(1)"
    expect(page.locator("#needs")).to_have_text(f"Table 5 calls {say('club.page.more-need', count=6)}")
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]
    box = page.locator(tile(20)).bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= DESK["height"], "all twenty are seen at once"
    assert complaints == []
    page.context.close()


def test_a_phone_has_those_that_need_the_keeper_first_by_their_need(
    browser: Browser, evening: Evening, complaints: list[str]
) -> None:
    page = opened(browser, evening, complaints, PHONE)
    evening.others.close()
    expect(page.locator("#needy .tile")).to_have_count(7)
    assert numbers_of(page, "#needy") == [5, 18, *LOST_TABLES]
    assert numbers_of(page, "section:last-of-type") == [1, 3, 4, 6, 7, 9, 10, 13, 14, 15, 16, 17, 20]
    evening.tables[18].tell("status", status_of(18, EVENINGS[0]))
    evening.tables[3].tell("status", Status(True, "Window", call=Call("c9", "Gus")))
    expect(page.locator("#needy .tile").nth(1)).to_contain_text(say("club.page.calls-you"))
    top = page.locator("#needy").bounding_box()
    assert top is not None
    assert top["y"] < PHONE["height"] / 8, "nothing else comes before them"
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.get_by_role("button", name="More").click()
    assert numbers_of(page, "#needy") == [3, 5, *LOST_TABLES]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert complaints == []
    page.context.close()


def test_a_tile_follows_its_table_as_it_plays_and_keeps_the_focus(
    browser: Browser, evening: Evening, complaints: list[str]
) -> None:
    page = opened(browser, evening, complaints, DESK)
    first = page.locator(tile(1))
    expect(first.locator(".state")).to_have_text("AAnn plays")
    first.locator("button").focus()
    evening.tables[1].tell("turn", TurnMessage(1, 1, "Ben"))
    expect(first.locator(".state")).to_have_text("BBen plays")
    expect(first.locator(".token")).to_have_class("token small green")
    assert page.evaluate("document.activeElement.closest('[data-table]')?.dataset.table") == f"{1:012x}"
    expect(
        page.get_by_role("button", name="Table 1. Forbidden Island. Ann, Ben, Chloé. Ben plays. 38 min")
    ).to_be_visible()
    assert complaints == []
    page.context.close()


def test_a_table_opens_by_keyboard_with_its_call_its_people_and_what_came_out_last(
    browser: Browser, evening: Evening, complaints: list[str]
) -> None:
    page = opened(browser, evening, complaints, DESK)
    page.locator(tile(5)).locator("button").focus()
    page.keyboard.press("Enter")
    sheet = page.locator("#one")
    expect(sheet.get_by_role("heading", name=say("club.page.calls-of", name="Max"))).to_be_visible()
    expect(sheet.locator("#one-people li")).to_have_text(["MMaxon turn", "NNils"])
    expect(sheet.locator("#one-results li")).to_have_text(["Max rolls 3.just now"])
    expect(sheet.locator("#one-page")).to_have_attribute("href", "http://192.168.7.5:8080/")
    evening.tables[5].tell("result", ResultMessage("r2", 1, "rolled", 1, "Nils", (6,), (), "Nils rolls 6."))
    expect(sheet.locator("#one-results li").first).to_have_text("Nils rolls 6.just now")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('[data-table]')?.dataset.table") == f"{5:012x}"
    assert complaints == []
    page.context.close()


def test_names_of_tables_are_text_whatever_they_say(browser: Browser, evening: Evening, complaints: list[str]) -> None:
    page = opened(browser, evening, complaints, DESK)
    evil = "<img src=x onerror=alert(1)>"
    people = (Player(0, evil, evil, "here"),)
    evening.tables[1].tell("game", GameNow(2, "x", "kit", evil, people))
    evening.tables[1].tell("turn", TurnMessage(2, 0, evil))
    expect(page.locator(tile(1))).to_contain_text(f"{evil} plays")
    assert page.locator("img[src=x]").count() == 0
    assert complaints == []
    page.context.close()


def test_the_page_says_so_while_the_club_has_lost_its_broker_and_all_is_well_once_it_is_back(
    browser: Browser, evening: Evening, complaints: list[str]
) -> None:
    page = opened(browser, evening, complaints, DESK)
    evening.mosquitto.kill()
    expect(page.locator("#no-broker")).to_be_visible()
    assert page.locator(tile(1)).locator(".cover").evaluate("it => getComputedStyle(it).filter") == "grayscale(1)"
    evening.mosquitto.start()
    expect(page.locator("#no-broker")).to_be_hidden()
    assert complaints == []
    page.context.close()


def test_the_page_speaks_french(browser: Browser, evening: Evening, complaints: list[str]) -> None:
    page = opened(browser, evening, complaints, PHONE, "fr")
    expect(page.locator("#summary")).to_have_text(
        f"{say('club.page.tables-in-play', 'fr', playing=17, count=20)}, 44 personnes"
    )
    expect(page.locator(tile(1))).to_contain_text("Ann joue")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert complaints == []
    page.context.close()


def test_the_book_keeps_what_tables_are_called(evening: Evening) -> None:
    eventually(lambda: all(each.name for each in evening.club.book.tables()))
    assert len(evening.club.book.tables()) == 20
    shown = [evening.club.context.live.details(each.id) for each in evening.club.book.tables()]
    assert [each.tile.name for each in shown if each] == [each.name for each in evening.club.book.tables()]
