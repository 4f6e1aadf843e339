"""A game on a page that had the shelf before: what dressed the shelf is loaded still, and dresses no game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.browsing import Pages
from tests.support.whole import Whole, whole_table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Whole]:
    with whole_table(tmp_path, None) as table:
        yield table


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/panel"])
def test_a_wheel_is_as_wide_as_its_place(path: str, pages: Pages, table: Whole) -> None:
    page = pages.open(path)
    table.do("new fireship kit seats=2")
    page.locator(".wheel .disc").wait_for()
    widths = page.evaluate("['.wheel', '.wheel .disc'].map((each) => document.querySelector(each).offsetWidth)")
    assert widths[0] == widths[1] > 100
