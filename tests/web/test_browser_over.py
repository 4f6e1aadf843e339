"""What a phone does with a game that is over: it is played again, and every draw of it is checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.web.browsing import Pages
from tests.web.islands import begin, correct
from tests.web.waiting import eventually
from tests.web.whole import Whole, whole_table
from web_ui.server import Server


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("over"), None) as table:
        yield table


@pytest.fixture(scope="module")
def server(table: Whole) -> Server:
    return table.daemon.server


def test_a_kit_that_was_closed_is_checked_and_played_again(pages: Pages, table: Whole) -> None:
    table.do("new fireship kit seats=2")
    cookie = table.join([1], "Ben")
    table.do("roll dice", 1)
    table.do("finish")
    page = table.open(pages, cookie)
    page.get_by_role("link", name="Check every draw").click()
    expect(page.locator("#verdict")).to_have_text("All is fair. Draws checked: 1.")
    page.go_back()
    page.get_by_role("button", name="Play again").click()
    eventually(lambda: table.table["game"] == "fireship")
    assert [each["name"] for each in table.table["people"]] == ["Player 1", "Ben"]
    expect(page.locator("#dock .main-actions .button").first).to_contain_text("dice")
    table.daemon.phones.leave(cookie)


def test_a_referees_game_that_was_lost_is_played_again(pages: Pages, table: Whole) -> None:
    begin(table)
    cookie = table.join([0], "Ada")
    correct(table, coral__palace="sunk", flood_coral__palace="out", tidal__palace="sunk", flood_tidal__palace="out")
    page = table.open(pages, cookie)
    expect(page.locator(".ending h2")).to_be_visible()
    expect(page.get_by_role("link", name="Check every draw")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    eventually(lambda: table.table["state"]["end"] is None)
    assert [each["name"] for each in table.table["people"]] == ["Ada", "Player 2"]
    expect(page.locator(".ending")).to_be_hidden()
