"""The gate, and `make` on a computer that lacks something, run by commands of the test's own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

pytestmark = pytest.mark.whole

TOOLS = ("bash", "sh", "dirname", "env", "awk", "true")
EVERY_PROGRAM = ("chromium-headless-shell", "node", "npm")


class Machine:
    """A computer with a shell and no other command than those a test gives it."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self._folder = folder
        self._calls = folder / "calls"
        (folder / "bin").mkdir()
        for name in TOOLS:
            self.link(name)
        shutil.copytree(ROOT / ".ci", self.project / ".ci")
        shutil.copy(ROOT / "Makefile", self.project)

    def link(self, name: str) -> None:
        """Give it this computer's command *name*."""
        found = shutil.which(name)
        assert found is not None, name
        (self._folder / "bin" / name).symlink_to(found)

    def command(self, path: str, line: str = "") -> Path:
        """Write a command at *path* that notes its call, then runs the *line* of shell."""
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        note = f'echo "${{0##*/}} $*" >> {self._calls}'
        file.write_text(f"#!/usr/bin/env bash\n{note}\n{line}\n", "utf-8")
        file.chmod(0o755)
        return file

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run *command* in the project's folder."""
        environment = {"PATH": str(self._folder / "bin")}
        return subprocess.run(command, cwd=self.project, env=environment, capture_output=True, text=True, check=False)

    @property
    def calls(self) -> list[str]:
        """Every call of a command of the test's, in order."""
        return self._calls.read_text("utf-8").splitlines() if self._calls.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def python_that_says(version: str) -> str:
    """Return a line of shell: a Python that takes itself for *version*."""
    return f'exec {sys.executable} -c "${{2/sys.version_info\\[:2\\]/{version}}}"'


IS_313 = python_that_says("(3, 13)")


def test_the_gate_is_the_readmes_test_command(machine: Machine) -> None:
    machine.command("bin/make")
    gate = machine.run(".ci/run")
    assert (gate.returncode, machine.calls) == (0, ["make test"]), gate.stderr


def test_the_gate_fails_with_the_tests(machine: Machine) -> None:
    machine.command("bin/make", "exit 2")
    assert machine.run(".ci/run").returncode != 0


def test_the_unit_tests_run_with_python_3_13_where_there_is_one(machine: Machine) -> None:
    machine.command("bin/make")
    python = machine.command("bin/python3.13", IS_313)
    done = machine.run(".ci/python-3.13")
    assert done.returncode == 0, done.stderr
    assert machine.calls[-1] == f"make unit VENV=.venv-3.13 PYTHON={python}"


def test_a_computer_without_python_3_13_says_so(machine: Machine) -> None:
    done = machine.run(".ci/python-3.13")
    assert (done.returncode, done.stdout) == (0, "Python 3.13: not here, so not run\n"), done.stderr


@pytest.mark.parametrize("refusal", ["echo 'command not found' >&2; exit 127", python_that_says("(3, 12)")])
def test_pyenvs_python_3_13_is_found_behind_a_command_that_is_none(refusal: str, machine: Machine) -> None:
    machine.command("bin/make")
    machine.command("bin/python3.13", refusal)
    machine.command("bin/pyenv", f"echo {machine.project.parent}/pyenv")
    python = machine.command("pyenv/versions/3.13.5/bin/python3.13", IS_313)
    machine.run(".ci/python-3.13")
    assert machine.calls[-1] == f"make unit VENV=.venv-3.13 PYTHON={python}"


def test_a_failure_with_python_3_13_is_a_failure(machine: Machine) -> None:
    machine.command("bin/make", "exit 2")
    machine.command("bin/python3.13", IS_313)
    assert machine.run(".ci/python-3.13").returncode == 2


@pytest.fixture
def bare(machine: Machine) -> Machine:
    """A Debian whose user is not root: nothing that the tests need is installed."""
    machine.link("make")
    machine.command("bin/id", "echo 1000")
    machine.command("bin/apt-get")
    machine.command("bin/sudo", "exit 1")  # it would ask for a password
    return machine


def test_a_user_without_root_is_given_one_command_before_anything_else(bare: Machine) -> None:
    done = bare.run("make", "test")
    install = "apt-get install -y --no-install-recommends chromium-headless-shell nodejs npm"
    assert done.returncode != 0
    assert f"  sudo apt-get update && sudo {install}\n" in done.stderr
    assert "apt-get" not in {call.split()[0] for call in bare.calls}
    assert not (bare.project / ".venv").exists()


def test_only_the_missing_packages_are_named(bare: Machine) -> None:
    bare.command("bin/node")
    bare.command("bin/npm")
    assert "--no-install-recommends chromium-headless-shell\n" in bare.run("make", "test").stderr


def test_root_has_the_packages_installed(bare: Machine) -> None:
    bare.command("bin/id", "echo 0")
    bare.run("make", "packages")
    install = "apt-get install -qq -y --no-install-recommends chromium-headless-shell nodejs npm"
    assert bare.calls == ["id -u", "apt-get update -qq", install]


def test_sudo_without_a_password_installs_them_too(bare: Machine) -> None:
    bare.command("bin/sudo", 'shift; exec "$@"')
    bare.run("make", "packages")
    assert [call.split()[0] for call in bare.calls] == ["id", "sudo", "sudo", "apt-get", "sudo", "apt-get"]


def test_nothing_is_installed_where_nothing_is_missing(bare: Machine) -> None:
    for program in EVERY_PROGRAM:
        bare.command(f"bin/{program}")
    assert (bare.run("make", "packages").returncode, bare.calls) == (0, [])
