"""Flashing with the real mpremote, onto the emulated tray's MicroPython."""

from __future__ import annotations

import os
import pty
import re
import tty
from pathlib import Path

import pytest

from firmware_host import flash as flashing
from firmware_host.bench.emulator import Emulator, disk_files
from firmware_host.firmware.about import VERSION
from firmware_host.flash import NotFlashed, flash
from firmware_host.port import SerialPort
from tests.support.waiting import eventually

pytestmark = pytest.mark.whole

BREAKS_OFF = b"    def tick(self, now_ms: int) -> None:\n        raise RuntimeError"
STARTS = ("boot", "crash", "prompt", "watchdog")


@pytest.mark.long
def test_a_pico_with_older_firmware_is_flashed_and_answers_with_the_new_version() -> None:
    files = disk_files()
    files["about.py"] = b'VERSION = "0.9.0"\n'
    said: list[str] = []
    emulator = Emulator(files=files)
    try:
        greeting = flash(emulator.path, 22, said.append)
        assert (greeting.firmware, greeting.micropython, greeting.ring_leds) == (VERSION, "1.27.0", 22)
        assert said == [
            f"The Pico is at {emulator.path}.",
            "It runs the dice tray's firmware: stopped.",
            "MicroPython 1.27.0: good.",
            "Copied; it starts again.",
            f"The dice tray answers: firmware {VERSION}, a ring of 22 LEDs.",
        ]
    finally:
        emulator.close()


@pytest.mark.long
def test_a_pico_that_takes_its_time_to_start_is_flashed_all_the_same() -> None:
    files = disk_files()
    files["main.py"] = b"import time\ntime.sleep_ms(2000)\n" + files["main.py"]
    said: list[str] = []
    emulator = Emulator(files=files)
    try:
        assert flash(emulator.path, say=said.append).firmware == VERSION
        assert said[1] == "It runs the dice tray's firmware: stopped."
    finally:
        emulator.close()


@pytest.mark.long
def test_firmware_that_broke_off_is_replaced_before_its_watchdog_can_cut_that_short() -> None:
    files = disk_files()
    files["tray.py"] = files["tray.py"].replace(b"    def tick(self, now_ms: int) -> None:", BREAKS_OFF)
    seen: list[str] = []
    emulator = Emulator(files=files, on_event=lambda event: seen.append(event["event"]))
    try:
        assert flash(emulator.path).firmware == VERSION
        starts = ["boot", "crash", "prompt", "boot", "prompt", "boot"]
        eventually(lambda: [event for event in seen if event in STARTS] == starts)
    finally:
        emulator.close()


def test_a_micropython_that_is_too_old_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "MICROPYTHON", (1, 28))
    emulator = Emulator(files={"main.py": b""})
    try:
        with pytest.raises(NotFlashed, match=r"its MicroPython is 1\.27\.0; 1\.28 or newer is needed(.|\n)*BOOTSEL"):
            flash(emulator.path)
    finally:
        emulator.close()


@pytest.mark.long
def test_a_pico_with_only_micropython_is_flashed_and_a_version_that_is_not_the_copied_one_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(flashing, "VERSION", "2.0.0")
    emulator = Emulator(files={"main.py": b""})
    try:
        with pytest.raises(NotFlashed, match=rf"says that its firmware is {re.escape(VERSION)}, not 2\.0\.0"):
            flash(emulator.path)
    finally:
        emulator.close()


@pytest.mark.long
def test_a_program_of_somebody_elses_is_replaced_only_if_they_say_so() -> None:
    emulator = Emulator(files={"main.py": b"print('mine')\n"})
    try:
        with pytest.raises(NotFlashed, match="--replaces"):
            flash(emulator.path)
        assert flash(emulator.path, may_replace=lambda: True).firmware == VERSION
        assert flash(emulator.path).firmware == VERSION
    finally:
        emulator.close()


def test_without_a_pico_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "plugged_in", lambda: [])
    with pytest.raises(NotFlashed, match=r"no Pico with MicroPython is plugged in(.|\n)*BOOTSEL(.|\n)*RPI-RP2"):
        flash(None)
    monkeypatch.setattr(flashing, "plugged_in", lambda: ["/dev/ttyACM0", "/dev/ttyACM1"])
    with pytest.raises(NotFlashed, match="several Picos .*--port"):
        flash(None)


def test_a_port_that_cannot_be_used_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotFlashed, match="ttyACM9 can't be opened.*dialout"):
        flash(str(tmp_path / "ttyACM9"))
    master, slave = pty.openpty()
    tty.setraw(slave)
    port = SerialPort(os.ttyname(slave))
    with pytest.raises(NotFlashed, match="another program has .*a running table"):
        flash(os.ttyname(slave))
    port.close()
    monkeypatch.setattr(flashing, "AGAIN_S", 0.5)
    with pytest.raises(NotFlashed, match="doesn't answer: unplug it"):
        flash(os.ttyname(slave))
    os.close(slave)
    os.close(master)
