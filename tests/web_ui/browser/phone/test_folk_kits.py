"""The folk games on a phone: each page is as high as the phone, and fit for everybody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.kits.folk_kit import folk_kits
from tests.support.browsing import PHONE, Pages
from tests.support.long_forms import few_of
from tests.support.whole import Whole, whole_table
from tests.web_ui.browser import axe
from tests.web_ui.browser.fitness import HANGS_OVER
from tests.web_ui.browser.phone.test_six_kits import HIGH

FOLK = [folk.slug for folk in folk_kits()]
SEATS = {folk.slug: max(2, folk.outline.kit.seats[0]) for folk in folk_kits()}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("folk"), None) as table:
        yield table


@pytest.fixture(scope="module")
def cookie(table: Whole) -> str:
    table.do("new pig kit seats=2")
    return table.join([0, 1], "Zoe")


@pytest.mark.parametrize("slug", few_of(["goose"], FOLK))
def test_a_folk_game_fits_a_phone(pages: Pages, table: Whole, cookie: str, slug: str) -> None:
    table.do(f"new {slug} kit seats={SEATS[slug]}")
    page = table.open(pages, cookie)
    page.locator("#dock .row").wait_for()
    assert page.evaluate(HIGH) <= PHONE["height"]
    assert not page.evaluate(HANGS_OVER)
    assert axe.faults(page) == []
