"""The keeper at the club's page, in a browser: signing in, and what their buttons say came of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.club.book.database import store_in
from companion.club.keeper import COOKIE, Keeper
from companion.club.keeper_routes import BODY_BYTES, create_keepers_routes
from companion.club.service import Club, ClubOptions
from companion.outside.messages import AnswerMessage, KitMessage, Status, encode, read
from companion.outside.mqtt.topics import told
from tests.companion.outside.mqtt.test_arriving_kits import HARBOUR
from tests.support.browsing import DESK, PHONE
from tests.support.houses import House
from tests.support.mosquitto import mosquitto_in
from tests.support.waiting import eventually
from tests.support.wording import say
from web_ui.http.settings import WebSettings

pytestmark = [pytest.mark.whole, pytest.mark.needs("mosquitto")]

PASSWORD = "oak and brass 1"
TABLE = "00000000000a"


class Evening(NamedTuple):
    club: Club
    table: House


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    keeper = Keeper(tmp_path / "club")
    keeper.set_password(PASSWORD)
    web = WebSettings(host="127.0.0.1", port=0, watching=False, body_bytes=BODY_BYTES)
    with mosquitto_in(tmp_path / "broker") as mosquitto:
        options = ClubOptions(mosquitto.address("club"), store_in(tmp_path), web, name="Harbour Club")
        club = Club(options, {}, lambda slug, mode: None, keeper, delays_s=(0.05, 0.05))
        club.app.register_blueprint(create_keepers_routes(club.context, keeper, club.broker))
        club.start()
        table = House(mosquitto)
        eventually(lambda: club.broker.is_connected)
        status = Status(online=True, name="Window", obeys=("message", "kit", "record"))
        table.tell(told(TABLE, "status"), encode(status), retained=True)
        eventually(lambda: club.context.live.names() == (TABLE,))
        try:
            yield Evening(club, table)
        finally:
            table.close()
            club.close()


def opened(browser: Browser, evening: Evening, size: dict[str, int]) -> Page:
    context = browser.new_context(viewport={"width": size["width"], "height": size["height"]})
    page = context.new_page()
    page.goto(evening.club.address)
    return page


def sign_in(page: Page, password: str = PASSWORD) -> None:
    page.locator("#password").fill(password)
    page.locator("#sign-in button").click()


def test_what_is_refused_is_said_in_the_pages_language(browser: Browser, evening: Evening) -> None:
    page = opened(browser, evening, PHONE)
    page.goto(f"{evening.club.address}?lang=fr")
    sign_in(page, "oak and brass 2")
    expect(page.locator("#sign-in-said")).to_have_text(say("error.wrong-password", "fr"))
    page.context.close()


def test_the_sheet_of_codes_is_printed_by_its_button_which_paper_doesnt_show(
    browser: Browser, evening: Evening
) -> None:
    page = opened(browser, evening, DESK)
    sign_in(page)
    expect(page.locator(".tile")).to_have_count(1)
    page.goto(f"{evening.club.address}sheet")
    page.evaluate("window.print = () => { document.title = 'printed' }")
    page.locator("#print").click()
    expect(page).to_have_title("printed")
    expect(page.locator("li p").first).to_have_text("Window")
    page.emulate_media(media="print")
    expect(page.locator("#print")).to_be_hidden()
    page.context.close()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_keeper_comes_in_by_the_password_and_goes_by_a_button(
    browser: Browser, evening: Evening, size: dict[str, int]
) -> None:
    page = opened(browser, evening, size)
    expect(page.locator(".tile")).to_have_count(0)
    sign_in(page, "oak and brass 2")
    expect(page.locator("#sign-in-said")).to_have_text(say("error.wrong-password"))
    sign_in(page)
    expect(page.locator(".tile")).to_have_count(1)
    assert page.evaluate("document.cookie") == ""
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    if not page.locator("#sign-out").is_visible():
        page.locator("#menu-open").click()
    page.locator("#sign-out").click()
    expect(page.locator("#password")).to_be_visible()
    assert [each for each in page.context.cookies() if each.get("name") == COOKIE] == []
    page.context.close()


def test_a_kit_is_chosen_sent_and_told_of(browser: Browser, evening: Evening, tmp_path: Path) -> None:
    page = opened(browser, evening, PHONE)
    sign_in(page)
    expect(page.locator(".tile")).to_have_count(1)
    for text, said in (
        (HARBOUR, say("club.page.kit-sent", count=1)),
        ("no kit", f"Not sent: {say('error.no-kit')}"),
        (HARBOUR, say("club.page.kit-sent", count=1)),
    ):
        (tmp_path / "kit.toml").write_text(text, "utf-8")
        with page.expect_file_chooser() as chooser:
            if not page.locator("#kit-open").is_visible():
                page.locator("#menu-open").click()
            page.locator("#kit-open").click()
        chooser.value.set_files(tmp_path / "kit.toml")
        expect(page.locator("#kit-said")).to_have_text(said)
    sent = [each.payload for each in list(evening.table.heard) if each.topic.endswith("/do/kit")]
    eventually(lambda: len([each for each in list(evening.table.heard) if each.topic.endswith("/do/kit")]) == 2)
    assert read(sent[0], KitMessage).text == HARBOUR
    last = [each.payload for each in list(evening.table.heard) if each.topic.endswith("/do/kit")][-1]
    for came, more in (("asked", "Being asked: 1."), ("taken", "Taken: 1.")):
        answer = AnswerMessage(read(last, KitMessage).id, "kit", came)  # type: ignore[arg-type]
        evening.table.tell(told(TABLE, "answer"), encode(answer))
        expect(page.locator("#kit-said")).to_have_text(f"{said} {more}")
    page.context.close()
