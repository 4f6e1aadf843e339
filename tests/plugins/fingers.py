"""How a page is played: by taps, or by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.support.whole import Whole

MAX_TABS = 40
MAX_ARROWS = 12

Press = Callable[[Page, Locator], None]
"""Press what is shown."""


def by_tap(page: Page, what: Locator) -> None:
    what.click()


def by_key(page: Page, what: Locator) -> None:
    """Go to *what* with Tab, from place to place of a board with the arrows, and press Enter."""
    what.wait_for()
    on_a_board = what.evaluate("(what) => Boolean(what.closest('.boards'))")
    for _ in range(MAX_TABS):
        if what.evaluate("(what) => document.activeElement === what"):
            page.keyboard.press("Enter")
            return
        if on_a_board and page.evaluate("Boolean(document.activeElement.closest('.boards'))"):
            _walk_to(page, what)
        else:
            page.keyboard.press("Tab")
    pytest.fail(f"no key comes to {what}")


MOTION: dict[Press, dict[str, Any]] = {by_tap: {}, by_key: {"reduced_motion": "reduce"}}
"""Whoever plays so sees things move, or wants nothing to."""


def _walk_to(page: Page, what: Locator) -> None:
    for _ in range(MAX_ARROWS):
        for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
            if what.evaluate("(what) => document.activeElement === what"):
                return
            page.keyboard.press(key)
    pytest.fail(f"no arrow comes to {what}")


def position(table: Whole) -> Any:
    """Return the position of the game that is open, hidden cards and all."""
    return table.daemon.session.published.open.state
