"""The club's keeper on the pages: called from the menu, heard by everybody, fit for everybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect

from companion.model.keeper import KeeperWords
from companion.opening import Opening
from companion.parts.optional import MQTT
from companion.settings.tables import Settings
from tests.support.browsing import DESK, Pages
from tests.support.houses import told_to
from tests.support.near_broker import near_broker
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say
from tests.web_ui.browser.fitness import Good

LONG = "The kitchen closes at ten, please order. Thelongestwordofallthatsomebodycouldwriteherebymistake <b>now</b>"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    folder = tmp_path_factory.mktemp("keeper")
    with near_broker(folder / "broker") as near:

        def change(settings: Settings) -> Settings:
            own = told_to(near)(settings)
            return replace(own, club=replace(own.club, obey=("message",)))

        with whole_table(folder, Opening("fireship", "kit", ("Ann", "Ben")), change) as table:
            eventually(lambda: _is_told(table))
            yield table


def _is_told(table: Whole) -> bool:
    """Tell whether the broker is in touch: from then on all threads run."""
    mqtt = table.daemon.optional.made(MQTT)
    return mqtt is not None and mqtt.broker is not None and mqtt.broker.is_connected


@pytest.fixture
def quiet(table: Whole) -> Iterator[None]:
    """A table without call or message before and after the test, and without a pause between calls."""
    yield
    table.command("all-right")
    words = table.daemon.session.published.keeper_words
    if words is not None:
        table.daemon.session.end_keeper_words(words)
    table.daemon.session._commands.calling._next_s = None  # noqa: SLF001


def says(table: Whole, text: str, number: str = "m1") -> None:
    table.daemon.session.show_keeper_words(KeeperWords(number, text))
    eventually(lambda: (table.table["keeper"] or {})["number"] == number)


@pytest.mark.long
def test_a_phone_with_a_seat_calls_the_keeper_from_its_menu_and_says_when_all_is_right(
    pages: Pages, table: Whole, quiet: None, good: Good
) -> None:
    with table.two_phones() as (ann, ben):
        call_the_keeper(table.open(pages, ben), table.open(pages, ann), table, good)


def call_the_keeper(page: Page, other: Page, table: Whole, good: Good) -> None:
    page.locator("#more").click()
    page.locator("#keeper-do").click()
    for each in (page, other):
        expect(each.locator("#keeper-told")).to_have_text(say("keeper.called", who="Ben"))
    expect(page.locator("#keeper-do")).to_have_text(say("keeper.all-right"))
    page.keyboard.press("Escape")
    good(page, "called")
    call = table.daemon.session.published.call
    assert call is not None
    table.daemon.session.hear_call(call.id)
    expect(page.locator("#keeper-told")).to_have_text(say("keeper.coming"))
    other.locator("#keeper-done").click()
    for each in (page, other):
        expect(each.locator("#keeper-told")).to_be_hidden()
        expect(each.locator("#keeper-done")).to_be_hidden()
    page.locator("#more").click()
    page.locator("#keeper-do").click()
    expect(page.locator("#answer-title")).to_contain_text("The keeper was called just now")


@pytest.mark.long
def test_who_only_watches_calls_nobody(pages: Pages, table: Whole, quiet: None) -> None:
    page = table.open(pages, "")
    table.command("call-keeper")
    expect(page.locator("#keeper-told")).to_be_visible()
    page.locator("#more").click()
    expect(page.locator("#sounds")).not_to_be_empty()
    expect(page.locator("#keeper-do, #keeper-done").locator("visible=true")).to_have_count(0)


def test_the_tables_own_page_has_it_among_the_tables_rows(pages: Pages, table: Whole, quiet: None) -> None:
    page = pages.open("/")
    page.locator("#more").click()
    page.locator("#table-menu button", has_text="Table").first.click()
    page.locator("#table-menu button", has_text=say("keeper.call")).click()
    eventually(lambda: table.daemon.session.published.call is not None)
    page.keyboard.press("Escape")
    page.locator("#keeper-done").click()
    eventually(lambda: table.daemon.session.published.call is None)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tv", "/panel"])
def test_a_message_is_read_by_everybody_and_is_text_alone(
    pages: Pages, table: Whole, quiet: None, path: str, good: Good
) -> None:
    page = pages.open(path, size=DESK if path != "/" else {"width": 360, "height": 800})
    says(table, LONG)
    line = page.locator("#keeper-says")
    expect(line).to_have_text(f"The keeper: {LONG}")
    assert line.locator("b").count() == 0
    assert line.get_attribute("role") == "status"
    good(page, f"a message on {path}")
    page.reload()
    expect(page.locator("#keeper-says")).to_have_text(f"The keeper: {LONG}")


@pytest.mark.long
def test_the_same_words_once_more_are_told_once_more(pages: Pages, table: Whole, quiet: None) -> None:
    page = table.open(pages, table.join([0], "Ann"))
    says(table, "Last orders", "m1")
    expect(page.locator("#keeper-says")).to_have_text("The keeper: Last orders")
    changes = _watched(page)
    says(table, "Last orders", "m2")
    eventually(lambda: page.evaluate("window.changes") > changes)
    table.command("roll dice")
    table.settle()
    told = page.evaluate("window.changes")
    expect(page.locator("#caption")).to_contain_text("Roll 1")
    assert page.evaluate("window.changes") == told


def _watched(page: Page) -> int:
    """Count from now on how often the line is written anew."""
    page.evaluate(
        """() => {
            window.changes = 0;
            const line = document.getElementById('keeper-says');
            new MutationObserver((all) => { window.changes += all.length; }).observe(line, { childList: true });
        }"""
    )
    return 0
