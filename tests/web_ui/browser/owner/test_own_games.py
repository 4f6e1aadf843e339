"""A family's own games on the owner's page, in a real browser: looked at, installed, switched off, removed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Pages
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say
from tests.web_ui.browser import axe
from tests.web_ui.browser.owner.test_owner import look_after
from tests.whole.test_own_games import otter

pytestmark = pytest.mark.long
table = table_of()


CHOOSE = """(given) => {
    const transfer = new DataTransfer();
    for (const [name, content] of given) transfer.items.add(new File([content], name));
    const input = document.querySelector('#game-files input');
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
}"""
"""Chooses files as a person does; the driver's own way leaves a thread behind."""


def choose(page: Page, files: dict[str, str]) -> None:
    page.evaluate(CHOOSE, list(files.items()))


def on_shelf(table: Whole) -> set[str]:
    return {game["slug"] for game in table.table["menu"]["shelf"]["games"]}


def test_a_game_is_looked_at_installed_switched_off_removed_and_brought_back(pages: Pages, table: Whole) -> None:
    page = look_after(table, pages)
    given, own = page.locator("#given-games"), page.locator(".own-games")
    choose(page, {"otter.toml": 'slug = "Otter"\n'})
    expect(given.locator(".faults")).to_contain_text("otter.toml slug")
    expect(given.get_by_role("button", name=say("own-games.install"))).to_have_count(0)
    given.get_by_role("button", name=say("own-games.leave")).click()
    expect(given).to_be_empty()
    choose(page, otter())
    expect(given).to_contain_text(say("own-games.given-game", title="Otter", version=1))
    assert axe.faults(page) == []
    given.get_by_role("button", name=say("own-games.install")).click()
    expect(given).to_contain_text(say("own-games.installed", titles="Otter"))
    off = own.get_by_role("button", name=say("own-games.off-named", title="Otter"))
    off.focus()
    page.keyboard.press("Enter")
    expect(own.get_by_role("button", name=say("own-games.on-named", title="Otter"))).to_be_focused()
    eventually(lambda: "otter" not in on_shelf(table))
    own.get_by_role("button", name=say("own-games.on-named", title="Otter")).click()
    eventually(lambda: "otter" in on_shelf(table))
    own.get_by_role("button", name=say("own-games.remove-named", title="Otter")).click()
    eventually(lambda: "otter" not in on_shelf(table))
    own.get_by_role("button", name=say("own-games.undo")).click()
    eventually(lambda: "otter" in on_shelf(table))
    assert axe.faults(page) == []
