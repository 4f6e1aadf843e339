"""Fireship on a phone: whole turns by touch and by keyboard, what each place is called, hidden cards and answers."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Pages, tap_disabled
from tests.support.fireships import (
    CELLS,
    OPENING,
    answered,
    attacks,
    begin,
    choosable,
    deal,
    passed,
    pawn,
    phone,
    pieces,
    place,
    put,
    roll,
)
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say

PAGE_TEXT = "document.body.innerText"
HTML = "document.documentElement.outerHTML"
FETCH_TABLE = "fetch('/api/v1/table').then((answer) => answer.text())"
STEPS_IN_ROW = 6
FINGER_PX = 44
# What stands on the first screen and yet lies below the sheet of what can be done.
COVERED = """[...document.querySelectorAll('.screen .stage, .screen .caption, .screen .others li')].flatMap((each) => {
    const [box, dock] = [each.getBoundingClientRect(), document.getElementById('dock').getBoundingClientRect()];
    const isBelow = box.height > 1 && box.bottom > dock.top + 1 && box.top < dock.bottom && box.right > dock.left;
    return isBelow ? [each.textContent] : [];
})"""
WINDOW = "document.querySelector('.window').innerText"

table = table_of(OPENING)


def said(page: Page, name: str) -> str | None:
    """Return what the place called *name* is called."""
    return page.locator(place(name)).get_attribute("aria-label")


# ---------------------------------------------------------------------- what is drawn
@pytest.mark.long
def test_every_cell_island_and_square_is_drawn_and_says_what_lies_there(pages: Pages, table: Whole) -> None:
    begin(table)
    put(table, "island-2=blue", "green.fog=yes")
    pawn(table, "green-plane", "18-13")
    page = phone(pages, table)
    assert page.locator(".ocean .place").count() == CELLS
    assert page.locator(".ocean .isle").count() == 9
    assert page.locator(".ocean .square").count() == 4
    assert said(page, "island-1") == "Lighthouse Island. flag: White"
    assert said(page, "island-2") == "Gull Island. flag: Blue"
    assert said(page, "9-9") == "Wheel cell, I9"
    assert said(page, "7-5") == "Boat (White), G5"
    assert said(page, "18-13") == "Plane (Green), R13. Fog"
    assert said(page, "square-blue") == "Blue: colour square, Boat 3, Plane 1"
    assert page.locator(place("11-9")).get_attribute("aria-hidden") == "true"  # open sea says nothing
    assert page.locator(".boatman").count() == 9 + 1
    assert page.locator(".boatman.green text").text_content() == "2"
    assert page.locator(".flag.blue text").text_content() == "1"
    assert page.locator(".veil").count() == 2  # over the plane and the square


@pytest.mark.long
def test_people_have_their_islands_power_reserve_badges_and_hidden_cards_told(pages: Pages, table: Whole) -> None:
    begin(table)
    put(table, "island-2=blue", "blue.badge.boom=2")
    deal(table, "no", seat=1)
    page = phone(pages, table)
    own, other = page.locator(".captains > li").all()
    assert "Islands: 1 · power 5" in own.inner_text()
    assert own.locator(".badge").get_attribute("title") == "Boom: 2"
    fleet, reserve = own.locator(".at-sea"), own.locator(".reserve")
    assert fleet.get_attribute("aria-label") == say("fireship.page.fleet", boat=3, plane=1, battleship=0)
    assert reserve.get_attribute("aria-label") == say("fireship.page.reserve", boat=12, plane=2, battleship=2)
    assert fleet.inner_text().split() == [*say("fireship.page.at-sea").split(), "3", "1"]  # no battleship
    assert reserve.inner_text().split() == [*say("fireship.page.in-reserve").split(), "12", "2", "2"]
    assert other.locator(".chit").get_attribute("title") == "Hidden cards: 1"


# ---------------------------------------------------------------------- whole turns
def test_a_whole_turn_by_touch(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    expect(page.locator("#title")).to_have_text("Your turn, Player 1")
    page.locator("[data-key='do roll']").click()
    expect(page.locator("[data-key='do roll']")).to_have_count(0)
    table.do("roll 5 5 5", "chance")
    expect(page.locator("#left b")).to_have_text("15")
    answered(page)
    page.locator(place("square-blue")).click()  # two kinds of pawns stand there: it is asked which
    page.get_by_role("dialog").get_by_role("button", name="Move: Boat (Blue)").click()
    expect(page.locator(place("9-5"))).to_have_attribute("role", "button")
    answered(page)
    expect(page.locator(".waters.near")).to_be_visible()  # what may be touched is as large as a finger
    box = page.locator(place("9-5")).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= FINGER_PX
    page.locator(place("9-5")).click()
    expect(page.locator("#left b")).to_have_text("5")
    assert pieces(table)["9-5"]["look"] == "blue boat"
    expect(page.locator(".waters.near")).to_have_count(0)
    page.locator("[data-key='do end-moves']").click()
    page.locator("[data-key='do end-attacks']").click()
    expect(page.locator("[data-key='do end-attacks']")).to_have_count(0)
    answered(page)
    page.locator(place("9-5")).click()  # the only place that can be chosen: a finger beside it will do
    page.locator("[data-key='do draw']").click()
    expect(page.locator("[data-key='do draw']")).to_have_count(0)
    table.do("draw no", "chance")
    expect(page.locator(".hand .back")).to_have_count(1)
    page.locator("[data-key='do end-turn']").click()
    expect(page.locator("#title")).to_have_text("Player 2’s turn")


@pytest.mark.long
def test_a_whole_turn_by_keyboard_alone(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)

    def tab_to(what: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            for _ in range(STEPS_IN_ROW):  # of the one row Tab comes to one, and the arrow keys to the others
                if page.evaluate("(what) => document.activeElement.matches(what)", what):
                    return
                if page.evaluate("(what) => !!document.activeElement.closest('.row')?.querySelector(what)", what):
                    page.keyboard.press("ArrowRight")
        pytest.fail(f"Tab never comes to {what}")

    def focused() -> str:
        return str(page.evaluate("document.activeElement.dataset.token ?? document.activeElement.dataset.key ?? ''"))

    tab_to("[data-key='do roll']")
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='do roll']")).to_have_count(0)
    table.do("roll 5 5 5", "chance")
    expect(page.locator("#left b")).to_have_text("15")
    answered(page)
    page.locator("body").evaluate("() => document.activeElement.blur()")
    tab_to(".ocean [tabindex]")
    assert focused() == "square-blue"
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Move: Boat (Blue)").focus()
    page.keyboard.press("Enter")
    expect(page.locator(place("3-3"))).to_have_attribute("role", "button")
    answered(page)
    page.locator("body").evaluate("() => document.activeElement.blur()")
    tab_to(".ocean [tabindex]")
    walked = [focused()]
    for arrow in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(arrow)
        walked.append(focused())
    assert len(set(walked)) == 4
    assert all("Go to" in str(said(page, each)) for each in walked[1:])
    page.keyboard.press("Enter")
    expect(page.locator(f".ocean [data-token='{walked[-1]}'][aria-label^='Boat (Blue)']")).to_have_count(1)
    page.wait_for_function("() => document.activeElement.matches('.ocean [tabindex]')")  # the focus stays on the sea
    answered(page)
    tab_to("[data-key='do end-moves']")
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='do end-turn']")).to_be_visible()
    answered(page)
    tab_to("[data-key='do end-turn']")
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text("Player 2’s turn")


@pytest.mark.long
def test_what_special_cells_give_comes_before_the_end_of_the_turn(pages: Pages, table: Whole) -> None:
    begin(table)
    pawn(table, "blue-boat", "9-9")
    pawn(table, "blue-boat", "9-5")
    roll(table)
    for line in ("end-moves", "end-attacks"):
        table.do(line, 0)
    page = phone(pages, table)
    buttons = page.locator("#dock .row .button:not(.undo, .rest)")
    expect(buttons).to_have_count(3)
    keys = [each.get_attribute("data-key") for each in buttons.all()]
    assert keys == ["do use 9-5", "do use 9-9", "do end-turn"]
    brass = page.locator("#dock .row .button.first")
    expect(brass).to_have_text(say("fireship.use-at", use=say("fireship.use-mystery"), column="I", row=5))
    brass.click()
    expect(page.locator("[data-key='do draw']")).to_be_visible()


@pytest.mark.long
def test_a_boom_asks_for_a_boat(pages: Pages, table: Whole) -> None:
    begin(table)
    put(table, "blue.badge.boom=1")
    attacks(table)
    page = phone(pages, table)
    page.get_by_role("button", name=say("page.rest")).click()
    page.locator("[data-key='open boom']").click()
    expect(page.locator("#dock .ask")).to_have_text(say("fireship.page.tap-boom"))


@pytest.mark.long
def test_a_cell_out_of_reach_is_refused_by_the_table_with_its_rule(pages: Pages, table: Whole) -> None:
    begin(table)
    roll(table, dice=(1, 1, 1))
    table.do("pick blue-boat", 0)
    page = phone(pages, table)
    before = table.table["version"]
    page.locator(place("25-13")).click()
    expect(page.locator("#answer[open] #answer-title")).to_have_text(say("fireship.too-far", count=3))
    expect(page.locator("#answer-rule")).to_contain_text("FS-")
    assert table.table["version"] == before


@pytest.mark.long
def test_an_attack_is_a_tap_on_who_leads_it_and_one_on_the_target(pages: Pages, table: Whole) -> None:
    begin(table)
    attacks(table)
    page = phone(pages, table)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert set(choosable(page)) == {"9-8", "9-9"}
    page.locator(place("9-9")).click()
    assert choosable(page) == {"10-9": "Boat (Green), J9. Attack"}
    page.keyboard.press("Escape")
    assert set(choosable(page)) == {"9-8", "9-9"}
    page.locator(place("9-9")).click()
    page.locator(place("10-9")).click()
    expect(page.locator(".fray .sum").first).to_have_text("5")
    expect(page.locator(".window")).to_have_count(0)  # nobody has a hidden card: nothing to answer
    page.locator("[data-key='do roll']").click()
    table.do("roll won", "chance")
    expect(page.locator(".boatman.green")).to_have_count(0)


@pytest.mark.long
def test_an_attack_takes_four_taps_on_a_phone_and_nothing_stays_near_afterwards(pages: Pages, table: Whole) -> None:
    begin(table)
    deal(table, "no", "boom")
    attacks(table)
    page, victim = phone(pages, table), phone(pages, table, 1)
    near = page.locator(".waters.near")
    for each in (page, victim):
        each.set_viewport_size({"width": 360, "height": 640})
        expect(each.locator(".waters.near")).to_have_count(0)
    page.locator(place("9-9")).click()  # so small that a finger means two of them: they come near
    expect(near).to_have_count(1)
    page.locator(place("9-9")).click()
    expect(page.locator(place("10-9"))).to_have_attribute("role", "button")
    page.locator(place("10-9")).click()
    expect(victim.locator(".alarm b")).to_have_text("Player 1 attacks your boat!")
    expect(victim.locator(".waters.near .ringed.to")).to_have_count(1)
    assert victim.locator(".faces .wins").count() == 4
    expect(page.locator(".odds b")).to_have_text(say("fireship.battle.odds-by", wins=4, of=6))
    expect(victim.locator(".odds b")).to_have_text("4 of 6 faces: Player 1 wins")
    for height in (640, 800):
        victim.set_viewport_size({"width": 360, "height": height})
        expect(victim.locator(".others")).to_have_count(int(height == 800))
        eventually(lambda: victim.evaluate(COVERED) == [])
    passed(table)
    page.locator("[data-key='do roll']").click()
    expect(page.locator("[data-key='do roll']")).to_have_count(0)
    expect(page.locator(".waiting")).to_contain_text("type at the table what falls")
    table.do("roll won", "chance")
    expect(page.locator(".came.good h2")).to_have_text("Won!")
    expect(victim.locator(".came.bad h2")).to_have_text(say("fireship.battle.gone-boat"))
    expect(victim.locator(".came .d6")).to_have_count(0)
    expect(victim.locator(".came p")).to_have_text(re.compile("^Player 1 wins: 5 against 1. Lost: Boat"))
    expect(victim.locator(".alarm")).to_have_count(0)
    eventually(lambda: page.evaluate(COVERED) == [])
    page.locator("[data-key='do end-attacks']").click()
    for each in (page, victim):
        expect(each.locator(".waters.near")).to_have_count(0)


@pytest.mark.long
def test_an_attack_that_is_too_weak_keeps_its_place_and_says_which_power_was_short(pages: Pages, table: Whole) -> None:
    begin(table)
    pawn(table, "blue-boat", "9-9")
    pawn(table, "green-battleship", "10-9")
    roll(table)
    table.do("end-moves", 0)
    page = phone(pages, table)
    assert page.locator(place("9-9")).get_attribute("aria-disabled") == "true"
    tap_disabled(page.locator(place("9-9")))
    lacking = page.locator(".fray.unable")
    expect(lacking.locator(".lack")).to_have_text(f"Needs 4, has 1. {say('fireship.battle.remedy-more')}")
    assert lacking.locator(".sum").all_inner_texts() == ["1", "4"]
    expect(page.locator(".waters.near .ringed")).to_have_count(2)
    page.get_by_role("button", name="Back").click()
    expect(lacking).to_have_count(0)
    expect(page.locator(".waters.near")).to_have_count(0)
    expect(page.locator(".ringed")).to_have_count(0)


# ---------------------------------------------------------------------- hidden cards
@pytest.mark.long
def test_a_hidden_hand_is_shown_only_while_the_button_is_held_and_to_nobody_else(pages: Pages, table: Whole) -> None:
    begin(table)
    deal(table, "whirlpool")
    page = phone(pages, table)
    other = phone(pages, table, 1)
    other.locator(".captains > li").first.wait_for()
    peek = page.locator(".peek")
    peek.wait_for()
    assert "Whirlpool" not in page.evaluate(PAGE_TEXT)
    assert page.locator(".hand .back").count() == 1
    box = peek.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    expect(page.locator(".hand .card")).to_contain_text("WhirlpoolOn a free cell; at your next turn")
    page.mouse.up()
    expect(page.locator(".hand .back")).to_have_count(1)
    assert "Whirlpool" not in page.evaluate(PAGE_TEXT)
    peek.focus()
    page.keyboard.press("Enter")  # by key: once to show, once to hide
    expect(page.locator(".hand .card")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".hand .card")).to_have_count(0)
    sent = json.loads(other.evaluate(FETCH_TABLE))
    assert [hand["cards"] for hand in sent["state"]["decks"][0]["hands"]] == [[], []]
    assert "whirlpool-does" not in other.evaluate(HTML)
    assert other.locator(".hand").count() == 0


@pytest.mark.long
def test_a_hidden_card_is_played_by_its_place_and_put_on_a_marked_cell(pages: Pages, table: Whole) -> None:
    begin(table)
    deal(table, "whirlpool")
    roll(table)
    table.do("end-moves", 0)
    page = phone(pages, table)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(".hand .back").click()
    sheet = page.get_by_role("dialog", name="Card 1")
    assert "Whirlpool" not in sheet.inner_text()
    sheet.get_by_role("button", name=say("fireship.page.play-it")).click()
    expect(page.locator(place("11-11"))).to_have_attribute("role", "button")
    page.locator(place("11-11")).click()
    passed(table)
    expect(page.locator(place("11-11"))).to_have_attribute("aria-label", "Whirlpool, K11")
    assert page.locator(".whirl").count() == 1


# ---------------------------------------------------------------------- answers
def as_others_read(window: str) -> str:
    """Return the declarer's *window* with the answer called as on the others' phones."""
    own = say("fireship.page.answer-own")
    assert own in window
    return window.replace(own, say("fireship.page.answer"))


@pytest.mark.long
def test_an_answer_window_looks_the_same_on_every_phone_and_tells_powers_and_seconds(
    pages: Pages, table: Whole
) -> None:
    begin(table, answer_s=60)
    deal(table, "no", "plus-one")
    deal(table, "boom", seat=1)
    attacks(table)
    asked, other = phone(pages, table), phone(pages, table, 1)
    table.do("attack 9-9 10-9", 0)
    for page in (asked, other):
        expect(page.locator(".fray .sum").first).to_have_text("5")
        assert page.locator(".fray .sum").all_inner_texts() == ["5", "1"]
        expect(page.locator(".clock span")).to_contain_text(" s")
        keys = page.locator(".window .button").evaluate_all("all => all.map((each) => each.dataset.key)")
        assert keys == ["answer", "pass", "no_more"]
        expect(page.locator(".window .button.first")).to_have_count(0)
        assert page.locator(".window [aria-disabled]").count() == 0
        expect(page.locator(".ocean .ringed")).to_have_count(2)
    same = [re.sub(r"\d+ s", "", page.evaluate(WINDOW)) for page in (asked, other)]  # a second may pass between the two
    assert as_others_read(same[0]) == same[1]
    other.locator("[data-key=answer]").click()
    expect(other.get_by_role("dialog", name=say("fireship.page.answer"))).to_contain_text(
        say("fireship.page.no-answer")
    )
    expect(asked.locator("[data-key=answer]")).to_have_text(say("fireship.page.answer-own"))
    asked.locator("[data-key=answer]").click()
    plus_one = asked.get_by_role("dialog", name=say("fireship.page.answer-own")).get_by_role("button", name="+1")
    expect(plus_one.locator("small")).to_have_text(re.compile(r"6 .* 1\b"))
    plus_one.click()
    expect(asked.locator(".window")).to_contain_text(re.compile(r"\+1.* 6 .* 1\b"))


@pytest.mark.long
def test_who_passes_isnt_shown_to_others_and_who_isnt_asked_sees_the_same_window(pages: Pages, table: Whole) -> None:
    begin(table)
    deal(table, "no")
    attacks(table)
    asked, other = phone(pages, table), phone(pages, table, 1)
    table.do("attack 9-9 10-9", 0)
    expect(other.locator(".window .button")).to_have_count(3)
    expect(asked.locator(".window .button")).to_have_count(3)
    assert as_others_read(asked.evaluate(WINDOW)) == other.evaluate(WINDOW)
    other.locator("[data-key=answer]").click()
    sheet = other.get_by_role("dialog", name=say("fireship.page.answer"))
    expect(sheet).to_contain_text(say("fireship.page.no-answer"))
    sheet.get_by_role("button").click()
    other.locator("[data-key=no_more]").click()
    expect(other.locator("#answer[open]")).to_have_count(0)
    expect(other.locator(".window")).to_contain_text(say("fireship.page.passed"))
    asked.locator("[data-key=pass]").click()
    expect(other.locator(".window")).to_have_count(0)
    expect(asked.locator("[data-key='do roll']")).to_be_visible()


# ---------------------------------------------------------------------- how it moves, and how it ends
@pytest.mark.long
def test_a_pawn_glides_and_without_motion_it_just_stands_there(pages: Pages, table: Whole) -> None:
    begin(table)
    pawn(table, "blue-boat", "9-9")
    roll(table)
    page = phone(pages, table)
    boat = page.locator(".boatman.blue")
    boat.evaluate("(each) => { each.same = true; }")
    expect(boat).to_have_css("transition-duration", "0.6s, 0.6s")
    table.do("pick 9-9", 0)
    table.do("go 11-9".replace("-", " "), 0)
    glided = "() => document.querySelector('.boatman.blue').style.transform === 'translate(240px, 192px)'"
    page.wait_for_function(glided)
    assert boat.evaluate("(each) => each.same")
    page.emulate_media(reduced_motion="reduce")
    expect(boat).to_have_css("transition-duration", "0s, 0s")


@pytest.mark.long
def test_the_krakens_square_is_shown_where_it_may_be_called_and_where_it_rises(pages: Pages, table: Whole) -> None:
    begin(table)
    pawn(table, "blue-boat", "9-5")
    roll(table)
    for line in ("end-moves", "end-attacks", "use 9-5", "draw"):
        table.do(line, 0)
    table.do("draw spin-wheel", "chance")
    table.do("spin", 0)
    table.do("spin kraken", "chance")
    page = phone(pages, table)
    page.set_viewport_size({"width": 1280, "height": 800})
    assert len(choosable(page)) == 6 + 8
    page.locator(place("9-9")).hover()
    grasp = page.locator(".grasp")
    assert [grasp.get_attribute(each) for each in ("x", "y", "width", "height")] == ["144", "144", "120", "120"]
    page.locator(place("9-9")).click()
    expect(grasp).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("seat", "kind", "title"), [(0, "good", say("fireship.page.you-win")), (1, "bad", "Player 1 wins")]
)
def test_the_end_tells_who_won_and_why_with_all_nine_flags(
    pages: Pages, table: Whole, seat: int, kind: str, title: str
) -> None:
    begin(table)
    page = phone(pages, table, seat)
    put(table, *(f"island-{number}=blue" for number in range(1, 10)))
    expect(page.locator(f".ending h2.{kind}")).to_have_text(title)
    expect(page.locator(".ending")).to_contain_text(table.table["state"]["end"]["text"].partition(" (")[0])
    expect(page.locator(".medals .who-token.blue")).to_have_count(9)
    assert choosable(page) == {}


@pytest.mark.long
def test_real_dice_and_cards_are_typed_in_on_the_tables_own_page(pages: Pages, table: Whole) -> None:
    begin(table)
    pawn(table, "blue-boat", "9-9")
    pawn(table, "green-boat", "10-9")
    table.do("roll", 0)
    own = pages.open()
    own.locator("[data-key='open roll']").click()
    for number in (1, 2, 3):
        own.get_by_label(f"Die {number}").fill("7")
    own.locator(".form .button.first").click()
    expect(own.locator("#left b")).to_have_text("21")
    for line in ("end-moves", "attack 9-9 10-9", "roll"):
        table.do(line, 0)
    own.locator("[data-key='open roll']").click()
    own.locator(".form select, .form input").first.wait_for()
    own.locator(".form select").select_option("won")
    own.locator(".form .button.first").click()
    expect(own.locator(".boatman.green")).to_have_count(0)


@pytest.mark.long
def test_where_several_pawns_could_attack_the_leader_is_tapped_first(pages: Pages, table: Whole) -> None:
    begin(table)
    for cell in ("9-9", "9-10", "9-8"):
        pawn(table, "blue-boat", cell)
    pawn(table, "green-boat", "10-9")
    roll(table)
    table.do("end-moves", 0)
    page = phone(pages, table)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("[data-key='open attack']").click()
    assert set(choosable(page)) == {"9-9", "9-10", "9-8"}
    page.locator(place("9-10")).click()
    page.locator(place("10-9")).click()
    expect(page.locator("[data-key='do roll']")).to_be_visible()
    led = {at for at, pawn in pieces(table).items() if table.table["state"]["words"]["led"] in pawn.get("notes", [])}
    assert led == {"9-10"}


@pytest.mark.long
def test_who_has_passed_sees_it_and_so_does_who_was_not_asked(pages: Pages, table: Whole) -> None:
    begin(table, people=3)
    deal(table, "no", seat=1)
    attacks(table)
    table.do("attack 9-8 10-9", 0)
    ben, cleo = phone(pages, table, 1), phone(pages, table, 2)
    cleo.locator("[data-key=pass]").click()
    expect(cleo.locator(".window")).to_contain_text(say("fireship.page.passed"))
    expect(cleo.locator("#answer[open]")).to_have_count(0)
    ben.locator("[data-key=answer]").click()
    expect(ben.get_by_role("dialog")).to_be_visible()
    table.do("pass-for 1")
    expect(ben.get_by_role("dialog")).to_have_count(0)  # what it asked is over
