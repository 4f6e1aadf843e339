"""Edges that a busy machine hands in late and bunched: what they mean is decided by the kernel's times alone."""

from __future__ import annotations

import errno
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from gpiozero import LED

from hardware.board.pins import Pins, open_real_pins
from hardware.board.wiring import Wiring
from hardware.gpio.factory import GpiodFactory
from hardware.inputs import buttons as room
from hardware.inputs.buttons import Buttons
from hardware.inputs.edge_input import EdgeInput
from hardware.ports import ButtonEvent, ChordHeld, InputEvent, KnobEvent
from tests.support.chips import FakeChip
from tests.support.waiting import eventually

WIRING = Wiring()
START_S = 100.0
FREE_PIN = 12


class Moment:
    """The pins' clock, which stands still until it is set."""

    def __init__(self) -> None:
        self.now_s = START_S

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> Moment:
    moment = Moment()
    monkeypatch.setattr(GpiodFactory, "ticks", staticmethod(moment))
    return moment


@pytest.fixture
def chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeChip:
    chip = FakeChip()
    chip.install(monkeypatch, tmp_path)
    return chip


@pytest.fixture
def pins(chip: FakeChip, tmp_path: Path) -> Iterator[Pins]:
    pins = open_real_pins(tmp_path)
    yield pins
    pins.close()


def said(event: InputEvent) -> str:
    """Write an event as short words, with its time in ms since the start."""
    ms = round((event.at_s - START_S) * 1000)
    if isinstance(event, ButtonEvent):
        return f"{ms} {event.button} {event.edge.value}"
    return f"{ms} knob {event.steps:+d}" if isinstance(event, KnobEvent) else f"{ms} {'+'.join(sorted(event.buttons))}"


def make(chip: FakeChip, edges: str) -> None:
    """Have the contacts do *edges*, such as `10 ok down`, at their times in ms since the start."""
    for edge in edges.split(", "):
        ms, name, what = edge.split()
        chip.drive(WIRING.by_name[name], what == "up", START_S + int(ms) / 1000)


BUNCHES = {
    "a bounce is no press, and a press soon after it is one": (
        "10 ok down, 12 ok up, 15 ok down, 200 ok up, 203 ok down, 206 ok up, 260 ok down, 400 ok up",
        ["10 ok pressed", "200 ok released", "260 ok pressed", "400 ok released"],
    ),
    "taps of two buttons keep their order and times": (
        "10 ok down, 60 roll down, 110 ok up, 160 roll up",
        ["10 ok pressed", "60 roll pressed", "110 ok released", "160 roll released"],
    ),
    "just under a second is no hold": ("10 ok down, 1009 ok up", ["10 ok pressed", "1009 ok released"]),
    "a second is one, at its time": ("10 ok down, 1500 ok up", ["10 ok pressed", "1010 ok held", "1500 ok released"]),
    "three seconds of two are a chord": (
        "10 ok down, 20 back down, 3500 back up, 3550 ok up",
        ["10 ok pressed", "20 back pressed", "3020 back+ok", "3500 back released", "3550 ok released"],
    ),
    "the knob turns at the time of its last edge": (
        "10 knob_a down, 20 knob_b down, 30 knob_a up, 40 knob_b up, 50 knob_b down, 60 knob_a down, 70 knob_b up, "
        "80 knob_a up",
        ["40 knob +1", "80 knob -1"],
    ),
}


@pytest.mark.parametrize(("edges", "expected"), BUNCHES.values(), ids=BUNCHES)
def test_what_comes_late_and_bunched_means_what_it_meant(
    edges: str, expected: list[str], chip: FakeChip, pins: Pins, moment: Moment
) -> None:
    heard: list[InputEvent] = []
    with closing(Buttons(pins, WIRING, heard.append)):
        with pins.factory.lock:  # nobody can read while it is held
            make(chip, edges)
            moment.now_s = START_S + 9
        eventually(lambda: len(heard) >= len(expected))
    assert [said(event) for event in heard] == expected


def test_a_press_that_comes_while_the_levels_are_read_has_its_own_time(
    chip: FakeChip, pins: Pins, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[InputEvent] = []
    read, late = Buttons._read, ["60 roll down"]

    def read_slowly(buttons: Buttons, line: room.Line) -> bool | None:
        if line == "roll" and heard and late:
            make(chip, late.pop())
        return read(buttons, line)

    monkeypatch.setattr(Buttons, "_read", read_slowly)
    with closing(Buttons(pins, WIRING, heard.append)):
        make(chip, "10 ok down")
        eventually(lambda: len(heard) == 1)
        moment.now_s = START_S + 0.05
        eventually(lambda: len(heard) == 2)
    assert [said(event) for event in heard] == ["10 ok pressed", "60 roll pressed"]


def test_a_release_that_is_on_its_way_is_heard_before_its_hold_is_due(
    chip: FakeChip, pins: Pins, moment: Moment
) -> None:
    heard: list[InputEvent] = []
    busy, go_on = threading.Event(), threading.Event()

    def be_busy(closed: bool, at_s: float, lost: int) -> None:
        busy.set()
        assert go_on.wait(20)

    other = EdgeInput(FREE_PIN, be_busy, pins.factory)
    with closing(Buttons(pins, WIRING, heard.append)):
        make(chip, "0 ok down")
        eventually(lambda: bool(heard))
        chip.drive(FREE_PIN, False, START_S + 0.5)
        assert busy.wait(20), "the pins' thread is held up from now on"
        make(chip, "900 ok up")
        moment.now_s = START_S + 1.2
        timer = threading.Timer(0.3, go_on.set)
        timer.start()
        eventually(lambda: len(heard) >= 2)
        timer.join()
    assert [said(event) for event in heard] == ["0 ok pressed", "900 ok released"]
    other.close()


def test_a_knob_that_turns_while_its_levels_are_looked_at_is_heard_as_it_turned(
    chip: FakeChip, pins: Pins, moment: Moment
) -> None:
    heard: list[InputEvent] = []
    looked = threading.Event()

    def turn_on(offset: int) -> None:
        """Between the looks at its two contacts; both levels together were never so."""
        if offset == WIRING.knob_b:
            chip.before_get = lambda offset: None
            make(chip, "71 knob_a down, 72 knob_b down")
            looked.set()

    with closing(Buttons(pins, WIRING, heard.append)):
        make(chip, "0 knob_a down, 10 knob_b down, 20 knob_a up, 30 knob_b up")
        eventually(lambda: len(heard) == 1)
        chip.before_get = turn_on
        moment.now_s = START_S + 0.070
        assert looked.wait(20)
        make(chip, "80 knob_a up, 90 knob_b up")
        eventually(lambda: len(heard) == 2)
    assert [said(event) for event in heard] == ["30 knob +1", "90 knob +1"]


def test_a_busy_line_is_taken_as_soon_as_the_other_program_lets_go(
    chip: FakeChip, pins: Pins, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(room, "RETRY_S", 0.05)
    caplog.set_level("INFO")
    heard: list[InputEvent] = []
    others = [chip.taken_by("gpiomon", WIRING.by_name[name]) for name in ("draw", "knob_a")]
    with closing(Buttons(pins, WIRING, heard.append)) as buttons:
        eventually(lambda: buttons.status.trouble == "device.pins.buttons")
        assert "draw can't be read (LineBusy: GPIO22 is in use by another program, gpiomon)" in caplog.text
        chip.drive(WIRING.draw, False)
        others[0].release()
        eventually(lambda: WIRING.draw in chip.held)
        assert not buttons.status.working, "the knob is still missing"
        others[1].release()
        eventually(lambda: buttons.status.working)
        assert [record.levelname for record in caplog.records] == ["WARNING", "WARNING", "INFO", "INFO"]
        chip.drive(WIRING.draw, True)
        chip.drive(WIRING.roll, False)
        eventually(lambda: bool(heard))
        events = [event for event in heard if not isinstance(event, ChordHeld)]
        assert [event.button for event in events if isinstance(event, ButtonEvent)] == ["roll"], "it was down already"
        for pin, high in ((5, False), (6, False), (5, True), (6, True)):
            chip.drive(pin, high)
        eventually(lambda: isinstance(heard[-1], KnobEvent))
    assert set(chip.held) == set()


def test_edges_of_the_knob_that_found_the_queue_full_turn_nothing_the_wrong_way(
    chip: FakeChip, pins: Pins, moment: Moment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "QUEUED_EDGES", 4)
    heard: list[InputEvent] = []
    busy, go_on = threading.Event(), threading.Event()

    def hear(event: InputEvent) -> None:
        heard.append(event)
        busy.set()
        assert go_on.wait(20)

    with closing(Buttons(pins, WIRING, hear)):
        make(chip, "0 ok down")
        assert busy.wait(20), "the thread of the buttons is held up from now on"
        make(chip, "10 knob_a down, 20 knob_b down, 30 knob_a up, 30 roll down")  # three quarters of a detent
        pins.deliver()
        make(chip, "40 knob_a down, 50 knob_b up, 60 knob_a up, 60 roll up")  # and back
        pins.deliver()
        moment.now_s = START_S + 0.1
        go_on.set()
        eventually(lambda: len(heard) >= 3)  # the release of `roll` is seen by the look that looks at the knob as well
        make(chip, "200 knob_b down, 210 knob_a down, 220 knob_b up, 230 knob_a up")
        eventually(lambda: said(heard[-1]).endswith("knob -1"))
    assert [said(event) for event in heard] == ["0 ok pressed", "30 roll pressed", "60 roll released", "230 knob -1"]


def test_a_line_that_is_heard_no_longer_is_told_let_go_and_taken_anew(
    chip: FakeChip, pins: Pins, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(room, "RETRY_S", 0.05)
    heard: list[InputEvent] = []

    def told() -> list[tuple[str, str]]:
        return [(event.button, event.edge.value) for event in heard if isinstance(event, ButtonEvent)]

    with closing(Buttons(pins, WIRING, heard.append)) as buttons:
        chip.drive(WIRING.ok, False)
        eventually(lambda: bool(heard))
        chip.refuses = OSError(errno.EIO, "I/O error")
        chip.drive(WIRING.ok, True)
        eventually(lambda: WIRING.ok not in chip.held)
        eventually(lambda: len(heard) >= 2 and buttons.status.trouble == "device.pins.buttons")
        assert f"ok can't be read (LineFault: GPIO{WIRING.ok}: [Errno 5] I/O error)" in caplog.text
        chip.refuses = None
        eventually(lambda: buttons.status.working)
        assert WIRING.ok in chip.held, "only then it works"
        chip.drive(WIRING.ok, False)
        eventually(lambda: len(heard) >= 3)
        assert told() == [("ok", "pressed"), ("ok", "released"), ("ok", "pressed")]


def test_a_pin_of_our_own_program_is_tried_again_as_well(
    chip: FakeChip, pins: Pins, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "RETRY_S", 0.05)
    lamp = LED(WIRING.draw, pin_factory=pins.factory)
    with closing(Buttons(pins, WIRING, lambda event: None)) as buttons:
        eventually(lambda: not buttons.status.working)
        lamp.close()
        eventually(lambda: buttons.status.working)
