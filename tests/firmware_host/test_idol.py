"""The idol: its servos' pulses as the firmware gives them, and what a cut power or a lost link leaves of a push."""

from __future__ import annotations

import importlib.util
import struct
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from firmware_host import tlink
from firmware_host.bench.emulator import FIRMWARE, Emulator, disk_files
from firmware_host.firmware import servo, wiring
from firmware_host.line import SerialLine
from firmware_host.port import SerialPort
from tests.support.trays import SpoiltPort, greet, line_to
from tests.support.waiting import eventually

TURN, PUSH = wiring.IDOL_TURNS, wiring.IDOL_PUSHES
OUT, IN = (PUSH, 4915), (PUSH, 3276)
LEFT, QUARTER, RIGHT = ((TURN, duty) for duty in (3276, 4095, 6553))
"""Pulses of 1, 1.25 and 2 ms in 20 ms, in 65535ths."""
LET_GO = [(TURN, 0), (PUSH, 0)]
TURN_MS, PUSH_MS = 700, 350


# ---------------------------------------------------------------------- step by step, on a clock of its own
class Servo:
    """A pin that pulses, and tells when."""

    def __init__(self, pin: int, *, freq: int, duty_u16: int) -> None:
        self._pin = pin

    def duty_u16(self, value: int) -> None:
        """Note it."""
        Servo.told.append((Servo.now_ms, (self._pin, value)))

    told: list[tuple[int, tuple[int, int]]] = []
    now_ms = 0


@pytest.fixture
def idol(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module's Idol, after its start."""
    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(PWM=Servo, Pin=lambda pin: pin))
    monkeypatch.setitem(sys.modules, "servo", servo)
    monkeypatch.setattr(Servo, "told", [])
    monkeypatch.setattr(Servo, "now_ms", 0)
    spec = importlib.util.spec_from_file_location("idol_of_the_tray", FIRMWARE / "idol.py")
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module.PicoIdol(TURN, PUSH)


def run(idol: Any, until_ms: int, since_ms: int = 0, pace_ms: int = 10) -> bool:
    """Have the loop come by every *pace_ms*; return whether the idol has done all."""
    done = False
    while not done and Servo.now_ms < until_ms:
        Servo.now_ms += pace_ms
        done = idol.go_on(Servo.now_ms - since_ms)
    return done


def test_after_a_start_the_arm_is_drawn_in_before_it_turns_and_each_step_has_its_time(idol: Any) -> None:
    idol.begin(45, push=True)
    assert run(idol, 5000)
    out_ms = PUSH_MS + TURN_MS
    steps = [(0, IN), (PUSH_MS, QUARTER), (out_ms, OUT), (out_ms + PUSH_MS, IN)]
    assert Servo.told == [*steps, *((out_ms + 2 * PUSH_MS, servo) for servo in LET_GO)]
    Servo.told.clear()
    idol.begin(180, push=False)
    assert [what for _, what in Servo.told] == [RIGHT], "it is in, and known to be"


@pytest.mark.parametrize("again_ms", [PUSH_MS + TURN_MS + 10, 2 * PUSH_MS + TURN_MS + 10], ids=["out", "coming in"])
def test_told_more_while_the_arm_is_out_or_on_its_way_in_it_has_all_its_time_to_come_in(
    idol: Any, again_ms: int
) -> None:
    idol.begin(0, push=True)
    run(idol, again_ms)
    Servo.told.clear()
    idol.begin(180, push=False)
    run(idol, again_ms + 5000, since_ms=again_ms)
    assert Servo.told[:2] == [(again_ms, IN), (again_ms + PUSH_MS, RIGHT)]


def test_told_again_and_again_while_it_comes_in_it_still_does_not_turn(idol: Any) -> None:
    idol.begin(0, push=True)
    run(idol, PUSH_MS + TURN_MS + 10)
    Servo.told.clear()
    for degrees in (0, 45, 180):
        began_ms = Servo.now_ms
        idol.begin(degrees, push=False)
        run(idol, began_ms + PUSH_MS - 20, since_ms=began_ms)
    assert {what for _, what in Servo.told} == {IN}
    run(idol, began_ms + 5000, since_ms=began_ms)
    assert next(what for _, what in Servo.told if what[0] == TURN) == RIGHT


def test_a_loop_that_comes_late_takes_no_time_from_a_step(idol: Any) -> None:
    idol.begin(45, push=True)
    run(idol, 9000, pace_ms=1000)
    moments = [at_ms for at_ms, _ in Servo.told[:4]]
    assert moments == [0, 1000, 2000, 3000]


def test_what_turns_a_servo_is_read_back() -> None:
    assert [servo.degrees(servo.duty(degrees)) for degrees in range(181)] == pytest.approx(range(181), abs=1)
    assert (servo.duty(0), servo.duty(180)) == (65535 // 20, 65535 // 10)


# ---------------------------------------------------------------------- on the real MicroPython
def hurried() -> dict[str, bytes]:
    """Return the firmware with an idol that needs a tenth of its time."""
    files = disk_files()
    for name, ms in ((b"TURN_MS", TURN_MS), (b"PUSH_MS", PUSH_MS)):
        files["idol.py"] = files["idol.py"].replace(b"%s = %d" % (name, ms), b"%s = %d" % (name, ms // 10))
    return files


class Pulses:
    """What the idol's pins do on a tray."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.seen: list[tuple[int, int]] = []
        self.emulator = Emulator(files=files, on_event=self._see)
        self.has_started()

    def _see(self, event: Any) -> None:
        if event["event"] == "duty" and event["pin"] in (TURN, PUSH):
            self.seen.append((event["pin"], event["value"]))

    def has_started(self) -> None:
        """Wait until it has been let go after a start."""
        eventually(lambda: self.seen[-2:] == LET_GO)
        self.seen.clear()

    def ends_with(self, *pulses: tuple[int, int]) -> None:
        """Wait until the idol has been let go after *pulses*, all since the last time."""
        expected = [*pulses, *LET_GO]
        eventually(lambda: len(self.seen) >= len(expected))
        assert self.seen == expected
        self.seen.clear()


@pytest.fixture
def pulses() -> Iterator[Pulses]:
    made = Pulses(hurried())
    yield made
    made.emulator.close()


def ask(line: SerialLine, motion: int, degrees: int, push: bool, tries: int = 25) -> None:
    line.request(tlink.IDOL, struct.pack(tlink.IDOL_REQUEST, motion, degrees, push), tries=tries)


def test_it_turns_pushes_if_asked_is_let_go_and_says_so(pulses: Pulses) -> None:
    with line_to(pulses.emulator) as line:
        ask(line, 5, 45, push=False)
        pulses.ends_with(IN, QUARTER)
        ask(line, 6, 180, push=True)
        pulses.ends_with(RIGHT, OUT, IN)
        told: list[bytes] = []
        eventually(lambda: told.extend(event[2] for event in line.events()) or len(told) >= 2)  # type: ignore[func-returns-value]
        assert told == [struct.pack(tlink.LANDED_EVENT, motion) for motion in (5, 6)]


def test_the_power_is_cut_while_it_pushes_and_then_it_draws_its_arm_in_before_it_turns(pulses: Pulses) -> None:
    emulator = pulses.emulator
    with line_to(emulator) as line:
        ask(line, 5, 0, push=True)
        eventually(lambda: OUT in pulses.seen)
        known = emulator.boots
        emulator.reset()
        eventually(lambda: emulator.boots > known)
        with pytest.raises(tlink.TrayRefused):
            ask(line, 5, 0, push=True, tries=200)
        pulses.has_started()
        greet(line, 43)
        ask(line, 6, 180, push=False)
        pulses.ends_with(IN, RIGHT)


def test_the_link_is_lost_while_it_pushes_and_it_comes_in_and_is_let_go_by_itself(pulses: Pulses) -> None:
    with line_to(pulses.emulator) as line:
        ask(line, 5, 0, push=True)
    pulses.ends_with(IN, LEFT, OUT, IN)


def test_over_a_line_that_spoils_a_quarter_it_pushes_as_often_as_it_was_asked(pulses: Pulses) -> None:
    port: SerialPort = SpoiltPort(pulses.emulator.path, corrupts=0.15, drops=0.10)
    line = SerialLine(port, try_s=0.03)
    greet(line, 7)
    for motion in range(1, 13):
        before = pulses.seen.count(OUT)
        ask(line, motion, 45, push=True, tries=200)
        eventually(lambda before=before: pulses.seen.count(OUT) == before + 1)  # type: ignore[misc]
    eventually(lambda: pulses.seen[-2:] == LET_GO)
    assert (pulses.seen.count(OUT), line.asked_again > 0) == (12, True)
    port.close()
