"""Plays, is killed at any moment, start-up included, and looks what is left: ``killing FOLDER KILLS`` prints JSON.

A process of its own, because it forks: its children start warm, so that a kill falls into every part of their lives.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import time
from pathlib import Path

from companion.chance.dealers import FairDealer, TypedDealer
from companion.journal.journal import Journal
from companion.model.requests import CommandRequest
from companion.runtime.clock import ManualClock
from companion.session.session import Session
from tests.support.session_bench import EVERY_SEAT, LIBRARY, Bench
from tests.support.sources import seeded

LONGEST_LIFE_MS = 40
FOREVER = 10**9


def play(folder: Path, life: int, acks: int) -> None:
    """Roll until killed, writing each id and its answer to *acks* as soon as it is known, unbuffered."""
    clock = ManualClock()
    session = Session(LIBRARY, Journal(folder), {"dealer": FairDealer(), "typed": TypedDealer()}, clock)
    session.load()
    if session.published.open.game is None:
        os.write(acks, f"new {session.new_game('fireship', 'kit', ('Ann',), {}, id='new')}\n".encode())
    for number in range(FOREVER):
        while session.published.reveal is not None:
            clock.advance(1)
            session.run_pending()
        command_id = f"{life}-{number}"
        seen = session.published.version
        version = session.handle(CommandRequest(command_id, seen, 0, "roll dice", "phone", EVERY_SEAT))
        os.write(acks, f"{command_id} {version}\n".encode())


def live_once(folder: Path, life: int, life_ms: int, is_heard: bool) -> dict[str, int]:
    """Return what a child acknowledged that lived for *life_ms*, counted from its first word where that *is_heard*."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        try:
            play(folder, life, writes)
        finally:
            os._exit(1)
    os.close(writes)
    first = os.read(reads, 1) if is_heard else b""
    time.sleep(life_ms / 1000)  # how long it may live is the point, nothing waits for it
    os.kill(child, signal.SIGKILL)
    with os.fdopen(reads, "rb") as pipe:
        told = (first + pipe.read()).decode()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), f"life {life} ended by itself"
    return {name: int(version) for name, version in (line.split() for line in told.splitlines())}


def look(folder: Path, acked: dict[str, int]) -> int:
    """Check what is left against all that was ever *acked*; return how many rolls there are."""
    bench = Bench(folder)
    try:
        assert bench.published.trouble is None
        assert bench.journal.set_aside is None
        assert {name: bench.journal.receipt(name) for name in acked} == acked
        if bench.published.open.game is None:
            assert not acked
            return 0
        lines = bench.lines()
        assert [line.n for line in lines] == list(range(1, len(lines) + 1))
        assert [row.version for row in bench.rows()[::2]] == list(range(2, 2 + len(lines) // 2))
        results = []
        for _ in range(2):
            assert (bench.published.reveal is not None) is bool(lines)
            bench.pass_time(1)
            results.append(bench.state.results)
            bench = bench.again()
        assert results[0] == results[1]
        if lines:
            faces = " ".join(map(str, results[0][0].faces))
            assert lines[-1].do == f"roll {faces}"
        return len(lines) // 2
    finally:
        bench.session.close()


def main(folder: Path, kills: int) -> None:
    """Kill *kills* times and print ``{"kills", "acked", "rolls"}``."""
    logging.basicConfig()
    below = seeded("killing")
    acked: dict[str, int] = {}
    rolls = 0
    for life in range(kills):
        acked |= live_once(folder, life, below(LONGEST_LIFE_MS), is_heard=life % 3 == 2)
        rolls = look(folder, acked)
    print(json.dumps({"kills": kills, "acked": len(acked), "rolls": rolls}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
