"""What a phone does with a game that is over: it is played again, and every draw of it is checked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Pages
from tests.support.islands import begin, correct
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say

table = table_of()


@pytest.mark.long
def test_a_kit_that_was_closed_is_checked_and_played_again(pages: Pages, table: Whole) -> None:
    table.do("new fireship kit seats=2")
    cookie = table.join([1], "Ben")
    table.do("roll dice", 1)
    table.do("finish")
    page = table.open(pages, cookie)
    page.get_by_role("link", name=say("over.check")).click()
    expect(page.locator("#verdict")).to_have_text(say("verify.all", count=1))
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    eventually(lambda: table.table["game"] == "fireship")
    assert [each["name"] for each in table.table["people"]] == ["Player 1", "Ben"]
    expect(page.locator("#dock .row .first")).to_contain_text("dice")
    table.daemon.phones.leave(cookie)


@pytest.mark.long
def test_a_referees_game_that_was_lost_is_played_again(pages: Pages, table: Whole) -> None:
    begin(table)
    cookie = table.join([0], "Ada")
    page = table.open(pages, cookie)
    page.locator("#dock .row button:not([aria-disabled])").first.focus()
    correct(table, coral__palace="sunk", flood_coral__palace="out", tidal__palace="sunk", flood_tidal__palace="out")
    expect(page.locator(".ending h2")).to_be_visible()
    expect(page.get_by_role("button", name="Play again")).to_be_focused()
    expect(page.get_by_role("link", name=say("ending.fair"))).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    eventually(lambda: table.table["state"]["end"] is None)
    assert [each["name"] for each in table.table["people"]] == ["Ada", "Player 2"]
    expect(page.locator(".ending")).to_be_hidden()
    table.daemon.phones.leave(cookie)


@pytest.mark.long
def test_what_could_be_done_in_the_game_before_is_forgotten(pages: Pages, table: Whole) -> None:
    begin(table)
    cookie = table.join([0], "Ada")
    page = table.open(pages, cookie)
    expect(page.locator("[data-key='do end-actions']")).to_be_visible()
    table.do("new fireship referee seats=2")
    expect(page.locator("[data-key='do colour blue']")).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    expect(page.locator("[data-key='do colour blue']")).to_be_visible()
    assert page.locator("[data-key^='open move'], [data-key^='do end-actions']").count() == 0
    table.daemon.phones.leave(cookie)


@pytest.mark.long
def test_a_form_of_the_game_before_is_closed(pages: Pages, table: Whole) -> None:
    begin(table)
    own = pages.open()
    own.locator("[data-key='more']").click()
    own.locator("[data-key='open correct']").click()
    own.locator("[data-key=else]").click()
    expect(own.locator("dialog.sheet[open] form")).to_be_visible()
    begin(table)
    expect(own.locator("dialog[open]")).to_have_count(0)
    own.locator("[data-key='more']").click()
    own.locator("[data-key='open correct']").click()
    expect(own.locator("[data-key=else]")).to_be_visible()
    table.do("new fireship referee seats=2")
    expect(own.locator("[data-key=else]")).to_have_count(0)
    expect(own.locator("[data-key='do colour blue']")).to_be_visible()
    expect(own.locator("[data-key='open move']")).to_have_count(0)


@pytest.mark.long
def test_a_form_of_a_game_of_the_same_kind_is_closed_too(pages: Pages, table: Whole) -> None:
    table.do("new fireship kit seats=2")
    own = pages.open()
    own.locator("[data-key='more']").click()
    own.locator("[data-key='open correct']").click()
    expect(own.locator(".form")).to_be_visible()
    table.do("new fireship kit seats=3")
    expect(own.locator(".form")).to_have_count(0)
    expect(own.locator("dialog[open]")).to_have_count(0)
    expect(own.locator("[data-key='do roll dice']")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/tv", "/panel"])
def test_a_page_that_goes_from_game_to_game_looks_like_one_that_came_to_it(
    pages: Pages, table: Whole, path: str
) -> None:
    def widths(page: Page, chips: str) -> list[float]:
        page.locator(chips).first.wait_for(state="attached")
        found: list[float] = page.locator(chips).evaluate_all(
            "all => all.map((each) => each.getBoundingClientRect().width)"
        )
        return found

    begin(table)
    page = pages.open(path)
    island = widths(page, ".mates .chit")
    table.do("new fireship referee seats=2")
    anew = widths(pages.open(path), ".piles .chit .glyph")
    assert len(anew) == 4
    eventually(lambda: widths(page, ".piles .chit .glyph") == anew)
    begin(table)
    eventually(lambda: widths(page, ".mates .chit") == island != [])


def test_who_holds_a_seat_keeps_the_name_in_another_game(pages: Pages, table: Whole) -> None:
    table.do("new fireship kit seats=2")
    cookie = table.join([1], "Ben")
    table.do("new forbidden-island kit seats=3")
    assert [each["name"] for each in table.table["people"]] == ["Player 1", "Ben", "Player 3"]
    table.daemon.phones.leave(cookie)
    table.do("new fireship kit seats=2")
    assert [each["name"] for each in table.table["people"]] == ["Player 1", "Player 2"]


@pytest.mark.long
def test_the_next_game_begins_with_its_own_buttons_and_not_with_all_the_rest(pages: Pages, table: Whole) -> None:
    table.do("new fireship kit seats=2")
    cookie = table.join([0], "Ada")
    page = table.open(pages, cookie)
    page.locator("[data-key='more']").click()
    expect(page.locator("[data-key='back']")).to_be_visible()
    page.evaluate("document.body.append(Object.assign(document.createElement('div'), { style: 'height: 3000px' }))")
    page.evaluate("scrollTo(0, 300)")
    table.do("new forbidden-island referee seats=2")
    page.wait_for_function("() => scrollY === 0")
    table.do("new forbidden-island kit seats=2")
    expect(page.locator("[data-key='do draw flood']")).to_be_visible()
    expect(page.locator("[data-key='back']")).to_have_count(0)
    table.daemon.phones.leave(cookie)


@pytest.mark.long
def test_an_empty_pile_is_named_to_a_phone_that_draws_from_it(pages: Pages, table: Whole) -> None:
    table.do("new battle-for-the-island kit seats=2")
    cookie = table.join([0], "Ada")
    while table.table["state"]["decks"][0]["left"]:
        table.do("draw block", 0)
    page = table.open(pages, cookie)
    page.locator("[data-key='do draw block']").click()
    expect(page.locator("#answer[open] #answer-title")).to_have_text(say("kit.no-cards"))
    table.daemon.phones.leave(cookie)
