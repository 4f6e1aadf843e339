"""Countdowns: counted by the steady clock, over once, and never lost by undo or power cut."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from companion.engine.values.seats import TABLE, WATCHER
from companion.model.requests import RequestRefused
from tests.support.games.hourglass import GLASS_S, HOURGLASS, MORE_S, MOVES_S, Glass, Rang
from tests.support.games.spinner import SPINNER
from tests.support.seen import seen_plain
from tests.support.session_bench import Bench
from tests.whole.test_jumping_clock import Wild

WITH_GLASS = (HOURGLASS, SPINNER)
SIXES = [(6,)] * 20


def at_table(folder: Path, answers: Any = SIXES, people: int = 2, **more: Any) -> Bench:
    return Bench(folder, answers, library=WITH_GLASS, **more).new(HOURGLASS, people)


def after_a_power_cut(bench: Bench, folder: Path, **more: Any) -> Bench:
    """The same table once the power is back: what was durable, and nothing that the dead process might add."""
    shutil.copytree(bench.folder, folder)
    return Bench(folder, SIXES, library=WITH_GLASS, **more)


def told(bench: Bench, key: str = "glass") -> dict[str, Any]:
    clocks = seen_plain(bench.published, WATCHER, frozenset())["clocks"]
    found: dict[str, Any] = next(clock for clock in clocks if clock["key"] == key)
    return {name: value for name, value in found.items() if name != "key"}


def left_s(bench: Bench, key: str = "glass") -> float:
    left: int = told(bench, key)["left"]
    return left / 1000


def rings(bench: Bench) -> list[str]:
    return [line.do or "" for line in bench.lines() if (line.do or "").startswith("ring")]


def test_a_game_without_countdowns_has_no_clocks_and_no_play_time(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2)] * 9, library=WITH_GLASS).new(SPINNER)
    bench.pass_time(30)
    bench.roll("roll")
    seen = seen_plain(bench.published, WATCHER, frozenset())
    assert seen["clocks"] == []
    assert bench.published.open.clocks is None
    assert "time" not in seen["state"]
    assert {row.played_ms for row in bench.rows()} == {0}


def test_a_countdown_counts_only_while_it_runs(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.pass_time(30)
    assert told(bench) == {"left": 1000 * GLASS_S, "runs": False}
    bench.say("start glass")
    bench.pass_time(12.25)
    assert told(bench) == {"left": 47_750, "runs": True}
    bench.say("pause glass")
    bench.pass_time(100)
    assert told(bench) == {"left": 47_750, "runs": False}
    bench.say("extend glass")
    assert left_s(bench) == 47.75 + MORE_S
    bench.say("start glass")
    bench.pass_time(1)
    assert left_s(bench) == 46.75 + MORE_S
    bench.say("reset glass")
    assert told(bench) == {"left": 1000 * GLASS_S, "runs": False}


def test_nothing_is_written_or_sent_between_start_and_end(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.tape.clear()
    bench.pass_time(GLASS_S - 0.25)
    assert bench.tape == []
    bench.pass_time(0.25)
    assert bench.tape.names() == ["commit", "durable", "stage.show", "mirror.changed"]
    bench.tape.clear()
    bench.pass_time(300)
    assert bench.tape == []


def test_at_zero_the_clock_gives_the_command_once(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.pass_time(GLASS_S - 0.25)
    assert rings(bench) == []
    bench.pass_time(60)
    last = bench.rows()[-1]
    assert (last.entry.do, last.entry.speaker, last.entry.by) == ("ring glass", TABLE, "clock")
    assert last.played_ms == 1000 * GLASS_S
    assert rings(bench) == ["ring glass"]
    assert told(bench) == {"left": 0, "runs": False}


@pytest.mark.parametrize("line", ["ring glass", "rest-of ring glass"])
def test_people_may_not_speak_for_the_clock(line: str, tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    with pytest.raises(RequestRefused) as refused:
        bench.say(line, TABLE)
    assert refused.value.reason == "forbidden"
    assert bench.state.glass.runs


def test_a_pause_at_the_last_moment_and_more_time_move_the_end(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.pass_time(GLASS_S - 0.25)
    bench.say("pause glass")
    bench.pass_time(30)
    bench.say("extend glass")
    bench.say("start glass")
    bench.pass_time(MORE_S)
    assert rings(bench) == []
    bench.pass_time(0.25)
    assert rings(bench) == ["ring glass"]


def test_while_something_is_in_motion_the_end_waits_for_its_reveal(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.pass_time(GLASS_S - 0.5)
    bench.say("roll")
    bench.pass_time(0.75)
    assert (bench.published.reveal is None, rings(bench)) == (False, [])
    bench.pass_time(0.5)
    assert (bench.state.rolled, rings(bench)) == (6, ["ring glass"])
    assert told(bench) == {"left": 0, "runs": False}


def test_a_result_in_motion_changes_no_time_before_its_reveal(tmp_path: Path) -> None:
    bench = at_table(tmp_path, [(1,)])
    bench.say("start glass")
    bench.pass_time(20)
    bench.say("roll")
    bench.pass_time(0.75)
    assert (told(bench), bench.published.reveal is None) == ({"left": 39_250, "runs": True}, False)
    bench.pass_time(0.25)
    assert told(bench) == {"left": 1000 * GLASS_S, "runs": True}


def test_of_several_results_each_counts_from_its_own_reveal(tmp_path: Path) -> None:
    bench = at_table(tmp_path, [(2,), (1,)])
    bench.say("start glass")
    bench.pass_time(20)
    bench.say("roll")
    bench.pass_time(1)
    assert (bench.state.rolled, told(bench)) == (2, {"left": 39_000, "runs": True})
    bench.pass_time(1)
    assert (bench.state.rolled, told(bench)) == (1, {"left": 60_000, "runs": True})


def test_a_countdown_that_goes_on_after_its_end_rings_once_until_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Rang, "apply", lambda fact, state: state)
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.pass_time(GLASS_S + 60)
    assert rings(bench) == ["ring glass"]
    bench.say("pause glass")
    bench.say("start glass")
    bench.pass_time(60)
    assert rings(bench) == ["ring glass", "ring glass"]


def test_two_countdowns_that_are_over_together_ring_both(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start moves")
    bench.pass_time(MOVES_S - GLASS_S)
    bench.say("start glass")
    bench.pass_time(GLASS_S)
    assert rings(bench) == ["ring glass", "ring moves-0"]
    assert bench.state.end() is not None


def test_a_chess_clock_counts_each_in_their_own_turn(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start moves")
    for seconds in (10, 20, 30, 40):
        bench.pass_time(seconds)
        bench.say("next", bench.state.turn)
    assert (left_s(bench, "moves-0"), left_s(bench, "moves-1")) == (MOVES_S - 40, MOVES_S - 60)
    bench.pass_time(MOVES_S - 40)
    assert rings(bench) == ["ring moves-0"]
    assert told(bench, "moves-1") == {"left": 1000 * (MOVES_S - 60), "runs": False}


def test_after_the_end_nothing_counts(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.say("start moves")
    bench.pass_time(GLASS_S - 10)
    for _ in range(30):
        bench.say("extend glass")
    bench.pass_time(MOVES_S - GLASS_S + 10)
    assert bench.state.end() is not None
    before = told(bench)
    bench.pass_time(100)
    assert (told(bench), before["runs"], rings(bench)) == (before, False, ["ring moves-0"])


# ---------------------------------------------------------------------- undo and redo
def test_an_undo_while_it_runs_takes_no_time_back_and_counts_none_twice(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.pass_time(10)
    bench.say("pause glass")
    bench.pass_time(10)
    bench.say("undo")
    assert told(bench) == {"left": 50_000, "runs": True}
    bench.pass_time(5)
    bench.say("undo")
    assert told(bench) == {"left": 45_000, "runs": False}
    bench.say("redo")
    bench.pass_time(5)
    assert told(bench) == {"left": 40_000, "runs": True}


def test_a_fresh_start_that_comes_again_after_an_undo_has_all_its_time(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.pass_time(10)
    bench.say("reset glass")
    bench.say("start glass")
    bench.pass_time(30)
    bench.say("undo")
    bench.say("undo")
    assert told(bench) == {"left": 50_000, "runs": True}
    bench.say("reset glass")
    assert told(bench) == {"left": 60_000, "runs": False}


def test_an_undo_of_what_came_before_the_end_lets_it_ring_once_more(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.pass_time(5)
    bench.say("extend moves")
    bench.pass_time(GLASS_S)
    bench.say("undo")
    assert told(bench) == {"left": 0, "runs": True}
    bench.pass_time(30)
    assert rings(bench) == ["ring glass", "ring glass"]
    bench.say("undo")
    bench.pass_time(30)
    assert told(bench) == {"left": 0, "runs": False}
    assert len(rings(bench)) == 2


# ---------------------------------------------------------------------- a pulled plug
def test_a_countdown_that_runs_from_the_start_of_a_game_counts_from_there(tmp_path: Path) -> None:
    game = replace(HOURGLASS, start=lambda setup: structs.replace(HOURGLASS.start(setup), glass=Glass(runs=True)))
    bench = Bench(tmp_path / "table", SIXES, library=(game,)).new(game, 2)
    bench.say("extend moves")
    assert told(bench) == {"left": 40_000, "runs": True}
    shutil.copytree(bench.folder, tmp_path / "copy")
    bench = Bench(tmp_path / "copy", SIXES, library=(game,))
    assert told(bench) == {"left": 40_000, "runs": False, "held": True}


def test_a_pulled_plug_brings_the_time_of_the_last_line_back_and_holds_it(tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table")
    bench.say("start glass")
    bench.pass_time(20)
    bench.say("extend moves")
    bench.pass_time(15)
    bench = after_a_power_cut(bench, tmp_path / "copy")
    assert told(bench) == {"left": 40_000, "runs": False, "held": True}
    bench.pass_time(600)
    assert (told(bench)["left"], rings(bench)) == (40_000, [])
    bench.say("go-on")
    assert told(bench) == {"left": 40_000, "runs": True}
    bench.pass_time(39.75)
    assert rings(bench) == []
    bench.pass_time(0.25)
    assert rings(bench) == ["ring glass"]
    assert bench.rows()[-1].played_ms == 60_000


@pytest.mark.parametrize(("line", "left"), [("pause glass", 40_000), ("reset glass", 60_000), ("start moves", 40_000)])
def test_held_countdowns_go_on_with_the_first_word_about_what_runs(line: str, left: int, tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table")
    bench.say("start glass")
    bench.pass_time(20)
    bench.say("extend moves")
    bench = after_a_power_cut(bench, tmp_path / "copy")
    bench.pass_time(5)
    bench.say("extend glass")
    bench.pass_time(5)
    assert told(bench) == {"left": 50_000, "runs": False, "held": True}
    bench.say("undo")
    bench.say(line)
    bench.pass_time(1)
    runs = line == "start moves"
    assert told(bench) == {"left": left - 1000 * runs, "runs": runs}
    assert told(bench, "moves-0")["runs"] == runs


def test_going_on_twice_changes_nothing(tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table")
    bench.say("start glass")
    bench = after_a_power_cut(bench, tmp_path / "copy")
    version = bench.say("go-on")
    assert (bench.say("go-on"), bench.published.version) == (version, version)
    assert [line.do for line in bench.lines()] == ["start glass"]


def test_a_second_cut_before_any_line_loses_only_the_time_since_the_last_line(tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table")
    bench.say("start glass")
    bench.pass_time(20)
    bench.say("extend moves")
    for cut in ("first", "second"):
        bench = after_a_power_cut(bench, tmp_path / cut)
        bench.say("go-on")
        bench.pass_time(10)
    bench.say("extend moves")
    bench = after_a_power_cut(bench, tmp_path / "third")
    assert told(bench) == {"left": 30_000, "runs": False, "held": True}


def test_a_paused_or_finished_countdown_is_not_held_after_a_start(tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table")
    bench.say("start glass")
    bench.pass_time(20)
    bench.say("pause glass")
    bench = after_a_power_cut(bench, tmp_path / "copy")
    assert told(bench) == {"left": 40_000, "runs": False}
    bench.say("start glass")
    bench.pass_time(40)
    bench = after_a_power_cut(bench, tmp_path / "again")
    assert told(bench) == {"left": 0, "runs": False}


def test_chess_clocks_survive_a_cut_with_undone_and_redone_lines(tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table")
    bench.say("start moves")
    bench.pass_time(10)
    bench.say("next")
    bench.pass_time(20)
    bench.say("undo")
    bench.pass_time(30)
    bench.say("redo")
    bench.pass_time(40)
    bench.say("extend glass")
    before = [left_s(bench, key) for key in ("moves-0", "moves-1")]
    bench = after_a_power_cut(bench, tmp_path / "copy")
    assert before == [left_s(bench, key) for key in ("moves-0", "moves-1")] == [MOVES_S - 40, MOVES_S - 60]
    assert told(bench, "moves-1")["held"]


def test_a_game_put_aside_is_held_when_it_comes_back(tmp_path: Path) -> None:
    bench = at_table(tmp_path)
    bench.say("start glass")
    bench.pass_time(20)
    bench.say("extend moves")
    number = bench.journal.setting("game")
    bench.new(SPINNER, id="another")
    bench.pass_time(300)
    assert bench.published.open.clocks is None
    bench.say(f"resume {number}", TABLE)
    assert told(bench) == {"left": 40_000, "runs": False, "held": True}
    assert rings(bench) == []


def test_the_table_offers_to_go_on_only_while_countdowns_are_held(tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table")
    bench.say("start glass")
    assert "go-on" not in [row.line for row in bench.published.table_rows()]
    bench = after_a_power_cut(bench, tmp_path / "copy")
    assert "go-on" in [row.line for row in bench.published.table_rows()]


def test_a_calendar_that_jumps_by_twenty_years_moves_no_countdown(tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table", clock=Wild())
    bench.say("start glass")
    bench.pass_time(20)
    bench.say("extend moves")
    bench = after_a_power_cut(bench, tmp_path / "copy", clock=Wild())
    bench.say("go-on")
    bench.pass_time(39.75)
    assert rings(bench) == []
    bench.pass_time(0.25)
    assert rings(bench) == ["ring glass"]
