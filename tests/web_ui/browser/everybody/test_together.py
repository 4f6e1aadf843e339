"""What people set up, agree to and put right together is fit for everybody: shelf, consent, the list to put back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Pages
from tests.support.whole import Whole, whole_table
from tests.web_ui.browser.fitness import Good


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with whole_table(tmp_path_factory.mktemp("together"), None) as table:
        yield table


@pytest.mark.long
def test_the_shelf_a_question_and_what_is_to_be_put_back_are_fit_for_everybody(
    pages: Pages, table: Whole, good: Good
) -> None:
    table.do("new forbidden-island kit seats=2")
    table.do("raise water")
    table.do("undo")
    with table.two_phones() as (ann, _):
        see_it_all(table.open(pages, ann), good)


def see_it_all(page: Page, good: Good) -> None:
    page.locator("#put-back .first").wait_for()
    good(page, "what is to be put back")
    page.locator("#put-back .first").click()
    expect(page.locator("#put-back")).to_have_count(0)
    page.locator("#more").click()
    page.locator("#other-game").click()
    page.locator(".shelf-sheet [data-game=fireship]").click()
    page.locator(".set-up .options:not([hidden])").wait_for()
    good(page, "a game from the shelf")
    page.locator(".set-up .foot .first").click()
    page.locator("#consent .answers").wait_for()
    good(page, "what is asked")
