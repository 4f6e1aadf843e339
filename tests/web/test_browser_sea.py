"""Fireship on a phone: the sea is drawn from the state, and a pawn is moved by tapping it and then a cell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.daemon import Opening
from tests.web.browsing import Pages
from tests.web.whole import Whole, whole_table
from web_ui.server import Server


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    folder: Path = tmp_path_factory.mktemp("sea")
    with whole_table(folder, Opening("fireship", "referee", ("Ada", "Ben"))) as table:
        table.do("give-colours")
        while table.table["state"]["turn"]["step"] == "set-up":
            table.do("roll", next(ask["seat"] for ask in table.table["asks"] if ask["seat"] != "table"))
        table.do("correct turn=1 step=moves units=9 new.pawn=blue-boat new.column=10 new.row=10 island-2=red")
        yield table


@pytest.fixture(scope="module")
def server(table: Whole) -> Server:
    return table.daemon.server


def test_the_sea_is_drawn_and_a_pawn_goes_where_it_is_tapped(pages: Pages, table: Whole) -> None:
    page = table.open(pages, table.join((0,)))
    chart = page.locator("svg.chart")
    expect(chart).to_be_visible()
    assert chart.locator(".land").count() == 81
    assert chart.locator(".special").count() == 16
    assert chart.locator(".ship.white").count() == 9
    assert chart.locator("path.fleet.red").count() == 1
    expect(page.locator(".units")).to_have_text("9")
    expect(chart.locator(".own")).to_have_count(3)  # a boat at sea, and two kinds of pawn in the square
    chart.locator("g", has=page.get_by_text("Boat (Blue), column 10, row 10")).locator(".touch").click()
    expect(chart.locator(".ship.taken")).to_have_count(1)
    goals = chart.locator(".goal").count()
    assert goals == len(table.table["state"]["turn"]["goals"]) > 50
    chart.locator(".goal").first.locator("xpath=../*[@class='touch']").click()
    expect(chart.locator(".goal")).to_have_count(0)
    expect(page.locator("#caption")).to_contain_text("goes to column")
    assert table.table["state"]["turn"]["units"] < 9
