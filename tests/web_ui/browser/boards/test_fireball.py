"""Fireball Island on a phone: ways and Fireballs are seen before they are sent, and cards stay hidden."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import DESK, WATCHERS_HOST, Pages
from tests.support.volcanoes import OPENING, begin_turn, lay, passed, put, roll
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser import axe
from tests.web_ui.browser.everybody.test_large_text import FEW_LOOKS, faults
from tests.web_ui.browser.fitness import Good

CAME: list[str] = []
"""The cookies of the phones that came."""
AT_BEND = ("piece-1=wt8", "piece-2=ta3", "jewel=owner-2")
"""Seat 1 has the jewel and stands on a way of Fireball B."""
MAP_TRANSFORM = "() => document.querySelector('.world').style.transform"
STILL = "() => document.querySelector('.world').getAnimations().length === 0"
WHOLE_MAP = "scale(1) translate(0px, 0px)"

table = table_of(OPENING)


def phone(pages: Pages, table: Whole, *seats: int) -> Page:
    """Open the page of a phone that holds *seats*, the first one if none are given; others have left."""
    while CAME:
        table.daemon.phones.leave(CAME.pop())
    CAME.append(table.join(seats or (0,)))
    page = table.open(pages, CAME[-1])
    page.locator("#dock .button").first.wait_for()
    expect(page.locator(".island-map")).to_be_visible()
    return page


def place(name: str) -> str:
    return f'.island-map [data-token="{name}"]'


def tap(page: Page, name: str) -> None:
    """Tap a place in its middle, once the map lies still."""
    page.wait_for_function(STILL)
    box = page.locator(place(name)).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def rolled(table: Whole, value: int, *changes: str, **options: str | int) -> None:
    """Lay a game with *changes* set right, in which seat 0 has rolled a *value*."""
    lay(table, people=2, **options)
    put(table, *changes)
    passed(table)
    roll(table, value)
    passed(table)


def said(table: Whole) -> str:
    line: str = table.table["log"][-1]["text"]
    return line


# ---------------------------------------------------------------------- ways
@pytest.mark.long
def test_a_way_is_seen_before_it_is_gone_and_the_map_is_whole_again_after(pages: Pages, table: Whole) -> None:
    rolled(table, 4, "piece-1=lr4")
    page = phone(pages, table)
    lines = len(table.table["log"])
    page.locator(place("lr8")).focus()
    for _ in range(2):  # from the places that can be chosen to the next step
        page.keyboard.press("Tab")
    assert page.evaluate("Boolean(document.activeElement.closest('.row'))")
    assert page.evaluate(MAP_TRANSFORM) != WHOLE_MAP
    expect(page.locator(".place.can")).to_have_count(len(table.table["state"]["ways"]))
    tap(page, "lr8")
    expect(page.locator(".going")).to_have_count(1)
    expect(page.locator(".outlook")).to_have_text(say("fireball-island.brings-cards"))
    expect(page.locator(".actions .first")).to_have_text("Go to Low Road 8")
    assert len(table.table["log"]) == lines
    tap(page, "lr8")
    expect(page.locator("#caption")).to_contain_text("Player 1 goes to Low Road 8")
    expect(page.locator(".going")).to_have_count(0)
    assert page.evaluate(MAP_TRANSFORM) == WHOLE_MAP


@pytest.mark.long
def test_a_fork_to_one_end_is_asked_and_each_way_is_shown(pages: Pages, table: Whole) -> None:
    rolled(table, 3, "piece-1=ta13", "piece-2=sb2")  # straight on, or round by sbx and over seat 1
    page = phone(pages, table)
    tap(page, "sb3")
    chips = page.locator(".actions [aria-pressed]")
    expect(chips).to_have_count(2)
    drawn = page.locator(".going .line").get_attribute("d")
    chips.last.click()
    expect(page.locator(".going .line")).not_to_have_attribute("d", drawn or "")
    page.locator(".actions .first").click()
    expect(page.locator(".going")).to_have_count(0)


@pytest.mark.long
def test_a_place_that_cannot_be_chosen_says_what_it_is(pages: Pages, table: Whole) -> None:
    lay(table)
    put(table, "piece-2=ta3")
    page = phone(pages, table)
    tap(page, "wt6")
    expect(page.locator(".outlook")).to_have_text("Witchlord Trail 6 · leads to Cave 1")


@pytest.mark.long
def test_who_rolls_a_real_die_is_told_where_it_is_typed_and_so_is_who_waits(pages: Pages, table: Whole) -> None:
    lay(table)
    passed(table)
    own = phone(pages, table)
    watching = pages.open(host=WATCHERS_HOST)
    expect(own.locator("#dock .ask")).to_have_text(say("fireball-island.asked-roll"))
    table.do("roll", 0)
    expect(own.locator("#dock .waiting")).to_have_text(say("due.own-roll", label="Die"))
    expect(watching.locator("#dock .ask")).to_have_text(say("due.roll", name="Player 1", label="Die"))


# ---------------------------------------------------------------------- Fireballs
@pytest.mark.long
def test_who_would_be_hit_is_said_before_a_fireball_is_sent(pages: Pages, table: Whole) -> None:
    rolled(table, 1, *AT_BEND)
    page = phone(pages, table)
    expect(page.locator(".outlook.fire")).to_have_text(
        say("fireball-island.hit-with-jewel", name="Player 2", place="Pit B", space="Thunder Alley 5")
    )
    expect(page.locator(".roll.hot")).to_have_count(1)
    expect(page.locator(".struck")).to_have_count(1)
    assert {each["cell"] for each in table.table["state"]["boards"][0]["pieces"]} == {"wt8", "ta3"}
    page.locator("[data-key='do send b-north']").click()
    expect(page.locator(".fray h2")).to_have_text(
        say("fireball-island.strike.you-send", way=say("fireball-island.words.b-north"))
    )
    goes = say("fireball-island.strike.goes-jewel", name="Player 2", place="Pit B")
    expect(page.locator(".fray .stake li").first).to_contain_text(say("fireball-island.strike.would", hits=goes))
    passed(table)
    expect(page.locator("#caption")).to_contain_text(say("fireball-island.hit", name="Player 2", place="Pit B"))
    expect(page.locator(".explorer.lying")).to_have_count(1)


@pytest.mark.long
def test_of_several_fireballs_one_is_chosen_on_the_map(pages: Pages, table: Whole) -> None:
    rolled(table, 1, "piece-1=dmp", "piece-2=wt10")
    page = phone(pages, table)
    expect(page.locator("#dock .ask")).to_have_text(say("fireball-island.page.tap-ball"))
    expect(page.locator(".roll.hot")).to_have_count(0)
    tap(page, "ball-b")
    expect(page.locator(".roll.hot")).to_have_count(1)
    expect(page.locator("#dock .ask")).to_have_text(say("fireball-island.words.b-southwest"))
    page.keyboard.press("Escape")
    page.locator("[data-key=other]").click()
    expect(page.locator(".roll.hot")).to_have_count(0)


@pytest.mark.long
def test_whom_the_real_marble_hit_is_tapped(pages: Pages, table: Whole) -> None:
    rolled(table, 1, *AT_BEND, fireballs="table")
    table.do("aim 2 b-north", 0)
    passed(table)
    page = phone(pages, table, 0, 1)
    expect(page.locator(".actions .first")).to_have_text("Hit: Nobody")
    tap(page, "ta3")
    expect(page.locator(".struck")).to_have_count(1)
    page.locator("[data-key='struck 0']").click()
    expect(page.locator(".actions .first")).to_have_text("Hit: Player 1, Player 2")
    page.locator("[data-key='struck 0']").click()
    page.locator(".actions .first").click()
    expect(page.locator("#caption")).to_contain_text(say("fireball-island.hit", name="Player 2", place="Pit B"))


# ---------------------------------------------------------------------- cards and answers
def test_a_hidden_card_is_told_to_its_owner_alone_and_played_by_its_place(pages: Pages, table: Whole) -> None:
    lay(table, "fireball", "cancel")
    page = phone(pages, table)
    back = page.locator(".own .back")
    expect(back).to_have_count(1)
    assert "Fireball!" not in page.locator("body").inner_text()
    page.locator("[data-key=peek]").press("Enter")
    expect(page.locator(".hand .card")).to_contain_text(say("fireball-island.words.fireball-does"))
    page.locator("[data-key=peek]").press("Enter")
    back.click()
    expect(page.locator("dialog[open] h2")).to_have_text("Card 1")
    assert "Fireball!" not in page.locator("body").inner_text()
    hold = page.get_by_role("button", name=say("fireball-island.page.hold"))
    hold.hover()
    page.mouse.down()
    expect(page.locator("dialog[open] p")).to_have_text(say("fireball-island.words.fireball-does"))
    page.mouse.up()
    expect(page.locator("dialog[open] h2")).to_have_text("Card 1")
    hold.press("Enter")
    expect(page.locator("dialog[open] h2")).to_have_text("Fireball!")
    page.get_by_role("button", name="Play it", exact=True).click()
    expect(page.locator("#caption")).to_contain_text("Player 1 plays “Fireball!”.")
    expect(page.locator(".window .what")).to_have_text(say("fireball-island.others-answer", names="Player 2"))
    assert page.locator("body").inner_text().count("Cancel") == 0


def sheet_is_calm(page: Page) -> None:
    """Check that *page* may play a card or pass, and that no button is the one that should be tapped."""
    for key in ("answer", "pass", "no_more"):
        expect(page.locator(f"[data-key={key}]:not(.first)")).to_be_visible()


@pytest.mark.long
def test_where_nobody_could_answer_a_small_button_interrupts_and_then_all_have_the_same_sheet(
    pages: Pages, table: Whole
) -> None:
    lay(table, "double", "cancel", answer_s=60, quiet_s=60)
    page = phone(pages, table)
    expect(page.locator("[data-key=interrupt]:not(.first)")).to_be_visible()
    expect(page.locator("[data-key=pass]")).to_have_count(0)
    page.locator("[data-key=interrupt]").click()
    sheet_is_calm(page)
    page = phone(pages, table, 1)
    sheet_is_calm(page)
    page.locator("[data-key=answer]").click()
    expect(page.locator("dialog[open] p")).to_have_text(say("fireball-island.page.no-answer"))


def test_a_card_says_what_it_would_do_before_it_is_played(pages: Pages, table: Whole) -> None:
    lay(table, "double", "cancel")
    page = phone(pages, table)
    page.locator("[data-key=answer]").click()
    told = say("fireball-island.would-double", name=table.table["people"][0]["name"])
    expect(page.locator("dialog[open] button small")).to_have_text(told)


@pytest.mark.long
def test_no_more_this_turn_is_one_tap_and_asked_again_by_another(pages: Pages, table: Whole) -> None:
    lay(table)
    page = phone(pages, table)
    # whose turn it is stands above
    expect(page.locator(".window .what")).to_have_text(say("fireball-island.moment-first-own"))
    expect(page.locator(".window .clock:not(.round)")).to_have_text("No limit")
    page.locator("[data-key=no_more]").click()
    expect(page.locator(".window .quiet")).to_have_text(say("fireball-island.page.passed"))
    expect(page.locator("[data-key=pass]")).to_have_count(0)
    page.locator("[data-key='do answer-again']").click()
    expect(page.locator("[data-key=pass]")).to_be_visible()


WATCH_FLIGHTS = """() => {
  globalThis.flights = [];
  const coming = document.querySelector('.coming');
  const look = () => coming.classList.contains('flying') && flights.push(coming.innerText);
  new MutationObserver(look).observe(coming, { attributeFilter: ['class'] });
}"""


@pytest.mark.long
def test_a_card_that_is_played_shows_to_all_and_flies_to_the_pile_and_one_that_is_drawn_tells_nothing(
    pages: Pages, table: Whole
) -> None:
    lay(table, "fireball", "cancel")
    put(table, "piece-1=lr4")
    page = phone(pages, table, 1)
    page.locator(".coming").wait_for(state="attached")
    page.evaluate(WATCH_FLIGHTS)
    expect(page.locator(".laid")).to_be_hidden()
    table.do("play fireball", 0)
    expect(page.locator(".coming.shown .card b")).to_have_text("Fireball!")
    page.wait_for_function("() => flights.length")
    assert page.evaluate("flights[0]").split("\n")[0] == "Player 1"
    expect(page.locator(".laid .glyph")).to_be_visible()
    rolled(table, 4, "piece-1=lr4")
    page.evaluate("flights.length = 0")
    table.do("move lr8", 0)
    table.do("draw double", "chance")
    page.wait_for_function("() => flights.length")
    assert page.evaluate("flights") == [""]
    assert page.locator(".coming .back").count() == 1


# ---------------------------------------------------------------------- taps
COUNT_TAPS = "() => { globalThis.taps = 0; addEventListener('click', () => { taps += 1; }, true); }"


def taps(page: Page) -> int:
    """Return how often somebody tapped; tests' own taps on the map count as what they stand for."""
    counted: int = page.evaluate("taps")
    return counted


@pytest.mark.long
def test_a_way_takes_two_taps_a_fireball_three_at_most_and_a_card_two(pages: Pages, table: Whole) -> None:
    rolled(table, 1, *AT_BEND)
    page = phone(pages, table)
    page.evaluate(COUNT_TAPS)
    page.locator(".actions .first").click()
    page.locator("[data-key=answer]").wait_for()
    assert taps(page) <= 3
    expect(page.locator(".ringed")).to_have_count(2)
    passed(table)
    expect(page.locator(".came h2")).to_have_text("Hit!")
    lay(table, "fireball", "cancel")
    page.locator(".own .back").wait_for()
    page.evaluate("taps = 0")
    page.locator(".own .back").click()
    page.get_by_role("button", name="Play it", exact=True).click()
    expect(page.locator("#caption")).to_contain_text("Player 1 plays “Fireball!”.")
    expect(page.locator(".window .what")).to_have_text(say("fireball-island.others-answer", names="Player 2"))
    assert taps(page) == 2


COVERED = """() => document.querySelector('#caption').getBoundingClientRect().bottom
  - document.querySelector('#dock').getBoundingClientRect().top"""
"""By how much what can be done covers what was told last."""


@pytest.mark.long
def test_whom_a_fireball_comes_at_is_warned_over_the_whole_page(pages: Pages, table: Whole) -> None:
    rolled(table, 1, *AT_BEND)
    page = phone(pages, table, 1)
    table.do("send b-north", 0)
    expect(page.locator(".alarm b")).to_have_text(say("fireball-island.strike.at-you", by="Player 1"))
    expect(page.locator(".fray .stake li").first).to_have_text(
        say("fireball-island.strike.your-fall-jewel", pit="Pit B")
    )
    expect(page.locator(".row [data-key=pass]")).to_be_visible()
    passed(table)
    expect(page.locator(".alarm")).to_have_count(0)
    expect(page.locator(".came h2")).to_have_text(say("fireball-island.strike.you-hit"))
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate(COVERED) <= 0


# ---------------------------------------------------------------------- from afar, and for everybody
NAMES_CUT = """() => {
  const box = (each) => each.getBoundingClientRect();
  const frame = box(document.querySelector('.island-map'));
  const called = [...document.querySelectorAll('.named')];
  const all = called.map((each) => ({ name: each.textContent, ...box(each).toJSON() }));
  const apart = (one, other) => one.right <= other.left || one.left >= other.right
    || one.bottom <= other.top || one.top >= other.bottom;
  const isIn = ({ left, right, top, bottom }) => left >= frame.left && right <= frame.right
    && top >= frame.top && bottom <= frame.bottom;
  const isWhole = (each) => isIn(each) && all.every((other) => other === each || apart(each, other));
  return all.filter((each) => !isWhole(each)).map(({ name }) => name);
}"""
"""Which places' names aren't seen whole."""


@pytest.mark.long
def test_from_afar_the_holder_of_the_jewel_and_the_last_card_stand_beside_the_map(pages: Pages, table: Whole) -> None:
    lay(table, "fireball", "cancel")
    put(table, "jewel=owner-2", "piece-2=ta3")
    page = pages.open("/tv", DESK)
    expect(page.locator("#whose bdi").first).to_have_text("Player 1")
    expect(page.locator(".holder").first).to_have_text(re.compile("Jewel.*Player 2"))
    expect(page.locator(".played")).to_be_hidden()
    table.do("play fireball", 0)
    expect(page.locator(".played")).to_have_text("Last card: Player 1Fireball!")
    expect(page.locator("#whose .told")).to_have_text(
        say("fireball-island.now-answer", what="Player 1 plays “Fireball!”.", names="Player 2")
    )
    assert page.evaluate(NAMES_CUT) == []
    passed(table)
    expect(page.locator(".played")).to_be_visible()
    assert page.locator(".island-map [role=button]").count() == 0


@pytest.mark.long
def test_the_island_is_fit_for_everybody(pages: Pages, table: Whole, good: Good) -> None:
    rolled(table, 4, "piece-1=lr4")
    page = phone(pages, table)
    tap(page, "lr8")
    assert axe.faults(page) == []
    assert faults(page, FEW_LOOKS) == {}
    begin_turn(table)
    page.locator(".window").wait_for()
    expect(page.locator(".moment")).to_have_count(0)
    good(page, "an answer is awaited")
    assert faults(page, FEW_LOOKS) == {}
