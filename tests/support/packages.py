"""The npm packages of tests/package.json, installed from their lock the first time that one is missing."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from functools import cache
from pathlib import Path

from tests.support.paths import NODE_MODULES, TESTS

LOCK = TESTS / "package-lock.json"
INSTALLED = NODE_MODULES / ".installed-lock"
INSTALL = ("npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts")
INSTALL_S = 240.0


@cache
def packages() -> Path:
    """Return their folder, installed first if it has to be; two processes that want it wait for each other."""
    with LOCK.open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not INSTALLED.exists() or INSTALLED.read_bytes() != LOCK.read_bytes():
            subprocess.run(INSTALL, cwd=TESTS, check=True, timeout=INSTALL_S, capture_output=True)
            shutil.copyfile(LOCK, INSTALLED)
    return NODE_MODULES
