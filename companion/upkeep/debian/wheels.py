"""Wheels for installing the table: each dependency, for each supported Python."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.metadata import requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

GLIBC = {"3.11": 36, "3.13": 41}
"""Python and glibc 2 minor version of each Raspberry Pi OS.

They are Bookworm and Trixie.
"""
_OLDEST_GLIBC = 17


def pinned(lock: Path) -> dict[NormalizedName, str]:
    """Return the version of each package in *lock*."""
    lines = lock.read_text("utf-8").splitlines()
    pins = (line.split("==") for line in lines if not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pins}


def runtime_packages(
    project: Path, python: str, machine: str = "aarch64", extras: Sequence[str] = ()
) -> frozenset[NormalizedName]:
    """Return the dependencies of *project* with *extras*, transitive ones too.

    *project* is its ``pyproject.toml``; *python* and *machine* are those of the table.

    :raises importlib.metadata.PackageNotFoundError: if one isn't installed here, so its dependencies are unknown.
    """
    described = tomllib.loads(project.read_text("utf-8"))["project"]
    lines = described["dependencies"] + [line for extra in extras for line in described["optional-dependencies"][extra]]
    found: set[NormalizedName] = set()
    waiting = [Requirement(line) for line in lines]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name not in found and _is_needed(requirement, python, machine):
            found.add(name)
            waiting += map(Requirement, requires(name) or ())
    return frozenset(found)


def _is_needed(requirement: Requirement, python: str, machine: str) -> bool:
    environment = {
        "extra": "",
        "implementation_name": "cpython",
        "os_name": "posix",
        "platform_machine": machine,
        "platform_python_implementation": "CPython",
        "platform_system": "Linux",
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": "linux",
    }
    return requirement.marker is None or requirement.marker.evaluate(environment)


def platforms(python: str, machine: str = "aarch64") -> list[str]:
    """Return the wheel platforms that run there, the best first.

    That of glibc 2.17 has two names (PEP 600).
    """
    by_glibc = (f"manylinux_2_{minor}_{machine}" for minor in range(GLIBC[python], _OLDEST_GLIBC - 1, -1))
    return [*by_glibc, f"manylinux2014_{machine}", f"linux_{machine}"]
