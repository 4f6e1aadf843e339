"""Real or simulated pins: the choice, and what is said about it."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory

from hardware import pins as room
from hardware.pins import Pins, PinsUnavailable, choose_pins
from hardware.ports import DeviceStatus


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
    monkeypatch.setattr(room, "open_real_pins", lambda: real)
    return real


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the real pins refuse."""

    def refuse() -> Pins:
        raise PinsUnavailable("lgpio can't open the GPIO pins", "device.pins.refused")

    monkeypatch.setattr(room, "open_real_pins", refuse)


@pytest.mark.parametrize("choice", ["auto", "real"])
def test_a_raspberry_pi_with_a_gpiochip_has_real_pins(choice: room.PinChoice, tmp_path: Path, opened: Pins) -> None:
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


def run_python(program: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run *program* in a fresh interpreter, where lgpio has not been imported yet."""
    here = str(Path(room.__file__).parents[1])
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": here, **environment}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=cwd, env=env, capture_output=True, text=True, timeout=60, check=True
    )


OPEN = """
import os
from hardware.pins import PinsUnavailable, open_real_pins
try:
    open_real_pins()
except PinsUnavailable as refusal:
    print(refusal)
print(os.getcwd())
"""


def lgpio_is_absent() -> str:
    """A program's first lines that make lgpio impossible to import."""
    return "import sys; sys.modules['lgpio'] = None\n"


def test_a_missing_lgpio_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    done = run_python(lgpio_is_absent() + OPEN, tmp_path)
    assert "pip install 'tidetable[pi]'" in done.stdout


STAND_IN = """
import os
from pathlib import Path
Path(os.environ["LG_WD"], ".lgd-nfy0").touch()
os.chdir(os.environ["LG_WD"])
SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0
class error(Exception): pass
def gpiochip_open(chip): raise error("can not open gpiochip")
"""


@pytest.fixture
def lgpio(tmp_path: Path) -> str:
    """A folder whose lgpio does at import what the real one does: a pipe in $LG_WD, and the process moved there."""
    (tmp_path / "stand_in").mkdir()
    (tmp_path / "stand_in/lgpio.py").write_text(STAND_IN)
    return f"import sys; sys.path.insert(0, {str(tmp_path / 'stand_in')!r})\n"


def test_lgpio_leaves_the_current_folder_clean_and_current(lgpio: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    done = run_python(lgpio + OPEN, folder, TMPDIR=str(tmp_path))
    assert done.stdout.splitlines()[-1] == str(folder)
    assert list(folder.iterdir()) == []
    assert not list(tmp_path.glob("tidetable-lgpio-*")), "the temporary folder must go when the program ends"


def test_lgpio_uses_the_service_s_runtime_folder(lgpio: str, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    folder.mkdir()
    run_python(lgpio + OPEN, tmp_path, RUNTIME_DIRECTORY=f"{folder}:/elsewhere")
    assert [entry.name for entry in folder.iterdir()] == [".lgd-nfy0"]


def test_pins_that_the_kernel_refuses_are_refused_in_words(lgpio: str, tmp_path: Path) -> None:
    known = "import gpiozero.pins.local as local; local.get_pi_revision = lambda: 0xc03114\n"
    done = run_python(lgpio + known + OPEN, tmp_path)
    assert "lgpio can't open the GPIO pins (error: can not open gpiochip)" in done.stdout
    assert "in the group gpio" in done.stdout
