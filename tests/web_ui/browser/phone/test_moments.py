"""Scenes on a phone: your turn, the island laid, the water; they hold nothing up, and may be still."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support import battles, fireships
from tests.support.browsing import DESK, Pages
from tests.support.islands import OPENING, begin, correct
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say

WATCH = """() => {
  [globalThis.scenes, globalThis.shownTo] = [[], []];
  const isScene = (each) => each.classList?.contains('moment');
  const keep = (each) => {
    scenes.push([each.className, each.innerText.split(/\\n+/)]);
    shownTo.push(each.getAttribute('aria-hidden'));
  };
  new MutationObserver((all) => all.flatMap((each) => [...each.addedNodes]).filter(isScene).forEach(keep))
    .observe(document.documentElement, { childList: true });
}"""
COME = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('moments.js'))"
TURN = ["moment scene-turn red", ["A", "Your turn", "Ada, Engineer"]]
DEAL = [
    "moment scene-deal",
    [say("forbidden-island.moment-laid"), say("forbidden-island.moment-laid-why"), "Ada", "Engineer", "Ben", "Diver"],
]

NAMES = ("Ada", "Ben")

table = table_of(OPENING)


@pytest.fixture
def cookies(table: Whole) -> Iterator[list[str]]:
    """A phone for each seat, which is free again then."""
    cookies = [table.join((seat,), name) for seat, name in enumerate(NAMES)]
    yield cookies
    for cookie in cookies:
        table.daemon.phones.leave(cookie)


def phone(pages: Pages, table: Whole, cookie: str, **more: Any) -> Page:
    page = table.open(pages, cookie, **more)
    page.wait_for_function(COME)
    page.evaluate(WATCH)
    return page


def scenes(page: Page) -> list[Any]:
    seen: list[Any] = page.evaluate("scenes")
    return seen


@pytest.mark.long
def test_whose_turn_it_is_is_told_over_that_ones_whole_page_and_in_its_title(
    pages: Pages, table: Whole, cookies: list[str]
) -> None:
    ada, ben = (phone(pages, table, cookie) for cookie in cookies)
    begin(table)
    eventually(lambda: TURN in scenes(ada) and DEAL in scenes(ada) and DEAL in scenes(ben))
    assert not [name for name, _ in scenes(ben) if "turn" in name]
    expect(ada).to_have_title("Your turn: Forbidden Island")
    expect(ben).to_have_title("Forbidden Island")
    assert ada.locator("link[rel=icon]").get_attribute("href").endswith("icon-turn.svg")  # type: ignore[union-attr]


@pytest.mark.long
def test_a_tap_ends_a_scene_and_does_what_it_is_on(pages: Pages, table: Whole, cookies: list[str]) -> None:
    ada = phone(pages, table, cookies[0])
    begin(table)
    ada.locator(".moment").first.wait_for()
    ada.locator("#more").click()
    expect(ada.locator("#settings")).to_be_visible()


SHOW = """async (moment) => {
  const { name } = performance.getEntriesByType('resource').find((each) => each.name.endsWith('moments.js'));
  const { Moments } = await import(name);
  await new Moments(() => ({}), 'Go on').show(moment);
}"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("motion", "name"), [("reduce", "moment scene-rise still"), ("no-preference", "moment scene-rise")]
)
def test_what_rises_climbs_its_gauge_and_nothing_moves_where_motion_is_unwanted(
    pages: Pages, table: Whole, cookies: list[str], motion: str, name: str
) -> None:
    begin(table)
    ada = phone(pages, table, cookies[0], reduced_motion=motion)
    ada.evaluate(SHOW, {"kind": "rise", "title": "Waters Rise!", "detail": "From now on 3 floods", "at": 3, "of": 10})
    ada.evaluate(
        "() => { globalThis.heard = []; document.getElementById('dock').onclick = ({ type }) => heard.push(type); }"
    )
    scene = ada.locator(".moment.scene-rise")
    expect(scene).to_have_class(name)
    expect(scene.locator(".gauge i")).to_have_count(10)
    expect(scene.locator(".gauge .reached")).to_have_count(3)
    running = ada.evaluate("document.getAnimations().filter((each) => each.effect.target.closest('.moment')).length")
    assert bool(running) == (motion != "reduce")
    if running:
        expect(scene).to_have_css("animation-delay", "0s, 5.8s")  # it stays to be read
    scene.get_by_text("Go on").click()
    expect(scene).to_have_count(0)
    assert ada.evaluate("heard") == []  # what lies below wasn't meant


@pytest.mark.long
def test_all_pages_show_a_scene_of_one_version_and_none_of_them_is_read_aloud(
    pages: Pages, table: Whole, cookies: list[str]
) -> None:
    begin(table)
    opened = [phone(pages, table, cookies[1]), pages.open("/tv", DESK), pages.open("/panel", DESK)]
    for page in opened:
        page.evaluate(WATCH)
    correct(table, water=10)
    for page in opened:
        page.wait_for_function("() => scenes.some(([name]) => name.startsWith('moment scene-lost'))")
        assert set(page.evaluate("shownTo")) == {"true"}


JEWEL = [
    "moment scene-deal",
    [
        say("fireball-island.moment-dealt"),
        say("fireball-island.moment-dealt-why"),
        "Ada",
        "red hero",
        "Ben",
        "blue hero",
    ],
]
BATTLE = [say("battle-for-the-island.moment-laid"), say("battle-for-the-island.gift.text")]


@pytest.mark.long
def test_heroes_and_units_are_introduced_where_they_begin(pages: Pages, table: Whole, cookies: list[str]) -> None:
    table.do("new fireball-island referee seats=2 chance=typed")
    table.do("draw cancel", "chance")
    page = phone(pages, table, cookies[1])
    table.do("draw reroll", "chance")
    scene = page.locator(".moment.scene-deal")
    expect(scene.locator(".stands")).to_have_count(4)  # two heroes, the jewel, and what it is drawn as
    assert [[name, words[2:]] for name, words in scenes(page)] == [JEWEL]  # after the letters on the pieces
    assert scene.evaluate(
        "each => each.getAnimations({ subtree: true }).every((one) => one.effect.getTiming().delay < 3000)"
    )
    page.locator("#more").click()
    expect(scene).to_have_count(0)
    battles.lay(table, 3)
    for seat, column, kind in [
        (seat, column, kind) for seat in (0, 1) for column, kind in enumerate(battles.ON_PAD, 1)
    ]:
        table.do(f"load {kind} {column}", seat)
    expect(scene.locator(".stands:not(.thing)")).to_have_count(10)
    expect(scene.locator(":scope > :is(b, p)")).to_have_text(BATTLE)


@pytest.mark.long
def test_a_phone_of_two_people_is_handed_on_before_the_next_one_sees_a_card_though_scenes_come_late(
    pages: Pages, table: Whole
) -> None:
    late: list[Route] = []
    fireships.begin(table)
    fireships.deal(table, "no")
    page = fireships.phone(
        pages, table, 0, 1, prepare=lambda page: page.route("**/scenes/scenes.js", lambda route: late.append(route))
    )
    fireships.put(table, "turn=2")
    expect(page.locator("#caption")).to_contain_text("Your turn")
    eventually(lambda: page.evaluate("true") and bool(late))
    late[0].continue_()
    cover = page.locator(".moment.scene-hand")
    cover.get_by_role("button", name="I’m ").wait_for()
    assert page.evaluate("() => Boolean(document.elementFromPoint(180, 300).closest('.moment'))")
    assert page.evaluate("() => document.activeElement.closest('.moment') !== null")
    expect(cover).not_to_have_attribute("aria-hidden", "true")
    cover.get_by_role("button").click()
    expect(cover).to_have_count(0)
    table.daemon.phones.leave(fireships.CAME.pop())
