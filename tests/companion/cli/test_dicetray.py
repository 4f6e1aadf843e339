"""``tidetable dicetray``: a tray for anyone, and firmware for a Pico."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli.main import main
from firmware_host import flash as flashing
from firmware_host.bench import emulator as emulating
from tests.support.paths import ROOT
from tests.support.processes import output_of, process_of
from tests.support.tables import GOT_AWAY_S, command_line, environment
from tests.support.trays import line_to


def test_emulate_prints_a_port_where_a_tray_answers_until_it_is_told_to_end(tmp_path: Path) -> None:
    own = {**environment(tmp_path), "PYTHONPATH": str(ROOT)}
    line = command_line("dicetray", "emulate", "--ring", "22")
    with process_of(line, cwd=tmp_path, env=own, stderr=subprocess.PIPE) as process:
        word, path = output_of(process).readline().decode().split()
        assert word == "READY"

        class There:
            """The emulator in the other process, as far as a line needs it."""

            def __init__(self) -> None:
                self.path = path

        with line_to(There()) as tray:
            assert tray.greet(42).ring_leds == 22
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=GOT_AWAY_S)
        assert process.returncode == 0
        assert f'port = "{path}"' in told.decode()


@pytest.mark.parametrize(
    ("missing", "advice"),
    [("shutil.which", "Node isn't installed"), ("pathlib.Path.is_file", "npm install @micropython/micropython-web")],
)
def test_emulate_says_what_is_missing(monkeypatch: pytest.MonkeyPatch, missing: str, advice: str) -> None:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    with monkeypatch.context() as patch:
        patch.setattr(missing, lambda *_: None)
        done = CliRunner().invoke(main, ["dicetray", "emulate"])
    for number, handler in before.items():
        signal.signal(number, handler)
    assert (done.exit_code, done.stdout) == (1, "")
    assert advice in done.stderr


def test_flash_without_a_pico_says_in_words_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "plugged_in", lambda: [])
    done = CliRunner().invoke(main, ["dicetray", "flash"])
    assert (done.exit_code, done.stdout) == (1, "")
    assert "BOOTSEL" in done.stderr


def test_the_emulator_is_the_one_that_make_installs() -> None:
    package = (emulating.HERE / "package.json").read_text("utf-8")
    assert f'"{emulating.PACKAGE}": "{emulating.PACKAGE_VERSION}"' in package
