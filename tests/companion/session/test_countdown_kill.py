"""SIGKILL while a countdown runs: it comes back with the time of the last line, and waits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.chance.dealers import FairDealer, TypedDealer
from companion.journal.journal import Journal
from companion.model.requests import CommandRequest
from companion.runtime.clock import SystemClock
from companion.session.session import Session
from tests.support.games.hourglass import GLASS_S, HOURGLASS
from tests.support.paths import ROOT
from tests.support.session_bench import EVERY_SEAT, Bench

pytestmark = pytest.mark.whole
LINES = ("start glass", *["extend moves"] * 3)


def play(folder: Path) -> None:
    """Play `LINES` by the computer's own clock, a line for each byte on the standard input, and then just count."""
    session = Session((HOURGLASS,), Journal(folder), {"dealer": FairDealer(), "typed": TypedDealer()}, SystemClock())
    session.load()
    session.new_game("hourglass", "referee", ("Ann", "Ben"), {}, id="new")
    session.start()
    for number, line in enumerate(LINES):
        sys.stdin.buffer.read(1)
        seen = session.published.version
        session.submit(CommandRequest(f"play-{number}", seen, 0, line, "phone", EVERY_SEAT))
        sys.stdout.write("done\n")
        sys.stdout.flush()
    signal.pause()


def test_a_killed_table_counts_up_to_its_last_line_and_waits_for_people(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.companion.session.test_countdown_kill", str(tmp_path)]
    child = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdin is not None
    assert child.stdout is not None
    for _ in LINES:
        child.stdin.write(b".")
        child.stdin.flush()
        assert child.stdout.readline() == b"done\n"
    os.kill(child.pid, signal.SIGKILL)
    assert child.wait() == -signal.SIGKILL
    child.stdin.close()
    child.stdout.close()
    bench = Bench(tmp_path, library=(HOURGLASS,))
    started_ms, *_, last_ms = (row.played_ms or 0 for row in bench.rows())
    assert bench.published.open.clocks is not None
    (glass, *_) = bench.published.open.clocks.now()
    assert (glass.runs, glass.is_held, started_ms) == (False, True, 0)
    assert last_ms > 0
    assert glass.left_s == pytest.approx(GLASS_S - last_ms / 1000)
    bench.pass_time(2 * GLASS_S)
    assert [line.do for line in bench.lines()] == list(LINES)
    bench.say("go-on")
    bench.pass_time(GLASS_S)
    assert bench.lines()[-1].do == "ring glass"


if __name__ == "__main__":
    play(Path(sys.argv[1]))
