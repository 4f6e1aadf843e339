"""All that a start would make of the program's own files is made by one call of who installs it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from companion.runtime.parse_cache import KEPT_IN
from tests.support.paths import ROOT

PACKAGES = ("companion", "firmware_host", "hardware", "web_ui")
READ = (
    "companion/texts/*.toml",
    "companion/kits/*.toml",
    "companion/games/*/game.toml",
    "companion/games/*/texts.*.toml",
    "web_ui/templates/*.html",
    "companion/club/page/*.html",
)


def test_what_a_start_and_its_pages_read_is_kept_beside_each_file(tmp_path: Path) -> None:
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns(KEPT_IN, "static"))
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", "from companion.cli.shared.ahead import make_ahead; make_ahead()"]
    subprocess.run(command, cwd=tmp_path, env={**own, "PYTHONPATH": str(tmp_path)}, check=True, timeout=60)
    files = {path for pattern in READ for path in tmp_path.glob(pattern)}
    kept = {path for path in files if list((path.parent / KEPT_IN).glob(f"{path.name}.*"))}
    assert len(files) > 30
    assert files - kept == set()
