"""axe-core on a page: what it finds against people who hear, enlarge or don't tell colours apart.

It is one of the npm packages of tests/package.json, installed from its lock the first time that it is missing.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

TESTS = Path(__file__).parent.parent
LOCK = TESTS / "package-lock.json"
INSTALLED = TESTS / "node_modules" / ".installed-lock"
SCRIPT = TESTS / "node_modules" / "axe-core" / "axe.min.js"
INSTALL = ("npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts")
INSTALL_S = 240.0

_RUN = """async (only) => {
    const options = { resultTypes: ['violations'], ...(only ? { runOnly: { type: 'rule', values: only } } : {}) };
    const found = await axe.run(document, options);
    return found.violations.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.html}`));
}"""


@cache
def script() -> str:
    """Return axe-core, installed first if it has to be; two processes that want it wait for each other."""
    with LOCK.open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not INSTALLED.exists() or INSTALLED.read_bytes() != LOCK.read_bytes():
            subprocess.run(INSTALL, cwd=TESTS, check=True, timeout=INSTALL_S, capture_output=True)
            shutil.copyfile(LOCK, INSTALLED)
    return SCRIPT.read_text("utf-8")


def faults(page: Page, *only: str) -> list[str]:
    """Return what axe finds on *page* as it stands, by *only* these of its rules if any are given."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(script())
    found: list[Any] = page.evaluate(_RUN, list(only) or None)
    return [str(each) for each in found]
