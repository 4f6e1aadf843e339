"""Kits' timers by the table's clock: a sand glass for each turn, and a chess clock."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from companion.engine.game import Game
from companion.engine.values.seats import TABLE, WATCHER
from companion.kits.format.kit_file import read_kit
from companion.kits.play import game_of
from tests.support.seen import seen_plain
from tests.support.session_bench import Bench

WORDS = """
slug = "words"
seats = [2, 4]
[timer.glass]
seconds = 60
[counter.points]
each = "person"
[turn]
passes = "after timer glass"
"""
CHESS = """
slug = "chess"
seats = [2, 4]
[timer.moves]
seconds = 300
counts = "person"
[turn]
"""
EACH_TURN = """
slug = "quick"
seats = [2, 4]
[timer.think]
seconds = 30
counts = "turn"
[turn]
"""


def kit(text: str) -> Game:
    return game_of(read_kit("kit.toml", text).kit)


def at_table(folder: Path, text: str) -> Bench:
    game = kit(text)
    return Bench(folder, library=(game,)).new(game, 2)


def after_a_power_cut(bench: Bench, folder: Path, text: str) -> Bench:
    shutil.copytree(bench.folder, folder)
    return Bench(folder, library=(kit(text),))


def clocks(bench: Bench) -> list[tuple[float, bool]]:
    seen: list[dict[str, Any]] = seen_plain(bench.published, WATCHER, frozenset())["clocks"]
    return [(clock["left"] / 1000, clock["runs"]) for clock in seen]


def rings(bench: Bench) -> int:
    return sum(line.by == "clock" for line in bench.lines())


def turn(bench: Bench) -> int:
    seat: int = bench.state.active
    return seat


def test_a_sand_glass_that_is_over_passes_the_turn_once(tmp_path: Path) -> None:
    bench = at_table(tmp_path, WORDS)
    first = turn(bench)
    bench.say("start glass", first)
    bench.pass_time(20)
    bench.say("count points 1 +1", first)
    bench.pass_time(39.75)
    assert (turn(bench), rings(bench)) == (first, 0)
    bench.pass_time(0.25)
    assert (turn(bench), rings(bench), clocks(bench)) == (1 - first, 1, [(0, False)])
    bench.pass_time(120)
    assert rings(bench) == 1
    bench.say("start glass", 1 - first)
    bench.pass_time(10)
    assert clocks(bench) == [(50, True)]


def test_a_chess_clock_of_a_kit_follows_the_turn_and_survives_a_cut(tmp_path: Path) -> None:
    bench = at_table(tmp_path / "table", CHESS)
    first = turn(bench)
    bench.say("start moves", first)
    bench.pass_time(10)
    bench.say("next", first)
    bench.pass_time(20)
    bench.say("next", 1 - first)
    spent = {first: 10, 1 - first: 20}
    assert clocks(bench) == [(300 - spent[seat], seat == first) for seat in (0, 1)]
    bench = after_a_power_cut(bench, tmp_path / "copy", CHESS)
    bench.pass_time(60)
    assert clocks(bench) == [(300 - spent[seat], False) for seat in (0, 1)]
    bench.say("go-on", first)
    bench.pass_time(289.75)
    assert rings(bench) == 0
    bench.pass_time(0.25)
    assert (rings(bench), clocks(bench)[first]) == (1, (0, False))


def test_a_timer_of_each_turn_begins_afresh_even_after_an_undo(tmp_path: Path) -> None:
    bench = at_table(tmp_path, EACH_TURN)
    first = turn(bench)
    bench.say("start think", first)
    bench.pass_time(20)
    assert clocks(bench) == [(10, True)]
    bench.say("next", first)
    bench.pass_time(5)
    assert clocks(bench) == [(25, True)]
    bench.say("undo", 1 - first)
    assert clocks(bench) == [(10, True)]
    bench.pass_time(2)
    bench.say("next", first)
    assert clocks(bench) == [(30, True)]
    bench.pass_time(30)
    assert rings(bench) == 1


def test_the_end_of_a_silent_timer_is_told_as_silent(tmp_path: Path) -> None:
    silent = WORDS.replace("seconds = 60", "seconds = 60\nsound = false")
    assert at_table(tmp_path / "silent", silent).published.open.is_silent("glass")
    assert not at_table(tmp_path / "loud", WORDS).published.open.is_silent("glass")


def test_nobody_speaks_for_the_clock_of_a_kit(tmp_path: Path) -> None:
    bench = at_table(tmp_path, WORDS)
    bench.say("start glass", turn(bench))
    plays = [play.line for play in bench.published.open.plays([0, 1, TABLE])]
    assert not any((line or "").startswith("ring") for line in plays)
