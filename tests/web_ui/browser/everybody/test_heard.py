"""What a screen reader hears of a round of each game: each sentence of the log once, in order, and whose turn it is."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from companion.engine.game import Game
from companion.engine.plays import leaves, plays
from companion.engine.values.seats import TABLE
from companion.session.game.reveal import TIMES_S
from tests.support.browsing import Pages
from tests.support.cases import own_of
from tests.support.referees import REFEREES
from tests.support.waiting import eventually
from tests.support.whole import Whole, table_of
from tests.support.wording import say

STEPS = 5
READ_MS = 900
OWN_TURN = "Your turn, "
ASKED = say("fireball-island.page.asked")
"""What stands in a window is heard as well."""
MOVES = tuple(say(f"page.moving-{verb}", label="") for verb in TIMES_S)
"""What is heard while something moves."""
IS_TOLD = "(n) => Number(document.getElementById('caption').dataset.n) >= n"
LISTEN = """() => {
  globalThis.heard = [];
  const regions = [...document.querySelectorAll('[role=status], [role=alert], [aria-live]:not([aria-live=off])')];
  const hear = ({ textContent }) => textContent.length > 1 && heard.push(textContent.trim());
  const tell = (changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]).forEach(hear);
  for (const each of regions) new MutationObserver(tell).observe(each, { childList: true });
}"""

table = table_of()


@pytest.fixture(scope="module")
def ada(table: Whole) -> str:
    """Ada's phone, which has both seats of any game."""
    table.do("new forbidden-island referee seats=2")
    return table.join((0, 1), "Ada")


def asked_of(table: Whole) -> Any:
    """Return what the table now waits for: nothing while it deals or rolls by itself."""
    return table.daemon.session.published.open.state.asks()  # type: ignore[union-attr]


def play_on(table: Whole, lots: Random) -> None:
    """Have somebody do anything that they may do now; what the table itself may do where nobody else may."""
    eventually(lambda: bool(asked_of(table)))
    state: Any = table.daemon.session.published.open.state
    for seats in (range(state.seats()), (TABLE,)):
        can = [
            (seat, play.line)
            for seat in seats
            for play in leaves(plays(state, (seat,)))
            if play.line and play.why is None and play.form is None and play.line.split()[0] != "correct"
        ]
        if can:
            seat, line = lots.choice(can)
            return table.do(line, "table" if seat == TABLE else seat)
    raise AssertionError("nobody can do anything")


@pytest.mark.long
@pytest.mark.parametrize("game", REFEREES, ids=lambda game: game.slug)
def test_a_round_is_heard_sentence_by_sentence_and_whose_turn_it_is(
    pages: Pages, table: Whole, ada: str, game: Game
) -> None:
    lots = Random(7)
    # A window that closes by the clock could take away what somebody has just chosen to do.
    still = (f"{name}={value}" for name, value in own_of(game).still.items())
    table.do(" ".join((f"new {game.slug} referee seats=2", *still)))
    eventually(lambda: bool(asked_of(table)))
    page = table.open(pages, ada, prepare=lambda page: page.clock.install())
    read_all(table, page)
    page.evaluate(LISTEN)
    begun, turns = table.table["version"], []
    for _ in range(STEPS):
        play_on(table, lots)
        read_all(table, page)
        page.clock.run_for(20 * READ_MS)
        turns.append(table.table["state"]["turn"]["seat"])
    log = [line["text"] for line in table.table["log"] if line["n"] > begun]
    eventually(lambda: log[-1] in page.evaluate("heard"))
    heard = [each for each in page.evaluate("heard") if not each.endswith(MOVES)]
    asked = [each for each in heard if each.endswith(ASKED)]
    assert bool(asked) == (game.slug == "fireball-island")
    spoken = [each for each in heard if not each.startswith(OWN_TURN) and each not in asked]
    assert spoken == log[-len(spoken) :]
    assert len(spoken) > 1  # a step may tell nobody anything
    names = [person["name"] for person in table.table["people"]]
    mine = [OWN_TURN + names[seat] for before, seat in pairwise([None, *turns]) if seat is not None and seat != before]
    assert [each for each in heard if each.startswith(OWN_TURN)] == mine


def read_all(table: Whole, page: Page) -> None:
    """Wait until *page* has been told all that happened up to now."""
    if log := table.table["log"]:
        page.wait_for_function(IS_TOLD, arg=log[-1]["n"])
