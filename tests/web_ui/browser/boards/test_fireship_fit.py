"""Fireship's page is fit for everybody: axe, contrast, every width, both languages, its weight; and from afar."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import expect

from tests.support.browsing import DESK, Pages
from tests.support.fireships import CELLS, OPENING, attacks, begin, deal, phone, place, put, roll
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.web_ui.browser.everybody.test_sizes import FRAMES
from tests.web_ui.browser.fitness import HANGS_OVER, Good

WIDTHS = (320, 360, 820, 1280, 1920)
CUT_OFF = "all => all.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"
SMALL = """all => all.map((each) => [each.textContent, each.getBoundingClientRect()])
    .filter(([_, box]) => Math.min(box.width, box.height) < 48).map(([text]) => text)"""
DRAWING = ("games/fireship/board.js", "games/fireship/plays.js")
DRAWING_BYTES = 8_000
# A board of a family's own: one island of an odd shape, another size.
OWN_BOARD = """async (from) => {
    const { SeaBoard } = await import(new URL('../games/fireship/board.js', from));
    const { state } = await fetch('/api/v1/table').then((answer) => answer.json());
    const [sea] = state.boards;
    const named = (name) => sea.cells.find((each) => each.id === name);
    const cells = [
        { id: '5-4', label: '', place: [5, 4], look: 'dot' },
        { ...named('island-1'), place: [3, 3], covers: [[3, 3], [4, 3], [4, 4]] },
        { ...named('square-blue'), place: [1, 1], covers: [[1, 1]] },
    ];
    const own = { ...state, boards: [{ ...sea, name: 'own', rows: 7, columns: 9, cells, pieces: [] }] };
    const board = new SeaBoard();
    const family = document.createElement('section');
    family.id = 'family';
    family.append(board.element);
    document.body.append(family);
    board.show(own, [{ seat: 0, name: 'Ada' }, { seat: 1, name: 'Ben' }]);
}"""

table = table_of(OPENING)


# ---------------------------------------------------------------------- fit for everybody
@pytest.mark.long
def test_axe_finds_nothing_while_colours_are_chosen_pawns_move_and_answers_are_awaited(
    pages: Pages, table: Whole, good: Good
) -> None:
    table.do("new fireship referee seats=2")
    own = pages.open()
    own.locator("[data-key='do colour blue']").wait_for()
    good(own, "set-up")
    begin(table)
    deal(table, "no")
    page = phone(pages, table)
    page.locator(".peek").wait_for()
    roll(table)
    table.do("pick blue-boat", 0)
    page.locator("#left b").wait_for()
    good(page, "moves")
    table.do("end-moves", 0)
    table.do("end-turn", 0)
    put(table, "turn=1")
    attacks(table)
    table.do("attack 9-9 10-9", 0)
    page.locator(".window").wait_for()
    good(page, "answers")


@pytest.mark.long
def test_axe_finds_nothing_when_it_is_over(pages: Pages, table: Whole, good: Good) -> None:
    begin(table)
    put(table, *(f"island-{number}={'green' if number > 8 else 'blue'}" for number in range(1, 10)))
    page = phone(pages, table)
    put(table, "island-9=blue")
    page.locator(".ending h2.good").wait_for()
    page.locator(".moment").wait_for()
    expect(page.locator(".moment")).to_have_count(0)
    good(page, "won")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_at_every_width_nothing_is_cut_off_or_too_small_to_touch(pages: Pages, table: Whole, lang: str) -> None:
    begin(table)
    deal(table, "no", "boom")
    attacks(table)
    page = phone(pages, table, path=f"/?lang={lang}")
    page.locator("[data-key='open attack']").wait_for()
    page.locator(".peek").wait_for()
    words = "#dock button:visible, h2:visible, .captains bdi, .worth, .piles p"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate(FRAMES)
        assert not page.evaluate(HANGS_OVER), width
        eventually(lambda: page.locator(words).evaluate_all(CUT_OFF) == [])
        eventually(lambda: page.locator("#dock button:visible, .lens:visible").evaluate_all(SMALL) == [])
        board = page.locator(".waters").bounding_box()
        assert board is not None
        assert board["width"] <= width
        assert board["height"] <= (800 if width >= 1280 else 800 - 100), width


@pytest.mark.long
def test_four_people_are_in_sight_on_the_panel_of_a_laptop(pages: Pages, table: Whole) -> None:
    begin(table, 4)
    panel = pages.open("/panel", DESK)
    expect(panel.locator(".captains > li")).to_have_count(4)
    for each in panel.locator(".captains > li").all():
        expect(each).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_nearer_each_cell_is_as_large_as_a_finger_and_the_frame_stays(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    before = page.locator(".waters").bounding_box()
    page.get_by_role("button", name="Nearer").click()
    expect(page.locator(".waters.near")).to_have_count(1)
    cell = page.locator(place("9-9")).bounding_box()
    assert cell is not None
    assert cell["width"] >= 40
    assert page.locator(".waters").bounding_box() == before
    page.get_by_role("button", name="Whole sea").click()
    expect(page.locator(".waters.near")).to_have_count(0)


@pytest.mark.long
# ---------------------------------------------------------------------- any board, afar, and the weight
def test_a_sizeof_a_familys_own_is_drawn(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    page.evaluate(OWN_BOARD, page.evaluate("document.querySelector('script[type=module]').src"))
    assert page.locator("#family .place").count() == 7 * 9 - 3 - 1
    assert (
        page.locator("#family .isle .land").get_attribute("d") == "M48 48h24v24h-24zM72 48h24v24h-24zM72 72h24v24h-24z"
    )
    assert page.locator("#family .ocean").get_attribute("viewBox") == "-28 -22 250 196"


@pytest.mark.long
@pytest.mark.parametrize("size", [(1920, 1080), pytest.param((1080, 1920), marks=pytest.mark.long)])
def test_from_afar_the_sea_and_what_people_have_are_told_and_nothing_can_be_touched(
    pages: Pages, table: Whole, size: tuple[int, int]
) -> None:
    begin(table)
    deal(table, "whirlpool")
    roll(table)
    page = pages.open("/tv", {"width": size[0], "height": size[1]}, host="tide.example")
    page.locator(".ocean .isle").first.wait_for()
    assert page.locator(".ocean .place").count() == CELLS
    assert page.locator(".turn h2").inner_text() == "Player 1’s turn"
    assert page.locator(".units b").inner_text() == "15"
    assert page.locator(".ocean [role=button], .ocean [tabindex], .who button:visible").count() == 0
    assert "Whirlpool" not in page.evaluate("document.documentElement.outerHTML.replace(/<script.*?<.script>/gs, '')")
    assert not page.evaluate(HANGS_OVER)


def test_what_draws_the_sea_is_small_and_not_loaded_for_another_game(table: Whole) -> None:
    begin(table)
    html = table.get("/").body.decode()
    sizes = {}
    for name in DRAWING:
        address = next(part for part in html.split('"') if part.endswith(f"/{name}"))
        sizes[name] = len(gzip.compress(table.get(address).body))
    assert sum(sizes.values()) <= DRAWING_BYTES
    table.do("new fireship kit seats=2")
    assert "games/fireship/" not in table.get("/").body.decode()


def test_the_first_answer_keeps_room_for_the_sea(table: Whole) -> None:
    begin(table)
    html = table.get("/").body.decode()
    assert '<svg viewBox="0 0 25 25" aria-hidden="true"></svg>' in html
