"""A phone joins in a real browser: by touch, by keyboard, with every answer said in place."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from companion.model.roster import NOBODY
from companion.phones.membership import Phones
from companion.runtime.clock import ManualClock
from companion.texts.say import Texts
from tests.support.browsing import WATCHERS_HOST, Pages
from tests.support.callers import seat_down
from tests.support.fakes import FakePanel, FakePublished, FakeTable, mirrored, settings
from tests.support.seating import joined, open_join, open_menu
from tests.support.wording import say
from tests.web_ui.browser import axe
from web_ui.api.context import context_of
from web_ui.http.server.server import Server

ASK_TWICE = """() => {
    globalThis.listening = 0;
    const close = document.querySelector('#join-close');
    close.addEventListener = (...of) => { listening += 1; EventTarget.prototype.addEventListener.apply(close, of); };
    for (const tap of [1, 2]) document.querySelector('#join-open').click();
}"""
MARKUP = "<img src=x onerror=alert(1)>"


class Named(FakePublished):
    """Seats are called as the phones that hold them say, as in the real table."""

    def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Any:
        seen = super().seen_by(viewer, speaks_for, has_forms)
        people = tuple(replace(each, name=self.roster.called.get(each.seat, each.name)) for each in seen.people)
        return replace(seen, people=people)


@pytest.fixture
def table() -> FakeTable:
    return FakeTable(Named(people=("1", "2", "3")))


@pytest.fixture
def page(pages: Pages) -> Page:
    return pages.open(host=WATCHERS_HOST)


def digits_of(phones: Phones) -> str:
    phones.window.open()
    digits = phones.window.digits
    assert digits is not None
    return digits


def test_six_digits_a_seat_and_a_name_let_a_phone_play(page: Page, table: FakeTable, phones: Phones) -> None:
    page.evaluate("window.sameDocument = true")
    expect(page.locator("#dock button:visible")).to_have_count(0)
    page.evaluate("document.body.style.minHeight = '200vh'")
    page.evaluate("scrollTo(0, 24)")
    page.get_by_role("button", name=say("join.open")).click()
    sheet = page.get_by_role("dialog", name=say("join.title"))
    expect(sheet.get_by_label(say("join.code"))).to_be_focused()
    page.keyboard.type(digits_of(phones))
    sheet.get_by_label("Seat 2").check()
    sheet.get_by_label("Your name").fill("Chloé")
    sheet.get_by_role("button", name="Join").click()
    assert joined(page) == "You play Chloé."
    expect(sheet).to_be_hidden()
    expect(page.locator("#dock button:visible").first).to_be_visible()
    assert page.evaluate("scrollY") == 0
    assert [phone.seats for phone in table.published.roster.phones.values()] == [(1,)]
    assert page.evaluate("window.sameDocument")
    assert page.evaluate("document.cookie") == ""
    page.reload()
    assert joined(page) == "You play Chloé."


def test_the_code_on_the_tables_screen_opens_the_sheet_and_a_seat_is_all_there_is_to_choose(
    pages: Pages, table: FakeTable, phones: Phones
) -> None:
    phones.window.open()
    assert phones.window.shown is not None
    page = pages.open(f"/J/{phones.window.shown.token}?lang=en", host=WATCHERS_HOST)
    sheet = page.get_by_role("dialog", name=say("join.title"))
    expect(sheet.locator("#join-what")).to_contain_text("Your phone shows the board and your own cards.")
    expect(sheet.get_by_label("Seat 1")).to_be_checked()
    expect(sheet.get_by_label(say("join.code"))).to_be_hidden()
    sheet.get_by_label("Seat 2").check()
    sheet.get_by_role("button", name="Join").click()
    assert joined(page) == "You play Seat 2."
    assert page.evaluate("location.pathname + location.search") == "/?lang=en"
    assert [phone.seats for phone in table.published.roster.phones.values()] == [(1,)]


@pytest.mark.long
def test_a_code_that_was_used_already_asks_for_the_digits(pages: Pages, table: FakeTable, phones: Phones) -> None:
    page = pages.open("/J/AAAAAAAAAAA", host=WATCHERS_HOST)
    sheet = page.get_by_role("dialog", name=say("join.title"))
    sheet.get_by_role("button", name="Join").click()
    expect(sheet.get_by_role("alert")).to_contain_text("This code isn’t good any more.")
    expect(sheet.get_by_label(say("join.code"))).to_be_focused()
    page.keyboard.type(digits_of(phones))
    page.keyboard.press("Enter")
    assert joined(page) == "You play Seat 1."


@pytest.mark.long
def test_a_keyboard_alone_is_enough(page: Page, table: FakeTable, phones: Phones) -> None:
    expect(page.locator("#join-open")).to_be_enabled()
    page.locator("#join-open").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#join-pin")).to_be_focused()
    page.keyboard.type(digits_of(phones))
    expect(page.get_by_role("checkbox").first).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    assert joined(page) == "You play Seat 1."
    page.locator("#more").focus()
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    page.locator("#join-open").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#join-name")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#join")).to_be_hidden()
    expect(page.locator("#more")).to_be_focused()


@pytest.mark.long
def test_what_is_wrong_is_said_in_place_with_the_focus_where_it_is_mended(page: Page, phones: Phones) -> None:
    open_join(page)
    pin, alert = page.locator("#join-pin"), page.locator("#join").get_by_role("alert")
    expect(alert).to_be_hidden()
    pin.fill("123")
    page.keyboard.press("Enter")
    expect(alert).to_have_text(say("join.six-digits"))
    pin.fill("123456")
    page.keyboard.press("Enter")
    expect(alert).to_have_text(say("join.no-window"))
    digits = digits_of(phones)
    pin.fill("000000" if digits != "000000" else "111111")
    page.keyboard.press("Enter")
    expect(alert).to_have_text(say("join.wrong", count=4))
    expect(pin).to_be_focused()
    expect(pin).to_have_attribute("aria-invalid", "true")
    page.keyboard.type(digits)
    page.locator("#join-name").fill("Ada")
    page.get_by_role("checkbox").first.uncheck()
    page.keyboard.press("Enter")
    expect(page.locator("#join-ask")).to_have_text(say("join.no-seat-sure"))
    page.locator("#join-enter").click()
    assert joined(page) == say("join.watch")


@pytest.mark.long
def test_a_seat_taken_meanwhile_is_shown_so_and_the_focus_stays(page: Page, table: FakeTable) -> None:
    seat_down(table, "ada", 0, name="Ada")
    open_join(page)
    expect(page.get_by_role("checkbox", name="Ada taken")).to_be_visible()
    page.get_by_label("Seat 2").focus()
    seat_down(table, "ben", 2, name="Ben")
    expect(page.get_by_role("checkbox", name="Ben taken")).to_be_visible()
    expect(page.get_by_label("Seat 2")).to_be_focused()


@pytest.mark.long
def test_a_name_stops_at_twenty_characters_while_it_is_typed(page: Page) -> None:
    open_join(page)
    name = page.locator("#join-name")
    name.press_sequentially("a" * 19 + "é" + "xyz")
    expect(name).to_have_value("a" * 19 + "é")
    for _ in range(3):
        name.press("ArrowLeft")
    page.keyboard.insert_text("💃💃")
    expect(name).to_have_value("a" * 19 + "é")
    name.fill("")
    page.keyboard.insert_text("💃" * 25)
    expect(name).to_have_value("💃" * 20)


FRENCH = ("fr", say("join.title", "fr"))


@pytest.mark.long
@pytest.mark.parametrize("answer", [True, False])
def test_a_phone_asks_for_anothers_seat_and_waits_until_the_table_has_said(
    page: Page, table: FakeTable, phones: Phones, clock: ManualClock, answer: bool
) -> None:
    seat_down(table, "ada", 0, name="Ada")
    open_join(page)
    page.keyboard.type(digits_of(phones))
    page.get_by_role("checkbox", name="Ada taken").check()
    page.locator("#join-enter").click()
    alert = page.locator("#join").get_by_role("alert")
    expect(alert).to_have_text(say("join.asked"))
    clock.advance(1)
    phones.asking.answer(answer)
    if answer:
        assert joined(page) == "You play Seat 1."
    else:
        expect(alert).to_have_text(say("join.asked-no"))
        expect(page.get_by_label(say("join.code"))).to_be_visible()


@pytest.mark.long
def test_who_holds_two_seats_looks_through_either_and_can_leave(pages: Pages, table: FakeTable) -> None:
    def bring_cookie(page: Page) -> None:
        cookie = seat_down(table, "ada", 0, 2, name="Ada")
        page.context.add_cookies([{"name": "tidetable", "value": cookie, "domain": WATCHERS_HOST, "path": "/"}])

    page = pages.open(host=WATCHERS_HOST, prepare=bring_cookie)
    assert joined(page) == "You play Seat 1, Seat 3."
    open_menu(page)
    looks = page.get_by_role("group", name="Look through").get_by_role("button")
    expect(looks.first).to_have_attribute("aria-pressed", "true")
    with page.expect_request("**/api/v1/stream?*seat=2*"):
        looks.last.click()
    expect(page.locator("#settings")).to_be_hidden()
    open_menu(page)
    expect(looks.last).to_have_attribute("aria-pressed", "true")
    page.evaluate(ASK_TWICE)
    page.get_by_role("button", name=say("join.leave")).click()
    expect(page.locator("#joined-as")).to_be_hidden()
    assert page.evaluate("listening") == 1, "the sheet was asked for twice before it had come, and is made once"
    expect(page.locator("#join-open")).to_have_text(say("join.open"))
    assert table.published.roster.phones == {}


def test_a_name_is_text_whatever_it_spells(page: Page, table: FakeTable) -> None:
    open_join(page)
    for name in (MARKUP, "👩‍🚀 Zoë", "שלום, מה", "&amp;"):
        seat_down(table, "ada", 0, name=name)
        expect(page.locator("#join-seats bdi").first).to_have_text(name)
        assert page.locator("#join-seats img").count() == 0, name


def test_a_phone_that_is_signed_out_says_so_by_itself(pages: Pages, table: FakeTable, phones: Phones) -> None:
    page = pages.open(host=WATCHERS_HOST)
    open_join(page)
    page.locator("#join-pin").fill(digits_of(phones))
    page.locator("#join-seats input").first.check()
    page.locator("#join-enter").click()
    assert joined(page) == "You play Seat 1."
    table.keep(lambda _: NOBODY)
    expect(page.locator("#joined-as")).to_be_hidden()
    expect(page.locator("#dock button:visible")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", say("join.title")), FRENCH],
)
def test_the_sheet_fits_a_small_phone(pages: Pages, table: FakeTable, phones: Phones, lang: str, words: str) -> None:
    seat_down(table, "ada", 0, name="W" * 20)
    phones.window.open()
    page = pages.open(f"/?lang={lang}", host=WATCHERS_HOST)
    open_join(page)
    expect(page.locator("#join-title")).to_have_text(words)
    for box in page.locator("#join input, #join button, #join label, #join h2").all():
        place = box.bounding_box()
        if place is not None:
            assert place["x"] >= 0 and place["x"] + place["width"] <= 360
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_this_computer_has_no_need_to_join(pages: Pages) -> None:
    page = pages.open()
    expect(page.locator("#joining")).to_be_hidden()


@pytest.mark.long
def test_where_nobody_may_watch_the_join_page_is_fit_for_everybody_and_leads_to_the_table(
    pages: Pages, table: FakeTable, panel: FakePanel, texts: Texts, phones: Phones
) -> None:
    page = pages.open()
    app = mirrored(table, panel.source, texts, settings(watching=False), phones=phones)
    server = Server(app, settings())
    server.start()
    try:
        page.goto(f"http://{WATCHERS_HOST}:{server.port}/")
        assert axe.faults(page) == []
        open_join(page)
        assert axe.faults(page) == []
        page.keyboard.type(digits_of(phones))
        page.get_by_label("Seat 1").check()
        page.locator("#join-enter").click()
        assert joined(page) == "You play Seat 1."
        page.goto("about:blank")
    finally:
        server.close()
        context_of(app).stream.close()


@pytest.mark.long
@pytest.mark.parametrize("size", [{"width": 768, "height": 1024}, {"width": 1024, "height": 768}])
def test_on_a_tablet_a_sheet_lies_in_the_middle(pages: Pages, size: dict[str, int]) -> None:
    page = pages.open(size=size, host=WATCHERS_HOST)
    open_join(page)
    box = page.locator("#join[open]").bounding_box()
    assert box is not None
    above, below = box["y"], size["height"] - box["y"] - box["height"]
    assert abs(above - below) <= 1
    assert above > 0
