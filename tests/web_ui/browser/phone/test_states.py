"""What a page says and how it looks in states that come now and then: waiting, refused, over, on a desk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support import fireships
from tests.support.browsing import DESK, PHONE, Pages
from tests.support.islands import begin, correct, tile
from tests.support.whole import Whole, whole_table
from tests.support.wording import say

QUIET = "each => each.classList.contains('quiet')"
BARRED_KIT = 'nme = "Harbour"\n'


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    folder = tmp_path_factory.mktemp("states")
    (folder / "data" / "kits").mkdir(parents=True)
    (folder / "data" / "kits" / "harbour.toml").write_text(BARRED_KIT, "utf-8")
    with whole_table(folder, None) as table:
        yield table


@pytest.fixture(scope="module")
def phones(table: Whole) -> dict[str, str]:
    """Cookies of two phones, each with one seat."""
    begin(table)
    return {name: table.join([seat], name) for seat, name in enumerate(("Ada", "Ben"))}


@pytest.mark.long
def test_only_who_is_on_is_asked_in_brass(pages: Pages, table: Whole, phones: dict[str, str]) -> None:
    begin(table)
    looking = [table.open(pages, phones[name]) for name in ("Ada", "Ben")]
    asks = [page.locator("#dock .ask") for page in looking]
    expect(asks[0]).to_have_text(f"3 actions left. {say('forbidden-island.page.tap-any')}")
    expect(asks[1]).to_have_count(0)
    expect(looking[1].locator("#dock .waiting")).to_have_text(
        f"{say('forbidden-island.page.has-left', name='Ada', count=3)} {say('page.you_next', name='Ben')}"
    )
    assert not asks[0].evaluate(QUIET)
    fireships.begin(table)
    fireships.roll(table)
    expect(asks[0]).to_have_text(say("fireship.due-moves", count=15))
    expect(looking[1].locator("#title")).to_have_text("Ada’s turn")
    assert not asks[0].evaluate(QUIET)


@pytest.mark.long
def test_how_it_ended_is_said_where_it_is_shown_and_nothing_is_asked(
    pages: Pages, table: Whole, phones: dict[str, str]
) -> None:
    begin(table)
    page = table.open(pages, phones["Ada"])
    expect(page.locator("#dock .ask")).to_have_count(1)
    correct(table, coral__palace="sunk", flood_coral__palace="out", tidal__palace="sunk", flood_tidal__palace="out")
    expect(page.locator(".ending h2")).to_have_text("Ocean’s Chalice is lost")
    expect(page.locator("#dock .button").first).to_have_text("Play again")
    expect(page.locator("#dock .ask")).to_have_count(0)


def test_a_phone_with_a_seat_is_not_told_that_it_watches(pages: Pages, table: Whole, phones: dict[str, str]) -> None:
    table.do("new fireship kit seats=2")
    table.do("roll dice", 0)
    table.finish(*phones.values())
    page = table.open(pages, phones["Ada"])
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator("#dock .ask")).to_have_text(say("page.choose"))


@pytest.mark.long
def test_a_refusals_hint_has_its_languages_colon(pages: Pages, table: Whole, phones: dict[str, str]) -> None:
    begin(table, ("pilot", "diver"))
    page = table.open(pages, phones["Ada"], "/?lang=fr")
    page.locator("[data-key='open fly']").click()
    page.locator(tile("coral-palace")).click()
    expect(page.locator("#answer-hint")).to_be_visible()
    assert str(page.locator("#answer-hint").text_content()).startswith("Voler\u00a0: ")


@pytest.mark.long
def test_what_is_said_of_a_treasure_is_not_stretched(pages: Pages, table: Whole, phones: dict[str, str]) -> None:
    begin(table)
    page = table.open(pages, phones["Ada"], "/?lang=en")
    notes = page.locator(".treasure .note")
    expect(notes).to_have_text(["2 sites stand"] * 4)
    assert notes.evaluate_all("all => all.filter((each) => each.hasAttribute('textLength')).length") == 0


def beside(page: Page) -> bool:
    """Tell whether what can be done stands beside the board, not below it."""
    return bool(
        page.evaluate(
            "document.getElementById('dock').getBoundingClientRect().left"
            " >= document.querySelector('.stage').getBoundingClientRect().right"
        )
    )


@pytest.mark.long
def test_on_a_desk_a_kits_buttons_stand_beside_it(pages: Pages, table: Whole, phones: dict[str, str]) -> None:
    table.do("new fireship kit seats=2")
    page = table.open(pages, phones["Ada"])
    expect(page.locator(".roll")).to_be_visible()
    seen = []
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        seen.append(beside(page))
    assert seen == [False, True]


@pytest.mark.long
def test_a_kit_that_cannot_be_used_is_there_but_not_in_brass(
    pages: Pages, table: Whole, phones: dict[str, str]
) -> None:
    table.do("new fireship kit seats=2")
    table.finish(*phones.values())
    page = pages.open()
    faulty = page.get_by_role("button", name="harbour.toml")
    expect(faulty).to_have_class("button plain")
    expect(page.get_by_role("button", name="Fireball Island")).to_have_class("game-card")
    faulty.click()
    expect(page.locator("#dock .actions .button").first).to_contain_text(say("kit-fault.unknown-table", key="nme"))
