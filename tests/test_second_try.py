"""The gate's second try: only the gate has one, and only for a few failed tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.gate import MAX_RERUN
from tests.support.paths import ROOT

pytestmark = pytest.mark.whole

FLAKY = """
from pathlib import Path
import pytest

@pytest.mark.parametrize("number", range({count}))
def test_that_is_flaky(number, tmp_path_factory):
    seen = Path(__file__).with_name(f"seen-{{number}}")
    if not seen.exists():
        seen.touch()
        pytest.fail("the first time")
"""
BROKEN = "def test_that_is_broken():\n    assert False\n"
FIXTURE = """
import pytest

@pytest.fixture
def spoilt():
    yield
    raise OSError("while it is put away")

def test_whose_fixture_is_broken(spoilt):
    pass
"""


def gate(folder: Path, *arguments: str, **files: str) -> subprocess.CompletedProcess[str]:
    """Run the gate on a suite of the *files* in *folder*, which has no settings."""
    (folder / "pytest.ini").write_text("[pytest]\n", "utf-8")
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text, "utf-8")
    command = [sys.executable, "-m", "tests.gate", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def told(gate: subprocess.CompletedProcess[str], beginning: str) -> list[str]:
    """The tests that the gate names after *beginning*."""
    lines = (line.partition(f"{beginning}: ") for line in gate.stdout.splitlines())
    return [test.partition("::")[2] for before, colon, test in lines if colon and not before]


@pytest.mark.long
def test_what_passes_alone_is_named_and_does_not_fail_the_gate(tmp_path: Path) -> None:
    run = gate(tmp_path, "-n", "2", flaky=FLAKY.format(count=3), sound="def test_that_is_sound():\n    pass\n")
    names = {f"test_that_is_flaky[{number}]" for number in range(3)}
    assert (run.returncode, set(told(run, "passed at the second try"))) == (0, names), run.stdout


@pytest.mark.long
def test_what_fails_twice_fails_the_gate(tmp_path: Path) -> None:
    run = gate(tmp_path, flaky=FLAKY.format(count=1), broken=BROKEN, spoilt=FIXTURE)
    assert run.returncode == 1
    assert told(run, "passed at the second try") == ["test_that_is_flaky[0]"]
    assert set(told(run, "failed twice")) == {"test_that_is_broken", "test_whose_fixture_is_broken"}


def test_more_than_a_few_failures_are_not_run_once_more(tmp_path: Path) -> None:
    run = gate(tmp_path, flaky=FLAKY.format(count=MAX_RERUN + 1))
    assert (run.returncode, told(run, "passed at the second try")) == (1, [])


def test_a_file_that_cannot_be_collected_fails_the_gate(tmp_path: Path) -> None:
    assert gate(tmp_path, flaky=FLAKY.format(count=1), broken="import nothing_of_that_name\n").returncode != 0


@pytest.mark.parametrize("goal", ["test", "unit"])
@pytest.mark.parametrize(("ci", "runner"), [(None, "pytest"), ("false", "pytest"), ("true", "tests.gate")])
def test_only_the_gate_has_a_second_try(goal: str, ci: str | None, runner: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    environment |= {} if ci is None else {"CI": ci}
    command = ["make", "-n", "-o", "setup", "-o", "packages", "-o", "lint", goal]
    made = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    runs = [
        line.split(" -m ")[1].split()[0]
        for line in made.stdout.splitlines()
        if " -n " in line and "PYTHONDONTWRITEBYTECODE" in line
    ]
    assert runs == [runner]
    assert "last-failed" not in made.stdout
