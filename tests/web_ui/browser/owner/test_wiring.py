"""Pins, screen and tray in a real browser: faults at their fields, and fit for everybody in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.parts.optional import TRIAL
from tests.support.browsing import DESK, PHONE, Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, whole_table
from tests.support.wording import say
from tests.web_ui.browser.owner.test_first_evening import good


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Whole]:
    with whole_table(tmp_path, None) as table:
        yield table


@pytest.mark.parametrize(
    ("lang", "size"),
    [("fr", PHONE), pytest.param("en", DESK, marks=pytest.mark.long)],
    ids=["fr, phone", "en, desk"],
)
def test_a_pin_given_twice_is_told_at_both_fields_and_the_right_one_is_taken(
    pages: Pages, table: Whole, lang: str, size: dict[str, int]
) -> None:
    page = pages.open(f"/?lang={lang}", size=size)
    page.emulate_media(reduced_motion="reduce")  # or leaving the page is in motion while its theme changes
    page.goto(f"{page.evaluate('location.origin')}/owner?lang={lang}")
    page.get_by_role("link", name=say("wiring-page.to", lang)).click()
    good(page, size)
    roll = page.get_by_label(say("wiring-page.pins.roll", lang), exact=True)
    roll.select_option("27")
    save = page.get_by_role("button", name=say("wiring-page.save", lang))
    save.click()
    other = say("wiring-page.pins.spin", lang)
    expect(page.locator("#pins-roll-fault")).to_have_text(say("wiring-page.twice", lang, number=27, other=other))
    expect(page.locator("#pins-spin-fault")).to_be_visible()
    expect(roll).to_be_focused()
    good(page, size)
    roll.select_option("4")
    save.click()
    expect(page.get_by_text(say("wiring-page.restarts", lang))).to_be_visible()
    eventually(lambda: table.daemon.power.is_ending)


def test_a_trial_is_asked_on_the_page_and_ends_there(pages: Pages, table: Whole) -> None:
    trial = table.daemon.optional.get(TRIAL)
    trial.propose({"pins.roll": "4"})
    trial.begin()
    page = pages.open("/", size=PHONE)
    page.emulate_media(reduced_motion="reduce")  # or leaving the page is in motion while its theme changes
    page.goto(f"{page.evaluate('location.origin')}/owner")
    page.get_by_role("link", name=say("wiring-page.trial")).click()
    good(page, PHONE)
    trial.go_back()
    expect(page.get_by_role("button", name=say("wiring-page.confirm"))).to_be_hidden()
    expect(page.get_by_text(say("wiring-page.refused", names=say("wiring-page.pins.roll")))).to_be_visible()
