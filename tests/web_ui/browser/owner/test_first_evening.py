"""The first evening's page in a real browser: on a phone and at a desk, in both languages, by taps and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import DESK, PHONE, Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import TEXTS
from tests.web_ui.browser import axe, contrast

HANGS_OVER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
NARROW = {"width": 320, "height": 640}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Whole]:
    with whole_table(tmp_path, None, first_evening=True) as table:
        yield table


def said(lang: str, key: str, **values: object) -> str:
    return TEXTS.say(lang, key, **values)


def good(page: Page, size: dict[str, int]) -> None:
    """Fail unless *page* is fit for everybody, in both themes, and narrower too."""
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        assert axe.faults(page) == []
        assert [word for word in contrast.words(page) if word.contrast < contrast.MIN_CONTRAST] == []
    for each in (NARROW, size):
        page.set_viewport_size(each)  # type: ignore[arg-type]
        assert not page.evaluate(HANGS_OVER)


def heading(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(text)


def tap(page: Page, lang: str, key: str) -> None:
    page.get_by_role("button", name=said(lang, key), exact=True).click()


@pytest.mark.parametrize(
    ("lang", "size"),
    [("fr", PHONE), pytest.param("en", DESK, marks=pytest.mark.long)],
    ids=["fr, phone", "en, desk"],
)
def test_a_page_goes_from_the_first_start_to_the_games(
    pages: Pages, table: Whole, lang: str, size: dict[str, int]
) -> None:
    page = pages.open("/", size=size)
    assert page.url.endswith("/first")
    good(page, size)
    page.get_by_role("button", name=TEXTS.say(lang, "page.language_name")).click()
    heading(page, said(lang, "first-evening.frame-title"))
    expect(page.locator("html")).to_have_attribute("lang", lang)
    good(page, size)
    expect(page.get_by_role("button", name=said(lang, "first-evening.leave"))).to_be_in_viewport()
    tap(page, lang, "first-evening.frame-no")
    tap(page, lang, "first-evening.frame-yes")
    heading(page, said(lang, "first-evening.name-title"))
    good(page, size)
    page.get_by_label(said(lang, "first-evening.name")).fill("La Grotte")
    page.keyboard.press("Enter")
    heading(page, said(lang, "first-evening.roll-title"))
    good(page, size)
    tap(page, lang, "first-evening.roll-now")
    heading(page, said(lang, "first-evening.ready-title"))
    rolled = table.daemon.session.published.first_evening
    assert rolled is not None
    expect(page.locator(".die")).to_contain_text(said(lang, "first-evening.rolled", number=rolled.rolled))
    expect(page.get_by_role("alert")).to_be_hidden()
    good(page, size)
    tap(page, lang, "first-evening.to-games")
    heading(page, said(lang, "page.title"))
    assert (table.daemon.session.published.lang, table.daemon.session.published.name) == (lang, "La Grotte")
    assert pages.complaints == []


def test_one_tap_leaves_it_all(pages: Pages, table: Whole) -> None:
    page = pages.open("/")
    tap(page, "en", "first-evening.leave")
    heading(page, said("en", "page.title"))
    assert page.url.endswith(f":{table.port}/")
    assert table.daemon.session.published.asks_first is None


def test_a_page_goes_on_with_the_table_and_is_told_who_was_first(pages: Pages, table: Whole) -> None:
    page = pages.open("/first")
    heading(page, said("en", "first-evening.asks-language").replace("  ", " "))
    table.turn(1)
    table.press("push")
    heading(page, said("fr", "first-evening.frame-title"))
    expect(page.get_by_role("alert")).to_have_text(said("fr", "first-evening.answered"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()


@pytest.mark.long
def test_the_keyboard_alone_answers(pages: Pages, table: Whole) -> None:
    page = pages.open("/first")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    heading(page, said("fr", "first-evening.frame-title"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    heading(page, said("fr", "first-evening.name-title"))
    page.keyboard.press("Tab")
    page.keyboard.type("La Grotte")
    page.keyboard.press("Enter")
    heading(page, said("fr", "first-evening.roll-title"))
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    heading(page, said("fr", "first-evening.ready-title"))


@pytest.mark.long
def test_the_owners_page_leads_to_each_question_once_more(pages: Pages, table: Whole) -> None:
    page = pages.open("/first")
    tap(page, "en", "first-evening.leave")
    heading(page, said("en", "page.title"))
    page.goto(f"{page.evaluate('location.origin')}/owner")
    page.get_by_role("link", name=said("en", "first-evening.to")).click()
    heading(page, said("en", "first-evening.asked"))
    good(page, PHONE)
    page.get_by_role("button", name=said("en", "first-evening.name-now", name="Tidetable")).click()
    heading(page, said("en", "first-evening.name-title"))
    expect(page.get_by_role("button", name=said("en", "first-evening.leave"))).to_have_count(0)
    tap(page, "en", "first-evening.skip")
    heading(page, said("en", "first-evening.asked"))
    eventually(lambda: table.daemon.session.published.asks_first is None)


@pytest.mark.long
def test_a_joined_phone_asks_the_table_and_sees_what_comes_of_it(pages: Pages, table: Whole) -> None:
    page = table.open(pages, table.join([]), "/first", size=PHONE)
    digits = page.get_by_label(said("en", "first-evening.digits"))
    digits.fill("12")
    tap(page, "en", "owner.ask")
    expect(page.get_by_role("status").get_by_text(said("en", "owner.asked"))).to_be_visible()
    expect(digits).to_have_value("12")
    good(page, PHONE)
    eventually(lambda: table.daemon.stage.is_asked)
    digits.focus()
    table.press("back")
    expect(page.get_by_text(said("en", "join.asked-no"))).to_be_visible()
    expect(digits).to_be_focused()
    expect(page.get_by_role("button", name=said("en", "owner.ask"))).to_be_visible()


TABLETS = ({"width": 768, "height": 1024}, {"width": 1024, "height": 768})
NEAR_PX = 90


@pytest.mark.parametrize("size", TABLETS, ids=["upright", "lying"])
def test_on_a_tablet_the_question_is_a_card_and_what_skips_it_is_near(
    pages: Pages, table: Whole, size: dict[str, int]
) -> None:
    page = pages.open("/", size=size)
    card, skip = page.locator("main").bounding_box(), page.locator("[data-do='skip language']").bounding_box()
    answer = page.locator("[data-do^='answer language']").last.bounding_box()
    assert card is not None
    assert skip is not None
    assert answer is not None
    assert skip["y"] - answer["y"] - answer["height"] < NEAR_PX
    assert card["y"] > 0
    assert card["y"] + card["height"] < size["height"]
