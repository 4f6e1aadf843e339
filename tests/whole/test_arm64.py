"""The table under an emulated arm64 Python: Debian's, with the wheels that a Raspberry Pi installs."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import arm64
from tests.support.tables import Phone, dice

PATIENCE_S = 300.0

pytestmark = pytest.mark.soak


@pytest.fixture
def table(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    cache = arm64.prepare()
    words = ("-m", "companion", "run", "--simulate", "--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path))
    own = {**os.environ, **arm64.environment(cache), "XDG_DATA_HOME": str(tmp_path), "RUNTIME_DIRECTORY": str(tmp_path)}
    with (tmp_path / "log.txt").open("wb") as log:
        command = arm64.command(cache, *words, "--kit", "fireship", "--seats", "Ann,Ben")
        process = subprocess.Popen(command, cwd=tmp_path, env=own, stdout=subprocess.PIPE, stderr=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def test_it_is_an_arm64_python_that_runs() -> None:
    cache = arm64.prepare()
    asked = arm64.command(cache, "-c", "import platform, msgspec, PIL.Image, gpiod; print(platform.machine())")
    done = subprocess.run(asked, env={**os.environ, **arm64.environment(cache)}, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("aarch64\n", "")


def test_it_starts_rolls_and_ends_by_sigterm(table: subprocess.Popen[bytes], tmp_path: Path) -> None:
    assert table.stdout is not None
    ready = table.stdout.readline().decode()
    assert ready.startswith("READY http://127.0.0.1:"), (tmp_path / "log.txt").read_text("utf-8")
    phone = Phone(int(ready.rstrip("/\n").rpartition(":")[2]))
    phone.press("roll")
    shown = phone.roll(1)
    assert shown["total"] == sum(shown["values"])
    assert dice(phone.table)["values"] == shown["values"]
    table.send_signal(signal.SIGTERM)
    assert table.wait(PATIENCE_S) == 0, (tmp_path / "log.txt").read_text("utf-8")
