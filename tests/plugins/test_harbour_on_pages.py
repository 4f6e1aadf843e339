"""Harbour, which brings no JavaScript: its board is played in a browser by taps, by keys alone, and seen from afar."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.engine.command import Command
from companion.engine.notation import spell
from companion.library.simulate import chooser, listed
from companion.opening import Opening
from tests.plugins.fingers import MOTION, Press, by_key, by_tap, position
from tests.plugins.wheels import beside_the_program
from tests.support.browsing import DESK, Pages
from tests.support.fireships import answered
from tests.support.waiting import eventually
from tests.support.whole import Whole, same_chance, whole_table
from tests.support.wording import say

HARBOUR = Opening("harbour", "referee", ("Ann", "Ben"), {"crates": 1, "answer_s": 0})
NAMES = ("Ann", "Ben")
MAX_PLAYS = 120
CARDS = {"fog": "Fog", "wind": "Wind"}


@pytest.fixture
def table(site: Path, tmp_path: Path) -> Iterator[Whole]:
    with beside_the_program(site), same_chance(), whole_table(tmp_path, HARBOUR) as table:
        eventually(lambda: bool(table.table["plays"]))
        yield table


def next_play(table: Whole) -> Command:
    """Board what can be boarded until the die was rolled, answer with fog, or else do as the skipper does."""
    state, game = position(table), table.daemon.session.published.open.game
    assert game is not None
    plays = [play for play in listed(state) if play.seat >= 0]
    boats = [] if state.rolls else [place for seat, place in enumerate(state.boats) if seat != state.turn]
    wanted = {"fog", *(f"sail {place}" for place in boats)}
    found = next((play for play in plays if spell(play) in wanted), None)
    return found or chooser(game, "skipper", lambda: 0.0)(state, plays)


def do(page: Page, command: Command, state: Any, press: Press) -> None:
    """Say *command* on its seat's *page*: on the board, from the hand, or by a button."""
    line = spell(command)
    if line in CARDS:
        at = state.hands[command.seat].index(line)
        press(page, page.locator(".hand button").nth(at))
        press(page, page.locator("dialog[open]").get_by_role("button", name=CARDS[line]))
    elif command.verb == "sail":
        press(page, page.locator(f".boards .can[data-token={line.split()[1]}]"))
    else:
        press(page, page.locator(f"[data-key='do {line}']"))


def play_to_the_end(phones: tuple[Page, ...], table: Whole, press: Press) -> dict[str, Any]:
    """Have each of *phones* do what its seat does; return how the game ended."""
    for _ in range(MAX_PLAYS):
        before = table.table
        if end := before["state"].get("end"):
            return dict(end)
        state, command = position(table), next_play(table)
        page = phones[command.seat]
        expect(page.locator(".now")).to_have_text(before["state"]["now"])
        answered(page)
        do(page, command, state, press)
        eventually(lambda state=state: position(table) != state)  # type: ignore[misc]
        table.settle()
    pytest.fail("the game never ends")


def said(table: Whole) -> set[str]:
    """Return the verbs of all that was done."""
    lines = [json.loads(line) for line in table.get("/api/v1/records/1").body.splitlines()]
    return {line["do"].split()[0] for line in lines if "do" in line}


@pytest.mark.long
@pytest.mark.parametrize("press", [by_tap, by_key])
def test_it_is_played_to_its_end_and_seen_from_afar(pages: Pages, table: Whole, press: Press) -> None:
    phones = tuple(table.open(pages, table.join([seat], name), **MOTION[press]) for seat, name in enumerate(NAMES))
    afar = pages.open("/tv", DESK, **MOTION[press])
    end = play_to_the_end(phones, table, press)
    assert {"sail", "roll", "fog", "wind"} <= said(table)
    landed = position(table).landed
    for page in (*phones, afar):
        expect(page.locator(".ending")).to_contain_text(end["text"])
        assert page.locator(".folk ul .unseen").all_inner_texts() == [f"Crates landed: {count}" for count in landed]


@pytest.mark.long
def test_the_board_is_whole_on_a_phone_and_on_a_television(pages: Pages, table: Whole) -> None:
    ann = table.open(pages, table.join([0], "Ann"))
    afar = pages.open("/tv", DESK)
    for page, size in ((ann, ann.viewport_size), (afar, afar.viewport_size)):
        assert size is not None
        cells = page.locator(".boards .cell")
        expect(cells).to_have_count(7)
        for box in [cell.bounding_box() for cell in cells.all()]:
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["y"] + box["height"] <= size["height"]
            assert box["width"] >= 40
    assert afar.evaluate("document.documentElement.style.fontSize") == ""


@pytest.mark.long
def test_a_boarding_is_answered_by_who_holds_cards_and_nobody_else_sees_who_that_is(pages: Pages, table: Whole) -> None:
    ann, ben = (table.open(pages, table.join([seat], name)) for seat, name in enumerate(NAMES))
    afar = pages.open("/tv", DESK)
    for seat, line in ((0, "sail reef"), (1, "sail lighthouse"), (0, "sail wreck"), (1, "sail wreck")):
        table.do(line, seat)
    for page in (ann, ben, afar):
        expect(page.locator(".now")).to_have_text("Ben boards Ann: fog, or pass?")
    expect(ann.locator("[data-key='do pass']")).to_be_visible()
    expect(ann.locator(".folk [aria-current]")).to_contain_text("Ann")
    expect(ben.locator(".ask")).to_have_text(say("page.nothing_to_do"))
    expect(afar.locator(".folk [aria-current]")).to_have_count(0)
    table.do("pass", 0)
    expect(ben.locator("[data-key='do roll']")).to_be_visible()
    expect(ann.locator("[data-key='do roll']")).to_have_count(0)
    ben.locator("[data-key='do roll']").click()
    eventually(lambda: position(table).die > 0)
    for page in (ann, ben, afar):
        expect(page.locator(".d6")).to_have_text(str(position(table).die))


@pytest.mark.long
def test_a_place_that_cannot_be_reached_says_why(pages: Pages, table: Whole) -> None:
    ann = table.open(pages, table.join([0], "Ann"))
    ann.get_by_role("button", name="Sail", exact=True).click()
    ann.locator(".boards [data-token=wreck]").click()
    expect(ann.locator("dialog[open]")).to_contain_text("There is no way there from your boat.")
    expect(ann.locator("dialog[open]")).to_contain_text("HB-T1")
