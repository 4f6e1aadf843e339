"""With large letters, and enlarged as a whole: in every scene nothing overlaps, is cut off or broken by letters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pictures.scenes import SCENES, Hand, after_a_power_cut, staged
from tests.support import fireships
from tests.support.browsing import PHONE, Pages
from tests.support.in_page import script
from tests.support.islands import begin, next_flood
from tests.support.long_forms import few_of
from tests.support.midgame import play
from tests.support.seating import open_join
from tests.support.whole import Whole, same_chance, whole_table
from tests.support.windows import window_of
from tests.web_ui.browser import axe
from tests.web_ui.browser.everybody.test_sizes import FRAMES

CROWDED = script("crowded")
FOLDED = "matchMedia('(max-width: 18rem)').matches"
DRESSED = f"""() => (!{FOLDED} || !document.querySelector('script[src$="/phone.js"]')
    || document.querySelector('link[href$="/narrow.css"]'))
    && [...document.querySelectorAll('link[rel=stylesheet]')].every((each) => each.sheet)"""
SCROLLED = """(share) => [document.documentElement, ...document.querySelectorAll('dialog[open]')]
    .forEach((each) => each.scrollTo(0, share * each.scrollHeight))"""
PLANT = """(css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
}"""
AFTERWARDS = "after-a-power-cut"
"""This scene needs a table that was switched off in the midst of a game."""


@dataclass(frozen=True)
class Look:
    """How somebody looks at a page: how much larger its letters are, how much it is zoomed, and the window's size."""

    letters: float
    zoom: float
    width: int
    height: int

    def __str__(self) -> str:
        return f"letters {self.letters:.0%}, zoom {self.zoom:.0%}, {self.width} x {self.height}"


SIZES = ((360, 800), (360, 640), (412, 915), (820, 1180), (1280, 800))
LARGER = ((1.5, 1.0), (2.0, 1.0), (1.0, 1.5), (1.0, 2.0))
LARGE = Look(2.0, 1.0, 360, 800)
OTHERS = (Look(1.0, 2.0, 360, 800), Look(1.5, 1.0, 360, 640), Look(2.0, 1.0, 1280, 800))
FEW_LOOKS = (LARGE, *OTHERS)
ALL_LOOKS = tuple(Look(letters, zoom, *size) for size in SIZES for letters, zoom in LARGER)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    # Which words there are to fit is the same each time.
    with same_chance(), whole_table(tmp_path_factory.mktemp("large-text"), None) as table:
        yield table


def enlarge(page: Page, look: Look) -> None:
    """Have *page* looked at so, and wait until it has its sheets for that."""
    window_of(page).enlarge(look.letters)
    width, height = round(look.width / look.zoom), round(look.height / look.zoom)
    # That letters are larger is told to a page once its window changes.
    is_wide = page.viewport_size is not None and page.viewport_size["width"] == width
    for each in (width + 1, width) if is_wide else (width,):
        page.set_viewport_size({"width": each, "height": height})
        page.evaluate(FRAMES)
    page.wait_for_function(DRESSED)
    page.evaluate(FRAMES)


def faults(page: Page, looks: Sequence[Look]) -> dict[str, list[str]]:
    """Return what is wrong with *page*, and in which of *looks*."""
    found = defaultdict(list)
    for look in looks:
        enlarge(page, look)
        for share in (0, 0.5, 1):
            page.evaluate(SCROLLED, share)
            for fault in page.evaluate(CROWDED):
                found[fault].append(f"{look}, {share:.0%} scrolled")
    return dict(found)


def scenes() -> list[str]:
    return [name for name, scene in SCENES.items() if scene is not after_a_power_cut]


LOOKED_AT = list(zip(scenes(), cycle(OTHERS), strict=False))


# ---------------------------------------------------------------------- every scene
@pytest.mark.long
@pytest.mark.parametrize(("name", "other"), LOOKED_AT)
def test_in_large_letters_every_scene_has_room_for_all_its_words(
    browser: Browser, table: Whole, name: str, other: Look
) -> None:
    # French words are the longer ones; each of the other looks is had by a third of all scenes.
    with staged(browser, table, name, "fr") as page:
        assert faults(page, (LARGE, other)) == {}


@pytest.mark.soak
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", scenes())
def test_in_letters_of_any_size_on_any_screen_every_scene_has_room(
    browser: Browser, table: Whole, name: str, lang: str
) -> None:
    with staged(browser, table, name, lang) as page:
        assert faults(page, ALL_LOOKS) == {}


@pytest.mark.long
def test_after_a_power_cut_there_is_room_in_large_letters(browser: Browser, tmp_path: Path) -> None:
    with whole_table(tmp_path, None) as table:
        begin(table)
    with whole_table(tmp_path, None) as table, staged(browser, table, AFTERWARDS, "fr") as page:
        page.locator("#compare:not([hidden])").wait_for()
        assert faults(page, FEW_LOOKS) == {}


# ---------------------------------------------------------------------- every sheet
def menu_sheet(hand: Hand) -> Page:
    begin(hand.table)
    page = hand.phone(0)
    page.locator("#more").click()
    page.locator("#friend .place").wait_for()
    return page


def table_rows(hand: Hand) -> Page:
    play(hand.table, "fireship")
    page = hand.own("/")
    page.locator("#more").click()
    page.locator("#table-menu button").first.wait_for()
    return page


def seats_and_name(hand: Hand) -> Page:
    begin(hand.table)
    page = hand.phone(0)
    open_join(page)
    page.locator("#join[open] .seat").first.wait_for()
    return page


def used_cards(hand: Hand) -> Page:
    begin(hand.table)
    page = hand.phone(0)
    page.locator(".used:visible").first.click()
    page.locator("#cards[open]").wait_for()
    return page


def all_the_rest(hand: Hand) -> Page:
    play(hand.table, "forbidden-island")
    page = hand.phone(0)
    page.locator("[data-key=more]").click()
    return page


def which_is_meant(hand: Hand) -> Page:
    begin(hand.table, cards="earth-stone sandbags oceans-chalice")
    page = hand.phone(0)
    page.locator(".hand .card").first.click()
    page.locator("dialog[open] h2").wait_for()
    return page


def sea_card(hand: Hand) -> Page:
    fireships.begin(hand.table)
    fireships.deal(hand.table, "no", "boom")
    page = hand.phone(0)
    page.locator(".peek").press("Enter")
    page.locator(".hand.open .text").first.wait_for()
    return page


SHEETS: tuple[Callable[[Hand], Page], ...] = (
    *(menu_sheet, table_rows, seats_and_name, used_cards, all_the_rest, which_is_meant, sea_card),
)


@pytest.mark.long
@pytest.mark.parametrize("opened", SHEETS, ids=lambda each: each.__name__)
def test_in_large_letters_every_sheet_has_room_for_all_its_words(
    browser: Browser, table: Whole, opened: Callable[[Hand], Page]
) -> None:
    pages = Pages(browser, table.daemon.server)
    hand = Hand(table, pages, "fr")
    try:
        assert faults(opened(hand), FEW_LOOKS) == {}
    finally:
        hand.leave()
        pages.close()
    assert pages.complaints == []


# ---------------------------------------------------------------------- the check itself
PLANTED = {
    ".phone .head h1 { width: 1em; overflow-wrap: anywhere }": "broken: ",
    ".phone .head h1 { flex: none; width: 2em; white-space: nowrap; overflow: hidden }": "cut off: “",
    ".phone .piles { margin-top: -5rem }": "overlap: ",
    ".phone .stage { position: relative }": "of the board 0 % are in view",
    ".phone .stage { min-height: 80dvh }": "what sticks leaves ",
    "html { padding-left: 5rem }": "the page has to be scrolled sideways",
}


@pytest.mark.long
def test_each_planted_fault_is_found(browser: Browser, table: Whole) -> None:
    with staged(browser, table, "my-turn", "en") as page:
        enlarge(page, FEW_LOOKS[0])
        missed = []
        for planted, found in PLANTED.items():
            page.evaluate(PLANT, planted)
            page.evaluate(SCROLLED, 0.5 if "view" in found else 0)
            if not any(fault.startswith(found) for fault in page.evaluate(CROWDED)):
                missed.append(planted)
        assert missed == []


@pytest.mark.long
def test_a_page_in_usual_letters_doesnt_ask_for_what_folds_it(browser: Browser, table: Whole) -> None:
    with staged(browser, table, "my-turn", "en") as page:
        assert page.locator("link[href$='/narrow.css']").count() == 0
        enlarge(page, FEW_LOOKS[0])
        expect(page.locator("link[href$='/narrow.css']")).to_have_count(1)
        assert page.viewport_size == PHONE


PROMPT = """() => {
    const each = document.querySelector('.dock > .ask');
    const [box, style] = [each.getBoundingClientRect(), getComputedStyle(each)];
    if (!box.width) return null; // it is being moved to where a folded page has it
    const room = box.width - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return { left: box.left, right: innerWidth - box.right, room: room / innerWidth };
}"""
NEARLY_ALL = 0.75


@pytest.mark.parametrize("name", few_of(["my-turn"], ["my-turn", "sea-moves", "kit-fireship"]))
def test_in_large_letters_what_is_asked_has_the_page_s_width(browser: Browser, table: Whole, name: str) -> None:
    with staged(browser, table, name, "en") as page:
        enlarge(page, FEW_LOOKS[0])
        prompt = page.wait_for_function(PROMPT).json_value()
        assert prompt["left"] == prompt["right"] >= 0
        assert prompt["room"] > NEARLY_ALL


# ---------------------------------------------------------------------- by keyboard through a folded page
FOCUSED = """() => {
    const each = document.activeElement;
    if (each === document.body) return null;
    const { left, right, top, bottom, width, height } = each.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const layers = [];
    for (let one = each; one; one = one.parentElement) layers.push(getComputedStyle(one).position);
    return {
        name: (each.getAttribute('aria-label') || each.textContent).trim(),
        seen: at !== null && each.contains(at),
        sticks: layers.includes('sticky'),
        y: Math.round(top + scrollY),
    };
}"""
MAX_STOPS = 80


def stops(page: Page, key: str) -> list[dict[str, Any]]:
    """Return what has the focus, one after the other, until *key* leads out of the page."""
    found: list[dict[str, Any]] = []
    page.keyboard.press(key)
    while (stop := page.evaluate(FOCUSED)) is not None:
        found.append(stop)
        assert len(found) < MAX_STOPS
        page.keyboard.press(key)
        page.evaluate(FRAMES)
    return found


REACHED_BY_TAB = 'document.querySelector(\'.dock [data-key^="at "][tabindex="0"]\').dataset.key'
SEES = """(frame, token) => {
    const found = [frame, frame.querySelector(`[data-token="${token}"]`)];
    const [box, cell] = found.map((each) => each.getBoundingClientRect());
    return cell.left >= box.left && cell.right <= box.right && cell.top >= box.top && cell.bottom <= box.bottom;
}"""
WALKED = ["my-turn", "sea-answers", "kit-fireship"]


@pytest.mark.long
@pytest.mark.parametrize("name", WALKED)
def test_what_has_the_focus_in_a_folded_page_is_in_sight(browser: Browser, table: Whole, name: str) -> None:
    with staged(browser, table, name, "en") as page:
        enlarge(page, FEW_LOOKS[0])
        for key in ("Tab", "Shift+Tab"):
            found = stops(page, key)
            assert len(found) > 5
            assert [(key, stop["name"]) for stop in found if not stop["seen"]] == []


MARK = "document.querySelectorAll('#dock .actions').forEach((each) => each.dataset.before = '')"
MARKED = "#dock .actions[data-before]"


@pytest.mark.long
def test_a_card_that_has_the_focus_keeps_it_while_others_play(browser: Browser, table: Whole) -> None:
    with staged(browser, table, "kit-fireship", "en") as page:
        enlarge(page, FEW_LOOKS[0])
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        card = page.locator(".hand .back").first
        expect(card).to_be_focused()
        page.evaluate(MARK)
        table.do("roll dice", 1)
        expect(page.locator(MARKED)).to_have_count(0)
        expect(card).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("name", WALKED)
def test_the_keyboard_goes_down_a_folded_page(browser: Browser, table: Whole, name: str) -> None:
    with staged(browser, table, name, "en") as page:
        enlarge(page, FEW_LOOKS[0])
        flow = [(stop["y"], stop["name"]) for stop in stops(page, "Tab") if not stop["sticks"]]
        assert flow
        assert [y for y, _ in flow] == sorted(y for y, _ in flow), flow


@pytest.mark.long
def test_what_was_folded_unfolds_and_what_is_drawn_anew_meanwhile_is_there_once(browser: Browser, table: Whole) -> None:
    with staged(browser, table, "kit-fireball-island", "en") as page:
        enlarge(page, FEW_LOOKS[0])
        expect(page.locator(".later > .decks")).to_have_count(1)
        table.do("new fireball-island kit seats=3")
        expect(page.locator(".decks")).to_have_count(1)
        expect(page.locator(".later > .decks")).to_have_count(1)
        page.set_viewport_size({"width": 1200, "height": 800})
        expect(page.locator(".later")).to_have_count(0)
        expect(page.locator(".game > .decks")).to_have_count(1)


# ---------------------------------------------------------------------- tiles in words
@pytest.mark.long
def test_in_large_letters_what_choosing_a_tile_does_is_a_row_of_words_as_well(browser: Browser, table: Whole) -> None:
    with staged(browser, table, "my-turn", "en") as page:
        row = page.locator("[data-key='do move coral-palace']")
        expect(page.locator("[data-key='do end-actions']")).to_be_visible()
        expect(row).to_have_count(0)
        enlarge(page, FEW_LOOKS[0])
        expect(row).to_have_text("Coral Palace Move")
        offered = page.locator(".tile.can").count()
        rows = page.locator(".actions [data-key^='do move '], .actions [data-key^='do shore ']")
        assert rows.count() >= offered > 0
        heights = rows.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
        assert min(heights) >= 56
        row.click()
        expect(page.locator(".pips .left")).to_have_count(2)


@pytest.mark.long
def test_in_large_letters_a_tile_is_named_once_it_is_said_what_is_meant(browser: Browser, table: Whole) -> None:
    with staged(browser, table, "my-turn", "en") as page:
        enlarge(page, FEW_LOOKS[0])
        page.locator("[data-key='open shore-two']").click()
        rows = page.locator(".actions [data-key^='open ']:not([data-key='open shore-two'], [data-key='open give'])")
        assert sorted(rows.all_inner_texts()) == ["Coral Palace", "Observatory"]
        page.keyboard.press("Escape")
        expect(page.locator("[data-key='do move coral-palace']")).to_be_visible()


@pytest.mark.long
def test_in_large_letters_what_choosing_a_cell_does_is_a_row_of_words_as_well(browser: Browser, table: Whole) -> None:
    with staged(browser, table, "sea-moves", "en") as page:
        table.do("go 9 5", 0)
        enlarge(page, FEW_LOOKS[0])
        rows = page.locator(".dock [data-key^='at ']")
        expect(rows).to_have_count(page.locator(".ocean [role=button]").count())
        assert rows.nth(1).inner_text().split("\n")[0] == "Boat (Blue), I5. Mystery cell"
        assert page.evaluate(REACHED_BY_TAB) == "at square-blue"
        rows.nth(1).click()
        expect(page.locator(".dock [data-key='at 8-5']")).to_have_text("H5 Go to")
        assert min(rows.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")) >= 56
        names = rows.evaluate_all("all => all.map((each) => each.dataset.key).filter((key) => /\\d-\\d/.test(key))")
        places = [tuple(map(int, name.split()[1].split("-")))[::-1] for name in names]
        assert places == sorted(places)
        assert page.locator(".waters").evaluate(SEES, "9-5")


# ---------------------------------------------------------------------- a card that comes
OUT_OF_SEA = """({ label, text }) => {
    const [sea, card] = ['.sea', '.coming .card'].map((each) => document.querySelector(each));
    card.querySelector('b').textContent = label;
    card.querySelector('.text').textContent = text;
    const [room, box] = [sea, card].map((each) => each.getBoundingClientRect());
    return Math.round(Math.max(room.top - box.top, box.bottom - room.bottom, 0));
}"""
LOW_LOOKS = (Look(1.5, 1.0, 360, 640), Look(2.0, 1.0, 844, 390), Look(2.0, 1.0, 1024, 768))


@pytest.mark.long
@pytest.mark.parametrize("look", [LARGE, *LOW_LOOKS], ids=str)
def test_in_large_letters_a_card_that_comes_lies_over_the_board_alone(
    browser: Browser, table: Whole, look: Look
) -> None:
    with staged(browser, table, "my-turn", "fr") as page:
        next_flood(table, "watchtower")
        enlarge(page, look)
        table.do("draw", 0)
        page.locator(".coming.shown:not(.moving) .card").wait_for()
        longest = table.table["state"]["cards"]["waters-rise"]
        assert page.evaluate(OUT_OF_SEA, longest) == 0


# ---------------------------------------------------------------------- folded, and for everybody
@pytest.mark.long
@pytest.mark.parametrize("name", WALKED)
def test_a_folded_page_is_fit_for_everybody(browser: Browser, table: Whole, name: str) -> None:
    with staged(browser, table, name, "en") as page:
        enlarge(page, FEW_LOOKS[0])
        for theme in ("dark", "light"):
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert axe.faults(page) == [], theme
