"""What leaves the table: the object of one caller, and nothing that this caller may not know."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest

from companion.engine import laws
from companion.engine.plays import leaves
from companion.engine.seats import TABLE, WATCHER
from companion.engine.state import State
from companion.published import Published
from tests.engine.sources import seeded
from tests.kits.sample import SAMPLE
from tests.kits.test_play import played

NAMES = ("Ann", "Ben", "Cleo")
EVERYBODY = frozenset({TABLE, 0, 1, 2})
CALLERS: Iterable[tuple[int, frozenset[int]]] = (
    (WATCHER, frozenset()),
    (0, frozenset({0})),
    (1, frozenset({1, 2})),
    (TABLE, EVERYBODY),
    (1, EVERYBODY),
)


def of(state: State) -> Published:
    setup = SAMPLE.setup(NAMES, {})
    return Published(version=3, game=SAMPLE, setup=setup, state=state, library=(SAMPLE,), typed=True)


def sent(state: State, viewer: int, speaks_for: frozenset[int]) -> bytes:
    return msgspec.json.encode(of(state).seen_by(viewer, speaks_for))


@pytest.mark.parametrize(("viewer", "speaks_for"), CALLERS)
def test_what_is_sent_tells_no_two_worlds_apart(viewer: int, speaks_for: frozenset[int]) -> None:
    below = seeded(f"sent/{viewer}/{sorted(speaks_for)}")
    blind = speaks_for - {viewer, TABLE} if TABLE not in speaks_for else frozenset()
    others = 0
    for seed in range(4):
        for table in laws.played(SAMPLE, SAMPLE.setup(NAMES, {}), seeded(f"sent/{seed}"), 60):
            there = table.state.imagined_by(viewer, below)
            if any(table.state.seen_by(seat) != there.seen_by(seat) for seat in blind):
                continue  # a phone knows what all of its seats know
            others += there != table.state
            assert sent(table.state, viewer, speaks_for) == sent(there, viewer, speaks_for)
    assert others


def test_the_tables_own_page_is_offered_no_secret_card_of_anybody() -> None:
    table = played(SAMPLE, "draw mystery", "=draw boom", people=NAMES)
    everything = sent(table.state, TABLE, EVERYBODY).decode()
    assert "boom" not in everything
    assert "discard mystery boom" in sent(table.state, 0, frozenset({0})).decode()
    assert "discard mystery boom" in sent(table.state, 0, EVERYBODY).decode()


def test_who_may_say_a_line_is_told_without_the_tree() -> None:
    published = of(played(SAMPLE, "draw mystery", "=draw boom", people=NAMES).state)
    for line in ("roll dice", "spin wheel", "draw mystery", "draw flood", "discard mystery boom", "lower water"):
        tree = published.plays(EVERYBODY)
        wanted = {seat for play in leaves(tree) if play.line == line for seat in play.seats if play.why is None}
        assert set(published.who_may(line, EVERYBODY)) == wanted, line
    assert published.who_may("discard mystery boom", EVERYBODY, WATCHER) == ()
    assert Published().who_may("roll dice", EVERYBODY) == ()
