"""The stamp of the last run that passed. ``--if-changed`` compares it with the newest commit."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tests.kernel.prepare import cache_folder, run_program

DECIDING = (
    *("Makefile", "pyproject.toml", "requirements-dev.lock", ".ci", "tests"),
    "firmware_host/bench/package-lock.json",
)
"""What decides whether a bare Debian passes: the tests, the Makefile and the dependencies."""


def digest_of_head(repository: Path) -> str:
    """Return a digest of the deciding files in the newest commit of *repository*."""
    files = run_program("git", "-C", str(repository), "ls-tree", "-r", "HEAD", "--", *DECIDING)
    return hashlib.sha256(files.encode()).hexdigest()


def has_passed(release: str, digest: str) -> bool:
    """Return whether the last run of *release* that passed had *digest*."""
    stamp = _stamp(release)
    return stamp.is_file() and stamp.read_text("utf-8") == digest


def record_pass(release: str, digest: str) -> None:
    """Replace the stamp of *release*."""
    _stamp(release).write_text(digest, "utf-8")


def _stamp(release: str) -> Path:
    return cache_folder() / f"fresh-{release}.passed"
