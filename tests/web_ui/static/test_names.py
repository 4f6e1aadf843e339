"""Every module of the pages uses only names that it imports, declares or the browser has; and uses what it imports."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.packages import packages
from tests.support.paths import STATIC
from tests.support.served import lay_out

TIMEOUT_S = 120.0


def lint(folder: Path) -> tuple[int, str]:
    """Return how ESLint ends on the modules in *folder*, and what it says; what it needs is beside them."""
    shutil.copyfile(packages().parent / "eslint.config.mjs", folder / "eslint.config.mjs")
    (folder / "node_modules").symlink_to(packages())
    command = ["node", "node_modules/eslint/bin/eslint.js", "static"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def test_every_name_in_the_modules_is_known_and_every_import_used(tmp_path: Path) -> None:
    lay_out(tmp_path / "static")
    assert lint(tmp_path) == (0, "")


@pytest.mark.parametrize(
    ("planted", "found"),
    [
        ("\nexport const late = () => sayAgian();\n", "'sayAgian' is not defined"),
        ("\nimport { fade } from '../core/fade.js';\n", "'fade' is defined but never used"),
        ("\nfunction unwanted() {}\n", "'unwanted' is defined but never used"),
    ],
)
def test_a_planted_name_is_found(tmp_path: Path, planted: str, found: str) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "log.js").write_text((STATIC / "widgets" / "log.js").read_text("utf-8") + planted, "utf-8")
    ended, said = lint(tmp_path)
    assert ended == 1
    assert found in said
