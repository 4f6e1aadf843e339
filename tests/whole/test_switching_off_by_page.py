"""The owner's page switches a whole table off after a second word, and every page says so in its own words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browsing import PHONE
from tests.support.tables import GOT_AWAY_S, running
from tests.support.wording import TEXTS
from tests.web_ui.browser import axe

SHOTS = os.environ.get("TIDETABLE_SHOTS", "")
PAGES = {"owner": "#owner-error", "": "#notices", "tv": "#notices"}
"""Each page, and where it says what has happened."""


@pytest.mark.long
@pytest.mark.parametrize(("lang", "theme"), [("en", "dark"), ("fr", "light")])
def test_a_second_word_on_the_owners_page_switches_the_table_off_and_every_page_says_so(
    lang: str, theme: str, tmp_path: Path, browser: Browser
) -> None:
    def say(key: str) -> str:
        return TEXTS.say(lang, key)

    with running(tmp_path) as table, browser.new_context(viewport=PHONE, color_scheme=theme) as window:  # type: ignore[arg-type]
        pages = {path: window.new_page() for path in PAGES}
        for path, page in pages.items():
            with page.expect_request("**/api/v1/stream*"):
                page.goto(f"http://127.0.0.1:{table.port}/{path}?lang={lang}")
        owner = pages["owner"]
        owner.locator("#play button").first.wait_for()
        yes = owner.get_by_role("button", name=say("menu.off-yes"))
        expect(yes).to_be_hidden()
        owner.get_by_text(say("menu.off-table"), exact=True).click()
        assert table.command("mute on").status == 200
        expect(owner.locator("[data-do='mute off']")).to_be_visible()
        expect(yes).to_be_visible()
        assert axe.faults(owner) == []
        shot(owner, f"asked-{lang}-{theme}")
        yes.click()
        assert table.process.wait(GOT_AWAY_S) == 0
        for path, page in pages.items():
            page.bring_to_front()
            notice = page.locator(PAGES[path])
            expect(notice).to_contain_text(say("page.switched_off_title"))
            expect(notice).to_contain_text(say("page.switched_off_for"))
            assert say("page.out_of_touch") not in page.locator("body").inner_text()
            shot(page, f"off-{path or 'phone'}-{lang}-{theme}")
        assert table.stop() == 0


def shot(page: Page, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)
