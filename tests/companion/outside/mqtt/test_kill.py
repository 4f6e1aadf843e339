"""SIGKILL at any moment of a table that sends: each game that ended arrives, once for who counts by its id."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT


def killed(folder: Path, kills: int) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.companion.outside.mqtt.killing", str(folder), str(kills)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60 + 2 * kills,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, int] = json.loads(done.stdout)
    return told


@pytest.mark.long
def test_thirty_kills_lose_nothing_that_must_arrive(tmp_path: Path) -> None:
    told = killed(tmp_path, 30)
    assert told["kills"] == 30
    assert told["games"] >= 15, "in half of the lives a game ended"


@pytest.mark.soak
def test_five_hundred_kills_lose_nothing_and_some_fall_between_arrival_and_its_keeping(tmp_path: Path) -> None:
    told = killed(tmp_path, 500)
    assert told["kills"] == 500
    assert told["games"] >= 250, "in half of the lives a game ended"
    assert told["twice"] > 0
