"""Real or simulated pins: the choice, and what is said about it."""

from __future__ import annotations

import errno
import logging
import subprocess
import sys
from pathlib import Path

import pytest
from gpiozero import LED, Device
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.mock import MockFactory

from hardware.board import pins as room
from hardware.board.pins import Pins, PinsUnavailable, choose_pins, open_real_pins
from hardware.board.wiring import PinChoice
from hardware.ports import DeviceStatus
from tests.support.chips import FakeChip
from tests.support.paths import ROOT


def computer(root: Path, model: str | None, chips: int) -> Path:
    """Make a folder that looks like a computer's root: its device-tree model, and how many gpiochips it shows."""
    if model is not None:
        (root / "proc/device-tree").mkdir(parents=True)
        (root / "proc/device-tree/model").write_bytes(model.encode() + b"\0")
    (root / "dev").mkdir()
    for chip in range(chips):
        (root / f"dev/gpiochip{chip}").touch()
    return root


PI = "Raspberry Pi Zero 2 W Rev 1.0"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Pins:
    """Let the real pins open, as they do on a Pi."""
    real = Pins(MockFactory(), simulated=False, reason="")
    monkeypatch.setattr(room, "open_real_pins", lambda dev: real)
    return real


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the real pins refuse."""

    def refuse(dev: Path) -> Pins:
        raise PinsUnavailable("the GPIO pins can't be opened", "device.pins.refused")

    monkeypatch.setattr(room, "open_real_pins", refuse)


@pytest.mark.parametrize("choice", ["auto", "real"])
def test_a_raspberry_pi_with_a_gpiochip_has_real_pins(choice: PinChoice, tmp_path: Path, opened: Pins) -> None:
    assert choose_pins(choice, computer(tmp_path, PI, 1)) is opened


def test_simulated_pins_can_be_asked_for_on_a_raspberry_pi(tmp_path: Path, opened: Pins) -> None:
    pins = choose_pins("simulated", computer(tmp_path, PI, 1))
    assert pins.simulated
    assert pins.reason == "device.pins.asked"


COMPUTERS = pytest.mark.parametrize(
    ("model", "chips", "reason", "words"),
    [
        (None, 0, "device.pins.not_a_pi", "is not a Raspberry Pi"),
        (None, 1, "device.pins.not_a_pi", "is not a Raspberry Pi"),
        ("Orange Pi 5", 1, "device.pins.not_a_pi", "a Orange Pi 5"),
        (PI, 0, "device.pins.no_gpio", "shows no /dev/gpiochip"),
    ],
)


@COMPUTERS
def test_auto_is_simulated_where_there_is_no_pi_with_a_gpiochip(
    model: str | None,
    chips: int,
    reason: str,
    words: str,
    tmp_path: Path,
    opened: Pins,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    pins = choose_pins("auto", computer(tmp_path, model, chips))
    assert (pins.simulated, pins.reason) == (True, reason)
    assert len(caplog.records) == 1
    assert words in caplog.text


@COMPUTERS
def test_real_pins_are_refused_in_words_where_there_are_none(
    model: str | None, chips: int, reason: str, words: str, tmp_path: Path, opened: Pins
) -> None:
    with pytest.raises(PinsUnavailable, match=words) as refusal:
        choose_pins("real", computer(tmp_path, model, chips))
    assert isinstance(refusal.value, OSError)
    assert refusal.value.key == reason


@pytest.mark.usefixtures("closed")
def test_auto_on_a_pi_whose_pins_refuse_is_simulated_and_warns_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pins = choose_pins("auto", computer(tmp_path, PI, 1))
    assert (pins.simulated, pins.reason) == (True, "device.pins.refused")
    assert [record.levelname for record in caplog.records] == ["WARNING"]


@pytest.mark.usefixtures("closed")
def test_real_on_a_pi_whose_pins_refuse_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PinsUnavailable):
        choose_pins("real", computer(tmp_path, PI, 1))


@pytest.mark.parametrize(
    ("reason", "trouble"),
    [
        ("", ""),
        ("device.pins.asked", ""),
        ("device.pins.not_a_pi", ""),
        ("device.pins.no_gpio", "device.pins.no_gpio"),
        ("device.pins.refused", "device.pins.refused"),
        ("device.pins.forbidden", "device.pins.forbidden"),
    ],
)
def test_pins_are_in_trouble_only_where_a_pi_should_have_real_ones(reason: str, trouble: str) -> None:
    status = Pins(MockFactory(), simulated=bool(reason), reason=reason).status
    assert status == DeviceStatus("pins", bool(reason), working=not trouble, trouble=trouble)


def test_a_choice_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="expected auto, real or simulated"):
        choose_pins("mock")  # type: ignore[arg-type]


def test_gpiozero_is_never_left_to_choose() -> None:
    pins = choose_pins("simulated")
    LED(17, pin_factory=pins.factory).close()
    pins.close()
    assert Device.pin_factory is None


@pytest.fixture
def chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeChip:
    """A chip in the test's folder, where real pins are looked for."""
    chip = FakeChip()
    chip.install(monkeypatch, tmp_path)
    return chip


def test_real_pins_are_the_kernel_s(chip: FakeChip, tmp_path: Path) -> None:
    pins = open_real_pins(tmp_path)
    lamp = LED(17, initial_value=True, pin_factory=pins.factory)
    assert (pins.simulated, pins.reason, pins.factory.board_info.model) == (False, "", "4B")
    assert chip.level(17)
    lamp.close()
    pins.close()
    assert (chip.held, chip.opened) == ({}, 0)


def test_a_chip_that_may_not_be_opened_is_refused_with_the_group_that_may(chip: FakeChip, tmp_path: Path) -> None:
    chip.refuses_opening = PermissionError(errno.EACCES, "Permission denied")
    with pytest.raises(PinsUnavailable, match=r"gpiochip0: Permission denied.*in the group gpio") as refusal:
        open_real_pins(tmp_path)
    assert refusal.value.key == "device.pins.forbidden"


def test_a_pi_without_the_header_s_chip_is_refused_with_what_it_has(chip: FakeChip, tmp_path: Path) -> None:
    chip.label = "raspberrypi-exp-gpio"
    with pytest.raises(PinsUnavailable, match=r"gpiochip0: raspberrypi-exp-gpio; expected.*isn't loaded") as refusal:
        open_real_pins(tmp_path)
    assert "group" not in str(refusal.value)


def test_a_board_without_a_revision_is_refused_and_its_chip_closed(
    chip: FakeChip, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    with pytest.raises(PinsUnavailable, match="revision can't.*: unable to locate"):
        open_real_pins(tmp_path)
    assert chip.opened == 0


OPEN = """
import sys
from hardware.board.pins import PinsUnavailable, choose_pins, open_real_pins
try:
    open_real_pins()
except PinsUnavailable as refusal:
    print(refusal)
choose_pins("simulated").close()
print(sorted({"lgpio", "pigpio", "RPi", "RPi.GPIO"} & set(sys.modules)))
"""


def run_python(program: str) -> str:
    """Run *program* in an interpreter of its own, where every warning is an error; return what it prints."""
    command = [sys.executable, "-W", "error", "-c", program]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True).stdout


def test_without_gpiod_its_installation_is_named() -> None:
    assert "install it with: pip install gpiod" in run_python(f"import sys; sys.modules['gpiod'] = None\n{OPEN}")


def test_no_other_way_to_the_pins_is_ever_loaded_and_nothing_falls_back() -> None:
    assert run_python(OPEN).splitlines()[-1] == "[]"


def test_simulated_pins_need_no_kernel_interface() -> None:
    program = (
        "import sys; from hardware.board.pins import choose_pins; choose_pins('simulated'); "
        "print('gpiod' in sys.modules)"
    )
    assert run_python(program) == "False\n"
