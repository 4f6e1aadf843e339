"""What can be chosen on the island, measured on the pixels by day and night; focus; the Tabs and taps of a turn."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import DESK, Pages
from tests.support.islands import LAID, OPENING, begin, expect_actions, mean, phone, tile
from tests.support.seating import open_menu
from tests.support.whole import Whole, table_of
from tests.support.windows import window_of
from tests.support.wording import say
from tests.web_ui.browser.contrast import ratio

MIN_CONTRAST = 3.0
"""WCAG 2.2, 1.4.11: what one has to see to know what can be done."""
ON_TURN = {"width": 360, "height": 640}
# Where the ring, the dark line within it, the tile's own ground and the disc lie, in a tile of 56.
SPOTS = {"ring": (20, 1.75), "line": (20, 4.25), "ground": (20, 8), "disc": (46, 38.2), "edge": (46, 36.4)}
DRY, FLOODED_TILE = "dunes-of-deception", "observatory"
PLACE = """(tile) => {
    const box = tile.querySelector('.face').getBoundingClientRect();
    return [box.x, box.y, box.width / 56];
}"""
FOCUSED = "document.activeElement.closest('.row, .hand, .tiles')?.getAttribute('class') ?? ''"

table = table_of(OPENING)


def colours(page: Page, name: str) -> dict[str, tuple[int, int, int]]:
    """Return the colour of each spot of the tile *name*."""
    x, y, scale = page.locator(tile(name)).evaluate(PLACE)
    picture = window_of(page).photograph()
    return {
        spot: picture.getpixel((round(x + right * scale), round(y + down * scale)))  # type: ignore[misc]
        for spot, (right, down) in SPOTS.items()
    }


@pytest.mark.long
def test_what_can_be_chosen_is_marked_so_that_everybody_sees_it_by_day_and_by_night(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a tile is large enough for its marks to be measured
    expect(page.locator(".marks .ring")).to_have_count(4)
    for theme, name in product(("dark", "light"), (DRY, FLOODED_TILE)):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        found = colours(page, name)
        assert ratio(found["ring"], found["line"]) >= MIN_CONTRAST, (theme, name, found)
        outline = max(ratio(found[mark], found["ground"]) for mark in ("ring", "line"))
        assert outline >= MIN_CONTRAST, (theme, name, found)
        assert ratio(found["disc"], found["edge"]) >= MIN_CONTRAST, (theme, name, found)
    # Two things that are done there are two discs, and each says what it is.
    assert page.locator(".marks .badge").count() == 6


@pytest.mark.long
def test_where_more_than_eight_can_be_chosen_a_disc_alone_marks_each(pages: Pages, table: Whole) -> None:
    begin(table, ("pilot", "diver"))
    page = phone(pages, table)
    few = page.locator(".marks .badge").count()
    assert page.locator(".marks .ring").count() > 0
    mean(page, "fly")
    expect(page.locator(".marks .ring")).to_have_count(0)
    assert page.locator(".marks .badge").count() > few
    assert page.locator(".marks .badge").count() < len(LAID)


@pytest.mark.long
def test_focus_is_a_white_double_ring_and_two_tabs_lead_on_to_the_next_step(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.locator("#more").focus()
    page.keyboard.press("Tab")
    assert "tiles" in page.evaluate("document.activeElement.closest('svg')?.getAttribute('class') ?? ''")
    rings = page.locator(".focus rect")
    expect(rings).to_have_count(3)
    painted = rings.evaluate_all("all => all.map((each) => getComputedStyle(each).stroke)")
    assert painted == ["rgb(8, 32, 42)", "rgb(255, 255, 255)", "rgb(255, 255, 255)"]
    assert page.locator(".tiles > :last-child.focus").count() == 1
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert "row" in page.evaluate(FOCUSED)
    assert page.evaluate("document.activeElement.getAttribute('aria-disabled')") is None
    expect(rings).to_have_count(0)
    page.keyboard.press("ArrowLeft")  # from there all others are reached
    assert "row" in page.evaluate(FOCUSED)


@pytest.mark.long
def test_on_a_small_phone_all_of_a_turn_is_in_view_and_the_board_takes_what_is_left(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table)
    page.set_viewport_size(ON_TURN)  # type: ignore[arg-type]
    heights = {}
    for name in (".head", ".stage", ".counter", "#caption", "#dock"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert box["y"] >= 0, name
        assert box["y"] + box["height"] <= ON_TURN["height"], name
        heights[name] = round(box["height"])
    assert heights[".head"] == 48
    assert heights[".stage"] >= 352
    tiles = page.locator(".tiles").bounding_box()
    assert tiles is not None
    assert tiles["width"] == ON_TURN["width"]
    expect(page.locator("#dock .row > *")).to_have_count(5)  # undo, three next steps, and where the rest is
    expect(page.locator("#dock [data-key='open move'], #dock [data-key='open shore']")).to_have_count(0)
    assert page.locator(".mates").evaluate("each => Boolean(each.closest('.rest'))")
    open_menu(page)
    expect(page.locator("#settings #join-open")).to_be_visible()
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 800})
    expect(page.locator(".others > .mates")).to_be_visible()


@pytest.mark.long
def test_who_waits_is_told_what_for_and_has_no_buttons(pages: Pages, table: Whole) -> None:
    begin(table)
    page = phone(pages, table, 1)
    expect(page.locator("#title")).to_have_text("Player 1’s turn")
    expect(page.locator(".waiting")).to_have_text(
        f"{say('forbidden-island.page.has-left', name='Player 1', count=3)} {say('page.you_next', name='Player 2')}"
    )
    assert page.locator("#dock .row > .button:not(.rest)").count() == 0
    assert page.locator("body.my-turn").count() == 0


@pytest.mark.long
def test_a_usual_turn_takes_six_taps_one_of_them_for_what_is_meant_with_a_flooded_tile(
    pages: Pages, table: Whole
) -> None:
    begin(table)
    page = phone(pages, table)
    page.emulate_media(reduced_motion="reduce")
    taps = 0

    def tap(what: str) -> None:
        nonlocal taps
        expect(page.locator(f"{what}:not([aria-disabled])")).to_have_count(1)
        page.locator(what).click()
        taps += 1

    for left, steps in (
        (2, [tile("dunes-of-deception")]),
        (1, [tile("lost-lagoon"), ".beside-place .button:has-text('Shore up')"]),
        (0, [tile("bronze-gate")]),
    ):
        for step in steps:
            tap(step)
        expect_actions(page, left)
    page.locator("[data-key='do undo']").click()  # one tap takes back
    expect_actions(page, 1)
    page.locator(tile("bronze-gate")).click()
    for label in (say("forbidden-island.draw-treasure", count=2), "Flood 2 tiles"):
        expect(page.locator("[data-key='do draw']")).to_have_text(label)
        tap("[data-key='do draw']")
    expect(page.locator("#title")).to_have_text("Player 2’s turn")
    assert taps == 6
