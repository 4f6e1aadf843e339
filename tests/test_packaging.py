from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.paths import ROOT

pytestmark = pytest.mark.whole

PACKAGES = ("companion", "hardware", "firmware_host", "web_ui")
TARGETS = {
    "run",
    "setup",
    "test",
    "unit",
    "check",
    "fresh",
    "durations",
    "bench",
    "kernel",
    "size",
    "soak",
    "rules",
    "pictures",
    "lint",
    "help",
    "deb",
    "guest",
}

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
REQUIREMENTS = sum(PROJECT["optional-dependencies"].values(), PROJECT["dependencies"])


def pinned() -> dict[str, str]:
    lines = (ROOT / "requirements-dev.lock").read_text("utf-8").splitlines()
    pins = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pins}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[zipfile.ZipFile]:
    """A wheel built from a copy of what ships, without the network."""
    source = tmp_path_factory.mktemp("source")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.iterdir():
        if file.is_file() and (file.suffix in {".md", ".toml"} or file.name == "LICENSE"):
            shutil.copy(file, source)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    built = subprocess.run(
        [*command, "--wheel-dir", str(source / "wheels"), str(source)], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    (file,) = (source / "wheels").iterdir()
    with zipfile.ZipFile(file) as opened:
        yield opened


@pytest.mark.long
def test_every_file_of_the_packages_is_installed(wheel: zipfile.ZipFile) -> None:
    files = (path for name in PACKAGES for path in (ROOT / name).rglob("*") if path.is_file())
    ours = {path.relative_to(ROOT).as_posix() for path in files if not {"__pycache__", "images"} & {*path.parts}}
    assert ours - set(wheel.namelist()) == set(), "see package-data in pyproject.toml, and __init__.py of new packages"


@pytest.mark.long
def test_the_pictures_of_a_page_are_not_installed(wheel: zipfile.ZipFile) -> None:
    assert [name for name in wheel.namelist() if "/images/" in name] == []


@pytest.mark.long
def test_nothing_but_the_packages_and_their_licence_is_installed(wheel: zipfile.ZipFile) -> None:
    others = [name for name in wheel.namelist() if not name.startswith(tuple(f"{package}/" for package in PACKAGES))]
    assert all(".dist-info/" in name for name in others)
    assert any(name.endswith("/licenses/LICENSE") for name in others)


@pytest.mark.long
def test_the_wheel_fits_every_machine_and_needs_no_compiler(wheel: zipfile.ZipFile) -> None:
    assert str(wheel.filename).endswith("-py3-none-any.whl")


@pytest.mark.long
def test_the_command_is_installed(wheel: zipfile.ZipFile) -> None:
    (entry_points,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert "tidetable = companion.cli.main:main" in wheel.read(entry_points).decode()


def test_the_lock_holds_versions_and_no_address() -> None:
    lines = (ROOT / "requirements-dev.lock").read_text("utf-8").splitlines()
    assert all(re.fullmatch(r"#.*|[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+", line) for line in lines)
    assert not any("://" in line for line in lines)


@pytest.mark.parametrize("line", REQUIREMENTS)
def test_the_lock_pins_every_requirement_within_its_range(line: str) -> None:
    requirement = Requirement(line)
    assert requirement.specifier.contains(pinned()[canonicalize_name(requirement.name)])


@pytest.mark.parametrize("goals", [[], ["help"]])
def test_make_lists_its_targets(goals: list[str]) -> None:
    command = ["make", "--no-print-directory", *goals]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {line.split()[1] for line in listed.splitlines()} == TARGETS
