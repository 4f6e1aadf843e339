"""Setting things right on the table's own page: dozens of fields, each under its heading and with a name of its own."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.support.browsing import Pages
from tests.support.islands import FLOODED, LAID, begin
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say

HEADINGS = {
    "en": (
        *("The turn", say("groups.water"), say("groups.places")),
        *("Player 1", "Player 2", say("groups.treasures")),
    ),
    "fr": (
        *("Le tour", say("groups.water", "fr")),
        *(say("groups.places", "fr"), "Joueur 1", "Joueur 2", say("groups.treasures", "fr")),
    ),
}
FIELDS_OF_GROUPS = (3, 1 + 24, 24, 1 + 6, 1 + 6, 7 + 4)
"""How many fields each group has."""

table = table_of()


def open_form(page: Page, name: str) -> None:
    """Open the form called *name*, which may stand behind all the rest; what is on the board is set right there."""
    opener = page.locator("#dock").get_by_role("button", name=name)
    more = page.locator("#dock [data-key=more]")
    expect(opener.or_(more).first).to_be_visible()
    if more.count():
        more.click()
    opener.click()
    elsewhere = page.locator("#dock [data-key=else]")
    expect(page.locator(".form").or_(elsewhere)).to_be_visible()
    if elsewhere.count():
        elsewhere.click()
    expect(page.locator(".form")).to_be_visible()


def twice(labels: list[str]) -> list[str]:
    return [label for label, count in Counter(labels).items() if count > 1]


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "name"),
    [("en", say("play.correct")), ("fr", say("play.correct", "fr"))],
)
def test_each_field_stands_under_its_heading_with_its_own_name(
    pages: Pages, table: Whole, lang: str, name: str
) -> None:
    table.do(f"lang {lang}")
    begin(table)
    page = pages.open(f"/?lang={lang}")
    open_form(page, name)
    form = page.locator("dialog .form")
    expect(form.locator("summary")).to_have_text(list(HEADINGS[lang]))
    counts = form.locator("details").evaluate_all("all => all.map((each) => each.querySelectorAll('.field').length)")
    assert tuple(counts) == FIELDS_OF_GROUPS
    expect(form.locator(".fields > .entry-row")).to_have_count(0)
    labels = form.locator("label").all_text_contents()
    assert (len(labels), twice(labels)) == (sum(FIELDS_OF_GROUPS), [])


@pytest.mark.long
def test_what_is_changed_under_one_heading_is_set_right(pages: Pages, table: Whole) -> None:
    table.do("lang en")
    begin(table)
    page = pages.open("/?lang=en")
    open_form(page, say("play.correct"))
    page.get_by_text(say("groups.water")).click()
    page.get_by_label("Water level", exact=True).select_option("3")
    page.locator(".form .button.first").click()
    eventually(lambda: table.table["state"]["counters"][0]["at"] == 2)
    expect(page.locator("dialog .form")).to_have_count(0)


@pytest.mark.long
def test_two_cards_of_one_seat_have_two_names(pages: Pages, table: Whole) -> None:
    table.do("lang en")
    table.do("new forbidden-island referee seats=2 chance=typed")
    for line in ("first 1", f"lay {' '.join(LAID)}", f"flood-first {' '.join(FLOODED)}", "cast diver pilot"):
        table.do(line)
    page = pages.open("/?lang=en")
    open_form(page, say("forbidden-island.words.hand-out"))
    names = [f"{which} card of seat {seat}" for seat in (1, 2) for which in ("First", "Second")]
    expect(page.locator(".form label")).to_have_text(names)


@pytest.mark.long
def test_a_form_that_the_table_refuses_keeps_what_was_filled_in(pages: Pages, table: Whole) -> None:
    table.do("lang en")
    table.do("new forbidden-island referee seats=2")
    table.do("first 1")
    page = pages.open("/?lang=en")
    open_form(page, say("forbidden-island.words.lay"))
    fields = page.locator(".form select")
    tiles = fields.first.locator("option").evaluate_all("all => all.map((each) => each.value).filter(Boolean)")
    for at, tile in enumerate([tiles[1], *tiles[1:]]):
        fields.nth(at).select_option(tile)
    page.locator(".form .button.first").click()
    answer = page.locator("#answer[open]")
    expect(answer).to_contain_text("24 tiles")
    answer.locator("#answer-close").click()
    assert [fields.nth(at).input_value() for at in range(24)] == [tiles[1], *tiles[1:]]
    fields.first.select_option(tiles[0])
    page.locator(".form .button.first").click()
    expect(page.locator(".form")).to_have_count(0)
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert table.table["state"]["boards"][0]["cells"][0]["id"] == tiles[0]
