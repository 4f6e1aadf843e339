"""The wheels by which a Raspberry Pi installs the table: for each package it runs with, and each of its Pythons.

`python -m tests.wheels LOCK` asks the package index for them, for the versions in the file LOCK, and prints the list
that is kept in tests/wheels.txt; `.ci/lock` does that. A package without a wheel ends it: nothing is ever built there.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import NormalizedName, canonicalize_name

from companion.upkeep.debian.wheels import GLIBC, pinned, platforms, runtime_packages
from tests.support.paths import ROOT

LOCK = ROOT / "requirements-dev.lock"
LIST = ROOT / "tests" / "wheels.txt"
PROJECT = ROOT / "pyproject.toml"
_HEAD = """\
# What a 64-bit Raspberry Pi OS installs: a package and its version, its wheel for Python 3.11, and for 3.13.
# Made by .ci/lock, which asks the package index; tests/test_wheels.py holds it against requirements-dev.lock.
"""


def tags(python: str) -> frozenset[Tag]:
    """Return the tags of all wheels that can be installed there."""
    major, minor = map(int, python.split("."))
    here = platforms(python)
    own = cpython_tags((major, minor), platforms=here)
    return frozenset([*own, *compatible_tags((major, minor), f"cp{major}{minor}", here)])


def listed() -> dict[NormalizedName, tuple[str, Mapping[str, str]]]:
    """Return the kept list: for each package its version, and its wheel's file for each Python."""
    rows = (line.split() for line in LIST.read_text("utf-8").splitlines() if not line.startswith("#"))
    pairs = ((pin.split("=="), files) for pin, *files in rows)
    return {
        canonicalize_name(name): (version, dict(zip(GLIBC, files, strict=True))) for (name, version), files in pairs
    }


def look_up(python: str, pins: Mapping[NormalizedName, str]) -> dict[NormalizedName, str]:
    """Ask the package index for the wheel of each of *pins* there; return their files' names.

    :raises subprocess.CalledProcessError: one has none; pip has said which.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--dry-run"]
        command += ["--ignore-installed", "--no-deps", "--only-binary", ":all:", "--target", folder]
        command += ["--implementation", "cp", "--python-version", python, "--report", str(report)]
        command += [word for platform in platforms(python) for word in ("--platform", platform)]
        subprocess.run([*command, *(f"{name}=={version}" for name, version in pins.items())], check=True)
        installed = json.loads(report.read_text("utf-8"))["install"]
    return {
        canonicalize_name(each["metadata"]["name"]): each["download_info"]["url"].rpartition("/")[2]
        for each in installed
    }


def rows(lock: Path) -> Iterator[str]:
    """Look all wheels up for the versions in *lock*, and give the lines of the list."""
    versions = pinned(lock)
    needed = {python: sorted(runtime_packages(PROJECT, python)) for python in GLIBC}
    wheels = {python: look_up(python, {name: versions[name] for name in needed[python]}) for python in GLIBC}
    for name in sorted(set().union(*wheels.values())):
        yield " ".join([f"{name}=={versions[name]}", *(wheels[python].get(name, "-") for python in GLIBC)])


if __name__ == "__main__":
    print(_HEAD + "\n".join(rows(Path(sys.argv[1]))))
