"""Playing for long: what the table holds doesn't grow with what was played, in one game without end nor in thousands.

What is measured is what the process holds. That nothing is lost is another test's.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import output_of, process_of

MAX_GROWTH_KB = 2048
LONG = int(float(os.environ.get("TIDETABLE_SOAK", "1")) * 1_000_000)
"""How many commands the long version has: ``TIDETABLE_SOAK`` says how many millions."""
WARM = 50_000
"""After so many commands all that is kept for speed has come to its size."""


def looks(folder: Path, commands: int, one_game: bool) -> Iterator[dict[str, int]]:
    """Play *commands* in a process of its own; give what it says on the way."""
    words = [sys.executable, "-m", "tests.whole.crash.soaking", str(folder), str(commands), "yes" if one_game else "no"]
    with process_of(words, cwd=ROOT, text=True) as playing:
        yield from map(json.loads, output_of(playing))
        assert playing.wait() == 0


def holds_no_more(told: list[dict[str, int]], commands: int, warm: int) -> None:
    """See that the process of which this is *told* held no more at any moment than after *warm* commands."""
    *looks, last = told
    later = [look for look in looks if look["commands"] >= warm]
    assert (len(later) > 2, later[-1]["commands"]) == (True, commands)
    assert last["lines"] >= commands
    assert max(look["kb"] for look in later) - later[0]["kb"] <= MAX_GROWTH_KB
    assert {(look["fds"], look["threads"]) for look in later} == {(later[0]["fds"], later[0]["threads"])}


@pytest.mark.long
def test_thousands_of_commands_in_one_game_hold_no_more_than_the_first(tmp_path: Path) -> None:
    holds_no_more(list(looks(tmp_path, 6000, one_game=True)), 6000, warm=4000)


@pytest.mark.long
def test_thousands_of_commands_in_games_of_an_evening_hold_no_more_than_the_first(tmp_path: Path) -> None:
    told = list(looks(tmp_path, 4000, one_game=False))
    holds_no_more(told, 4000, warm=3000)
    assert all(told[-2][word] for word in ("undone", "redone", "twice", "late", "records"))


@pytest.mark.soak
@pytest.mark.parametrize("one_game", [False, True], ids=["evenings", "one-game"])
def test_a_million_commands_hold_no_more_than_the_first(
    one_game: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for look in looks(tmp_path, LONG, one_game):
        told.append(look)
        with capsys.disabled():
            print(f"\n{json.dumps(look)}", end="", flush=True)
    holds_no_more(told, LONG, warm=min(WARM, LONG // 2))
