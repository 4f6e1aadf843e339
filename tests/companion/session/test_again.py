"""Playing once more what is over: the same game, people and options."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.values.seats import TABLE
from companion.model.requests import Refusal
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, Bench


def test_a_game_that_was_closed_is_played_again_with_its_people_and_options(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(FIRESHIP, people=3)
    setup = bench.published.setup
    bench.say("finish", TABLE)
    assert (bench.published.game, bench.published.number, bench.published.seats_asked) == (None, 0, range(3))
    assert [row.line for row in bench.published.table_rows()[:1]] == ["again"]
    bench.say("again", 1)
    assert bench.published.game is not None
    assert (bench.published.game.slug, bench.published.setup) == ("fireship", setup)
    assert bench.published.people == ("Ann", "Ben", "Cleo")
    assert bench.published.number == 2


def test_a_game_that_goes_on_is_not_played_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()
    with pytest.raises(Refusal, match="not-over"):
        bench.say("again", 0)
    assert "again" not in [row.word for row in bench.published.table_rows()]
    assert seen_plain(bench.published, 0, frozenset({0}))["over"] is None


def test_without_any_game_there_is_nothing_to_play_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    with pytest.raises(Refusal, match="not-over"):
        bench.say("again", TABLE)
