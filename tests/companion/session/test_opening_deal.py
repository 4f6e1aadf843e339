"""What chance says in the first moment of a game goes the way of every command: its time, its end, what it ends."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.engine.game import Setup
from companion.engine.values.seats import TABLE
from companion.model.consent import CONSENT_S
from companion.model.requests import RequestRefused
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER, Scores
from tests.support.session_bench import Bench

HANDS = [("strike", "guard", "charm"), ("guard", "strike", "charm")]


def _rolling(setup: Setup) -> Scores:
    return Scores(scores=(0,) * len(setup.seats), target=int(setup.options["target"]), owed="dice")


AT_ONCE = replace(SPINNER, slug="at-once", start=_rolling)
"""The first roll comes before anybody's turn."""


def test_a_game_that_begins_with_a_deal_has_not_been_played_by_then(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), *HANDS]).new()
    bench.roll("roll dice")
    bench.pass_time(60)
    bench.new(DUEL, id="another")
    assert [row.played_ms for row in bench.rows()] == [0, 0]


def test_a_game_that_its_first_deal_ends_is_over_in_the_journal_as_well(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(6, 5)], library=(AT_ONCE,)).new(AT_ONCE, options={"target": 10})
    assert bench.state.end() is not None
    assert bench.journal.game(1).ended is not None
    (kept,) = bench.session.archive().kept()
    assert kept.is_over
    bench = bench.again(library=(AT_ONCE,), answers=[(1, 2)])
    bench.pass_time(20)
    bench.say("again", TABLE)
    bench.pass_time(20)
    assert (bench.state.scores, bench.journal.game(2).ended) == ((3, 0), None)


def test_what_somebody_wanted_taken_back_is_forgotten_with_its_game_and_never_shown_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), *HANDS]).new()
    bench.roll("roll dice")
    with pytest.raises(RequestRefused, match="consent"):
        bench.say("undo", 1)
    bench.tape.clear()
    bench.say("new duel referee seats=2", TABLE)
    bench.pass_time(CONSENT_S + 1)
    versions = [published.version for published, _ in bench.tape.of("mirror.changed")]
    assert versions == sorted(set(versions)), "each state is shown once"
