"""Lamps beside the buttons."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED

from hardware.board.pins import Pins, choose_pins, open_real_pins
from hardware.board.wiring import Wiring
from hardware.outputs import lamps as room
from hardware.outputs.lamps import Lamps
from hardware.ports import LAMP_NAMES, DeviceStatus, Lamp, LampName
from tests.support.chips import FakeChip
from tests.support.waiting import eventually

WIRING = Wiring()


@pytest.fixture
def pins() -> Iterator[Pins]:
    pins = choose_pins("simulated")
    yield pins
    pins.close()


def lit(pins: Pins) -> set[LampName]:
    """Return the lamps whose pins are driven high."""
    by_name = {name: pins.factory.pin(number) for name, number in WIRING.lamps.items()}
    return {name for name, pin in by_name.items() if pin.function == "output" and pin.state}


def test_all_lamps_are_dark_at_first(pins: Pins) -> None:
    lamps = Lamps(pins, WIRING)
    assert lamps.lit == lit(pins) == set()
    assert lamps.status == DeviceStatus("lamps", simulated=True, working=True)


@pytest.mark.parametrize("name", LAMP_NAMES)
def test_a_lamp_is_lit_and_put_out_alone(name: LampName, pins: Pins) -> None:
    lamps = Lamps(pins, WIRING)
    lamp: Lamp = lamps[name]
    lamp.set(True)
    lamp.set(True)
    assert lamps.lit == lit(pins) == {name}
    lamp.set(False)
    assert lamps.lit == lit(pins) == set()


def test_a_lamp_that_obeys_already_is_not_set_again(pins: Pins, monkeypatch: pytest.MonkeyPatch) -> None:
    lamp, told = Lamps(pins, WIRING)["roll"], []
    monkeypatch.setattr(LED, "value", property(lambda led: 0, lambda led, lit: told.append(lit)))
    for lit in (True, True, False, False):
        lamp.set(lit)
    assert told == [True, False]


def test_closing_puts_all_lamps_out_and_gives_the_pins_back(pins: Pins) -> None:
    lamps = Lamps(pins, WIRING)
    states = {name: pins.factory.pin(number).states for name, number in WIRING.lamps.items()}
    for name in LAMP_NAMES:
        lamps[name].set(True)
    lamps.close()
    assert lamps.lit == set()
    assert [history[-1].state for history in states.values()] == [False] * 5
    for number in WIRING.lamps.values():
        LED(number, pin_factory=pins.factory).close()


def test_a_closed_lamp_is_set_in_vain_but_in_peace(pins: Pins, caplog: pytest.LogCaptureFixture) -> None:
    lamps = Lamps(pins, WIRING)
    lamps.close()
    lamps.close()
    lamps["roll"].set(True)
    assert lamps.lit == lit(pins) == set()
    assert caplog.records == []


def test_a_lamp_that_fails_raises_nothing_is_logged_once_and_works_again(
    pins: Pins, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    lamps = Lamps(pins, WIRING)
    pin = pins.factory.pin(WIRING.lamp_ok)

    def fail(value: Any) -> None:
        raise OSError("the pin is gone")

    monkeypatch.setattr(pin, "_set_state", fail)
    lamps["ok"].set(True)
    lamps["ok"].set(True)
    lamps["roll"].set(True)
    assert lamps.lit == lit(pins) == {"roll"}
    assert len(caplog.records) == 1
    assert "lamp ok" in caplog.text
    assert lamps.status == DeviceStatus("lamps", simulated=True, working=False, trouble="device.pins.lamps")
    monkeypatch.undo()
    lamps["ok"].set(True)
    assert lamps.lit == lit(pins) == {"roll", "ok"}
    assert lamps.status.working


def test_a_pin_that_someone_else_has_costs_one_lamp(pins: Pins, caplog: pytest.LogCaptureFixture) -> None:
    other = LED(WIRING.lamp_draw, pin_factory=pins.factory)
    lamps = Lamps(pins, WIRING)
    for name in LAMP_NAMES:
        lamps[name].set(True)
    assert lamps.lit == lit(pins) == {"roll", "spin", "ok", "back"}
    assert not lamps.status.working
    assert "lamp draw" in caplog.text
    lamps.close()
    other.close()


def test_a_busy_lamp_is_taken_when_it_is_let_go_and_shines_as_it_was_last_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(room, "RETRY_S", 0.05)
    caplog.set_level("INFO")
    chip = FakeChip()
    chip.install(monkeypatch, tmp_path)
    pins = open_real_pins(tmp_path)
    other = chip.taken_by("gpiomon", WIRING.lamp_ok)
    lamps = Lamps(pins, WIRING)
    assert [record.getMessage() for record in caplog.records] == [
        "lamp ok can't be set (LineBusy: GPIO21 is in use by another program, gpiomon): play goes on"
    ]
    lamps["ok"].set(True)
    assert not lamps.status.working
    assert lamps.lit == set()
    other.release()
    eventually(lambda: lamps.status.working)
    assert lamps.lit == {"ok"}
    assert chip.level(WIRING.lamp_ok)
    eventually(lambda: "lamps" not in {thread.name for thread in threading.enumerate()})
    assert caplog.messages[1:] == ["lamp ok works"]
    lamps.close()
    pins.close()
    assert chip.held == {}


def test_closing_ends_the_wait_for_a_busy_lamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = FakeChip()
    chip.install(monkeypatch, tmp_path)
    pins = open_real_pins(tmp_path)
    other = chip.taken_by("gpiomon", WIRING.lamp_ok)
    lamps = Lamps(pins, WIRING)
    assert "lamps" in {thread.name for thread in threading.enumerate()}
    lamps.close()
    assert "lamps" not in {thread.name for thread in threading.enumerate()}
    other.release()
    pins.close()
