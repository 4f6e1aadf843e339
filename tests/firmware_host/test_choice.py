"""Which tray a table gets: a real one before an emulated one, and neither where it wasn't wanted."""

from __future__ import annotations

import logging
import os
import subprocess
import sys

import pytest

from firmware_host.bench.emulator import NoEmulator
from firmware_host.choice import TrayChoice
from tests.support.paths import ROOT
from tests.support.trays import Heard, windows
from tests.support.waiting import eventually

pytestmark = pytest.mark.whole


def kind(choice: TrayChoice) -> str:
    return "emulated" if choice.emulator else "looked for" if choice.looks else "none"


@pytest.mark.parametrize(
    ("port", "simulated", "asked", "plugged", "gets"),
    [
        ("auto", True, False, [], "emulated"),
        ("auto", True, False, ["/dev/ttyACM0"], "looked for"),
        ("auto", True, True, [], "none"),
        ("auto", True, True, ["/dev/ttyACM0"], "none"),
        ("auto", False, False, [], "looked for"),
        ("emulated", False, False, ["/dev/ttyACM0"], "emulated"),
        ("none", True, False, [], "none"),
        ("/dev/ttyACM7", True, True, [], "looked for"),
    ],
)
def test_the_settings_and_what_is_plugged_in_decide(
    port: str, simulated: bool, asked: bool, plugged: list[str], gets: str
) -> None:
    choice = TrayChoice(port, Heard(), simulated=simulated, asked=asked, find=lambda: plugged)
    try:
        assert kind(choice) == gets
        assert choice.tray.simulated == (gets == "emulated")
        assert (choice.leds() is not None) == (gets == "emulated")
    finally:
        choice.close()


def test_without_node_none_is_emulated_unless_one_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(os.environ, "PATH", "")
    with caplog.at_level(logging.INFO):
        choice = TrayChoice("auto", Heard(), simulated=True, asked=False, find=lambda: [])
    assert kind(choice) == "looked for"
    choice.close()
    assert "none is emulated: Node isn't installed" in caplog.text
    with pytest.raises(NoEmulator, match="Node isn't installed"):
        TrayChoice("emulated", Heard(), simulated=True, asked=False)


def test_a_chosen_emulator_is_found_and_shows_its_lights() -> None:
    choice = TrayChoice("emulated", Heard(), simulated=True, asked=False)
    try:
        choice.start()
        eventually(lambda: choice.tray.greeting is not None)
        assert choice.emulator is not None
        eventually(lambda: len((choice.leds() or {})["ring"]) == 33)  # type: ignore[arg-type]
        assert windows(choice.emulator.board) == ["", "", ""]
    finally:
        choice.close()


NO_ROOM = """
import logging, resource
from firmware_host.choice import TrayChoice
logging.basicConfig(level=logging.INFO)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # as on a full disk
choice = TrayChoice("auto", print, simulated=True, asked=False, find=lambda: [])
print(choice.emulator)
choice.close()
TrayChoice("emulated", print, simulated=True, asked=False)
"""


def test_without_a_folder_for_temporary_files_that_is_said_and_the_table_does_without() -> None:
    done = subprocess.run([sys.executable, "-c", NO_ROOM], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout == "None\n"
    assert "none is emulated: no folder for temporary files can be written" in done.stderr
    assert "NoEmulator: no folder for temporary files can be written" in done.stderr.splitlines()[-1]
