"""Referees without parts of pages of their own: drawn and played from their picture alone, to the end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from playwright.sync_api import Page, expect

from companion.engine.game import Game
from tests.support.browsing import DESK, Pages
from tests.support.cases import Own, own_of
from tests.support.referees import REFEREES
from tests.support.whole import Whole, same_chance, whole_table
from tests.web_ui.browser.commands.walking import HEARD, HEARS

PLACES = {"tiles": ".tiles .tile", "grid": ".map.grid .cell", "graph": ".map.graph .cell"}
"""A place of the board, by its layout."""
MAY = (
    "#dock button:not([aria-disabled], .plain, [data-key=back], [data-key='do again'], [data-key='do undo']), "
    "dialog[open] button, .boards .can"
)
BACK = "#dock [data-key=back]"
# At once, so that nothing is drawn anew between looking and tapping: also whether the game is over by now. What was
# tapped least since the table went on comes first, or most taps would only look at cards and turn back. Once all of the
# first of the selectors were tapped often, what is to be done lies behind the next: a step back from a page of cards.
TAP = """([selectors, chance]) => {
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    if (shown('.ending').length) return true;
    if (globalThis.tapped?.version !== heard) globalThis.tapped = { version: heard, times: new Map() };
    const { times } = tapped;
    const nameOf = ({ dataset, textContent }) => dataset.key ?? dataset.token ?? textContent;
    const timesOf = (each) => times.get(nameOf(each)) ?? 0;
    const found = selectors.map(shown).filter((each) => each.length);
    const all = found.find((each) => each.some((one) => timesOf(one) < 3)) ?? found.at(-1) ?? [];
    const least = Math.min(...all.map(timesOf));
    const rarest = all.filter((each) => timesOf(each) === least);
    const one = rarest[Math.floor(chance * rarest.length)];
    if (!one) return false;
    times.set(nameOf(one), least + 1);
    one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return false;
}"""
MAX_TAPS = 600
WATCHED_TAPS = 5
"""So long the television follows; at the end it is opened again."""
STILL = "reduce"
"""Frames of motion, which isn't what is looked at here, are a quarter of what hundreds of taps take."""
STRAYED_TAPS = 20
"""So often who taps at random is brought near the end, where a game says how."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with (
        patch("companion.app.page_folders", lambda games: {}),
        same_chance(),
        whole_table(tmp_path_factory.mktemp("bare"), None) as table,
    ):
        yield table


@pytest.fixture(scope="module")
def cookie(table: Whole) -> str:
    """The only phone of the table: it holds both seats through both games."""
    table.do("new fireship kit seats=2")
    return table.join([0, 1], "Zoe")


def listen(page: Page) -> None:
    page.add_init_script(HEARD)


def tap(page: Page, chance: Random) -> bool:
    """Tap something that can be done, whatever it is, or a step back where nothing can; tell whether it is over."""
    page.locator(f"{MAY}, {BACK}, .ending").first.wait_for()
    return bool(page.evaluate(TAP, [[MAY, BACK], chance.random()]))


def bring_near_the_end(own: Own, table: Whole, page: Page) -> None:
    """Bring the game near its end, where it says how, and wait until *page* shows it so."""
    if own.near_end:
        own.near_end(table)
        page.wait_for_function(HEARS, arg=table.table["version"])  # an ending that is shown from now on is this game's


@pytest.mark.long
@pytest.mark.parametrize("game", REFEREES, ids=lambda game: game.slug)
def test_it_is_played_to_its_end_by_taps_and_seen_from_afar(
    pages: Pages, table: Whole, cookie: str, game: Game
) -> None:
    own = own_of(game)
    if own.near_end and not own.brief:
        own.near_end(table)
    else:
        table.do(
            " ".join([f"new {game.slug} referee seats=2", *(f"{name}={word}" for name, word in own.brief.items())])
        )
    page = table.open(pages, cookie, prepare=listen, reduced_motion=STILL)
    afar = pages.open("/tv", DESK, reduced_motion=STILL)
    chance = Random(7)
    for at in range(MAX_TAPS):
        if at and at % STRAYED_TAPS == 0:
            bring_near_the_end(own, table, page)
        if tap(page, chance):
            break
        if at == WATCHED_TAPS:
            expect(afar.locator("#caption")).not_to_be_empty()
            afar.close()
    else:
        pytest.fail(f"it isn't over after {MAX_TAPS} taps")
    if afar.is_closed():
        afar = pages.open("/tv", DESK, reduced_motion=STILL)
    places = PLACES[table.table["state"]["boards"][0]["layout"]]
    said = table.table["state"]["end"]["text"].partition(" (")[0]  # a card tells no rule's id
    expect(page.locator(".ending")).to_contain_text(said)
    expect(afar.locator(".ending")).to_contain_text(said)
    drawn = page.locator(f"{places}:not(.end-board *)").count()  # the card of the end has a copy
    assert drawn > 0
    expect(afar.locator(places)).to_have_count(drawn)
    for each in (page, afar):
        lie_as_they_fell(each, table.table["state"])
    assert pages.complaints == []


def lie_as_they_fell(page: Page, state: dict[str, Any]) -> None:
    """Check that all dice and wheels of *state* are drawn on *page*, and show what fell."""
    dice = state.get("dice", [])
    numbers = [
        str(value) for each in dice if each["kind"] == "number" for value in each["values"] or [""] * each["count"]
    ]
    verdicts = [", ".join(each["labels"] or [each["label"]]) for each in dice if each["kind"] == "verdict"]
    said = [": ".join([each["label"], *stopped_at(each)]) for each in state.get("wheels", [])]
    expect(page.locator(":is(.roll, .single) :is(.d6, .d10) text")).to_have_text(numbers)
    expect(page.locator(".verdict")).to_contain_text(verdicts)
    drawn = page.locator(".beside .wheel" if page.url.endswith("/tv") else ".wheel")
    expect(drawn).to_have_count(len(said))
    assert [wheel.get_attribute("aria-label") for wheel in drawn.all()] == said


def stopped_at(wheel: dict[str, Any]) -> list[str]:
    return [] if wheel["at"] is None else [wheel["segments"][wheel["at"]]["label"]]
