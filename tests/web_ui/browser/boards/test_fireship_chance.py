"""What is in motion lies over the sea, unreadable; then its result, for a moment; and the sea goes on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Pages
from tests.support.fireships import DRAWING_CELL, OPENING, begin, pawn, phone, put
from tests.support.whole import Whole, table_of

WHEEL_CELL = "9-9"

table = table_of(OPENING)


@pytest.fixture
def page(pages: Pages, table: Whole) -> Page:
    """The phone of blue, whose attacks have begun; chance is the table's, and nothing lies still for long."""
    begin(table)
    table.do("new fireship referee seats=2 answer_s=0")
    for seat, colour in enumerate(("blue", "green")):
        table.do(f"colour {colour}", seat)
    while table.table["state"]["turn"]["seat"] is None:
        table.do("roll", table.table["asks"][0]["seat"])
    put(table, "turn=1")
    return phone(pages, table)


def moves_and_lies(page: Page, table: Whole, key: str, moving: str, told: str) -> None:
    """Tap what *key* names: what is *moving* has nothing of what is *told* later; wait until that may be told."""
    with table.held():
        page.locator(f"[data-key='{key}']").click()
        page.locator(f".chance.shown {moving}").wait_for()
        assert page.locator(".chance").locator(told).all_text_contents() in ([], [""] * 3)


def goes_on(page: Page, table: Whole) -> None:
    """Nothing lies over the sea any more, and it shows what is on it."""
    expect(page.locator(".chance.shown")).to_have_count(0)
    pawn(table, "blue-boat", "3-3")
    expect(page.locator(".ocean [data-token='3-3'][aria-label^='Boat (Blue)']")).to_have_count(1)
    put(table, "3-3.column=0")


@pytest.mark.long
def test_dice(page: Page, table: Whole) -> None:
    moves_and_lies(page, table, "do roll", ".roll.moving", ".d10 text")
    expect(page.locator(".chance .moving")).to_have_count(0)
    dice = [int(each) for each in page.locator(".chance .d10 text").all_text_contents()]
    assert dice == table.table["state"]["turn"]["dice"]
    assert page.locator(".chance .sum").inner_text() == str(sum(dice))
    goes_on(page, table)


@pytest.mark.long
@pytest.mark.parametrize(("leader", "look"), [("blue-boat", ".d6:not(.outlined)"), ("blue-battleship", ".d6.outlined")])
def test_the_die_of_an_attack(page: Page, table: Whole, leader: str, look: str) -> None:
    pawn(table, leader, "9-9")
    pawn(table, "green-boat", "10-9")
    table.do("roll", 0)
    for line in ("end-moves", "attack 9-9 10-9"):
        table.do(line, 0)
    moves_and_lies(page, table, "do roll", ".verdict.moving", ".won, .lost")
    values = table.table["state"]["result"]["values"]
    expect(page.locator(f".chance .verdict.{values[0]} {look}")).to_have_count(1)
    expect(page.locator(".chance")).to_contain_text("Won" if values == ["won"] else "Lost")
    goes_on(page, table)


def test_the_wheel(page: Page, table: Whole) -> None:
    pawn(table, "blue-boat", WHEEL_CELL)
    table.do("roll", 0)
    for line in ("end-moves", "end-attacks", f"use {WHEEL_CELL}"):
        table.do(line, 0)
    moves_and_lies(page, table, "do spin", ".wheel.moving", ".landed")
    result = table.table["state"]["result"]
    (wheel,) = table.table["state"]["wheels"]
    label = next(each["label"] for each in wheel["segments"] if each["name"] == result["values"][0])
    expect(page.locator(".chance .wheel")).to_have_attribute("aria-label", f"Wheel: {label}")
    assert page.locator(".chance .slice .pictured use").count() == len(wheel["segments"]) - 2  # what is lost has signs
    goes_on(page, table)


@pytest.mark.long
def test_a_card(page: Page, table: Whole) -> None:
    pawn(table, "blue-boat", DRAWING_CELL)
    table.do("roll", 0)
    for line in ("end-moves", "end-attacks", f"use {DRAWING_CELL}"):
        table.do(line, 0)
    moves_and_lies(page, table, "do draw", ".moving .back", ".card")
    for card in table.table["state"]["result"]["values"]:
        expect(page.locator(".chance .card b")).to_have_text(card["label"])
    goes_on(page, table)
