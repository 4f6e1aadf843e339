"""SIGKILL at every step of a backup, a restore and a night: there lies the old or the new, whole, and it starts."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.long_forms import few_of
from tests.support.paths import ROOT

pytestmark = pytest.mark.whole


STEPS = {"backup": 40, "restore": 60, "night": 80}
EVERY_FEW_STEPS = 7
"""One in so many steps is a kill in `make test`."""


@pytest.mark.parametrize("every", [EVERY_FEW_STEPS, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("what", few_of(["restore", "backup"], STEPS))
def test_a_kill_at_any_step_leaves_the_old_or_the_new_whole(tmp_path: Path, what: str, every: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.companion.upkeep.backup.killing", what, str(tmp_path), str(every)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["steps"] >= STEPS[what]
