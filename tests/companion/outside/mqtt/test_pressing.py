"""A press by the house is a short press of that button and nothing else: never a voice, once, at once, and seldom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Game, Setup
from companion.model.requests import RequestRefused
from companion.outside.messages import Press, encode
from companion.outside.mqtt.client.letter import Heard
from companion.outside.mqtt.remote_press import A_SECOND, LASTS_S, RemotePresses, request_of
from companion.records.record import read
from companion.runtime.clock import ManualClock, timestamp_of
from companion.stage.offers import button_lines, doing
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER
from tests.support.logged import lines_of
from tests.support.paths import RECORDS
from tests.support.sample_kit import SAMPLE
from tests.support.session_bench import FIRESHIP, Bench
from tests.support.snapshots import snapshot

TOPIC = "tidetable/0123456789ab/do/press"


class House:
    """Somebody who presses the buttons of *bench*'s table, a little less than twice a second."""

    def __init__(self, bench: Bench, **more: Any) -> None:
        self.bench = bench
        self.presses = RemotePresses(bench.session, bench.clock, **more)
        self._count = 0

    def press(self, button: Any = "roll", id: str = "", age_s: float = 0.0, retained: bool = False) -> None:
        self._count += 1
        now = timestamp_of(self.bench.clock.utc_text() or "2026-11-21T20:15:03.120Z")
        press = Press(id or f"press-{self._count}", button, now - age_s)
        self.say(encode(press), retained)

    def say(self, payload: bytes, retained: bool = False) -> None:
        self.presses.heard(Heard(TOPIC, payload, retained))
        self.bench.session.run_pending()

    @property
    def dropped(self) -> Mapping[str, int]:
        return {str(reason): count for reason, count in self.presses.dropped.items()}


def with_buttons(game: Game, **lines: str) -> Game:
    """Return *game* with buttons that do these *lines*, whatever lies on the table."""
    return replace(game, buttons=lambda state: lines)


def a_table(folder: Path, game: Game = FIRESHIP, answers: Any = ((3, 7, 10),) * 9, **more: Any) -> Bench:
    return Bench(folder, answers, library=(game,), **more).new(game, people=3 if game is SAMPLE else 2)


def test_a_press_does_what_its_lamp_promises_and_stands_in_the_record_as_the_houses(tmp_path: Path) -> None:
    bench = a_table(tmp_path)
    house = House(bench)
    house.press("roll")
    bench.pass_time(5)
    assert bench.state.result("dice").faces == (3, 7, 10)
    pressed, rolled = bench.lines()
    assert (pressed.do, pressed.by, pressed.seat) == ("roll dice", "mqtt", "table")
    assert rolled.by == "dealer"
    assert [line.by for line in read(bench.session.archive().record(1).splitlines(keepends=True)).lines] == [
        "mqtt",
        "dealer",
    ]
    assert house.dropped == {}


def test_a_press_for_the_one_person_whose_it_is_is_theirs(tmp_path: Path) -> None:
    bench = a_table(tmp_path, with_buttons(SPINNER, roll="roll"), ((1, 2),))
    House(bench).press("roll")
    bench.pass_time(5)
    assert [(line.seat, line.by) for line in bench.lines()] == [(0, "mqtt"), ("chance", "dealer")]


@pytest.mark.parametrize("button", ["ok", "back", "push", "knob", "ROLL", ""])
def test_no_other_button_can_be_pressed(tmp_path: Path, button: str) -> None:
    house = House(a_table(tmp_path))
    house.press(button)
    assert house.dropped == {"unreadable": 1}
    assert house.bench.lines() == []


def test_a_button_that_does_nothing_now_is_not_pressed(tmp_path: Path) -> None:
    house = House(a_table(tmp_path, with_buttons(SPINNER, roll="roll")))
    house.press("draw")
    assert house.dropped == {"not-now": 1}


def test_nothing_is_pressed_while_something_moves(tmp_path: Path) -> None:
    house = House(a_table(tmp_path))
    house.press("roll")
    house.press("roll")
    assert house.dropped == {"not-now": 1}


def test_nothing_is_pressed_without_a_game(tmp_path: Path) -> None:
    house = House(Bench(tmp_path))
    house.press("roll")
    assert house.dropped == {"not-now": 1}


def test_a_press_is_no_answer_in_a_window(tmp_path: Path) -> None:
    bench = a_table(tmp_path, with_buttons(DUEL, roll="pass", spin="guard", draw="strike 1"), [("strike",) * 3] * 2)
    bench.say("strike 1", seat=0)
    bench.pass_time(1)
    assert bench.state.pending
    house = House(bench)
    for button in ("roll", "spin"):
        bench.pass_time(1)
        house.press(button)
    assert house.dropped == {"not-now": 2}
    assert [line.by for line in bench.lines()].count("mqtt") == 0


def test_a_press_that_would_ask_who_it_is_is_not_done(tmp_path: Path) -> None:
    bench = a_table(tmp_path, with_buttons(SAMPLE, draw="draw mystery"), [("boom",)])
    published = bench.published
    assert len(tuple(published.open.who_may("draw mystery", (-2, 0, 1, 2)))) > 1
    house = House(bench)
    house.press("draw")
    assert house.dropped == {"not-now": 1}
    assert bench.lines() == []


def test_a_press_is_no_voice_in_a_consent_and_no_answer_to_a_question(tmp_path: Path) -> None:
    bench = a_table(tmp_path)
    bench.roll("roll dice", seat=-2)
    with pytest.raises(RequestRefused, match="consent"):
        bench.say("undo", seat=-2)
    assert bench.published.consent is not None
    asked = House(bench)
    asked.press("roll")
    assert asked.dropped == {"not-now": 1}
    assert bench.published.consent is not None
    other = House(a_table(tmp_path / "other"), is_busy=lambda: True)
    other.press("roll")
    assert other.dropped == {"not-now": 1}


@pytest.mark.parametrize(
    ("record", "offered"),
    [
        ("forbidden-island-lost-a-pawn", {("", "end-actions", True), ("", "draw", True)}),
        (
            "fireship-all-islands",
            {("Spinning", "spin", True), ("FireshipDrawing", "draw", True), ("Fight", "roll", True)},
        ),
    ],
)
def test_in_the_midst_of_a_step_a_button_does_its_own_deed_and_answers_nothing(
    record: str, offered: set[tuple[str, str, bool]]
) -> None:
    found = set()
    for line, game, people in lines_of(RECORDS / f"{record}.tide"):
        published = snapshot(version=1, game=game, number=1, setup=Setup(people), state=line.state)
        for button, does in button_lines(published).items():
            if button in doing(published):
                request = request_of(published, Press("a", button, 0.0))  # type: ignore[arg-type]
                top = line.state.top()
                found.add(("" if top is None else type(top).__name__, does.split(" ")[0], request is not None))
    assert found >= offered, found
    assert all(verb in ("roll", "spin", "draw") for step, verb, is_done in found if step and is_done)


def test_in_the_midst_of_a_step_another_deed_than_the_buttons_own_is_an_answer() -> None:
    tried = 0
    for line, game, people in lines_of(RECORDS / "fireship-all-islands.tide"):
        if line.state.top() is not None:
            odd = with_buttons(game, draw="spin")
            published = snapshot(version=1, game=odd, number=1, setup=Setup(people), state=line.state)
            if "draw" in doing(published):
                tried += 1
                assert request_of(published, Press("a", "draw", 0.0)) is None
    assert tried


# ---------------------------------------------------------------------- once, at once, seldom
def test_retained_repeated_and_old_presses_are_dropped_and_counted(tmp_path: Path) -> None:
    bench = a_table(tmp_path)
    house = House(bench)
    house.press(retained=True)
    house.press(age_s=LASTS_S + 0.1)
    house.press(age_s=-LASTS_S - 0.1)
    house.press(id="same", age_s=LASTS_S - 0.1)
    bench.pass_time(5)
    house.press(id="same")
    assert house.dropped == {"retained": 1, "old": 2, "repeated": 1}
    assert [line.by for line in bench.lines()] == ["mqtt", "dealer"]


def test_an_id_that_was_done_before_a_restart_is_not_done_again(tmp_path: Path) -> None:
    bench = a_table(tmp_path)
    House(bench).press(id="same")
    bench.pass_time(5)
    again = bench.again([(1, 1, 1)], library=(FIRESHIP,), clock=bench.clock)
    House(again).press(id="same")
    again.pass_time(5)
    assert [line.by for line in again.lines()] == ["mqtt", "dealer"]


def test_no_more_than_two_a_second_count(tmp_path: Path) -> None:
    house = House(a_table(tmp_path))
    for _ in range(A_SECOND + 3):
        house.press()
    assert house.dropped == {"not-now": A_SECOND - 1, "too-fast": 3}
    house.bench.pass_time(5)
    house.press()
    assert house.dropped == {"not-now": A_SECOND - 1, "too-fast": 3}


class Unset(ManualClock):
    """A clock that knows no date."""

    def utc_text(self) -> str:
        return ""


def test_nothing_is_pressed_while_nobody_knows_the_date(tmp_path: Path) -> None:
    house = House(a_table(tmp_path, clock=Unset()))
    house.press()
    assert house.dropped == {"clock": 1}
