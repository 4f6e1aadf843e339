from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from playwright.sync_api import Request as BrowserRequest

from companion.engine.values.seats import CHANCE
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.roster import NOBODY
from hardware.ports import DeviceStatus
from tests.support.browsing import DESK, PHONE, WATCHERS_HOST, Pages, tap_disabled
from tests.support.callers import seat_down
from tests.support.fakes import FakePanel, FakeTable, leaf, said
from tests.support.long_forms import few_of
from tests.support.seating import open_menu
from tests.support.waiting import eventually
from tests.support.wording import say
from web_ui.api.context import context_of
from web_ui.http.server.server import Server

START = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
ROLL = "button:has-text('Roll')"


def dice(page: Page) -> list[str]:
    return page.locator(".roll text").all_text_contents()


def is_stale(page: Page) -> bool:
    return bool(page.evaluate("document.body.classList.contains('stale')"))


def loads_of(page: Page) -> list[str]:
    """Return a list that every load of *page* from now on is written in."""
    loads: list[str] = []

    def see(request: BrowserRequest) -> None:
        if request.is_navigation_request():
            loads.append(request.url)

    page.on("request", see)
    return loads


def test_a_new_roll_appears_without_a_reload(pages: Pages, table: FakeTable) -> None:
    page = pages.open()
    assert dice(page) == ["3", "7", "10"]
    page.evaluate("window.sameDocument = true")
    table.change(roll=15, values=(1, 2, 9))
    expect(page.locator(".sum")).to_have_text("12")
    assert dice(page) == ["1", "2", "9"]
    expect(page.get_by_role("status").first).to_have_text("Roll 15: 1, 2, 9, together 12 · Ben")
    assert page.evaluate("window.sameDocument")


@pytest.mark.long
def test_the_same_result_twice_is_heard_twice(pages: Pages, table: FakeTable) -> None:
    page = pages.open()
    table.change(roll=15)
    expect(page.get_by_role("status").first).to_have_text("Roll 15: 3, 7, 10, together 20 · Ben")
    table.change(roll=16)
    expect(page.get_by_role("status").first).to_have_text("Roll 16: 3, 7, 10, together 20 · Ben")


@pytest.mark.long
def test_the_same_words_for_another_result_are_said_once_more(pages: Pages, table: FakeTable) -> None:
    page = pages.open()
    page.evaluate("""() => {
        window.said = [];
        const caption = document.getElementById('caption');
        new MutationObserver(() => window.said.push(caption.textContent)).observe(caption, { childList: true });
    }""")
    words = {"seat": 0, "who": "Ada", "text": said("won"), "undone": False}
    for n in (20, 21, 21, 22):
        table.change(log=[{**words, "n": n}])
        expect(page.locator("#caption")).to_have_attribute("data-n", str(n))
        expect(page.locator("#caption")).to_have_text("Won · Ada")
    assert page.evaluate("window.said.filter((text) => text.length > 1)") == ["Won · Ada"] * 3


def test_roll_is_sent_once_and_shown_when_the_table_shows_it(pages: Pages, table: FakeTable) -> None:
    page = pages.open()
    page.locator(ROLL).first.click()
    expect(page.locator(ROLL).first).not_to_have_attribute("aria-busy", "true")
    assert [
        (request.do, request.seen, request.seat, request.by, len(request.entropy)) for request in table.requests
    ] == [("roll dice", 14, -2, "phone", 16)]
    assert dice(page) == ["3", "7", "10"]


def test_dice_in_motion_show_nothing_and_sharpen_within_200_ms(pages: Pages, table: FakeTable) -> None:
    page = pages.open()
    table.start()
    page.locator(".roll.moving").wait_for()
    assert (dice(page), page.locator(".sum").inner_text()) == (["", "", ""], "")
    die = page.locator(".roll .d10").first
    expect(die).to_have_css("filter", "blur(3px)")
    expect(die).to_have_css("transition-duration", "0.2s")
    for button in page.locator("#dock button").all():
        assert button.get_attribute("aria-disabled") == "true"
    table.change(roll=15, values=(9, 9, 9))
    expect(die).to_have_css("filter", "none")
    assert dice(page) == ["9", "9", "9"]


def test_without_motion_nothing_tumbles(pages: Pages, table: FakeTable) -> None:
    page = pages.open(reduced_motion="reduce")
    table.start()
    page.locator(".roll.moving").wait_for()
    expect(page.locator(".roll .d10").first).to_have_css("animation-name", "none")


@pytest.mark.long
def test_out_of_touch_is_said_and_nothing_is_sent(pages: Pages, server: Server, table: FakeTable) -> None:
    page = pages.open(prepare=lambda page: page.clock.install())
    assert not is_stale(page)
    server.close()
    page.clock.fast_forward(12_000)
    expect(page.get_by_role("alert").first).to_contain_text(say("page.out_of_touch_title"))
    expect(page.locator("#link")).to_have_text(re.compile(f"{say('page.out_of_touch')}\\s+1\\d s"))
    assert is_stale(page)
    tap_disabled(page.locator(ROLL).first)
    assert table.requests == []


def stop_the_clock(page: Page) -> None:
    """Let the page's own time pass only when the test says so."""
    page.clock.install(time=START)
    page.clock.pause_at(START + timedelta(seconds=1))


@pytest.mark.long
@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("heartbeat_s", [3600.0])
def test_back_in_touch_the_page_shows_the_newest_by_itself(pages: Pages, table: FakeTable) -> None:
    page = pages.open(prepare=stop_the_clock)
    tries: list[str] = []
    page.on("request", lambda request: tries.append(request.url))
    page.route("**/api/v1/*", lambda route: route.abort())
    page.clock.run_for(12_000)
    page.locator("body.stale").wait_for()
    table.change(roll=15, values=(5, 5, 5))
    page.unroute("**/api/v1/*")
    page.clock.resume()  # a try that was still on its way fails at a moment of its own, and the next counts from there
    page.locator("body:not(.stale)").wait_for()
    assert dice(page) == ["5", "5", "5"]
    assert page.get_by_role("alert").filter(has_text=say("page.out_of_touch")).count() == 0
    assert tries


@pytest.mark.long
@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("heartbeat_s", [3600.0])
@pytest.mark.parametrize("event", ["pageshow", "online", "focus"])
def test_a_page_that_wakes_connects_again_at_once(pages: Pages, event: str) -> None:
    page = pages.open(prepare=stop_the_clock)
    page.clock.run_for(4_000)  # no longer fresh, not yet out of touch
    with page.expect_request("**/api/v1/stream*"):
        page.evaluate(f"dispatchEvent(new Event('{event}'))")


@pytest.mark.long
def test_a_lost_answer_is_asked_for_again_with_the_same_id(pages: Pages, table: FakeTable) -> None:
    page = pages.open()
    bodies: list[dict[str, Any]] = []

    def lose_twice(route: Route) -> None:
        bodies.append(json.loads(route.request.post_data or ""))
        if len(bodies) < 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/api/v1/commands*", lose_twice)
    page.locator(ROLL).first.click()
    expect(page.locator("#dock [aria-busy=true]")).to_have_count(1)
    expect(page.locator("#dock [aria-busy=true]")).to_have_count(0)
    assert [body["id"] for body in bodies] == [table.requests[0].id] * 3
    assert len(table.requests) == 1


@pytest.mark.long
def test_without_an_answer_the_page_says_so_and_sends_nothing_later(pages: Pages, table: FakeTable) -> None:
    page = pages.open(prepare=lambda page: page.clock.install())
    page.route("**/api/v1/commands*", lambda route: route.abort())
    with page.expect_request("**/api/v1/commands*"):
        page.locator(ROLL).first.click()
    table.change(roll=15)
    page.clock.run_for(31_000)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("The table didn’t answer in time.")
    expect(page.locator("#dock [aria-busy=true]")).to_have_count(0)
    page.unroute("**/api/v1/commands*")
    page.clock.run_for(60_000)
    table.change(roll=16)
    expect(page.get_by_role("status").first).to_have_text("Roll 16: 3, 7, 10, together 20 · Ben")
    assert table.requests == []


@pytest.mark.long
def test_a_refusal_is_a_sentence_with_its_rule(pages: Pages, table: FakeTable) -> None:
    table.refuse = RequestRefused(said("stale"), "refused", "FI-A1")
    page = pages.open()
    page.locator(ROLL).first.click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Somebody was quicker: look again.")
    expect(sheet).to_contain_text("FI-A1")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


@pytest.mark.long
def test_a_game_is_started_by_keyboard_alone(pages: Pages, table: FakeTable) -> None:
    table.change(menu=True)
    page = pages.open()
    card = page.locator("[data-game=fireship]")
    expect(card).to_be_visible()

    def start(request: CommandRequest) -> None:
        table.change(menu=False)

    table.on_submit = start
    for _ in range(20):
        page.keyboard.press("Tab")
        if card.evaluate("(card) => card === document.activeElement"):
            break
    expect(card).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".counts [aria-pressed=true]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".counts [aria-pressed=true]")).to_have_text("3")
    for _ in range(5):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('first')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".sum")).to_have_text("20")
    assert [request.do for request in table.requests] == ["new fireship kit seats=3"]


def test_what_cannot_be_done_says_why(pages: Pages, table: FakeTable) -> None:
    why = {"rule": None, "reason": said("later")}
    table.change(plays=[leaf("referee", said("game"), None, why=why)])
    page = pages.open()
    tap_disabled(page.get_by_text(say("menu.mode-referee")))
    expect(page.get_by_role("dialog")).to_contain_text("Not built yet.")
    assert table.requests == []


def test_an_entry_is_a_form_and_becomes_one_line(pages: Pages, table: FakeTable) -> None:
    label = said("plain")
    choices = [{"word": "won", "label": said("won")}, {"word": "lost", "label": said("lost")}]
    form = [
        {"name": "face", "label": label, "kind": "number", "min": 1, "max": 10, "choices": [], "word": ""},
        {"name": "verdict", "label": label, "kind": "choice", "min": None, "max": None, "choices": choices, "word": ""},
    ]
    play = {"word": "typed", "label": label, "do": "typed", "seats": ["chance"], "why": None, "form": form, "then": []}
    table.change(plays=[play])
    page = pages.open()
    page.get_by_role("button", name="Plain die").click()
    page.locator("#field-face").fill("7")
    page.locator("#field-verdict").select_option("lost")
    table.change()
    expect(page.locator("#field-face")).to_have_value("7")
    with page.expect_response("**/api/v1/commands"):
        page.locator("#dock form button[type=submit]").click()
    expect(page.locator(ROLL).first).to_be_visible()
    assert [(request.do, request.seat) for request in table.requests] == [("typed 7 lost", CHANCE)]


def test_a_watcher_sees_everything_and_may_press_nothing(pages: Pages) -> None:
    page = pages.open(host=WATCHERS_HOST)
    assert dice(page) == ["3", "7", "10"]
    expect(page.locator("#dock")).to_have_text(say("page.watching"))
    assert page.locator("#dock button").count() == 0


def test_trouble_and_missing_devices_are_said(pages: Pages, table: FakeTable, panel: FakePanel) -> None:
    panel.devices = [DeviceStatus("screen", simulated=True, working=False, trouble="test.unplugged")]
    page = pages.open()
    expect(page.locator("#notices")).to_contain_text("The screen is not connected; its cable may be loose.")
    table.change(trouble=True)
    expect(page.get_by_role("alert")).to_have_text("The journal can’t be written: nothing is played until it can.")


@pytest.mark.long
def test_a_language_chosen_for_a_phone_is_kept(pages: Pages, table: FakeTable) -> None:
    page = pages.open()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Français").click()
    expect(page.locator("#link")).to_contain_text("En direct")
    table.change(roll=15)
    expect(page.get_by_role("status").first).to_have_text("Lancer 15 : 3, 7, 10, ensemble 20 · Ben")
    page.goto(page.url.split("?")[0])
    expect(page.locator("#link")).to_contain_text("En direct")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name=say("page.table_language", "fr")).click()
    expect(page.locator("#link")).to_contain_text("Live")


@pytest.mark.long
def test_the_way_out_of_the_menu_is_in_view_on_a_small_phone(pages: Pages) -> None:
    page = pages.open(size={"width": 360, "height": 440})
    open_menu(page)
    eventually(lambda: bool(page.evaluate("document.getElementById('settings').scrollHeight > innerHeight")))
    expect(page.locator("#settings-close")).to_be_in_viewport(ratio=1)


def test_a_phone_without_a_choice_follows_the_table(pages: Pages, table: FakeTable) -> None:
    page = pages.open()
    table.change(lang="fr")
    expect(page.locator("#link")).to_contain_text("En direct")


@pytest.mark.long
def test_a_page_of_an_older_program_loads_itself_anew_once(pages: Pages, server: Server, table: FakeTable) -> None:
    page = pages.open()
    loads = loads_of(page)
    context_of(server.app).views.page = "another"
    with page.expect_event("load"):
        table.change(roll=15)
    expect(page.locator(".sum")).to_have_text("20")
    for number in (16, 17):
        table.change(roll=number)
        expect(page.get_by_role("status").first).to_contain_text(f"Roll {number}")
    assert len(loads) == 1


@pytest.mark.long
def test_a_page_that_stays_old_is_not_loaded_for_ever(pages: Pages, server: Server, table: FakeTable) -> None:
    page = pages.open()
    html = page.request.get(page.url).text()
    page.route(page.url, lambda route: route.fulfill(body=html, content_type="text/html"))
    loads = loads_of(page)
    context_of(server.app).views.page = "another"
    with page.expect_event("load"):
        table.change(roll=15)
    for number in (16, 17):
        table.change(roll=number)
        expect(page.locator("#caption")).to_contain_text(f"Roll {number}")
    assert len(loads) == 1


@pytest.mark.long
def test_a_hidden_tab_closes_its_stream_and_a_seen_one_opens_its_own(
    pages: Pages, server: Server, table: FakeTable
) -> None:
    def turn(state: str) -> None:
        page.evaluate(f"Object.defineProperty(document, 'visibilityState', {{ value: '{state}', configurable: true }})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    page, stream = pages.open(), context_of(server.app).stream
    turn("hidden")
    eventually(lambda: stream.open_streams == 0)
    eventually(lambda: dice(page) == ["3", "7", "10"])
    table.change(roll=15, values=(1, 2, 9))
    assert dice(page) == ["3", "7", "10"]
    with page.expect_request("**/api/v1/table*"):
        turn("visible")
    expect(page.locator(".sum")).to_have_text("12")
    eventually(lambda: stream.open_streams == 1)


@pytest.mark.long
def test_lights_are_told_by_a_shape_and_by_a_word(pages: Pages, table: FakeTable) -> None:
    table.change(people=("Ada", "Ben", "Cleo"))
    looking = (pages.open("/panel", DESK), pages.open())
    for each in looking:
        expect(each.locator("#people")).to_be_hidden()
    seat_down(table, "asleep", 1)
    cookie = seat_down(table, "here", 0)
    own = pages.open(host=WATCHERS_HOST, cookie=cookie)
    for each in (*looking, own):
        if each is not looking[0]:
            open_menu(each)
        people = each.get_by_role("list", name=say("page.people")).get_by_role("listitem")
        expect(people).to_have_text(["Ada: phone here", "Ben: phone asleep", "Cleo: no phone"])
        shapes = each.locator(".presence").evaluate_all("all => all.map((each) => getComputedStyle(each).boxShadow)")
        assert len(set(shapes)) == 3
    table.keep(lambda _: NOBODY)
    for each in looking:
        expect(each.locator("#people")).to_be_hidden()


@pytest.mark.parametrize("width", few_of([320], [320, 360]))
@pytest.mark.parametrize("lang", few_of(["fr"], ["en", "fr"]))
def test_nothing_hangs_over_and_every_button_fits_a_thumb(pages: Pages, width: int, lang: str) -> None:
    page = pages.open(f"/?lang={lang}", {**PHONE, "width": width})
    assert page.evaluate("document.documentElement.scrollWidth") == width
    minimum = """all => Math.min(...all.map((each) => {
        const box = each.getBoundingClientRect();
        return Math.min(box.width, box.height);
    }))"""
    assert page.locator("button:visible").evaluate_all(minimum) >= 48


def test_without_scripts_the_table_is_shown_as_it_was(pages: Pages) -> None:
    context = pages.browser.new_context(viewport=PHONE, java_script_enabled=False)  # type: ignore[arg-type]
    pages.contexts.append(context)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{pages.server.port}/")
    expect(page.locator("#caption")).to_have_text("Roll 14: 3, 7, 10, together 20 · Ben")
    expect(page.locator("#results")).to_contain_text("Roll 12: Plain die, Won")
    expect(page.locator("#link")).to_be_hidden()
