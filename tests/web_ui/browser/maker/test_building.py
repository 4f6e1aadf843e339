"""Kits built at the maker by taps and typed names alone: their files, and how many taps a newcomer needs."""

from __future__ import annotations

import tomllib
from textwrap import dedent

import pytest
from playwright.sync_api import expect

from tests.support.browsing import DESK, PHONE, Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.web_ui.browser.maker.hands import open_maker
from tests.web_ui.browser.maker.kits import KITS

FIRST = ("pig", "party")
MOST_TAPS = 10
"""Two dice, a wheel and a score, saved, with a name."""

table = table_of()


def opened(table: Whole) -> str:
    published = table.daemon.session.published
    return published.open.game.slug if published.open.game else ""


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=[] if slug in FIRST else [pytest.mark.long]) for slug in KITS]
)
def test_a_kit_is_built_by_taps_and_names_alone_saved_and_played(pages: Pages, table: Whole, slug: str) -> None:
    built = KITS[slug]
    hands = open_maker(pages)
    built.build(hands)
    kit = hands.kit
    assert kit.pop("slug") == slug
    kit.pop("text")
    assert kit == tomllib.loads(dedent(built.file))
    hands.save()
    hands.tap(hands.page.locator("#play"))
    eventually(lambda: opened(table) == slug)
    before = len(table.table["log"])
    table.press(built.plays)
    eventually(lambda: len(table.table["log"]) > before)
    table.finish()


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["phone", "desk"])
def test_two_dice_a_wheel_and_a_score_need_few_taps(pages: Pages, table: Whole, size: dict[str, int]) -> None:
    hands = open_maker(pages, size=size)
    hands.call("Friday")
    hands.add("dice")
    hands.dice("d6")
    hands.add("wheel")
    hands.type(hands.field("segments").locator(".typed input"), "Sun, rain, storm")
    hands.add("score")
    assert hands.kit == {
        "slug": "friday",
        "dice": {"dice": {"roll": "2d6"}},
        "wheel": {"wheel": {"segments": ["Sun", "rain", "storm"]}},
        "counter": {"score": {"each": "person"}},
        "text": {"en": {"name": "Friday"}},
    }
    hands.save()
    expect(hands.page.locator("#play")).to_be_visible()
    print(f"{hands.taps} taps at {size['width']} px")
    assert hands.taps <= MOST_TAPS
