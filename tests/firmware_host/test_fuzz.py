"""The wire under atheris, which looks for new paths through the code; where there is a wheel of it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.whole

RUNS = "-atheris_runs=4000"
TEN_MINUTES = "-max_total_time=600"


def fuzz(folder: Path, *how: str) -> None:
    """Fuzz as *how* says, from nothing; what breaks is in the message."""
    command = [sys.executable, "-m", "tests.firmware_host.fuzz_frames", f"-artifact_prefix={folder}/", *how]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "Done " in done.stderr


if importlib.util.find_spec("atheris"):

    def test_nothing_that_atheris_finds_breaks_the_wire(tmp_path: Path) -> None:
        fuzz(tmp_path, RUNS, "-seed=1")

    @pytest.mark.soak
    def test_ten_minutes_of_that(tmp_path: Path) -> None:
        fuzz(tmp_path, TEN_MINUTES)
