"""One game that goes on for very long: what the table holds doesn't grow with it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_GROWTH_KB = 2048


def holds_no_more(folder: Path, commands: int, warm: int, timeout_s: float) -> None:
    """Play *commands* in a process of its own, and hold what it holds against what it held after *warm* of them."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.crash.soaking", str(folder), str(commands)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=timeout_s,
    )
    assert done.returncode == 0, done.stderr
    *looks, last = map(json.loads, done.stdout.splitlines())
    later = [look for look in looks if look["commands"] >= warm]
    assert len(later) > 2
    assert last["lines"] >= commands
    assert max(look["kb"] for look in later) - later[0]["kb"] <= MOST_GROWTH_KB
    assert {(look["fds"], look["threads"]) for look in later} == {(later[0]["fds"], later[0]["threads"])}


def test_thousands_of_commands_in_one_game_hold_no_more_than_the_first(tmp_path: Path) -> None:
    holds_no_more(tmp_path, commands=6000, warm=4000, timeout_s=300)


@pytest.mark.soak
def test_a_million_commands_in_one_game_hold_no_more_than_the_first(tmp_path: Path) -> None:
    holds_no_more(tmp_path, commands=1_000_000, warm=50_000, timeout_s=4 * 3600)
