"""Setting a board right by two taps: on a piece, and on where it is. The notice says who put what where, with Undo."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support import battles, fireships, volcanoes
from tests.support.browsing import Pages
from tests.support.islands import begin
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say
from tests.web_ui.browser.everybody.test_sizes import FRAMES

SET_RIGHT = "#dock [data-key='open correct']"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("set-right"), None) as table:
        yield table


@pytest.fixture(scope="module")
def ben(table: Whole) -> str:
    """The cookie of Ben's phone, of the second seat."""
    table.do("new forbidden-island referee seats=2")
    return table.join([1], "Ben")


def key(page: Page, name: str) -> Locator:
    return page.locator(f"#dock [data-key='{name}']")


def open_page(pages: Pages, table: Whole, cookie: str) -> Page:
    """Open the phone's page with nothing in motion on it but what is touched."""
    page = table.open(pages, cookie, has_touch=True)
    page.emulate_media(reduced_motion="reduce")
    return page


def place(page: Page, name: str) -> Locator:
    return page.locator(f"#board [data-token='{name}']")


QUESTION = "(document.querySelector('#dock > .ask')?.textContent ?? '')"
WENT_ON = f"(before) => {QUESTION} !== before || document.querySelector('.beside-place')"
IS_NEAR = "document.querySelector('#board .near')"


def touch(page: Page, name: str) -> None:
    """Touch the middle of the place called *name*: once, or twice where places are too small to be told apart."""
    before = page.evaluate(QUESTION)
    is_near = page.evaluate(f"() => Boolean({IS_NEAR})")
    _touch(page, name)
    page.wait_for_function(f"(before) => ({WENT_ON})(before) || ({IS_NEAR} && !{str(is_near).lower()})", arg=before)
    if not page.evaluate(WENT_ON, before):
        _touch(page, name)
        page.wait_for_function(WENT_ON, arg=before)


def _touch(page: Page, name: str) -> None:
    page.evaluate(FRAMES)
    box = place(page, name).bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def choose(page: Page, name: str) -> None:
    """Choose what is called *name* of several things that stand on the place that was touched."""
    page.locator(".beside-place").get_by_role("button", name=name).tap()


def open_board_form(page: Page) -> None:
    """Open what sets the board right, which may stand behind the button with all the rest."""
    more = key(page, "more")
    expect(page.locator(SET_RIGHT).or_(more).first).to_be_visible()
    if not page.locator(SET_RIGHT).count():
        more.tap()
    page.locator(SET_RIGHT).tap()
    expect(page.locator("#dock [data-key=list]")).to_be_visible()


def tells(page: Page, text: str) -> None:
    """Wait until the notice says *text*, with a button that takes it back."""
    expect(page.locator("#set-right summary")).to_have_text(text)
    expect(page.locator("#set-right button")).to_be_visible()


@pytest.mark.long
def test_on_the_forbidden_island_a_pawn_is_tapped_and_then_its_tile(pages: Pages, table: Whole, ben: str) -> None:
    table.do("lang en")
    begin(table)
    page = open_page(pages, table, ben)
    open_board_form(page)
    touch(page, "iron-gate")
    choose(page, "Diver")
    touch(page, "observatory")
    tells(page, say("forbidden-island.put-pawn", who="Ben", what="the Diver", where="Observatory"))
    eventually(lambda: table.table["state"]["people"][1]["tile"] == "observatory")


def test_at_sea_a_boat_is_tapped_and_then_the_cell_where_it_is(pages: Pages, table: Whole, ben: str) -> None:
    fireships.lay(table, 4)
    fireships.pawn(table, "red-boat", "9-9")
    page = open_page(pages, table, ben)
    open_board_form(page)
    touch(page, "9-9")
    touch(page, "10-3")
    tells(page, say("fireship.put", who="Ben", what="a red boat", where="J3"))
    expect(place(page, "10-3")).to_have_attribute("aria-label", re.compile("J3"))
    page.locator("#set-right button").tap()
    expect(place(page, "9-9")).to_have_attribute("aria-label", re.compile("I9"))


@pytest.mark.long
def test_on_a_map_a_piece_is_tapped_and_then_its_space(pages: Pages, table: Whole, ben: str) -> None:
    volcanoes.lay(table)
    volcanoes.put(table, "piece-2=ta3")
    page = open_page(pages, table, ben)
    open_board_form(page)
    touch(page, "ta3")
    touch(page, "cave-2")
    tells(
        page,
        say("fireball-island.put-in", who="Ben", what=say("fireball-island.the-piece-of", name="Ben"), where="Cave 2"),
    )


@pytest.mark.long
def test_in_the_battle_a_unit_is_tapped_and_then_its_square(pages: Pages, table: Whole, ben: str) -> None:
    battles.lay(table)
    page = open_page(pages, table, ben)
    open_board_form(page)
    touch(page, "e12")
    touch(page, "c4")
    tells(
        page,
        say(
            "battle-for-the-island.put", who="Ben", what=say("battle-for-the-island.a-soldier", name="Ben"), where="c4"
        ),
    )


@pytest.mark.long
def test_a_tile_of_a_kit_is_tapped_and_then_its_side(pages: Pages, table: Whole, ben: str) -> None:
    table.do("new forbidden-island kit seats=2")
    page = open_page(pages, table, ben)
    open_board_form(page)
    touch(page, "misty-marsh")
    key(page, "right Flooded").tap()
    tells(page, say("kit.put", who="Ben", what="Misty Marsh", where="Flooded"))
    expect(place(page, "misty-marsh")).to_have_class("tile flooded")


@pytest.mark.long
def test_by_keys_a_list_says_the_same_and_escape_leaves_it_step_by_step(pages: Pages, table: Whole, ben: str) -> None:
    battles.lay(table)
    page = open_page(pages, table, ben)
    open_board_form(page)
    key(page, "list").press("Enter")
    page.locator("#dock").get_by_role("button", name="Soldier 2 of Ben", exact=True).press("Enter")
    where = say("right.where", label="Soldier 2 of Ben")
    expect(page.locator("#dock > .ask")).to_have_text(where)
    page.keyboard.press("Escape")
    expect(page.locator("#dock > .ask")).to_have_text(say("right.tap"))
    page.keyboard.press("Escape")
    expect(key(page, "list")).to_have_count(0)
    assert table.table["undo"]["set_right"] is None


@pytest.mark.long
def test_what_others_do_meanwhile_is_taken_in(pages: Pages, table: Whole, ben: str) -> None:
    battles.lay(table)
    page = open_page(pages, table, ben)
    open_board_form(page)
    expect(place(page, "c4")).not_to_have_class(re.compile("can"))
    battles.put(table, *battles.at("1-soldier-1", "c4"))
    expect(place(page, "c4")).to_have_class(re.compile("can"))
    expect(place(page, "d1")).not_to_have_class(re.compile("can"))
    touch(page, "c4")
    touch(page, "d1")
    tells(
        page,
        say(
            "battle-for-the-island.put",
            who="Ben",
            what=say("battle-for-the-island.a-soldier", name="Player 1"),
            where="d1",
        ),
    )
