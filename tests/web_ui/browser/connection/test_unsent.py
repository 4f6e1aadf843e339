"""A command that doesn't arrive, or whose answer doesn't, while the stream lives: the network loses POSTs alone."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from companion.opening import Opening
from tests.support.browsing import PROXY_ADDRESS, PROXY_HOST, Pages, stop_clock
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser.connection.over_network import ROLL, fresh, rolled
from tests.web_ui.browser.proxy import Proxy

LATE_MS, LIMIT_MS, HOUR_MS = 3_000, 30_000, 3_600_000
READ_MS = 900
REST_MS = 700
"""Taps that follow each other faster drop nothing."""
UNSENT = {"en": f"{say('unsent.label')} Cancel", "fr": f"{say('unsent.label', 'fr')} Laisser tomber"}
ARRIVED = {"en": say("unsent.arrived"), "fr": say("unsent.arrived", "fr")}
DROPPED = {
    "en": say("unsent.dropped"),
    "fr": say("unsent.dropped", "fr"),
}
NOBODY_KNOWS = "The table didn’t answer in time."

table = table_of(Opening("fireship", "kit", ("Ada", "Ben")))


@pytest.fixture
def network(table: Whole) -> Iterator[Proxy]:
    with Proxy(PROXY_ADDRESS, table.port) as network:
        yield network


@pytest.fixture
def page(pages: Pages, table: Whole, network: Proxy, ada: str) -> Page:
    return opened(pages, table, ada)


def opened(pages: Pages, table: Whole, cookie: str, lang: str = "en") -> Page:
    """Open the same; its first command has gone through."""
    page, before = fresh(pages, table, cookie, lang), rolled(table)
    with page.expect_response("**/api/v1/commands*"):
        page.locator(ROLL).click()
    eventually(lambda: rolled(table) == before + 1)
    expect(page.locator(ROLL)).to_be_enabled()
    return page


def tap(page: Page, network: Proxy) -> None:
    """Tap the large button, and wait until the network has had it."""
    before = network.asked
    page.locator(ROLL).click()
    eventually(lambda: network.asked > before)


def drop(page: Page, button: Locator) -> None:
    """Press *button*, which drops something, once a finger has rested."""
    page.clock.run_for(REST_MS)
    button.click()


def sent_by(page: Page) -> list[str]:
    """Return a list in which every command of *page* from now on writes its id."""
    ids: list[str] = []

    def see(request: Request) -> None:
        if "/api/v1/commands" in request.url:
            ids.append(json.loads(request.post_data or "")["id"])

    page.on("request", see)
    return ids


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_does_not_arrive_is_said_after_three_seconds_and_can_be_dropped(
    pages: Pages, table: Whole, network: Proxy, ada: str, lang: str
) -> None:
    page, before = opened(pages, table, ada, lang), rolled(table)
    network.posts = "lost"
    tap(page, network)
    page.clock.run_for(LATE_MS - 1_500)
    expect(page.locator("#dock [aria-busy=true]")).to_be_visible()
    page.clock.run_for(1_500)
    expect(page.locator(ROLL).first).to_have_text(UNSENT[lang])
    expect(page.locator("#dock [aria-busy=true]")).to_be_hidden()
    drop(page, page.locator(ROLL).first)
    expect(page.locator(ROLL)).to_have_count(1)
    expect(page.get_by_text(DROPPED[lang])).to_be_visible()
    expect(page.locator(ROLL)).not_to_contain_text(UNSENT[lang])
    expect(page.locator(ROLL)).to_be_focused()
    network.posts, asked = "pass", network.asked
    page.clock.run_for(2 * LIMIT_MS)
    expect(page.locator("body:not(.stale)")).to_be_visible()
    assert (network.asked, rolled(table)) == (asked, before)
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_first_command_of_a_page_can_be_dropped_though_nothing_but_the_stream_works_any_more(
    pages: Pages, table: Whole, network: Proxy, ada: str, lang: str
) -> None:
    page, before = fresh(pages, table, ada, lang), rolled(table)
    page.route("**/*", lambda route: route.abort())
    page.locator(ROLL).click()
    page.clock.run_for(LATE_MS)
    expect(page.locator(ROLL).first).to_have_text(UNSENT[lang])
    drop(page, page.locator(ROLL).first)
    expect(page.locator(ROLL)).not_to_contain_text(UNSENT[lang])
    page.unroute_all()
    page.clock.run_for(2 * LIMIT_MS)
    assert rolled(table) == before
    assert page.locator("dialog[open]").count() == 0


@pytest.mark.long
def test_a_second_impatient_tap_drops_nothing_and_a_dropped_command_is_said_to_be(
    page: Page, table: Whole, network: Proxy
) -> None:
    before = rolled(table)
    network.posts = "lost"
    stop_clock(page)
    tap(page, network)
    page.clock.run_for(LATE_MS)
    button = page.locator(ROLL).first
    expect(button).to_have_text(UNSENT["en"])
    for _ in range(3):
        page.clock.run_for(REST_MS - 100)
        button.click()
        expect(button).to_have_text(UNSENT["en"])
    assert page.get_by_text(DROPPED["en"]).count() == 0
    drop(page, button)
    expect(page.get_by_role("status").filter(has_text=DROPPED["en"])).to_be_visible()
    expect(page.locator(ROLL)).to_have_text("Roll Three dice")
    assert rolled(table) == before


# ---------------------------------------------------------------------- where it is said
SET_RIGHT = "#dock [data-key='open correct']"


def set_right(page: Page) -> Locator:
    """Return the button that takes back what was set right."""
    return page.locator("#set-right button")


@pytest.mark.long
def test_a_late_command_of_a_card_leaves_the_dock_and_a_form_alone(page: Page, table: Whole, network: Proxy) -> None:
    table.do("correct fog.1=1")
    expect(set_right(page)).to_have_text("Undo")
    # The same words don't stand twice: the caption is only heard.
    expect(page.locator("#caption")).to_contain_text(page.locator("#set-right summary").inner_text())
    assert page.locator("#caption").evaluate("(caption) => caption.clientWidth") == 1
    expect(page.locator(ROLL)).to_be_enabled()
    network.posts = "lost"
    before = network.asked
    set_right(page).click()
    eventually(lambda: network.asked > before)
    expect(set_right(page)).to_have_attribute("aria-busy", "true")
    page.locator("#dock [data-key=more]").or_(page.locator(SET_RIGHT)).first.click()
    if page.locator(SET_RIGHT).count():
        page.locator(SET_RIGHT).click()
    submit = page.locator("dialog[open] [type=submit]")
    expect(submit).to_be_visible()
    page.clock.run_for(LATE_MS)
    expect(set_right(page).first).to_have_text(UNSENT["en"])
    expect(submit).to_be_visible()
    assert page.get_by_text(say("unsent.label")).count() == 1
    page.keyboard.press("Escape")
    drop(page, set_right(page).first)
    expect(set_right(page)).to_have_text("Undo")
    assert set_right(page).get_attribute("aria-busy") is None


@pytest.mark.long
def test_a_late_command_whose_button_is_gone_can_be_dropped_in_the_notices(
    page: Page, table: Whole, network: Proxy
) -> None:
    table.do("correct fog.1=2")
    expect(set_right(page)).to_be_visible()
    network.posts = "lost"
    before = network.asked
    set_right(page).click()
    eventually(lambda: network.asked > before)
    table.do("undo", 1)
    expect(set_right(page)).to_be_hidden()
    page.clock.run_for(LATE_MS)
    button = page.locator("#notices [data-key=drop]")
    expect(button).to_have_text(UNSENT["en"])
    expect(page.locator(ROLL)).not_to_contain_text(say("unsent.label"))
    drop(page, button)
    expect(button).to_have_count(0)
    expect(page.get_by_text(DROPPED["en"])).to_be_visible()


@pytest.mark.long
def test_two_quick_taps_on_undo_are_one_command(page: Page, table: Whole, network: Proxy) -> None:
    table.do("correct fog.1=3")
    expect(set_right(page)).to_be_visible()
    ids, before = sent_by(page), network.asked
    network.posts = "held"
    set_right(page).dblclick()
    eventually(lambda: network.asked > before)
    network.let_go()
    expect(set_right(page)).to_be_hidden()
    page.clock.run_for(LIMIT_MS)
    assert len(set(ids)) == 1
    assert page.locator("dialog[open]").count() == 0


# ---------------------------------------------------------------------- what arrives all the same
@pytest.mark.long
def test_what_was_done_is_known_from_the_stream_though_no_answer_comes(
    page: Page, table: Whole, network: Proxy
) -> None:
    before = rolled(table)
    network.posts = "unanswered"
    tap(page, network)
    expect(page.locator("#caption")).to_contain_text(f"Roll {before + 1}:")
    page.clock.run_for(LATE_MS)
    expect(page.locator("#dock [aria-busy=true]")).to_have_count(0)
    expect(page.locator(ROLL)).to_have_text("Roll Three dice")
    asked = network.asked
    page.clock.run_for(LIMIT_MS)
    assert (network.asked, rolled(table)) == (asked, before + 1)
    assert page.get_by_text(ARRIVED["en"]).count() == 0  # nobody was told that it hadn't


@pytest.mark.long
def test_who_sees_that_it_is_done_goes_on_before_the_answer_has_come(page: Page, table: Whole, network: Proxy) -> None:
    before = rolled(table)
    stop_clock(page)  # nothing is late yet
    network.posts = "unanswered"
    for number in (1, 2):
        tap(page, network)
        expect(page.locator("#caption")).to_contain_text(f"Roll {before + number}:")
        expect(page.locator(ROLL)).to_be_enabled()
        page.clock.run_for(READ_MS)


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_arrives_late_is_said_to_have_arrived_and_counts_once(
    pages: Pages, table: Whole, network: Proxy, ada: str, lang: str
) -> None:
    page, before = opened(pages, table, ada, lang), rolled(table)
    network.posts = "lost"
    ids = sent_by(page)
    tap(page, network)
    page.clock.run_for(LATE_MS)
    expect(page.locator(ROLL).first).to_have_text(UNSENT[lang])
    network.posts = "unanswered"
    page.clock.run_for(1_000)
    expect(page.get_by_role("alert").filter(has_text=ARRIVED[lang])).to_be_visible()
    expect(page.locator(ROLL)).not_to_contain_text(UNSENT[lang])
    network.posts = "pass"
    page.clock.run_for(LIMIT_MS)
    assert rolled(table) == before + 1
    assert len(set(ids)) == 1 < len(ids)
    expect(page.get_by_text(ARRIVED[lang])).to_have_count(0)


@pytest.mark.long
def test_what_was_dropped_here_and_had_left_already_is_told_once_it_arrives(
    page: Page, table: Whole, network: Proxy
) -> None:
    before = rolled(table)
    network.posts = "held"
    tap(page, network)
    page.clock.run_for(LATE_MS)
    drop(page, page.locator(ROLL).filter(has_text=say("unsent.label")))
    expect(page.locator(ROLL)).to_have_text("Roll Three dice")
    assert rolled(table) == before
    network.let_go()
    expect(page.get_by_role("alert").filter(has_text=ARRIVED["en"])).to_be_visible()
    assert rolled(table) == before + 1


@pytest.mark.long
def test_after_thirty_seconds_nobody_knows_and_nothing_is_done_later(page: Page, table: Whole, network: Proxy) -> None:
    before = rolled(table)
    network.posts = "lost"
    ids = sent_by(page)
    stop_clock(page)  # or a loaded machine's seconds count as well
    tap(page, network)
    page.clock.run_for(LIMIT_MS - 2_000)
    assert page.locator("dialog[open]").count() == 0
    page.clock.run_for(4_000)
    expect(page.get_by_role("dialog")).to_contain_text(NOBODY_KNOWS)
    network.posts, asked = "pass", network.asked
    page.clock.run_for(2 * LIMIT_MS)
    page.locator("#answer-close").click()
    expect(page.locator(ROLL)).to_have_text("Roll Three dice")
    assert (network.asked, rolled(table)) == (asked, before)
    assert len(set(ids)) == 1 < len(ids)


@pytest.mark.long
def test_what_was_given_up_and_arrives_after_all_is_told(page: Page, table: Whole, network: Proxy) -> None:
    before = rolled(table)
    network.posts = "held"
    tap(page, network)
    network.posts = "lost"
    page.clock.run_for(LIMIT_MS + 2_000)
    expect(page.get_by_role("dialog")).to_contain_text(NOBODY_KNOWS)
    network.let_go()
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.get_by_role("alert").filter(has_text=ARRIVED["en"])).to_be_visible()
    assert rolled(table) == before + 1


@pytest.mark.long
def test_a_device_that_slept_sends_nothing_when_it_wakes(page: Page, table: Whole, network: Proxy) -> None:
    before = rolled(table)
    network.posts = "lost"
    stop_clock(page)  # until it sleeps nothing is tried again
    with page.expect_event("requestfailed"):
        tap(page, network)
    network.posts, asked = "pass", network.asked
    page.clock.fast_forward(HOUR_MS)
    page.clock.resume()
    expect(page.get_by_role("dialog")).to_contain_text(NOBODY_KNOWS)
    expect(page.locator("body:not(.stale)")).to_be_visible()
    assert (network.asked, rolled(table)) == (asked, before)


@pytest.mark.long
def test_two_quick_taps_are_one_command(page: Page, table: Whole, network: Proxy) -> None:
    before = rolled(table)
    ids = sent_by(page)
    network.posts = "held"
    page.locator(ROLL).dblclick()
    eventually(lambda: network.asked > 1)
    network.let_go()
    page.clock.run_for(LATE_MS)
    expect(page.locator("#caption")).to_contain_text(f"Roll {before + 1}:")
    page.clock.run_for(LIMIT_MS)
    assert (len(set(ids)), rolled(table)) == (1, before + 1)


@pytest.mark.long
def test_what_others_choose_meanwhile_does_not_end_the_waiting(page: Page, table: Whole, network: Proxy) -> None:
    before = rolled(table)
    network.posts = "lost"
    tap(page, network)
    page.clock.run_for(LATE_MS)
    expect(page.locator(ROLL).first).to_have_text(UNSENT["en"])
    table.do("roll dice", 1)
    expect(page.locator("#caption")).to_contain_text(f"Roll {before + 1}:")
    expect(page.locator(ROLL).first).to_have_text(UNSENT["en"])
    assert page.get_by_text(ARRIVED["en"]).count() == 0
    drop(page, page.locator(ROLL).first)
    expect(page.locator(ROLL)).to_have_text("Roll Three dice")


@pytest.mark.long
def test_nobody_learns_the_ids_of_others(pages: Pages, table: Whole, network: Proxy, page: Page) -> None:
    ben = table.join([1], "Ben")
    ids = sent_by(page)
    tap(page, network)
    eventually(lambda: bool(ids) and ids[0] in own_ids(page))
    other = table.open(pages, ben)
    assert not set(ids) & set(own_ids(other))
    assert not set(ids) & set(table.table["arrived"])
    watcher = pages.open("/", host=PROXY_HOST)
    assert own_ids(watcher) == []


def own_ids(page: Page) -> list[str]:
    """Return what the table tells whoever has *page* of their own commands."""
    return list(page.evaluate("async () => (await (await fetch('/api/v1/table')).json()).arrived"))
