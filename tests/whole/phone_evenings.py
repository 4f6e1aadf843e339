"""An evening by phone: a real browser on a real table's pages, with fingers on what can be seen there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, Page, expect

from companion.app import build, close
from companion.chance.dealers import Dealer
from companion.opening import Opening
from companion.parts.options import TableOptions
from companion.start import start
from tests.support.browsing import WATCHERS_HOST, Pages
from tests.support.tables import Phone, Table, settings
from tests.whole.evenings import Evening

LANG = "fr"
BUT_THE_WHEEL = """() => {
    const copy = document.body.cloneNode(true);
    for (const each of copy.querySelectorAll('.wheel, script')) each.remove();
    return copy.outerHTML;
}"""


class HostedTable(Table):
    """A table that speaks French and answers to the name by which phones call it, on *port* or any that is free."""

    def __init__(
        self, folder: Path, dealers: Mapping[str, Dealer], port: int = 0, opening: Opening | None = None
    ) -> None:
        own = settings(folder, LANG)
        own = replace(own, web=replace(own.web, names=(WATCHERS_HOST,), port=port))
        self.daemon = build(own, own.table.data, TableOptions(dealers=dealers))
        try:
            start(self.daemon, opening)
        except BaseException:
            close(self.daemon)
            raise
        Phone.__init__(self, self.daemon.server.port)

    def let_phones_in(self) -> str:
        """Hold OK for a second; return the six digits that the table's screen shows then."""
        Evening(self, LANG).hold("ok")
        digits = self.daemon.window.digits
        assert digits is not None
        return digits

    def say(self, key: str, **values: object) -> str:
        """Return the table's own words."""
        return self.daemon.library.texts.say(LANG, key, **values)

    def of(self, kind: str, name: str) -> dict[str, Any]:
        """Return what lies on the table as everybody may know it: of *kind* ``dice``, ``decks`` or another, *name*."""
        things: list[dict[str, Any]] = self.table["state"][kind]
        return next(each for each in things if each["name"] == name)

    def tile(self, name: str) -> str:
        """Return the state of the island's tile *name*."""
        tokens = self.of("groups", "tile")["tokens"]
        return str(next(token["state"] for token in tokens if token["name"] == name))


class Thumb:
    """A finger on *page*; it finds what to touch by the words that a person reads or hears."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dock = page.locator("#dock")
        self.menu = page.get_by_role("dialog", name="Menu")
        self.caption = page.locator("#caption")

    def tap(self, label: str, inside: Locator | None = None, exact: bool = True) -> None:
        """Tap the button that reads *label*, in the dock if nothing else is said."""
        (inside or self.dock).get_by_role("button", name=label, exact=exact).click()

    def tap_low(self, label: str) -> None:
        """Tap the lower edge of the button that reads *label*, where the board below it begins."""
        button = self.page.get_by_role("button", name=label, exact=True)
        box = button.bounding_box()
        assert box is not None
        button.click(position={"x": box["width"] / 2, "y": box["height"] - 2})

    def do(self, *labels: str, inside: Locator | None = None) -> None:
        """Tap one button after the other; the last sends a line, which the table has done when this returns."""
        for label in labels[:-1]:
            self.tap(label, inside)
        with self.page.expect_response("**/api/v1/commands") as answer:
            self.tap(labels[-1], inside)
        assert answer.value.ok, answer.value.text()

    def open_menu(self) -> None:
        """Open the menu behind the three lines."""
        self.page.locator("#more").click()
        expect(self.menu).to_be_visible()

    def draws(self, deck: str, told: str) -> None:
        """Draw a card of the deck that has *deck* in its name, and wait until *told* stands below the board."""
        with self.page.expect_response("**/api/v1/commands") as answer:
            self.dock.get_by_role("button", name=f"Piocher Cartes {deck}").click()
        assert answer.value.ok, answer.value.text()
        expect(self.caption).to_have_text(told)

    def correct(self, tile: str, word: str) -> None:
        """Tap *tile* on the board that is being set right, and that it is *word*."""
        self.page.locator(f"#board [data-token='{tile}'][role=button]").click()
        with self.page.expect_response("**/api/v1/commands") as answer:
            self.page.locator("#dock").get_by_role("button", name=word, exact=True).click()
        assert answer.value.ok, answer.value.text()

    def tile(self, said: str) -> Locator:
        """Return the island's tile that a screen reader says as *said*."""
        return self.page.get_by_role("button", name=said, exact=True)

    @contextmanager
    def holding(self, label: str) -> Iterator[None]:
        """Hold the dock's button that reads *label* down, and let go of it again."""
        self.dock.get_by_role("button", name=label).hover()
        self.page.mouse.down()
        try:
            yield
        finally:
            self.page.mouse.up()

    @property
    def shown(self) -> str:
        """All that is in the page, seen or unseen, but for the wheel and what the page began with."""
        return str(self.page.evaluate(BUT_THE_WHEEL))


@contextmanager
def pages_of(browser: Browser, table: HostedTable) -> Iterator[Pages]:
    """Give pages of *table*; nothing may have gone wrong on them."""
    pages = Pages(browser, table.daemon.server)
    try:
        yield pages
    finally:
        pages.close()
    assert pages.complaints == []
