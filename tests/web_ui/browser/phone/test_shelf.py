"""The shelf: from a page to the first move of each game in four taps, from the table's own page and from a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import PHONE, WATCHERS_HOST, Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say

GAMES = {
    "forbidden-island": "Forbidden Island",
    "fireship": "Fireship",
    "battle-for-the-island": say("battle-for-the-island.words.name"),
    "fireball-island": "Fireball Island",
}
MAX_TAPS = 4


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("shelf"), None) as table:
        yield table


def clear(table: Whole, cookies: list[str]) -> None:
    """Leave the table without a game."""
    if table.table["game"] is not None:
        table.finish(*cookies)


def put_away(page: Page) -> None:
    """Close what is told at the beginning of a game."""
    page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")


class Taps:
    """A hand that counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def __call__(self, selector: str) -> None:
        self.count += 1
        self.page.locator(selector).first.click()


def come_in(table: Whole, name: str) -> str:
    window = table.daemon.window
    window.open()
    try:
        return table.daemon.phones.join("", window.digits, None, name, token=None, plays=True).cookie
    finally:
        window.close()


def first_move(table: Whole, taps: Taps, slug: str) -> None:
    """Start the game called *slug* from its shelf, and do the first thing that is a person's."""
    taps(f"[data-game={slug}]")
    expect(taps.page.locator(".set-up .who bdi")).to_have_text(["Ann", "Ben"])
    expect(taps.page.locator("#dock")).to_be_hidden()  # what else could be done lies over no Start
    taps(".set-up .foot .first")
    # The table does what it can: it lays the island, gives out the colours, rolls for the first turn.
    eventually(lambda: table.table["game"] == slug and any(ask["seat"] != "table" for ask in table.table["asks"]))
    table.settle()


def begins(table: Whole, cookies: list[str], page: Page, *games: str) -> None:
    """Start each of *games* from *page*, for the two that have come in."""
    for slug in games:
        clear(table, cookies)
        page.locator(f"[data-game={slug}]:visible").wait_for()
        taps = Taps(page)
        first_move(table, taps, slug)
        assert taps.count <= MAX_TAPS - 2  # one for what a newcomer is told, one for the move
        assert [each["name"] for each in table.table["people"]] == ["Ann", "Ben"]
        put_away(page)
    assert page.evaluate("performance.getEntriesByType('resource').some((each) => each.name.includes('/covers/'))")


def tells_the_way_in(table: Whole, page: Page) -> None:
    """See that the table's own *page* tells how phones come in, and the digits as long as they let some in."""
    way_in = page.locator(".way-in")
    expect(way_in).to_contain_text("Ann, Ben")
    assert way_in.locator("img").evaluate("each => each.decode().then(() => each.naturalWidth > 100)")
    table.daemon.window.open()
    expect(way_in.locator("output")).to_have_text(re.compile(r"^\d{3} \d{3}$"))
    table.daemon.window.close()
    expect(way_in.locator("output")).to_have_count(0)
    expect(page.locator(".sits")).to_be_hidden()


def ask_for_fireship(page: Page) -> None:
    """Wish from a phone's *page* for another game while one goes on."""
    page.locator("#more").click()
    page.locator("#other-game").click()
    page.locator(".shelf-sheet [data-game=fireship]").click()
    page.locator(".set-up .foot .first").click()


@pytest.mark.long
def test_every_game_begins_by_two_taps_of_the_tables_page_or_a_phone_and_two_leave_one_together(
    pages: Pages, table: Whole
) -> None:
    cookies = [come_in(table, name) for name in ("Ann", "Ben")]
    own = pages.open()
    tells_the_way_in(table, own)
    begins(table, cookies, own, *GAMES)
    clear(table, cookies)
    television = pages.open("/tv")
    expect(television.locator(".covers b")).to_have_text(sorted(GAMES.values()))
    television.close()
    ann = table.open(pages, cookies[0], viewport=PHONE)
    expect(ann.locator(".sits")).to_have_text(
        f"{say('shelf.you-sit', name='Ann', seats=1)} {say('shelf.choose-or', others='Ben')}"
    )
    begins(table, cookies, ann, "fireship", "forbidden-island")
    ben = table.open(pages, cookies[1], viewport=PHONE)
    put_away(ann)
    put_away(ben)
    ben.evaluate("window.buzzed = []; navigator.vibrate = (times) => buzzed.push(times); 0")
    before = table.table["commitment"]
    ask_for_fireship(ann)
    expect(ann.locator("#consent")).to_contain_text("Asking Ben")
    expect(ann.locator("#consent .answers")).to_contain_text("thinking")
    expect(ben.locator("#consent h2")).to_have_text(say("consent.new", who="Ann", name="Fireship"))
    ben.wait_for_function("() => buzzed.length > 0")
    assert ben.evaluate("buzzed") == [[60]], "a wish knocks"
    sizes = "all => all.map((each) => [each.offsetWidth, each.offsetHeight, each.offsetTop])"
    no, yes = ben.locator("#consent .two button").evaluate_all(sizes)
    assert no == yes
    reached = "each => innerHeight - each.getBoundingClientRect().bottom"
    assert ben.locator("#consent .two").evaluate(reached) < PHONE["height"] / 10
    assert table.table["commitment"] == before
    ben.locator("#consent .two button:not(.first)").click()
    expect(ann.locator("#consent h2")).to_have_text(say("consent.nobody-agreed"))
    ann.locator("#consent button").click()
    expect(ann.locator("#consent")).to_have_count(0)
    ask_for_fireship(ann)
    ben.locator("#consent .two .first").click()
    expect(ann.locator("#consent")).to_have_count(0)
    eventually(lambda: table.table["game"] == "fireship")
    told = table.ask("GET", "/api/v1/shelf").body
    assert b'"name":"Forbidden Island"' in told.partition(b'"kept"')[2]
    clear(table, cookies)
    for cookie in cookies:
        table.daemon.phones.leave(cookie)


@pytest.mark.long
def test_four_options_are_in_sight_and_the_others_are_house_rules(pages: Pages, table: Whole) -> None:
    clear(table, [])
    own = pages.open()
    own.locator("[data-game=fireship]:visible").click()
    own.locator(".set-up .options > summary").click()
    rows = own.locator(".set-up .form-row:visible")
    expect(rows).to_have_count(4)
    own.locator(".set-up .fields summary").click()
    expect(rows).not_to_have_count(4)
    assert rows.count() > 30
    own.locator(".to-shelf").click()  # or somebody at the table goes on choosing


@pytest.mark.long
def test_who_is_choosing_a_game_is_told_to_everybody_else(pages: Pages, table: Whole) -> None:
    clear(table, [])
    cookies = [come_in(table, name) for name in ("Ann", "Ben")]
    ann, ben = (table.open(pages, cookie) for cookie in cookies)
    own, far = pages.open(), pages.open("/tv", host=WATCHERS_HOST)
    told, told_at_table = say("shelf.choosing", name="Ann"), say("shelf.somebody-choosing")
    try:
        ann.locator("[data-game='fireship']").click()
        for page in (ben, own, far):
            expect(page.locator(".choosing")).to_have_text(told)
        expect(ann.locator(".choosing")).to_have_count(0)
        ben.locator("[data-game='forbidden-island']").click()
        expect(ben.locator(".choosing")).to_be_visible()  # who takes another sees it as well
        expect(ann.locator(".choosing")).to_have_text(say("shelf.choosing", name="Ben"))
        ben.locator(".to-shelf").click()
        ann.locator(".to-shelf").click()
        for page in (ben, own, far):
            expect(page.locator(".choosing")).to_have_count(0)
        table.turn(1)  # the knob
        for page in (ann, far):
            expect(page.locator(".choosing")).to_have_text(told_at_table)
        table.press("back")
        expect(ann.locator(".choosing")).to_have_count(0)
    finally:
        for cookie in cookies:
            table.daemon.phones.leave(cookie)


@pytest.mark.long
def test_once_a_game_is_open_nobody_is_choosing_any_more(pages: Pages, table: Whole) -> None:
    clear(table, [])
    cookie = come_in(table, "Ann")
    ann = table.open(pages, cookie)
    try:
        ann.locator("[data-game='fireship']").click()
        eventually(lambda: table.table["choosing"] is not None)
        table.do("new fireship kit seats=2")
        table.do("finish")
        assert table.table["choosing"] is None
    finally:
        table.daemon.phones.leave(cookie)


def test_a_tool_stands_first_under_its_own_heading_and_opens_at_one_tap(table: Whole, pages: Pages) -> None:
    clear(table, [])
    cookie = come_in(table, "Tess")
    page = table.open(pages, cookie, viewport=PHONE)
    expect(page.locator("[data-heading='tools'] h3")).to_have_text(say("shelf.tools"))
    expect(page.locator(".shelf [data-game]").first).to_have_attribute("data-game", "any-dice")
    page.locator('[data-game="who-begins"]').click()
    eventually(lambda: table.table["game"] == "who-begins")
    expect(page.locator(".shelf")).to_have_count(0)
    page.locator(".names .field").fill("Zoé, Old Mill ,O’Ben'~")
    page.locator(".names .button").click()
    expect(page.locator(".wheel .written .slice")).to_have_count(3)
    expect(page.locator(".wheel .written")).to_contain_text("Zoé")
    clear(table, [cookie])
    table.daemon.phones.leave(cookie)


def test_a_game_is_found_by_its_name_and_tells_how_it_is_played(table: Whole, pages: Pages) -> None:
    clear(table, [])
    cookie = come_in(table, "Fay")
    page = table.open(pages, cookie, viewport=PHONE)
    page.locator(".shelf .find").fill("gÖOse")
    expect(page.locator(".shelf [data-game]:visible")).to_have_attribute("data-game", "goose")
    expect(page.locator(".small-cards:visible")).to_have_count(1)
    page.locator(".shelf .find").fill("")
    for heading in ("dice", "board", "party", "cards", "tools"):
        expect(page.locator(f"[data-heading='{heading}'] h3")).to_have_text(say(f"shelf.{heading}"))
    page.locator("[data-game='goose']").click()
    page.locator(".set-up .how").click()
    rules = page.locator(".how-to-play")
    expect(rules.locator("li").first).to_have_text(say("kit.goose.shelf.rule-1"))
    rules.locator("button").click()
    expect(rules).to_have_count(0)
    page.locator(".set-up .first").click()
    eventually(lambda: table.table["game"] == "goose")
    page.locator("#more").click()
    page.locator("#how").click()
    expect(rules.locator("h2")).to_have_text(say("kit.goose.name"))
    put_away(page)
    clear(table, [cookie])
    expect(page.locator("[data-last]").first).to_have_attribute("data-last", "goose")
    table.daemon.phones.leave(cookie)
