"""A page that lives through whole turns shows what a newly opened one shows: the marks, the dock and the words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.engine.game import GameInfo
from tests.support.browsing import Pages
from tests.support.cases import own_of
from tests.support.long_forms import few_of
from tests.support.referees import REFEREES
from tests.support.waiting import eventually
from tests.support.whole import KITS, Whole, same_chance, whole_table
from tests.web_ui.browser.boards.test_bare import BACK, MAX_TAPS, MAY, STILL, TAP, listen
from tests.web_ui.browser.commands.walking import HANDED_ON, HEARS

STEPS, FEW_STEPS = 12, 4
"""So many commands are given by taps; after each both pages are compared."""
SHOWN = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const words = (each) => (each.getAttribute('aria-label') ?? each.innerText).replace(/\\s+/g, ' ').trim();
  const chosen = document.querySelector('#dock [aria-pressed=true]'); // a page's own choice, which goes on
  return {
    dock: seen(`#dock :is(${chosen ? '' : '.ask, '}.waiting, button)`)
      .map((each) => [each.dataset.key ?? '', words(each), each.getAttribute('aria-disabled')]),
    marks: seen('#board :is([role=button], .can)').map((each) => each.dataset.token ?? words(each)).sort(),
    words: seen('#game :is(h2, h3, p, b, small, text, figcaption, td, th)').map(words).filter(Boolean).sort(),
    taps: seen('#game button').map((each) => [words(each), each.ariaPressed, each.ariaDisabled]),
    head: seen('.head :is(h1, h2, b)').map(words),
  };
}"""
CAN = [
    HANDED_ON,
    f"{MAY.replace('.plain', '.plain, .peek')}, #board [role=button]:not([aria-disabled])",
    f"{BACK}, #dock .form .plain",
]
"""What is tapped: first what covers the page, then whatever can be done, else a step back."""
SENDING = """window.sending = 0;
const send = window.fetch;
window.fetch = async (...all) => {
    sending += 1;
    try {
        return await send(...all);
    } finally {
        sending -= 1;
    }
};"""
ANSWERED = "() => !sending"
"""Before that another tap would meet a page that doesn't know yet what the last one led to."""
AT_REST = "() => !document.querySelector('#dock [aria-busy], .moving')"
AT_HOME = (
    "() => !document.querySelector('dialog[open],"
    " #dock :is([data-key=back], [data-key=other], form, .hand [aria-pressed=true])')"
)
"""Nothing is begun on the page itself that the table doesn't know."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    with same_chance(), whole_table(tmp_path_factory.mktemp("living"), None) as table:
        yield table


@pytest.fixture(scope="module")
def cookie(table: Whole) -> str:
    """The one phone of the table, which holds both seats."""
    table.do("new fireship kit seats=2")
    return table.join([0, 1], "Zoe")


def begin_referee(table: Whole, game: GameInfo) -> None:
    options = " ".join(f"{name}={word}" for name, word in own_of(game).still.items())
    table.do(f"new {game.slug} referee seats=2 {options}".rstrip())


def differences(living: Page, fresh: Page) -> dict[str, Any]:
    """Return what the two pages show differently, by its place."""
    one, other = living.evaluate(SHOWN), fresh.evaluate(SHOWN)
    return {place: (one[place], other[place]) for place in one if one[place] != other[place]}


def must_be_alike(living: Page, fresh: Page, last: str) -> None:
    """Wait until both pages show the same after the *last* fact; fail with what differs."""
    found: list[dict[str, Any]] = []

    def is_same() -> bool:
        found[:] = [differences(living, fresh)]
        return found == [{}]

    try:
        eventually(is_same)
    except pytest.fail.Exception:
        pytest.fail(f"after {last!r}: {found}")


def follow(page: Page) -> None:
    """Before *page*'s own script: note what it hears and whether it waits for an answer."""
    listen(page)
    page.add_init_script(SENDING)


def play_and_compare(
    pages: Pages, table: Whole, cookie: str, steps: int = STEPS, can: Sequence[str] = tuple(CAN)
) -> None:
    """Play on one page by taps of what *can* be done; after each command open the same page anew, and compare them."""
    living = table.open(pages, cookie, prepare=follow, reduced_motion=STILL)
    chance, compared = Random(7), 0
    fresh: Page | None = None
    version = table.table["version"]
    for _ in range(MAX_TAPS):
        living.locator(", ".join(f":is({each}):visible" for each in (*can, ".ending"))).first.wait_for()
        if living.evaluate(TAP, [can, chance.random()]) or compared == steps:
            break
        living.wait_for_function(ANSWERED)
        table.settle()
        now = table.table["version"]
        living.wait_for_function(HEARS, arg=now)
        living.wait_for_function(AT_REST)
        if now == version or not living.evaluate(AT_HOME):
            continue
        version = now
        if fresh is None:
            fresh = table.open(pages, cookie, reduced_motion=STILL)
        else:
            fresh.reload()
        fresh.locator("#dock :is(.ask, .waiting, .actions, .ending)").first.wait_for()
        must_be_alike(living, fresh, table.table["log"][-1]["text"])
        compared += 1
    else:
        pytest.fail(f"only {compared} of {steps} commands in {MAX_TAPS} taps: {table.table['log'][-3:]}")
    assert compared > 1, [entry["text"] for entry in table.table["log"][-3:]]


@pytest.mark.parametrize(
    ("game", "steps"),
    few_of([(REFEREES[0], FEW_STEPS)], [*((game, STEPS) for game in REFEREES), (REFEREES[0], FEW_STEPS)]),
    ids=lambda each: getattr(each, "slug", str(each)),
)
def test_a_referees_game_is_shown_by_a_living_page_as_by_a_fresh_one(
    pages: Pages, table: Whole, cookie: str, game: GameInfo, steps: int
) -> None:
    begin_referee(table, game)
    play_and_compare(pages, table, cookie, steps)


@pytest.mark.long
@pytest.mark.parametrize("slug", KITS)
def test_a_kit_is_shown_by_a_living_page_as_by_a_fresh_one(pages: Pages, table: Whole, cookie: str, slug: str) -> None:
    table.do(f"new {slug} kit seats=2")
    play_and_compare(pages, table, cookie)
