"""A scene looks the same in every game: no game's sheets reach it, or any other game's page."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support.browsing import PHONE, Pages
from tests.support.paths import ROOT
from tests.support.referees import REFEREES
from tests.support.whole import Whole, table_of
from tests.support.wording import say

MOMENTS = (
    {"kind": "turn", "title": "Your turn", "detail": "Ada, Engineer", "look": "red"},
    {"kind": "turn", "title": "Your turn", "detail": "Ben", "look": "blue"},
    {"kind": "treasure", "title": say("fireball-island.page.you-win"), "detail": "Bring it to the dock"},
    {"kind": "rise", "title": "Waters rise", "detail": "Three floods from now on", "at": 3, "of": 10},
    {"kind": "strike", "title": "A strike", "detail": "Ben attacks Ada"},
    {"kind": "blast", "title": "A blast", "detail": "A boat is gone"},
    {"kind": "won", "title": "Ada has won", "detail": "In nine turns"},
    {"kind": "lost", "title": "The island sank", "detail": "In nine turns"},
)
SHOW = """async (moment) => {
  document.querySelectorAll('.moment').forEach((each) => each.remove());
  const fetched = performance.getEntriesByType('resource').map((each) => each.name);
  const { Moments } = await import(fetched.find((name) => name.endsWith('moments.js')));
  const moments = new Moments(() => ({}), '');
  await moments.show(moment);
  const looks = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const { display, color, fontSize, padding } = getComputedStyle(each);
    const box = [x, y, width, height].map(Math.round);
    return [each.tagName, each.getAttribute('class'), ...box, display, color, fontSize, padding];
  };
  const found = [moments.shown, ...moments.shown.querySelectorAll('*')].map(looks);
  clearTimeout(moments.timer);
  moments.shown.remove();
  return found;
}"""
COME = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('moments.js'))"
PAGES_OF_GAMES = sorted((ROOT / "companion" / "games").glob("*/page/*.css"))
SHARED_SHEETS = sorted((ROOT / "web_ui" / "static" / "css").glob("*.css"))

table = table_of()


def shown_in(page: Page) -> list[Any]:
    """Return how *page* shows each of the moments, element by element."""
    page.wait_for_function(COME)
    return [page.evaluate(SHOW, moment) for moment in MOMENTS]


@pytest.mark.long
def test_every_scene_looks_the_same_in_every_game(pages: Pages, table: Whole) -> None:
    """Compare the boxes, colours and sizes of all elements on one page that goes from game to game."""
    table.do("new fireship kit seats=2")
    page = table.open(pages, table.join([0, 1]), color_scheme="light", reduced_motion="reduce")
    in_kit = shown_in(page)
    for game in REFEREES:
        table.do(f"new {game.slug} referee seats=2")
        page.locator(f":root[data-kind={game.slug}]").wait_for()
        assert shown_in(page) == in_kit, game.slug
    assert page.viewport_size == PHONE


@pytest.mark.parametrize("sheet", PAGES_OF_GAMES, ids=lambda path: "-".join(path.parts[-3::2]))
def test_every_rule_of_a_game_holds_on_its_own_pages_alone(sheet: Any) -> None:
    slug = sheet.parts[-3].replace("_", "-")
    outside = outermost(sheet.read_text("utf-8"))
    if sheet.name == "tokens.css":  # colours and names of its own, for scenes too
        assert all(
            re.match(r":root|\[href|:is\(\[href|\.moment\.scene-|\.tile\.flooded \[href\]", each) for each in outside
        )
    else:
        rules = [each for each in outside if not each.startswith(("@keyframes ", ":root"))]
        assert rules == [f':where([data-kind="{slug}"] > body)']


def test_no_nested_selector_means_something_else_without_a_space() -> None:
    """`.a :is(.b)` has to be `.a *:is(.b)`: what makes the sheets small takes a nested rule's space before a colon."""
    for sheet in PAGES_OF_GAMES:
        plain = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
        selectors = [each for each in re.findall(r"[^{};]+(?=\{)", plain) if "@" not in each]
        assert [each for each in selectors if re.search(r"[\w\])*>~+] :", each)] == [], sheet.name


def test_no_two_sheets_name_a_motion_alike() -> None:
    names = Counter(
        name
        for sheet in [*PAGES_OF_GAMES, *SHARED_SHEETS]
        for name in re.findall(r"@keyframes ([\w-]+)", sheet.read_text("utf-8"))
    )
    assert [name for name, count in names.items() if count > 1] == []


def outermost(sheet: str) -> list[str]:
    """Return the selectors and at-rules of *sheet* that stand in no other."""
    found, depth, start = [], 0, 0
    text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    for at, sign in enumerate(text):
        if sign == "{":
            found += [text[start:at].strip()] if not depth else []
            depth += 1
        elif sign == "}":
            depth -= 1
            start = at + 1
    return found
