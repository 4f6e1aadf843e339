"""The buzzer: tones on a pretend pin, by a clock that only tests turn."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED

from hardware.board.pins import Pins, choose_pins, open_real_pins
from hardware.board.wiring import Wiring
from hardware.gpio import MAX_HZ
from hardware.outputs.buzzer import SOUNDS, PinBuzzer, by_software
from hardware.ports import SOUND_NAMES, Buzzer, DeviceStatus, SoundName
from tests.support.chips import FakeChip
from tests.support.oleds import Clock
from tests.support.waiting import eventually

PIN = Wiring().buzzer
WORKS = DeviceStatus("buzzer", simulated=True, working=True)
FAILS = DeviceStatus("buzzer", simulated=True, working=False, trouble="device.pins.buzzer")


@pytest.fixture
def pins() -> Iterator[Pins]:
    pins = choose_pins("simulated")
    yield pins
    pins.close()


def heard(sound: SoundName) -> list[tuple[float, float]]:
    """The tones of *sound* as software plays them."""
    return [(by_software(hertz), seconds) for hertz, seconds in SOUNDS[sound]]


class Ear:
    """A buzzer without its thread, and what its pin does."""

    def __init__(self, pins: Pins) -> None:
        self.clock = Clock()
        self.buzzer = PinBuzzer(pins, Wiring(), self.clock)
        self.pin = pins.factory.pin(PIN)

    @property
    def hertz(self) -> float:
        """What is heard now, 0 for silence."""
        return self.pin.frequency if self.pin.state else 0

    def listen(self) -> list[tuple[float, float]]:
        """Let a sound end; return the tones heard and how long each lasted."""
        tones = []
        while (wait_s := self.buzzer.step()) is not None:
            tones.append((self.hertz, round(wait_s, 6)))
            self.clock.now_s += wait_s
        return tones


@pytest.fixture
def ear(pins: Pins) -> Iterator[Ear]:
    ear = Ear(pins)
    yield ear
    ear.buzzer.close()


def test_a_buzzer_is_one_and_silent_at_first(ear: Ear) -> None:
    buzzer: Buzzer = ear.buzzer
    assert (buzzer, ear.listen(), ear.hertz, ear.buzzer.status) == (ear.buzzer, [], 0, WORKS)


@pytest.mark.parametrize("sound", SOUND_NAMES)
def test_a_sound_is_its_tones_one_after_the_other_then_silence(sound: SoundName, ear: Ear) -> None:
    ear.buzzer.play(sound)
    assert ear.listen() == heard(sound)
    assert ear.hertz == 0
    assert ear.listen() == []


def test_every_sound_is_short_audible_and_unlike_the_others() -> None:
    assert set(SOUNDS) == set(SOUND_NAMES)
    assert len({tuple(tones) for tones in SOUNDS.values()}) == len(SOUND_NAMES)
    for tones in SOUNDS.values():
        assert sum(seconds for _, seconds in tones) <= 0.8
        assert all(hertz == 0 or 100 <= hertz <= 4000 for hertz, _ in tones)


@pytest.mark.parametrize(("hertz", "played"), [(0, 0), (196, 196), (1000, 1000), (1047, 523.5), (2093, 523.25)])
def test_software_plays_what_is_too_high_for_it_octaves_lower(hertz: float, played: float) -> None:
    assert by_software(hertz) == played <= MAX_HZ


def test_the_newest_sound_wins_and_begins_at_its_beginning(ear: Ear) -> None:
    ear.buzzer.play("sink")
    ear.buzzer.step()
    ear.clock.now_s += 0.2
    ear.buzzer.play("flood")
    ear.buzzer.play("land")
    assert ear.listen() == heard("land")


def test_a_late_thread_skips_what_is_over(ear: Ear) -> None:
    ear.buzzer.play("land")
    ear.buzzer.step()
    ear.clock.now_s += 0.1
    assert ear.buzzer.step() == pytest.approx(0.06)
    assert ear.hertz == heard("land")[1][0]


def test_a_muted_buzzer_is_silent_at_once_and_plays_nothing_till_it_may_again(ear: Ear) -> None:
    ear.buzzer.play("win")
    ear.buzzer.step()
    assert ear.hertz
    ear.buzzer.set_muted(True)
    ear.buzzer.step()
    assert ear.hertz == 0
    ear.buzzer.play("land")
    assert ear.listen() == []
    ear.buzzer.set_muted(False)
    assert ear.listen() == [], "what was asked for while muted is gone"
    ear.buzzer.play("land")
    assert ear.listen() == heard("land")


def test_a_pin_that_fails_is_logged_once_and_told_and_tried_again(
    ear: Ear, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(value: Any) -> None:
        raise OSError("the pin is gone")

    monkeypatch.setattr(ear.pin, "_set_state", fail)
    for _ in range(2):
        ear.buzzer.play("land")
        ear.listen()
    assert ear.buzzer.status == FAILS
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "the pin is gone" in caplog.text
    monkeypatch.undo()
    ear.buzzer.play("land")
    assert ear.listen() == heard("land")
    assert ear.buzzer.status == WORKS


def test_a_pin_that_someone_else_has_costs_the_sound_alone(pins: Pins, caplog: pytest.LogCaptureFixture) -> None:
    other = LED(PIN, pin_factory=pins.factory)
    ear = Ear(pins)
    ear.buzzer.play("win")
    ear.listen()
    assert (ear.buzzer.status, len(caplog.records)) == (FAILS, 1)
    other.close()
    ear.buzzer.play("win")
    assert (ear.listen(), ear.buzzer.status) == (heard("win"), WORKS)
    ear.buzzer.close()


def test_closing_is_silent_gives_the_pin_back_and_may_be_done_twice(ear: Ear, pins: Pins) -> None:
    ear.buzzer.play("win")
    ear.buzzer.step()
    ear.buzzer.close()
    ear.buzzer.close()
    assert not ear.pin.state
    LED(PIN, pin_factory=pins.factory).close()
    ear.buzzer.play("land")
    assert ear.listen() == []


def test_the_thread_plays_and_close_cuts_it_off(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SOUNDS, "win", ((880, 3600.0),))
    buzzer = PinBuzzer(pins, Wiring())
    pin = pins.factory.pin(PIN)
    buzzer.start()
    buzzer.play("win")
    eventually(lambda: bool(pin.state))
    buzzer.close()
    eventually(lambda: not pin.state)


def test_a_busy_line_is_taken_at_a_later_sound_though_the_log_keeps_its_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    chip = FakeChip()
    chip.install(monkeypatch, tmp_path)
    pins = open_real_pins(tmp_path)
    clock = Clock()
    other = chip.taken_by("gpiomon", PIN)
    buzzer = PinBuzzer(pins, Wiring(), clock, tmp_path)
    buzzer.play("start")
    buzzer.step()
    assert not buzzer.status.working
    assert [record.getMessage() for record in caplog.records] == [
        "the buzzer can't be used (LineBusy: GPIO18 is in use by another program, gpiomon): play goes on"
    ]
    other.release()
    buzzer.play("start")
    buzzer.step()
    assert buzzer.status.working
    assert chip.held[PIN].consumer == "tidetable"
    buzzer.close()
    pins.close()
