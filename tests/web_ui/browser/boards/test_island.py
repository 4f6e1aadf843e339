"""Forbidden Island on a phone: whole turns by touch and by keyboard, what each tile is called, and how it moves."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.library.catalogue import rule_texts
from tests.support.browsing import Pages, tap_disabled
from tests.support.in_page import script
from tests.support.islands import (
    FLOODED,
    LAID,
    LAYOUTS,
    OPENING,
    begin,
    cells,
    choosable,
    correct,
    expect_actions,
    lines,
    mean,
    phone,
    tile,
)
from tests.support.long_forms import few_of
from tests.support.whole import Whole, table_of
from tests.support.wording import say

FETCH_TABLE = "fetch('/api/v1/table').then((answer) => answer.json())"

# Writes down each text whose width is asked for, which is most of what the first drawing takes.
MEASURED = """window.asked = [];
const { measureText } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.measureText = function (text) {
    asked.push(this.font + text);
    return measureText.call(this, text);
};"""
MAX_MEASURED = 110

table = table_of(OPENING)


# ---------------------------------------------------------------------- what is drawn
@pytest.mark.long
def test_every_tile_is_drawn_with_its_name_its_state_its_treasure_and_who_stands_there(
    pages: Pages, table: Whole
) -> None:
    begin(table)
    page = phone(pages, table, prepare=lambda page: page.add_init_script(MEASURED))
    asked = page.evaluate("asked")
    assert len(set(asked)) == len(asked) < MAX_MEASURED
    labels = page.locator(".tile").evaluate_all("all => all.map((each) => each.getAttribute('aria-label'))")
    assert len(labels) == len(LAID)
    assert (
        labels[LAID.index("temple-of-the-sun")]
        == f"{say('forbidden-island.words.temple-of-the-sun')}, Earth Stone, dry"
    )
    assert labels[LAID.index("bronze-gate")].startswith("Bronze Gate, dry. Here: Player 1")
    assert labels[LAID.index("cave-of-shadows")] == (
        f"{say('forbidden-island.words.cave-of-shadows')}, {say('forbidden-island.words.crystal-of-fire')}, flooded"
    )
    assert page.locator(".tile.flooded").count() == len(FLOODED)
    assert page.locator(".pawn").count() == 2
    assert page.locator(".treasure text").all_text_contents() == [
        "Earth Stone 2 sites stand",
        f"{say('forbidden-island.words.statue-of-the-wind')} 2 sites stand",
        f"{say('forbidden-island.words.crystal-of-fire')} 2 sites stand",
        "Ocean’s Chalice 2 sites stand",
    ]


def test_each_tile_that_can_be_chosen_says_what_it_does_and_no_other_is_a_button(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    expect(page.locator(".tile[role=button]")).to_have_count(4)  # they are marked after the dock is drawn
    assert choosable(page) == {
        "coral-palace": "Coral Palace, Ocean’s Chalice, flooded. Move, Shore up",
        "dunes-of-deception": f"{say('forbidden-island.words.dunes-of-deception')}, dry. Move",
        "observatory": "Observatory, flooded. Move, Shore up",
        "whispering-garden": f"Whispering Garden, {say('forbidden-island.words.statue-of-the-wind')}, dry. Move",
    }
    stops = page.locator(".tiles [tabindex]").evaluate_all("all => all.map((each) => each.getAttribute('tabindex'))")
    assert sorted(stops) == ["-1", "-1", "-1", "0"]


@pytest.mark.parametrize("layout", few_of(["twins"], LAYOUTS))
def test_every_layout_is_drawn_whole_and_nothing_lies_over_anything(pages: Pages, table: Whole, layout: str) -> None:
    table.do(f"new forbidden-island referee seats=4 layout={layout}")
    page = phone(pages, table)
    assert page.locator(".unlaid").count() == len(LAID)
    table.do("deal rest")
    expect(page.locator(".tile")).to_have_count(len(LAID))
    over = page.evaluate(script("overlaps"))
    assert over == [len(LAID) + 4, 0, 0]


def test_the_water_the_hands_and_the_piles_are_told(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    assert page.locator(".meter").get_attribute("aria-label") == say(
        "forbidden-island.water-level", cost=say("forbidden-island.cost", count=2), tick=1, of=10
    )
    assert page.locator(".meter i").count() == 10
    assert page.locator(".mates .chits").all_text_contents() == [
        "Earth StoneEarth Stone",
        "Ocean’s ChaliceHelicopter Lift",
    ]
    page.locator(".used[data-deck=flood]").click()
    expect(page.locator("#cards-list li")).to_have_count(len(FLOODED))
    assert sorted(page.locator("#cards-list li").all_inner_texts()) == sorted(
        cells(table)[name]["label"] for name in FLOODED
    )


# ---------------------------------------------------------------------- whole turns
def test_a_whole_turn_by_touch(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    expect(page.locator("#title")).to_have_text("Your turn, Player 1")
    expect_actions(page, 3)
    page.locator(tile("dunes-of-deception")).click()  # one thing ends there: it is done
    expect_actions(page, 2)
    assert cells(table)["dunes-of-deception"]["pawns"] == [0]
    page.locator(tile("lost-lagoon")).click()  # two things do: it is asked
    page.get_by_role("dialog", name="Lost Lagoon, flooded").get_by_role("button", name="Shore up").click()
    expect(page.locator(tile("lost-lagoon"))).to_have_class("tile dry can")
    page.locator("[data-key='do end-actions']").click()
    for label in (say("forbidden-island.draw-treasure", count=2), "Flood 2 tiles"):
        draw = page.locator("[data-key='do draw']")
        expect(draw).to_have_text(label)
        expect(draw).not_to_have_attribute("aria-disabled", "true")
        draw.click()
    expect(page.locator("#title")).to_have_text("Player 2’s turn", timeout=10_000)


@pytest.mark.long
def test_a_whole_turn_by_keyboard_alone(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)

    def tab_to(what: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("(what) => document.activeElement.matches(what)", what):
                return
        pytest.fail(f"Tab never comes to {what}")

    waiting = page.locator(":focus[aria-disabled]")  # until the table has answered what was done before

    def focused() -> str:
        return str(page.evaluate("document.activeElement.dataset.token ?? document.activeElement.dataset.key ?? ''"))

    tab_to(".tile")
    assert focused() in choosable(page)
    walked = {focused()}
    for arrow in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(arrow)
        walked.add(focused())
    assert walked == set(choosable(page))
    page.keyboard.press("ArrowLeft")
    while focused() != "dunes-of-deception":
        page.keyboard.press("ArrowLeft" if focused() != "whispering-garden" else "ArrowUp")
    page.keyboard.press("Enter")
    expect_actions(page, 2)
    page.wait_for_function("() => document.activeElement.matches('.tile[tabindex]')")  # the focus stays on the board
    while focused() != "lost-lagoon":
        page.keyboard.press("ArrowUp")
    page.keyboard.press(" ")  # two things do: it is asked
    page.get_by_role("dialog", name="Lost Lagoon, flooded").get_by_role("button", name="Shore up").focus()
    page.keyboard.press("Enter")
    expect(page.locator(tile("lost-lagoon"))).to_have_class("tile dry can")
    page.keyboard.press("Shift+Tab")
    tab_to("[data-key='do end-actions']")
    expect(waiting).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='do draw']")).to_be_visible()
    tab_to("[data-key='do draw']")
    expect(waiting).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='do draw']:focus")).to_have_text("Flood 2 tiles")


@pytest.mark.long
def test_said_what_is_meant_only_its_tiles_are_marked_and_escape_takes_it_back(pages: Pages, table: Whole) -> None:
    begin(table, ("pilot", "diver"))
    page = phone(pages, table)
    near = {"crimson-forest", "copper-gate", "iron-gate", "silver-gate", "howling-garden", "coral-palace"}
    page.locator(".tile[role=button]").first.wait_for()
    walks = set(choosable(page))
    assert walks and walks <= near | {"observatory", "fools-landing"}
    mean(page, "fly")
    expect(page.locator("[data-key='open fly']")).to_have_attribute("aria-pressed", "true")
    assert len(choosable(page)) > 12
    expect(page.locator(".ask")).to_have_text(say("forbidden-island.page.tap", verb="Fly"))
    page.keyboard.press("Escape")
    assert set(choosable(page)) == walks


@pytest.mark.long
def test_a_tile_that_will_not_do_is_refused_by_the_table_with_its_rule_and_what_would_do(
    pages: Pages, table: Whole
) -> None:
    begin(table, ("pilot", "diver"))
    page = phone(pages, table)
    before = table.table["version"]
    mean(page, "fly")
    page.locator(tile("coral-palace")).click()
    sheet = page.get_by_role("dialog", name=say("forbidden-island.flight-beside"))
    expect(sheet.locator("#answer-hint")).to_contain_text("Fly: ")
    expect(sheet.locator(".rule")).to_have_text("FI-A13")
    assert table.table["version"] == before


@pytest.mark.long
def test_what_cannot_be_captured_keeps_its_place_and_says_why(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    capture = page.locator("[data-key='do capture']")
    expect(capture).to_have_attribute("aria-disabled", "true")
    expect(capture).to_contain_text(say("forbidden-island.remedy.has", held=2, needs=4))
    tap_disabled(capture)
    note = page.locator(".paper")
    expect(note.get_by_role("heading")).to_contain_text(say("forbidden-island.remedy.has", held=2, needs=4))
    expect(note.locator(".rule")).to_be_hidden()
    note.get_by_role("button", name=say("help.why")).click()
    expect(note.locator(".rule")).to_have_text(f"FI-A11 {rule_texts('forbidden-island')['FI-A11']}")
    # Both Temples are ringed until the next tap.
    note.get_by_role("button", name=say("help.where")).click()
    expect(note).to_have_count(0)
    for name in ("temple-of-the-moon", "temple-of-the-sun"):
        expect(page.locator(f"{tile(name)} .where-mark").last).to_be_visible()
    page.mouse.click(3, 3)
    expect(page.locator(".where-mark")).to_have_count(0)


# ---------------------------------------------------------------------- what isn't one tap
@pytest.mark.long
def test_the_engineer_shores_up_two_tiles_one_after_the_other(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    mean(page, "shore-two")
    page.locator(tile("coral-palace")).click()
    assert set(choosable(page)) == {"observatory"}
    page.locator(tile("observatory")).click()
    expect(page.locator(".tile.flooded")).to_have_count(len(FLOODED) - 2)
    expect_actions(page, 2)


@pytest.mark.long
def test_a_lift_is_played_from_the_hand_out_of_turn_pawns_first_then_the_place(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table, 1)
    assert choosable(page) == {}
    page.get_by_role("button", name="Play Helicopter Lift").click()
    page.get_by_role("button", name="Diver", exact=True).click()
    expect(page.locator(".tile[role=button]")).to_have_count(len(LAID) - 1)
    page.locator(tile("fools-landing")).click()
    expect(page.locator(".mates .chits").nth(1)).to_have_text(say("forbidden-island.words.oceans-chalice"))
    assert cells(table)["fools-landing"]["pawns"] == [1]


@pytest.mark.long
def test_the_navigator_moves_another(pages: Pages, table: Whole) -> None:
    begin(table, ("navigator", "diver"))
    page = phone(pages, table)
    mean(page, "guide")
    assert "observatory" in choosable(page)  # there is one other only: no question whom
    page.locator(tile("observatory")).click()
    expect_actions(page, 2)
    assert cells(table)["observatory"]["pawns"] == [1]


@pytest.mark.long
def test_a_card_is_given_by_tapping_it(pages: Pages, table: Whole) -> None:
    begin(table, ("messenger", "diver"))
    page = phone(pages, table)
    page.locator(".hand").get_by_role("button", name="Earth Stone").first.click()
    page.get_by_role("dialog", name="Earth Stone").get_by_role(
        "button", name=f"{say('forbidden-island.words.give')}: Diver"
    ).click()
    expect(page.locator(".hand li")).to_have_count(1)
    assert table.table["state"]["hands"][1]["cards"].count("earth-stone") == 1


@pytest.mark.long
def test_sandbags_are_played_on_any_flooded_tile(pages: Pages, table: Whole) -> None:
    begin(table, cards="earth-stone sandbags oceans-chalice")
    page = phone(pages, table)
    page.get_by_role("button", name="Play Sandbags").click()
    assert set(choosable(page)) == set(FLOODED)
    page.locator(tile("cave-of-shadows")).click()
    expect(page.locator(".tile.flooded")).to_have_count(len(FLOODED) - 1)


@pytest.mark.long
def test_a_card_too_many_is_discarded_by_one_tap_and_the_hand_that_owes_it_is_shown(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table, 0, 1)
    correct(table, hand_2_oceans__chalice=5)
    who = table.table["people"][1]["name"]
    expect(page.locator(".ask")).to_contain_text(say("forbidden-island.pending-discard", name=who, count=1))
    expect(page.locator(".hand li")).to_have_count(6)
    page.locator(".hand").get_by_role("button", name=say("forbidden-island.words.oceans-chalice")).first.click()
    expect(page.locator(".hand li")).to_have_count(2)  # Ada's again, who is on
    assert table.table["state"]["hands"][1]["cards"].count("oceans-chalice") == 4


@pytest.mark.long
def test_who_alone_has_a_card_too_many_reads_it_of_themselves(pages: Pages, table: Whole) -> None:
    begin(table)
    correct(table, hand_2_oceans__chalice=5)
    page = phone(pages, table, 1)
    expect(page.locator(".ask")).to_contain_text(say("forbidden-island.own-discard", count=1))


@pytest.mark.long
def test_a_treasure_is_captured_by_its_button(pages: Pages, table: Whole) -> None:
    begin(table)
    correct(table, hand_1_earth__stone=4, pawn_1="temple-of-the-sun")
    page = phone(pages, table)
    page.get_by_role("button", name="Capture Earth Stone").click()
    expect(page.locator(".treasure.lit")).to_have_attribute("aria-label", "Earth Stone, Captured")
    expect(page.locator(".used[data-deck=treasure]")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    "cast",
    [
        ("pilot", "explorer"),
        ("engineer", "diver"),
        ("navigator", "messenger"),
    ],
)
def test_everything_that_the_table_offers_can_be_done_by_taps(
    pages: Pages, table: Whole, cast: tuple[str, str]
) -> None:
    begin(table, cast, cards="earth-stone sandbags oceans-chalice")
    page = phone(pages, table, 0, 1)
    page.emulate_media(reduced_motion="reduce")
    sent = page.evaluate(script("taps"), 3)
    seen = page.evaluate(FETCH_TABLE)
    assert set(sent) - {"undo"} == set(lines(seen["plays"]))
