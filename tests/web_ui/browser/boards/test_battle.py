"""The battle on a phone: what a unit can do, what its shot would hit before it is fired, the set-up by taps."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.battles import BLOCKS, COLUMNS, ON_PAD, OPENING, at, lay, put
from tests.support.browsing import DESK, Pages, tap_disabled
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser import axe
from tests.web_ui.browser.everybody.test_large_text import FEW_LOOKS, faults
from tests.web_ui.browser.fitness import Good

CAME: list[str] = []
"""The cookies of the phones that came."""


COUNT_BLASTS = """() => {
    globalThis.blasts = 0;
    const isBlast = (each) => each.classList.contains('blast');
    const count = (all) => all.flatMap((each) => [...each.addedNodes]).filter(isBlast).length;
    new MutationObserver((all) => { globalThis.blasts += count(all); })
        .observe(document.querySelector('.island'), { childList: true });
}"""
WATCH_BLOCKS = """() => {
    globalThis.turned = [];
    const isStill = (each) => each.matches('.crate:not(.turning)');
    const drawn = (all) => all.flatMap((each) => [...each.addedNodes]).filter(isStill);
    const named = (all) => drawn(all).map((each) => each.firstChild.getAttribute('href'));
    new MutationObserver((all) => { globalThis.turned.push(...named(all)); })
        .observe(document.querySelector('.fallen'), { childList: true });
}"""

table = table_of(OPENING)


def phone(pages: Pages, table: Whole, *seats: int) -> Page:
    """Open the page of a phone that holds *seats*, the first one if none are given; others have left."""
    while CAME:
        table.daemon.phones.leave(CAME.pop())
    CAME.append(table.join(seats or (0,)))
    page = table.open(pages, CAME[-1])
    page.locator("#dock :is(.ask, .waiting)").first.wait_for()
    expect(page.locator(".island")).to_be_visible()
    return page


def place(name: str) -> str:
    return f'.island [data-token="{name}"]'


def choosable(page: Page) -> set[str]:
    """Return what can be chosen on the island and the pads."""
    found: list[str] = page.locator(".island [role=button]").evaluate_all(
        "all => all.map((each) => each.dataset.token)"
    )
    return set(found)


def begin(table: Whole, *changes: str) -> None:
    """Begin a battle in which seat 0 moves by two, with a tank on k5; *changes* put others elsewhere."""
    lay(table)
    put(table, *at("1-tank-1", "k5", "north"), *changes, "step=move", "die=2")


def pieces(table: Whole) -> dict[str, str]:
    """Return what stands on the island, by its squares."""
    board: Any = table.table["state"]["boards"][0]
    return {each["cell"]: each["label"] for each in board["pieces"]}


def test_a_tap_on_the_empty_board_of_somebody_elses_turn_does_nothing(pages: Pages, table: Whole) -> None:
    lay(table, 1)
    page = phone(pages, table, 1)
    page.locator(place("a1")).click()
    expect(page.locator("#answer")).to_be_hidden()
    assert pages.complaints == []


@pytest.mark.long
# ---------------------------------------------------------------------- what a shot would hit
def test_what_a_shot_would_hit_is_shown_before_it_is_fired(pages: Pages, table: Whole) -> None:
    crossed = [*at("1-soldier-1", "k7", "east"), *at("2-soldier-1", "k9", "south")]
    begin(table, *crossed)
    page = phone(pages, table)
    lines = len(table.table["log"])
    page.locator(place("k5")).click()
    expect(page.locator(".fray")).to_contain_text("Hits Soldier k9 (Player 2); in the crossfire: Soldier k7 (Player 1)")
    expect(page.locator(".hair")).to_have_count(1)
    expect(page.locator(".caught:not(.perhaps)")).to_have_count(1)
    expect(page.locator("[data-key='do shoot k5 k9']")).to_have_text("Shoot at k9")
    assert len(table.table["log"]) == lines
    page.evaluate(COUNT_BLASTS)
    page.locator(place("k9")).click()
    expect(page.locator("#caption")).to_contain_text("shoots from k5, and hits k9, and one in the crossfire")
    assert page.evaluate("blasts") == 2
    expect(page.locator(".blast")).to_have_count(0)
    assert not {"k7", "k9"} & set(pieces(table))
    expect(page.locator(".island .unit.soldier.red")).to_have_count(4)


@pytest.mark.long
def test_a_block_shows_all_that_goes_if_it_is_live(pages: Pages, table: Whole) -> None:
    begin(table, *at("1-soldier-1", "c3", "north"), *at("2-soldier-1", "b6", "south"))
    page = phone(pages, table)
    page.locator(place("c3")).click()
    expect(page.locator(".fray")).to_contain_text(say("battle-for-the-island.strike.live-of", live=6, count=10))
    expect(page.locator(".area")).to_have_count(8)
    expect(page.locator(".caught:not(.perhaps)")).to_have_count(0)
    assert page.locator(".caught.perhaps").count() >= 1


@pytest.mark.long
def test_a_block_that_is_turned_over_tells_nothing_until_it_lies(pages: Pages, table: Whole) -> None:
    begin(table, *at("1-soldier-1", "c3", "north"))
    page = phone(pages, table)
    page.locator(place("c3")).click()
    page.evaluate(WATCH_BLOCKS)
    with table.held():
        page.locator("[data-key='do shoot c3 c5']").click()
        expect(page.locator(".fallen .turning")).to_have_css("filter", "blur(2px)")
        expect(page.locator("#caption")).to_contain_text(say("battle-for-the-island.page.moving-block"))
        expect(page.locator(place("c5"))).to_have_attribute("aria-label", re.compile("Block"))
    expect(page.locator(".fallen .d6")).to_be_attached()
    first, *touching = page.evaluate("turned")
    live, safe = (counter["at"] for counter in table.table["state"]["counters"])
    assert first.endswith("battle.svg#block-live" if live < 6 else "battle.svg#block-blank")
    assert bool(touching) <= (live < 6)
    assert live + safe == len([label for label in pieces(table).values() if label == "Block"])


@pytest.mark.long
def test_what_is_taken_back_goes_without_a_blast(pages: Pages, table: Whole) -> None:
    lay(table, 3)
    page = phone(pages, table)
    page.evaluate(COUNT_BLASTS)
    page.locator("[data-key='kind tank']").click()
    page.locator(place("pad-1-1")).click()
    expect(page.locator(".island .unit.tank")).to_have_count(1)
    page.locator("[data-key='do undo']").click()
    expect(page.locator(".island .unit.tank")).to_have_count(0)
    assert page.evaluate("blasts") == 0


@pytest.mark.long
def test_who_can_do_nothing_shows_its_aim_and_nothing_is_sent(pages: Pages, table: Whole) -> None:
    begin(table, *at("2-soldier-1", "b9", "south"))
    page = phone(pages, table)
    lines = len(table.table["log"])
    expect(page.locator(".aim")).to_have_count(0)
    page.locator(place("b9")).click()
    page.mouse.move(0, 0)
    expect(page.locator(".aim .goal")).to_have_count(1)
    page.locator(place("b9")).click()
    page.mouse.move(0, 0)
    expect(page.locator(".aim")).to_have_count(0)
    assert page.locator("dialog[open]").count() == 0
    assert len(table.table["log"]) == lines


# ---------------------------------------------------------------------- moves
def test_a_unit_is_taken_up_and_moves_by_two_taps(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    assert {"k5", "d1", "h1"} <= choosable(page)
    end = page.locator("[data-key='do end']")  # it keeps its place, and says what comes first
    expect(end).to_have_text("End turn move first")
    expect(end).to_have_attribute("aria-disabled", "true")
    tap_disabled(end)
    expect(page.locator(".paper")).to_contain_text(say("battle-for-the-island.remedy.move", die=2))
    page.keyboard.press("Escape")
    page.locator(place("k5")).click()
    assert {"k7", "k6", "k5", "d1"} <= choosable(page)
    page.locator(place("k7")).click()
    expect(page.locator("#caption")).to_contain_text("k5 to k7")


@pytest.mark.long
def test_where_two_turns_end_on_one_square_it_is_asked_which(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    page.locator(place("k5")).click()
    page.locator(place("k6")).click()
    expect(page.locator("dialog[open] button").nth(1)).to_have_text(
        say("battle-for-the-island.page.go-turn", square="k6", way=say("battle-for-the-island.words.right"))
    )
    page.locator("dialog[open] button").nth(1).click()
    expect(page.locator("#caption")).to_contain_text(f"k5 to k6, and turns: {say('battle-for-the-island.words.right')}")
    angles = page.locator(".island .unit.tank.red").evaluate_all("all => all.map((each) => each.dataset.angle)")
    assert sorted(angles) == ["0", "90"]


@pytest.mark.long
def test_a_square_that_cannot_be_reached_is_refused_in_words(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    page.locator(place("k5")).click()
    page.locator(place("b2")).click()
    expect(page.locator("dialog[open]")).to_contain_text("Use the whole roll")


IN_ROW = "Boolean(document.activeElement.closest('.row'))"


@pytest.mark.long
def test_by_keys_a_unit_is_taken_up_left_and_moved(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    page.locator(place("k5")).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dock .ask")).to_have_text(say("battle-for-the-island.page.tap-goal", unit="Tank k5"))
    page.keyboard.press("Escape")
    expect(page.locator("[data-key=others]")).to_have_count(0)
    taken = page.locator(place("k5"))
    told = "k5. Player 1: Tank, facing north, aims at k9. Choose "
    expect(taken).to_have_attribute("aria-label", f"{told}this one: Move")
    page.keyboard.press("Enter")
    expect(taken).to_have_attribute("aria-label", f"{told}another one")
    goal = page.locator(place("k7"))
    expect(goal).to_have_attribute("aria-label", "k7, empty. Go to k7")
    page.keyboard.press("Tab")  # from the first place that can be chosen to the next step
    assert page.evaluate(IN_ROW)
    page.locator(place("k5")).focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.token") == "k6"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#caption")).to_contain_text("k5 to k7")


# ---------------------------------------------------------------------- taps
COUNT_TAPS = "() => { globalThis.taps = 0; addEventListener('click', () => { taps += 1; }, true); }"


@pytest.mark.long
def test_a_move_and_a_shot_take_two_taps_each_and_taking_back_one(pages: Pages, table: Whole) -> None:
    begin(table, *at("2-soldier-1", "k9", "south"))
    page = phone(pages, table)
    page.evaluate(COUNT_TAPS)
    page.locator(place("k5")).click()
    page.locator(place("k9")).click()
    expect(page.locator("#caption")).to_contain_text("Player 1 shoots from k5, and hits k9")
    assert page.evaluate("taps") == 2
    expect(page.locator(".came h2")).to_have_text("Hit!")
    expect(page.locator(".splash")).to_have_count(2)
    page.locator("[data-key='do undo']").click()
    expect(page.locator(place("k9"))).to_have_attribute("aria-label", re.compile("Soldier"))
    assert page.evaluate("taps") == 3
    page.locator(place("e1")).click()
    page.locator(place("e3")).click()
    expect(page.locator("#caption")).to_contain_text("e1 to e3")
    assert page.evaluate("taps") == 5


# ---------------------------------------------------------------------- each side, and from afar
@pytest.mark.long
def test_each_player_sees_the_island_from_the_own_side(pages: Pages, table: Whole) -> None:
    begin(table)
    corner = "([a, b]) => a.getBoundingClientRect().y < b.getBoundingClientRect().y"
    for seats, is_above in (((0,), False), ((1,), True), ((0, 1), False)):
        page = phone(pages, table, *seats)
        one, twelve = (page.locator(place(each)).element_handle() for each in ("a1", "a12"))
        assert page.evaluate(corner, [one, twelve]) == is_above


@pytest.mark.long
def test_from_afar_every_possible_shot_is_shown(pages: Pages, table: Whole) -> None:
    begin(table, *at("1-soldier-1", "c3", "north"), *at("2-soldier-1", "k9", "south"))
    page = pages.open("/tv", DESK)
    expect(page.locator(".hair")).to_have_count(2)
    expect(page.locator("#whose bdi").first).to_have_text("Player 1")
    assert page.locator(".island [role=button]").count() == 0


# ---------------------------------------------------------------------- for everybody
@pytest.mark.long
def test_the_battle_is_fit_for_everybody(pages: Pages, table: Whole, good: Good) -> None:
    begin(table)
    page = phone(pages, table)
    page.locator(place("k5")).click()
    assert axe.faults(page) == []
    assert faults(page, FEW_LOOKS) == {}
    lay(table, 2)
    page.locator("[data-key='kind tank']").wait_for()
    page.locator(".moment").wait_for()  # the turn's scene, which comes once it is fetched
    expect(page.locator(".moment")).to_have_count(0)
    good(page, "units are placed")
    assert faults(page, FEW_LOOKS) == {}


# ---------------------------------------------------------------------- the set-up
@pytest.mark.long
def test_everything_is_placed_by_single_taps(pages: Pages, table: Whole) -> None:
    lay(table, 1)
    page = phone(pages, table, 0, 1)
    for count, square in enumerate(BLOCKS[:2], 1):
        page.locator(place(square)).click()
        expect(page.locator(".island .unit.block")).to_have_count(count)
    for number, square in enumerate(BLOCKS[2:]):
        table.do(f"block {square}", number % 2)
    page.locator(place("b3")).click()  # a square that isn't home
    expect(page.locator("dialog[open]")).to_contain_text(say("battle-for-the-island.not-home"))
    page.keyboard.press("Escape")
    page.locator("[data-key='kind tank']").click()
    page.locator("[data-key='facing east']").click()
    page.locator(place("c1")).click()
    expect(page.locator("#caption")).to_contain_text("c1, facing east")
    page.locator(place("c12")).click()
    expect(page.locator("#caption")).to_contain_text("c12, facing south")
    for column in "defg":
        table.do(f"place soldier {column}1 north", 0)
        table.do(f"place soldier {column}12 south", 1)
    for seat in (0, 1):
        for place_on_pad, kind in enumerate(ON_PAD[:4], 1):
            table.do(f"load {kind} {place_on_pad}", seat)
        page.locator(place(f"pad-{seat + 1}-5")).click()
        expect(page.locator("#caption")).to_contain_text("column 5 of the pad")
    expect(page.locator("[data-key='do roll']")).to_be_visible()


def test_one_tap_sets_up_as_last_time(pages: Pages, table: Whole) -> None:
    lay(table)
    lay(table, 1)
    page = phone(pages, table, 0, 1)
    again = page.locator("[data-key='do place-as-before']")
    expect(again).to_have_text(say("battle-for-the-island.words.place-as-before"))
    again.click()
    expect(page.locator(".island .unit.block")).to_have_count(1)
    page.locator(place("e2")).click()  # in the column of the first player's e7
    for square in ("d6", "f8", "h10"):
        table.do(f"block {square}", 1)
    expect(page.locator(".island .unit.block")).to_have_count(8)
    tap_disabled(again)
    expect(page.get_by_role("dialog")).to_contain_text(say("battle-for-the-island.taken-now"))
    page.keyboard.press("Escape")
    page.locator(place("l7")).click()
    again.click()
    expect(page.locator("[data-key='do roll']")).to_be_visible()
    assert len(pieces(table)) == len(BLOCKS) + 2 * len(COLUMNS)
