"""Where a phone's page says as whom it plays: above the board until it has joined, then in its menu."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def open_menu(page: Page) -> None:
    """Have the menu open."""
    if page.locator("#settings[open]").count() == 0:
        page.locator("#more").click()
        page.locator("#settings[open]").wait_for()


def open_join(page: Page) -> None:
    """Open the sheet to come in, or, once in, to change one's name and seats."""
    page.locator("#join-open:enabled").wait_for(state="attached")
    if page.locator("#settings #join-open").count():
        open_menu(page)
    page.locator("#join-open:visible, .front .button.first").first.click()


def joined(page: Page) -> str:
    """Return as whom this phone has joined, once it has."""
    told = page.locator("#settings #joined-as:not([hidden])")
    told.wait_for(state="attached")
    expect(told).not_to_have_text("")
    return (told.text_content() or "").replace("\u2068", "").replace("\u2069", "").strip()
