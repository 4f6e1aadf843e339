"""SIGKILL at any moment: nothing acknowledged is lost, nothing doubled, and the last roll comes again the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.whole


def killed(folder: Path, kills: int) -> dict[str, int]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.companion.session.killing", str(folder), str(kills)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=20 + 2 * kills,
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, int] = json.loads(done.stdout)
    return told


def test_thirty_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    told = killed(tmp_path, 30)
    assert told["kills"] == 30
    assert told["rolls"] >= told["acked"] - 1 >= 10 - 1, "a third of the lives lasted until they were heard"


@pytest.mark.soak
def test_five_hundred_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    told = killed(tmp_path, 500)
    assert told["rolls"] >= told["acked"] - 1 >= 166 - 1
