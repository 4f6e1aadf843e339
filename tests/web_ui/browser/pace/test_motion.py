"""Motion serves meaning: nothing on any page moves for longer than 1,200 ms, and nothing at all for who wants none."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.support import kit_pictures as boards
from tests.support.browsing import DESK, Pages
from tests.support.fakes import FakeTable, said
from tests.support.long_forms import few_of
from tests.support.waiting import eventually
from tests.web_ui.browser.pace.motion import moves, too_long

pytestmark = pytest.mark.long

MOVING: dict[str, dict[str, Any]] = {
    "dice": {},
    "wheel": {"verb": "spin", "purpose": "wheel", "count": 1},
    "mystery": {"verb": "draw", "purpose": "mystery", "count": 1},
}
"""What is in motion, by its name on the table."""
PLACES = [(path, each) for path in ("/", "/tv", "/panel") for each in MOVING if (path, each) != ("/panel", "mystery")]
"""Where it is seen: the panel has no cards."""


def in_motion(pages: Pages, table: FakeTable, path: str, purpose: str, **more: Any) -> Page:
    """Open *path* while what is called *purpose* is in motion."""
    table.change(board=lambda viewer: boards.fireship_more(10, viewer))
    page = pages.open(path, DESK, **more)
    page.locator(".wheel, .ring").first.wait_for()
    table.start(motion={**MOVING[purpose], "label": said("dice")})
    page.locator(".moving").first.wait_for()
    return page


@pytest.mark.parametrize(("path", "purpose"), few_of([("/", "wheel"), ("/tv", "dice")], PLACES))
def test_nothing_moves_for_long(pages: Pages, table: FakeTable, path: str, purpose: str) -> None:
    page = in_motion(pages, table, path, purpose)
    assert len(moves(page)) > 3
    assert too_long(page) == {}
    table.change(values=(1, 2, 4), roll=15)
    page.locator(".moving").first.wait_for(state="detached")
    assert too_long(page) == {}


@pytest.mark.parametrize(("path", "purpose"), few_of([("/", "wheel"), ("/tv", "dice")], PLACES))
def test_for_who_wants_no_motion_nothing_moves(pages: Pages, table: FakeTable, path: str, purpose: str) -> None:
    page = in_motion(pages, table, path, purpose, reduced_motion="reduce")
    assert moves(page) == {}
    table.change(values=(1, 2, 4), roll=15)
    page.locator(".moving").first.wait_for(state="detached")
    assert moves(page) == {}


def test_the_tiles_and_the_meter_change_smoothly(pages: Pages, table: FakeTable) -> None:
    table.change(board=lambda viewer: boards.island())
    page = pages.open()
    page.locator(".tiles").wait_for()
    # A game's own sheet may come after its board.
    eventually(lambda: [moves(page).get(each) for each in ("rect.face", "i.now")] == [600, 600])
    assert too_long(page) == {}
