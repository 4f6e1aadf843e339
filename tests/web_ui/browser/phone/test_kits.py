from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.model.requests import CommandRequest
from companion.phones.membership import Phones
from tests.support import kit_pictures as boards
from tests.support.browsing import DESK, PHONE, WATCHERS_HOST, Pages
from tests.support.callers import seat_down
from tests.support.fakes import ROLL_TREE, FakeTable, leaf
from tests.support.waiting import eventually
from tests.support.wording import say

SMALL_PHONE = {"width": 360, "height": 640}
TURNED = "each => each.style.rotate"
FOCUSED = "document.activeElement.dataset.token ?? document.activeElement.dataset.key ?? ''"


@pytest.fixture
def island(table: FakeTable) -> FakeTable:
    table.change(board=lambda viewer: boards.island(), plays=boards.island_plays(), table_menu=boards.table_menu())
    return table


@pytest.fixture
def fireship(table: FakeTable) -> FakeTable:
    buttons = [{"button": "roll", "do": "roll dice", "label": "Roll", "hint": ""}, boards.SPIN, boards.DRAW]
    more = {"buttons": buttons}
    table.change(
        board=lambda viewer: {**boards.fireship_more(10, viewer), **more}, plays=ROLL_TREE + boards.fireship_plays()
    )
    return table


def joined(pages: Pages, phones: Phones) -> Page:
    """Open the page of a phone that holds seat 0."""
    phones.window.open()
    cookie = phones.join("", phones.window.digits, [0], None).cookie
    return pages.open(host=WATCHERS_HOST, cookie=cookie)


def done(table: FakeTable) -> list[tuple[str, int]]:
    return [(request.do, request.seat) for request in table.requests]


@pytest.mark.long
@pytest.mark.parametrize(("path", "size"), [("/", PHONE), ("/panel", DESK)])
def test_the_wheel_shows_nothing_while_it_turns_and_sharpens_within_200_ms(
    pages: Pages, fireship: FakeTable, path: str, size: dict[str, int]
) -> None:
    page = pages.open(path, size)
    wheel = page.locator(".wheel")
    expect(wheel).to_have_attribute("aria-label", "Wheel: Kraken")
    expect(page.locator(".slice.landed")).to_have_count(1)
    fireship.start(motion={"verb": "spin", "purpose": "wheel"})
    page.locator(".wheel.moving").wait_for()
    expect(wheel).to_have_attribute("aria-label", "Wheel")
    expect(page.locator(".disc")).to_have_css("animation-name", "spin")
    expect(page.locator(".written")).to_have_css("opacity", "0")
    assert page.locator(".disc").evaluate(TURNED) == "0deg"
    assert page.locator(".slice.landed").count() == 0
    assert page.locator(".detail").inner_text() == ""
    fireship.change(board=lambda viewer: boards.fireship_more(3))
    expect(page.locator(".slice.landed")).to_have_count(1)
    expect(wheel).to_have_attribute("aria-label", "Wheel: Gulf Stream")
    expect(page.locator(".disc")).to_have_css("filter", "none")
    expect(page.locator(".disc")).to_have_css("transition-duration", "0.2s")
    pointed = page.locator(".slice.landed").get_attribute("transform")
    assert (pointed, page.locator(".disc").evaluate(TURNED)) == ("rotate(98.2)", "-98.2deg")
    assert page.locator(".face.landed").get_attribute("transform") == pointed


@pytest.mark.long
def test_without_motion_the_wheel_stands_still(pages: Pages, fireship: FakeTable) -> None:
    page = pages.open(reduced_motion="reduce")
    fireship.start(motion={"verb": "spin", "purpose": "wheel"})
    page.locator(".wheel.moving").wait_for()
    expect(page.locator(".disc")).to_have_css("animation-name", "none")


@pytest.mark.long
def test_a_wheel_that_was_never_spun_points_at_nothing(pages: Pages, fireship: FakeTable) -> None:
    fireship.change(board=lambda viewer: boards.fireship_more(None))
    page = pages.open()
    expect(page.locator(".wheel")).to_have_attribute("aria-label", "Wheel")
    expect(page.locator(".pointer")).to_have_css("opacity", "0")
    between = page.locator(".disc").evaluate(TURNED)
    middles = page.locator(".slice").evaluate_all("all => all.map((each) => each.getAttribute('transform'))")
    assert "rotate(0.0)" in middles
    assert between not in {"0deg", *(f"{each[7:-1]}deg" for each in middles)}


@pytest.mark.long
def test_what_fell_says_what_it_asks_for_and_that_is_the_one_button_of_whoever_it_fell_for(
    pages: Pages, fireship: FakeTable, phones: Phones
) -> None:
    asked = {"button": "", "do": "gain fog", "label": say("play.gain"), "hint": "Fog", "seat": 0}
    fell = {"seat": 0, "own": "Fog: nobody attacks you.", "told": f"Ada: {say('play.gain')}, Fog."}
    how = {"playing": "Tap here, or press ROLL.", "watching": "Press ROLL."}
    more = {**boards.fireship_more(9), "next": asked, "fell": fell, "how": how}
    gain = leaf("gain", say("play.gain"), None, then=[leaf("fog", "Fog", "gain fog", seats=[0])])
    fireship.change(board=lambda viewer: more, plays=[*ROLL_TREE, *boards.fireship_plays(), gain])
    page, watching = joined(pages, phones), pages.open(host=WATCHERS_HOST)
    ask, row = page.locator("#dock .ask"), page.locator("#dock .row > .button:not(.undo, .rest)")
    expect(ask).to_have_text("Fog: nobody attacks you.")
    expect(watching.locator("#dock .ask")).to_have_text(f"Ada: {say('play.gain')}, Fog.")
    expect(row).to_have_text([f"{say('play.gain')} Fog"])
    row.click()
    eventually(lambda: ("gain fog", 0) in done(fireship))
    fireship.change(board=lambda viewer: {**more, "next": {**asked, "seat": 1}, "fell": {**fell, "seat": 1}})
    expect(ask).to_have_text(f"Ada: {say('play.gain')}, Fog.")
    expect(page.locator("#dock [data-key='do gain fog']")).to_have_count(0)
    fireship.change(board=lambda viewer: {**more, "next": None, "fell": None})
    expect(ask).to_have_text("Tap here, or press ROLL.")
    expect(watching.locator("#dock .ask")).to_have_text("Press ROLL.")
    expect(row).to_have_count(3)
    fireship.start(motion={"verb": "spin", "purpose": "wheel", "text": "Ben spins: Wheel."})
    expect(ask).to_have_text("Ben spins: Wheel.")
    # With the hand, badges and all, a small phone shows the wheel whole, and one row.
    page.set_viewport_size({"width": 360, "height": 640})
    wheel, badges, dock = (page.locator(each).bounding_box() for each in (".wheel", ".badges", "#dock"))
    assert wheel and badges and dock
    assert wheel["height"] > 180
    assert badges["y"] + badges["height"] <= dock["y"]
    assert (dock["y"] + dock["height"], page.evaluate("scrollY")) == (640, 0)


@pytest.mark.long
def test_a_tile_leads_to_what_can_be_done_with_it_and_back(pages: Pages, island: FakeTable) -> None:
    page = pages.open()
    gate = page.get_by_role("button", name="Copper Gate, flooded")
    gate.click()
    expect(page.locator("#dock .ask")).to_have_text("Copper Gate")
    expect(gate).to_have_class("tile flooded can")
    page.get_by_role("button", name="Back", exact=True).click()
    assert page.evaluate(FOCUSED) == "copper-gate"
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == "gold-gate"
    page.keyboard.press("Enter")
    page.get_by_role("button", name="sunk", exact=True).press("Enter")
    expect(page.locator("#dock .ask")).to_have_text(say("page.choose"))
    assert done(island) == [("set gold-gate sunk", -2)]
    expect(page.get_by_role("button", name="Gold Gate, dry")).to_be_focused()
    island.change(board=lambda viewer: boards.island(boards.FLOODED | {"gold-gate"}))
    expect(page.get_by_role("button", name="Gold Gate, flooded")).to_have_class("tile flooded")


@pytest.mark.long
def test_one_tile_alone_can_be_reached_by_tab(pages: Pages, island: FakeTable) -> None:
    page = pages.open()
    page.get_by_role("button", name="Iron Gate, dry").wait_for()
    assert page.locator(".tiles [tabindex='0']").count() == 1
    watching = pages.open(host=WATCHERS_HOST)
    expect(watching.get_by_role("img", name="Iron Gate, dry")).to_be_visible()
    assert watching.locator(".tiles [tabindex]").count() == 0


def test_secret_cards_are_in_the_page_only_while_they_are_held_open(
    pages: Pages, fireship: FakeTable, phones: Phones
) -> None:
    page = joined(pages, phones)
    backs = page.locator(".hand .back")
    expect(backs).to_have_count(2)
    peek = page.get_by_role("button", name=say("page.peek"))
    peek.hover()
    page.mouse.down()
    expect(page.locator(".hand .card")).to_have_text(
        [r"WhirlpoolEvery ship one cell from the pawn is destroyed.", "Fog Bank"]
    )
    page.mouse.up()
    expect(backs).to_have_count(2)
    assert "Whirlpool" not in page.locator("body").inner_text()
    peek.press("Enter")
    expect(page.locator(".hand .card")).to_have_count(2)
    page.evaluate("dispatchEvent(new Event('blur'))")
    expect(backs).to_have_count(2)
    expect(page.locator(".hands")).to_have_text("Benhidden: 1")


def test_a_secret_card_is_laid_down_by_its_place(pages: Pages, fireship: FakeTable, phones: Phones) -> None:
    page = joined(pages, phones)
    page.get_by_role("button", name="Card 1").click()
    expect(page.locator("#dock .ask")).to_have_text("Card 1")
    assert "Whirlpool" not in page.locator("#dock").inner_text()
    page.get_by_role("button", name="Discard").click()
    expect(page.locator("#dock .ask")).to_have_text(say("page.choose"))
    assert done(fireship) == [("discard mystery whirlpool", 0)]


def test_an_open_card_is_given_to_somebody(pages: Pages, island: FakeTable) -> None:
    page = pages.open()
    page.locator(".hands").get_by_role("button", name="Sandbags").click()
    with page.expect_response("**/api/v1/commands"):
        page.locator("#dock").get_by_role("button", name="Give Ben").click()
    assert done(island) == [("give treasure sandbags 2", 0)]


def test_a_card_for_somebody_asks_who_draws(pages: Pages, fireship: FakeTable) -> None:
    page = pages.open()
    page.locator("#dock").get_by_role("button", name="Draw 41 cards").click()
    expect(page.locator("#dock .ask")).to_have_text("Who?")
    with page.expect_response("**/api/v1/commands"):
        page.get_by_role("button", name="Ben").click()
    assert done(fireship) == [("draw mystery", 1)]


@pytest.mark.long
def test_a_long_form_is_a_sheet_that_sends_what_was_changed(pages: Pages, island: FakeTable) -> None:
    page = pages.open()
    page.get_by_role("button", name=say("page.rest")).click()
    right = page.get_by_role("button", name=say("play.correct"))
    right.click()
    sheet = page.get_by_role("dialog", name=say("play.correct"))
    sheet.get_by_role("button", name="Back", exact=True).click()
    expect(right).to_be_focused()
    right.click()
    sheet.get_by_label("Copper Gate").select_option("dry")
    island.change()
    expect(sheet.get_by_label("Copper Gate")).to_have_value("dry")
    with page.expect_response("**/api/v1/commands"):
        sheet.get_by_role("button", name=say("play.correct")).click()
    expect(sheet).to_have_count(0)
    assert done(island) == [("correct copper-gate=dry", -2)]


@pytest.mark.long
def test_after_a_power_cut_the_board_is_compared(pages: Pages, island: FakeTable) -> None:
    island.change(compare=(f"{say('kit.forbidden-island.cave-of-embers')}: flooded",))
    page = pages.open()
    card = page.get_by_role("region", name=say("page.compare_title"))
    expect(card).to_contain_text(f"{say('kit.forbidden-island.cave-of-embers')}: flooded")
    card.get_by_role("button", name="Not right").click()
    page.get_by_role("dialog", name=say("play.correct")).get_by_role("button", name="Back", exact=True).click()
    expect(card.get_by_role("button", name="Not right")).to_be_focused()

    def clear(request: CommandRequest) -> None:
        island.change(compare=())

    island.on_submit = clear
    card.get_by_role("button", name="All right").click()
    expect(card).to_be_hidden()
    assert done(island) == [("right", -2)]


def test_the_board_on_the_page_is_what_the_real_one_is_compared_with(pages: Pages, island: FakeTable) -> None:
    island.change(compare=tuple(f"Tile {number}" for number in range(20)), put_aside="Put aside at 09:17")
    page = pages.open(size=SMALL_PHONE)
    card, board = page.locator("#compare"), page.locator(".stage")
    expect(card).to_contain_text("Put aside at 09:17")
    expect(card.get_by_role("listitem")).to_have_count(0)
    above, below = board.bounding_box(), card.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"]
    for choice in card.get_by_role("button").all():
        expect(choice).to_be_in_viewport(ratio=1)
    card.locator("summary").click()
    expect(card.get_by_role("listitem")).to_have_count(20)


@pytest.mark.long
def test_the_menu_holds_the_tables_own_rows(pages: Pages, island: FakeTable) -> None:
    page = pages.open()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("region", name="The table", exact=True)
    for row in ("The table", "About"):
        menu.get_by_role("button", name=row, exact=True).click()
    expect(menu).to_contain_text("http://192.168.1.20:8080/")
    menu.get_by_role("button", name="Back", exact=True).click()
    menu.get_by_role("button", name="New game").click()
    menu.get_by_role("button", name="No").click()
    for row in ("New game", "Yes, keep this one", "Forbidden Island"):
        menu.get_by_role("button", name=row).click()
    menu.get_by_label("People, 2 to 4").fill("3")
    with page.expect_response("**/api/v1/commands"):
        menu.get_by_role("button", name="Forbidden Island").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert done(island) == [("new forbidden-island kit seats=3", -2)]


@pytest.mark.long
def test_the_panel_shows_the_board_and_the_menu(pages: Pages, island: FakeTable) -> None:
    page = pages.open("/panel", DESK)
    expect(page.get_by_role("img", name="Copper Gate, flooded")).to_be_visible()
    expect(page.get_by_role("img", name="Water: 3, mark 4 of 10")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    island.change(menu=True)
    expect(page.get_by_role("heading", name=say("menu.what-to-play"))).to_be_visible()


def full_hands(cards: int) -> dict[str, Any]:
    """The island, with so many cards in Ada's hand."""
    island = boards.island()
    hand = [boards.card(say("forbidden-island.words.oceans-chalice"), "ocean")] * cards
    hands = [{"seat": 0, "cards": hand, "hidden": 0}, {"seat": 1, "cards": hand[:1], "hidden": 2}]
    return {**island, "decks": [island["decks"][0], {**island["decks"][1], "hands": hands}]}


@pytest.mark.long
@pytest.mark.parametrize(("cards", "told"), [(2, [say("forbidden-island.words.oceans-chalice")] * 3), (13, [])])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_lies_over_anything_on_the_panel(
    pages: Pages, island: FakeTable, lang: str, cards: int, told: list[str]
) -> None:
    seat_down(island, "phone", 0)
    island.change(board=lambda viewer: full_hands(cards))
    page = pages.open(f"/panel?lang={lang}", DESK)
    expect(page.locator("#people")).to_be_visible()
    counts = page.locator(".counts")
    expect(counts).to_be_visible(visible=not told)
    expect(page.locator(".hands .name:visible")).to_have_text(told)
    if not told and lang == "en":
        expect(counts.get_by_role("listitem")).to_have_text(["Ada cards: 13", "Ben cards: 3"])
    board, caption = page.locator("#game").bounding_box(), page.locator("#caption").bounding_box()
    plate, end = page.locator(".table").bounding_box(), page.locator("#results").bounding_box()
    assert board and caption and plate and end
    assert board["y"] + board["height"] <= caption["y"]
    assert page.locator("#game").evaluate("board => board.scrollHeight <= board.clientHeight")
    assert end["y"] + end["height"] <= plate["y"] + plate["height"] - 32
    cut = """(list) => [...list.children].filter((each) => {
        const [line, room] = [each.getBoundingClientRect(), list.getBoundingClientRect()];
        return line.left < room.right && line.bottom > room.bottom + 1;
    }).length"""
    assert page.locator("#results").evaluate(cut) == 0
    assert page.evaluate("document.documentElement.scrollHeight") <= 800


def test_the_own_hand_and_one_row_of_buttons_are_at_hand(pages: Pages, island: FakeTable, phones: Phones) -> None:
    island.change(board=lambda viewer: full_hands(13))
    page = joined(pages, phones)
    expect(page.locator("#dock .own .card")).to_have_count(13)
    hand, first = page.locator("#dock .own").bounding_box(), page.locator("#dock .row").bounding_box()
    dock = page.locator("#dock").bounding_box()
    assert hand and first and dock
    assert (dock["y"] + dock["height"], hand["y"] + hand["height"] <= first["y"]) == (800, True)
    assert hand["height"] < 100
    rows = "all => new Set(all.map((each) => each.getBoundingClientRect().top)).size"
    assert page.locator("#dock .row > .button:not(.rest)").evaluate_all(rows) == 1


def test_without_buttons_of_the_table_a_row_is_offered_and_the_rest_behind_it(pages: Pages, table: FakeTable) -> None:
    rows = [leaf(f"row-{at}", f"Row {at}", f"row {at}") for at in range(9)]
    table.change(board=lambda viewer: {**boards.island(), "buttons": []}, plays=rows)
    page = pages.open()
    buttons = page.locator("#dock button:not(.undo)")
    expect(buttons).to_have_text([*(f"Row {at}" for at in range(3)), ""])
    page.get_by_role("button", name=say("page.rest")).click()
    expect(buttons).to_have_text([*(f"Row {at}" for at in range(3, 9)), "Back"])


def test_rows_that_can_only_say_why_keep_their_own_focus(pages: Pages, table: FakeTable) -> None:
    why = {"rule": None, "reason": "No."}
    rows = [leaf(word, word, None, why=why) for word in ("one", "two")]
    table.change(plays=rows, board=lambda viewer: {"buttons": []})
    page = pages.open()
    page.get_by_role("button", name="two").focus()
    table.change(roll=15)
    expect(page.get_by_role("status").first).to_contain_text("Roll 15")
    expect(page.get_by_role("button", name="two")).to_be_focused()


@pytest.mark.long
def test_dice_with_words_say_them(pages: Pages, table: FakeTable) -> None:
    words = {"kind": "verdict", "faces": ["north", "south"], "count": 2, "values": ["north", "south"], "total": None}
    die = {
        **words,
        "name": "way",
        "label": "Ways",
        "labels": ["North", "South"],
        "roll": 1,
        "look": "plain",
        "hint": "",
    }
    table.change(board=lambda viewer: {"dice": [die], "buttons": []})
    page = pages.open("/panel", DESK)
    expect(page.locator(".window .word:visible")).to_have_text(["North", "North", "South", "South"])
    expect(pages.open().locator(".verdict")).to_contain_text("North, South Ways")


@pytest.mark.long
@pytest.mark.parametrize("kit", ["island", "fireship"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nothing_hangs_over_and_every_button_fits_a_thumb(
    pages: Pages, request: pytest.FixtureRequest, kit: str, lang: str
) -> None:
    request.getfixturevalue(kit)
    page = pages.open(f"/?lang={lang}", {**PHONE, "width": 320})
    page.locator("#dock button:visible").nth(2).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    minimum = """all => Math.min(...all.map((each) => {
        const box = each.getBoundingClientRect();
        return Math.min(box.width, box.height);
    }))"""
    assert page.locator("button:visible, [role=button]:visible").evaluate_all(minimum) >= 48


def test_numbers_typed_for_real_dice_say_their_range(pages: Pages, table: FakeTable) -> None:
    field = {"name": "face", "label": "Die 1", "kind": "number", "min": 1, "max": 10, "choices": [], "word": ""}
    typed_by = leaf("dice", "Three dice", "dice", form=[field], seats=["chance"])
    table.change(plays=[typed_by], board=lambda viewer: {"buttons": []})
    page = pages.open()
    typed = page.get_by_role("button", name="Three dice")
    typed.click()
    expect(page.get_by_role("heading", name="Three dice")).to_be_visible()
    expect(page.get_by_label(say("page.range", label="Die 1", minimum=1, maximum=10))).to_be_focused()
    page.locator("#dock").get_by_role("button", name="Back", exact=True).click()
    expect(typed).to_be_focused()
