"""Countdowns on the table's own devices: counted by the screen itself, and in steps by a tray."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.engine.values.message import Message
from companion.model.countdown_clock import GO_ON
from companion.model.game_view import GameView
from companion.runtime.timers import Timer
from companion.stage.layers import MENU
from companion.stage.presenter import RESULT_S, TRAY_STEPS
from companion.stage.sounds import RING
from hardware.cues import CountdownCue, StageCue
from tests.support.games.hourglass import GLASS_S, HOURGLASS, MORE_S, MOVES_S
from tests.support.session_bench import Bench
from tests.support.tabletop import Edge, Keys

LIBRARY = (HOURGLASS,)


class Tray:
    """Keeps what it shows."""

    def __init__(self) -> None:
        self.cues: list[StageCue] = []

    def show(self, cue: StageCue) -> None:
        self.cues.append(cue)

    def land(self, cue: StageCue, landed: Callable[[], None]) -> bool:
        return False

    def clear(self) -> None:
        """Show nothing."""

    def set_brightness(self, level: int = 3) -> None:
        """Be as bright as before."""


class Table:
    """A table whose stage hears the session; its timers are the session's own."""

    def __init__(self, folder: Path) -> None:
        self.bench = Bench(folder, [(6,)] * 9, library=LIBRARY)
        self.tray = Tray()
        self.set: list[Timer] = []
        self.edge = Edge(texts=Keys(), tray=self.tray, later=self.later)
        self.bench.session.subscribe(self.edge.stage)

    def later(self, seconds: float, action: Callable[[], object]) -> Timer:
        timers = self.bench.session._worker.timers
        timer = timers.at(self.bench.clock.monotonic_s() + seconds, lambda: timer.is_cancelled or action())
        self.set.append(timer)
        return timer

    @property
    def cue(self) -> StageCue:
        return self.edge.screen.cue

    @property
    def left_s(self) -> float:
        assert isinstance(self.cue, CountdownCue)
        return self.cue.left_s


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    table.bench.new(HOURGLASS, 2)
    yield table
    table.edge.close()


def glass(left_s: float, of_s: int = GLASS_S, runs: bool = True, foot: str = "") -> CountdownCue:
    return CountdownCue(title="hourglass.glass", left_s=left_s, of_s=of_s, runs=runs, foot=foot)


def test_a_running_countdown_is_on_the_screen_until_it_is_paused(table: Table) -> None:
    before = table.cue
    table.bench.say("start glass")
    assert table.cue == glass(GLASS_S)
    table.bench.pass_time(10)
    table.bench.say("extend glass")
    assert table.cue == glass(GLASS_S - 10 + MORE_S, GLASS_S + MORE_S)
    table.bench.say("pause glass")
    assert table.cue == before


def test_the_screen_is_told_once_and_the_tray_step_by_step(table: Table) -> None:
    table.bench.say("start glass")
    told = len(table.edge.screen.cues)
    table.tray.cues.clear()
    table.bench.pass_time(GLASS_S - 1)
    assert len(table.edge.screen.cues) == told
    assert table.tray.cues == [glass(GLASS_S - at * GLASS_S / TRAY_STEPS) for at in range(1, TRAY_STEPS)]


def test_the_one_that_is_over_first_is_shown_with_its_owner(table: Table) -> None:
    table.bench.say("start moves")
    assert isinstance(table.cue, CountdownCue)
    assert table.cue.title == "Ann"
    table.bench.pass_time(MOVES_S - GLASS_S - 10)
    table.bench.say("start glass")
    assert table.cue == glass(GLASS_S)
    table.bench.pass_time(20)
    table.bench.say("extend glass")
    table.bench.say("extend glass")
    table.bench.say("extend glass")
    assert isinstance(table.cue, CountdownCue)
    assert (table.cue.title, table.left_s) == ("Ann", GLASS_S - 10)


def test_at_its_end_it_rings_and_gives_way(table: Table) -> None:
    before = table.cue
    table.bench.say("start glass")
    table.edge.buzzer.sounds.clear()
    table.bench.pass_time(GLASS_S)
    assert (table.cue, table.edge.buzzer.sounds) == (before, [RING])


def test_a_silent_one_ends_without_its_sound(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameView, "is_silent", lambda published, key: key == "glass")
    table.bench.say("start glass")
    table.edge.buzzer.sounds.clear()
    table.bench.pass_time(GLASS_S)
    assert RING not in table.edge.buzzer.sounds


def test_a_result_is_read_before_the_countdown_comes_back(table: Table) -> None:
    table.bench.say("start glass")
    table.bench.say("roll")
    table.bench.pass_time(1)
    assert not isinstance(table.cue, CountdownCue)
    table.bench.pass_time(RESULT_S - 0.25)
    assert not isinstance(table.cue, CountdownCue)
    table.bench.pass_time(0.25)
    assert table.left_s == GLASS_S - 1 - RESULT_S


def test_after_a_start_a_push_goes_on_with_what_was_held(tmp_path: Path) -> None:
    first = Table(tmp_path)
    first.bench.new(HOURGLASS, 2)
    first.bench.say("start glass")
    assert first.edge.input.push(first.bench.published) in (None, MENU)
    first.bench.session.close()
    table = Table(tmp_path)
    table.edge.show(table.bench.published)
    assert table.cue == glass(GLASS_S, runs=False, foot="stage.go-on-how")
    chosen = table.edge.input.push(table.bench.published)
    assert chosen is not None
    assert chosen.line == GO_ON
    table.bench.say(chosen.line, chosen.seat)
    table.bench.pass_time(1)
    assert table.cue == glass(GLASS_S)
    for each in (first, table):
        each.edge.close()


def test_a_question_over_it_stays_while_it_counts(table: Table) -> None:
    table.bench.say("start glass")
    table.edge.stage.ask(Message("stage.right"))
    told = len(table.edge.screen.cues)
    table.tray.cues.clear()
    table.bench.pass_time(20)
    assert (len(table.edge.screen.cues), table.tray.cues) == (told, [])
    table.edge.stage.ask(None)
    assert table.left_s == GLASS_S - 20
