"""The time played: measured by the steady clock, durable with each command, and the game's end when it is up."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import OptionValue
from companion.engine.values.seats import TABLE, WATCHER
from companion.journal.journal import FILE
from tests.companion.games.fireship.sea import sea
from tests.support.played import UNSUMMED
from tests.support.referees import FIRESHIP
from tests.support.seen import seen_plain
from tests.support.session_bench import LIBRARY, Bench
from tests.whole.test_jumping_clock import Wild

WITH_FIRESHIP = (*LIBRARY[1:], FIRESHIP)
ROLLS_FOR_FIRST_TURN = [(3, 3, 3), (1, 1, 1)]
"""What the two roll for who begins: the first does."""
ROLL = (2, 2, 2)
MINUTE: dict[str, Any] = {"limit": "minutes", "minutes": 1}


def at_sea(folder: Path, options: dict[str, OptionValue] | None = None, **more: Any) -> Bench:
    """Two people whose first turn has just begun."""
    bench = Bench(folder, [*ROLLS_FOR_FIRST_TURN, *[ROLL] * 20], library=WITH_FIRESHIP, **more)
    bench.new(FIRESHIP, 2, options if options is not None else MINUTE)
    bench.say("give-colours", TABLE)
    for seat in (0, 1):
        bench.say("roll", seat)
        bench.clock.advance(1)
        bench.session.run_pending()
    assert (bench.state.turn, bench.state.step) == (0, "roll")
    bench.tape.clear()
    return bench


def after_a_power_cut(bench: Bench, folder: Path, **more: Any) -> Bench:
    """The same table once the power is back: what was durable, and nothing that the dead process might add."""
    shutil.copytree(bench.folder, folder)
    return Bench(folder, [ROLL] * 20, library=WITH_FIRESHIP, **more)


def told(bench: Bench) -> dict[str, Any]:
    seen = seen_plain(bench.published, WATCHER, frozenset())["state"]
    time: dict[str, Any] = seen["time"]
    return time


def whole_turn(bench: Bench, seat: int) -> None:
    bench.say("roll", seat)
    bench.clock.advance(1)
    bench.session.run_pending()
    bench.say("end-moves", seat)
    bench.say("end-turn", seat)


def test_nothing_counts_before_the_first_turn_nor_in_a_game_without_timed_turns(tmp_path: Path) -> None:
    bench = Bench(tmp_path, library=WITH_FIRESHIP).new(FIRESHIP, 2, MINUTE)
    bench.clock.advance(300)
    assert "time" not in seen_plain(bench.published, WATCHER, frozenset())["state"]
    bench.new(LIBRARY[1], 2, id="another")
    assert "time" not in seen_plain(bench.published, WATCHER, frozenset())["state"]


def test_however_often_the_time_is_asked_for_only_the_last_is_kept(tmp_path: Path) -> None:
    bench = at_sea(tmp_path)
    published, kept = bench.published, set()
    for _ in range(5):
        bench.clock.advance(1)
        seen = [published.seen_by(seat, frozenset()).state for seat in (WATCHER, WATCHER)]
        assert seen[0] is seen[1]
        kept.add(len(published.open.made))
    assert len(kept) == 1


def test_the_game_and_its_turn_are_told_in_whole_seconds_of_the_moment_of_asking(tmp_path: Path) -> None:
    bench = at_sea(tmp_path)
    assert told(bench) == {"played": 1, "turn": 1, "limit": 60, "runs": True}
    bench.clock.advance(7.9)
    assert told(bench) == {"played": 8, "turn": 8, "limit": 60, "runs": True}
    whole_turn(bench, 0)
    bench.clock.advance(3)
    assert told(bench) == {"played": 12, "turn": 3, "limit": 60, "runs": True}
    assert at_sea(tmp_path / "rounds", {}).published.open.played is not None
    assert told(at_sea(tmp_path / "all", {"win": "all", **MINUTE}))["limit"] is None


def test_when_the_minutes_are_over_the_clock_says_so_once_and_the_round_is_finished(tmp_path: Path) -> None:
    bench = at_sea(tmp_path)
    bench.pass_time(58.75)
    assert not bench.state.time_over
    bench.pass_time(0.25)
    assert bench.state.time_over
    row = bench.rows()[-1]
    last = row.entry
    assert (last.do, last.speaker, last.by, row.played_ms) == ("time-over", TABLE, "clock", 60_000)
    bench.pass_time(120)
    whole_turn(bench, 0)
    assert bench.state.end() is None
    whole_turn(bench, 1)
    assert bench.state.ending.reason == "time"
    assert [line.do for line in bench.lines()].count("time-over") == 1


def test_once_ended_the_time_stands_still(tmp_path: Path) -> None:
    bench = at_sea(tmp_path)
    bench.pass_time(59)
    whole_turn(bench, 0)
    whole_turn(bench, 1)
    before = told(bench)
    assert before == {"played": 62, "turn": 1, "limit": 60, "runs": False}
    bench.clock.advance(100)
    assert told(bench) == before


def test_a_clock_that_nobody_touches_writes_nothing_and_tells_nobody(tmp_path: Path) -> None:
    bench = at_sea(tmp_path)
    bench.pass_time(58.75)
    assert bench.tape == []


@pytest.mark.parametrize("cut", [True, False])
def test_the_time_survives_the_power_cut_up_to_the_last_command_and_does_not_count_while_off(
    cut: bool, tmp_path: Path
) -> None:
    bench = at_sea(tmp_path / "table")
    bench.pass_time(10)
    whole_turn(bench, 0)
    bench.pass_time(4)
    bench.say("roll", 1)
    bench.pass_time(30)
    if cut:
        bench = after_a_power_cut(bench, tmp_path / "copy")
    else:
        bench.session.close()
        bench = Bench(tmp_path / "table", [ROLL] * 20, library=WITH_FIRESHIP)
    assert bench.clock.monotonic_s() == 0
    bench.pass_time(1)
    assert told(bench) == {"played": 17, "turn": 5, "limit": 60, "runs": True}
    bench.pass_time(42.75)
    assert not bench.state.time_over
    bench.pass_time(0.25)
    assert bench.state.time_over


def test_a_time_that_is_up_already_when_the_power_comes_back_is_said_at_once(tmp_path: Path) -> None:
    bench = at_sea(tmp_path / "table")
    bench.clock.advance(61)
    bench.say("roll", 0)
    again = after_a_power_cut(bench, tmp_path / "copy")
    again.pass_time(1)
    assert again.state.time_over


def test_while_something_is_owed_the_clock_waits_until_that_is_done(tmp_path: Path) -> None:
    start = sea("b@10-10", "b@10-11", step="attacks", hands=("", "no"), **MINUTE, answer_s=20)
    bench = Bench(tmp_path, [("lost",)], library=(replace(FIRESHIP, start=lambda setup: start),)).new(FIRESHIP, 2)
    bench.pass_time(30)
    bench.say("attack 10-10 10-11", 0)
    bench.pass_time(19.75)
    assert (len(bench.state.pending), bench.state.time_over) == (1, False)
    bench.pass_time(0.25)
    assert [line.by for line in bench.lines()] == ["phone", "clock"]
    bench.say("roll", 0)
    bench.pass_time(5)
    assert [line.do for line in bench.lines()[2:]] == ["roll", "roll lost", "time-over"]
    assert bench.state.time_over


def test_taking_back_a_step_takes_back_what_the_clock_said_after_it_which_it_says_again(tmp_path: Path) -> None:
    bench = at_sea(tmp_path)
    whole_turn(bench, 0)
    bench.pass_time(60)
    assert bench.state.time_over
    bench.say("undo", 0)
    assert bench.lines()[-1].undo == bench.lines()[-3].n
    assert (bench.state.turn, bench.state.time_over) == (0, False)
    bench.session.run_pending()
    assert (bench.state.turn, bench.state.time_over) == (0, True)
    assert told(bench)["turn"] == 62


def test_a_turn_that_comes_again_after_an_undo_begins_anew(tmp_path: Path) -> None:
    bench = at_sea(tmp_path)
    whole_turn(bench, 0)
    bench.pass_time(20)
    bench.say("undo", 0)
    bench.pass_time(5)
    bench.say("end-turn", 0)
    bench.pass_time(2)
    assert told(bench) == {"played": 29, "turn": 2, "limit": 60, "runs": True}


def test_a_calendar_that_jumps_by_twenty_years_changes_nothing(tmp_path: Path) -> None:
    bench = at_sea(tmp_path / "table", clock=Wild())
    bench.pass_time(10)
    whole_turn(bench, 0)
    again = after_a_power_cut(bench, tmp_path / "copy", clock=Wild())
    assert told(again) == {"played": 12, "turn": 0, "limit": 60, "runs": True}
    again.pass_time(47.75)
    assert not again.state.time_over
    again.pass_time(0.25)
    assert again.state.time_over


def test_a_game_that_was_left_does_not_go_on_counting(tmp_path: Path) -> None:
    bench = at_sea(tmp_path)
    bench.pass_time(10)
    whole_turn(bench, 0)
    sea = bench.journal.setting("game")
    bench.new(LIBRARY[1], 2, id="another")
    bench.pass_time(300)
    bench.say(f"resume {sea}", TABLE)
    assert told(bench)["played"] == 12
    assert not bench.state.time_over
    bench.pass_time(48)
    assert bench.state.time_over


def test_every_game_has_its_length_in_minutes_by_the_steady_clock_alone(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)] * 5, clock=Wild()).new()
    for seconds in (300, 420):
        bench.pass_time(seconds)
        bench.roll("roll dice")
    bench.pass_time(3 * 3600)  # nobody is there: that isn't the game's
    bench.roll("roll dice")
    assert [kept.minutes for kept in bench.session.archive().kept()] == [13]
    bench = bench.again([(1, 2, 3)], clock=Wild())
    bench.pass_time(240)
    bench.roll("roll dice")
    assert [kept.minutes for kept in bench.session.archive().kept()] == [17]


def test_a_game_of_a_program_that_did_not_count_has_no_length(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench.session.close()
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.executescript(f"UPDATE line SET lasted_ms = NULL; {UNSUMMED}")
    bench = Bench(tmp_path, [(3, 7, 10)])
    bench.pass_time(300)
    bench.roll("roll dice")
    assert [kept.minutes for kept in bench.session.archive().kept()] == [0]
