"""What can be chosen on the maps of two islands, measured on the pixels by day and by night."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise, product
from math import cos, pi, sin
from statistics import median
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.support import battles, fireships, volcanoes
from tests.support.browsing import DESK, Pages
from tests.support.whole import Whole, table_of
from tests.support.windows import window_of
from tests.web_ui.browser.contrast import ratio
from tests.web_ui.browser.fitness import NO_SCENES

MIN_CONTRAST = 3.0
"""WCAG 2.2, 1.4.11: what one has to see to know what can be done."""
WAYS = 12
"""In so many directions it is looked from a mark's middle outwards; a piece or a way may lie in one of them."""
SHAPES = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const box = each.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, box.width / 2];
})"""

table = table_of(volcanoes.OPENING)


def island(table: Whole) -> None:
    """Lay Fireball Island where a piece goes by four, on the beach and beside the volcano."""
    volcanoes.lay(table)
    volcanoes.put(table, "piece-1=lr4")
    volcanoes.passed(table)
    volcanoes.roll(table, 4)
    volcanoes.passed(table)


def battle(table: Whole) -> None:
    """Lay a battle in which a tank on the sand and soldiers at the edge may move."""
    battles.lay(table)
    battles.put(table, *battles.at("1-tank-1", "k5", "north"), "step=move", "die=2")


def edges(picture: Image.Image, x: float, y: float, from_: float, to: float) -> float:
    """Return the median, over all directions, of the sharpest edge between *from_* and *to* from a mark's middle."""
    found = []
    for way in range(WAYS):
        right, down = cos(2 * pi * (way + 0.5) / WAYS), sin(2 * pi * (way + 0.5) / WAYS)
        steps = range(round(from_), round(to) + 1)
        line = [picture.getpixel((round(x + right * step), round(y + down * step))) for step in steps]
        found.append(max(ratio(one, other) for one, other in pairwise(line[::2] or line)))  # type: ignore[arg-type]
    return median(found)


@pytest.mark.long
@pytest.mark.parametrize(
    ("begin", "marked"),
    [(island, ".choice > .brass"), (battle, ".square.can > .face")],
    ids=("island", "battle"),
)
def test_what_can_be_chosen_on_a_map_is_seen_by_everybody_by_day_and_by_night(
    pages: Pages, table: Whole, begin: Callable[[Whole], None], marked: str
) -> None:
    begin(table)
    cookie = table.join((0,))
    page = table.open(pages, cookie, reduced_motion="reduce")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # large enough for marks to be measured
    expect(page.locator(marked)).not_to_have_count(0)
    page.evaluate(NO_SCENES)
    for theme, selector in product(("dark", "light"), (marked, ".verb circle")):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        picture = window_of(page).photograph()
        found = [edges(picture, x, y, half * 0.7, half * 1.25 + 4) for x, y, half in page.evaluate(SHAPES, selector)]
        assert min(found) >= MIN_CONTRAST, (theme, selector, found)
    table.daemon.phones.leave(cookie)


PARTS = """() => [...document.querySelectorAll('.square')].map((square) => {
  const boxOf = (each) => ['left', 'top', 'right', 'bottom'].map((side) => each.getBoundingClientRect()[side]);
  const inside = document.querySelector(`.tops .within.${square.classList[1]}`);
  return [boxOf(square.querySelector('.land')), [...inside.querySelectorAll('.craft')].map(boxOf)];
})"""
MIN_PART_SEEN = 0.2
"""So much of a piece's box is its body at least."""


@pytest.mark.long
def test_boats_and_planes_at_home_are_seen_on_the_colour_of_all_four(pages: Pages, table: Whole) -> None:
    fireships.begin(table, 4)
    cookie = table.join((0,))
    page = table.open(pages, cookie, reduced_motion="reduce")
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    expect(page.locator(".within .craft")).to_have_count(8)
    page.evaluate(NO_SCENES)
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        picture = window_of(page).photograph()
        for (left, top, right, bottom), pieces in page.evaluate(PARTS):
            ground: Any = picture.getpixel((round(left) + 3, round(top + bottom) // 2))
            for box in pieces:
                pixels: Any = picture.crop(tuple(map(round, box))).get_flattened_data()
                seen = [ratio(pixel, ground) >= MIN_CONTRAST for pixel in pixels]
                assert sum(seen) >= MIN_PART_SEEN * len(seen), (theme, ground, box)
                assert left < box[0] and top < box[1] and box[2] < right and box[3] < bottom, box
    table.daemon.phones.leave(cookie)
