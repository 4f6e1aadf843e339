"""Backups onto memory sticks: after one OK at the table, each night; whatever is done to a stick, nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.companion.upkeep.backup.sticks.sticking import CASES, PLAIN
from tests.support.paths import ROOT

pytestmark = pytest.mark.whole

OWN_MOUNTS = ("unshare", "--map-root-user", "--mount")


@pytest.mark.needs("unshare", "mount namespaces")
@pytest.mark.parametrize("case", [case.__name__ for case in CASES])
def test_a_stick(tmp_path: Path, case: str) -> None:
    ends_well(*OWN_MOUNTS, *program(case, tmp_path))


@pytest.mark.long
@pytest.mark.parametrize("case", [case.__name__ for case in PLAIN])
def test_a_folder_for_a_stick(tmp_path: Path, case: str) -> None:
    ends_well(*program(case, tmp_path), "plain")


def program(case: str, folder: Path) -> list[str]:
    return [sys.executable, "-m", "tests.companion.upkeep.backup.sticks.sticking", case, str(folder)]


def ends_well(*words: str) -> None:
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
