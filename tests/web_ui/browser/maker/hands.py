"""Hands at the maker: they tap, and type names; each tap is counted."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.browsing import PHONE, Pages
from tests.support.waiting import eventually
from tests.support.wording import say


class Hands:
    """Builds a kit on *page*, the maker's, in English."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    @property
    def draft(self) -> dict[str, Any]:
        """What the page keeps on its device."""
        draft: dict[str, Any] = json.loads(self.page.evaluate("localStorage.maker ?? 'null'")) or {}
        return draft

    @property
    def kit(self) -> dict[str, Any]:
        """The kit's file as it is read, once nothing waits for the table."""
        eventually(lambda: self.draft.get("waiting") == [])
        return tomllib.loads(self.draft["text"])

    def tap(self, place: Locator) -> None:
        self.taps += 1
        place.click()

    def type(self, place: Locator, text: str) -> None:
        """Type *text*, after a tap on its field unless that has the focus."""
        if not place.evaluate("field => field === document.activeElement"):
            self.tap(place)
        place.fill(text)
        place.press("Enter")

    def call(self, title: str) -> None:
        """Name the game."""
        self.type(self.page.locator("#name"), title)

    def add(self, section: str, table: str = "", name: str = "") -> None:
        """Add the first thing of *section*, or a *table* from behind "More"; call it *name*."""
        self.back()
        self.tap(self.page.locator(f".maker-tile[data-section={section}]"))
        if table:
            self.tap(self.page.locator(f"[data-table={table}]"))
        expect(self.page.locator("#form h2")).to_be_focused()
        if name:
            self.type(self.page.locator(".thing-name"), name)

    def back(self) -> None:
        """Go back to all things, on a phone that shows one of them."""
        back = self.page.locator("#form .back-to-things")
        if back.is_visible():
            self.tap(back)

    def field(self, key: str) -> Locator:
        """Return the field *key* of the form, unfolded if it is one of the seldom ones."""
        field = self.page.locator(f"#form [data-field={key}]")
        more = self.page.locator("#form .more-settings:not([open]) > summary")
        if not field.is_visible() and more.is_visible():
            self.tap(more)
        return field

    def dice(self, *kinds: str) -> None:
        """Tap dice of these *kinds*, after the die that is there at first is taken away."""
        keys = self.field("roll").locator(".keys")
        for kind in kinds:
            self.tap(keys.get_by_role("button", name=say("page.add", what=kind), exact=True))

    def words(self, key: str, *words: str) -> None:
        """Have the field *key* hold just these words."""
        field = self.field(key)
        own = field.locator("[data-value='']")
        if own.count():
            self.tap(own.first)
        for _ in range(field.locator("li").count()):
            self.tap(field.locator("li .icon:not(.up)").first)
        self.type(field.locator(".typed input"), ", ".join(words))

    def choose(self, key: str, value: str) -> None:
        self.tap(self.field(key).locator(f"[data-value='{value}']"))

    def number(self, place: Locator, wanted: int) -> None:
        """Bring a number to *wanted* by − and +; one that is far away is typed."""
        number = place.locator(".adjuster input").first
        less, more = place.locator(".adjuster .step").first, place.locator(".adjuster .step").nth(1)
        for _ in range(12):
            there = number.input_value()
            if there == str(wanted):
                return
            self.tap(less if there and int(there) > wanted else more)
        self.type(number, str(wanted))

    def set(self, key: str, wanted: int) -> None:
        self.number(self.field(key), wanted)

    def condition(self, number: int) -> tuple[Locator, Locator]:
        """Add a condition, the one after *number* others; return where it and its effects are filled in."""
        self.tap(self.page.locator(".entries-field > .small"))
        entry = self.page.locator(".entries > li").nth(number)
        return entry.locator(".formula-field"), entry.locator("[role=group]:has(> .effects)")

    def sentence(self, place: Locator, pattern: str, **holes: str | int) -> None:
        """Choose a sentence in *place* and fill its holes."""
        if not place.locator(f"[data-pattern={pattern}]").first.is_visible():
            self.tap(place.locator(".add-effect .small, .formula-more .link-button").first)
        self.tap(place.locator(f"[data-pattern={pattern}]").first)
        for hole, wanted in holes.items():
            self._fill(place.locator(".sentence").last.locator(f"[data-hole={hole}]"), wanted)

    def _fill(self, hole: Locator, wanted: str | int) -> None:
        if isinstance(wanted, int):
            self.number(hole, wanted)
        else:
            self.taps += 2  # one opens the list, one chooses
            hole.locator("select").last.select_option(wanted)

    def save(self) -> None:
        self.back()
        expect(self.page.locator("#save")).to_have_attribute("aria-disabled", "false")
        self.tap(self.page.locator("#save"))


def open_maker(pages: Pages, path: str = "/maker?lang=en", size: dict[str, int] = PHONE) -> Hands:
    """Open the maker on this computer, with nothing left from before."""
    page = pages.open("/?lang=en", size=size)
    page.evaluate("localStorage.removeItem('maker')")
    page.goto(f"{page.evaluate('location.origin')}{path}")
    page.locator("body[data-ready]").wait_for()
    return Hands(page)
