"""Setting a board right by two taps: on a piece, and on where it is. The notice says who put what where, with Undo."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support import fireships
from tests.support.browsing import Pages
from tests.support.islands import begin
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table

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


def place(page: Page, name: str) -> Locator:
    return page.locator(f"#board [data-token='{name}']")


def near(page: Page, name: str) -> Locator:
    """Return the place called *name*, brought near where cells are smaller than a finger."""
    lens = page.locator(".waters:not(.near) ~ .lens")
    if lens.count():
        lens.tap()
    return place(page, name)


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


def test_on_the_forbidden_island_a_pawn_is_tapped_and_then_its_tile(pages: Pages, table: Whole, ben: str) -> None:
    table.do("lang en")
    begin(table)
    page = table.open(pages, ben, has_touch=True)
    open_board_form(page)
    place(page, "iron-gate").tap()
    page.locator(".beside-place").get_by_role("button", name="Diver").tap()
    place(page, "observatory").tap()
    tells(page, "Ben put the Diver on Observatory.")
    eventually(lambda: table.table["state"]["people"][1]["tile"] == "observatory")


def test_at_sea_a_boat_is_tapped_and_then_the_cell_where_it_is(pages: Pages, table: Whole, ben: str) -> None:
    fireships.lay(table, 4)
    fireships.pawn(table, "red-boat", "9-9")
    page = table.open(pages, ben, has_touch=True)
    open_board_form(page)
    near(page, "9-9").tap()
    near(page, "10-3").tap()
    tells(page, "Ben put a red boat on J3.")
    expect(place(page, "10-3")).to_have_attribute("aria-label", re.compile("J3"))
    page.locator("#set-right button").tap()
    expect(place(page, "9-9")).to_have_attribute("aria-label", re.compile("I9"))
