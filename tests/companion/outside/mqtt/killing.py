"""Ends games, sends what must arrive, and is killed at any moment: ``killing FOLDER KILLS`` prints JSON.

A process of its own, because it forks: its children start warm, so that a kill falls into every part of their lives.
The broker is a pipe: what is in it has arrived, whether or not the table lived to hear so.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.journal.journal import Journal
from companion.journal.outbox import MAX_WAITING
from companion.outside.mqtt.client.letter import Letter
from companion.outside.mqtt.game_results import LetterStyle
from companion.outside.mqtt.outbox import OutboxSender
from companion.session.outbox import KINDS
from tests.companion.outside.mqtt.test_outbox import PASSES, SHORT_GAME, TABLE_ID, TEXTS, Direct, Troubles
from tests.support.games.spinner import SPINNER
from tests.support.session_bench import Bench
from tests.support.sources import seeded

LONGEST_LIFE_MS = 60
FOREVER = 10**6


class Pipe:
    """A broker that has what is written, and acknowledges it at once."""

    def __init__(self, end: int) -> None:
        self._end = end
        self.is_connected = True

    def on_connected(self, connected: Callable[[], None]) -> None:
        connected()

    def on_lost(self, lost: Callable[[], None]) -> None:
        """Nothing is lost."""

    def takes(self, letter: Letter) -> bool:
        return True

    def deliver(
        self, letter: Letter, acknowledged: Callable[[], None], unheard: Callable[[], None] | None = None
    ) -> bool:
        name, told = letter.topic.rpartition("/")[2], json.loads(letter.payload)
        os.write(self._end, f"{name} {told['game']} {told['id']}\n".encode())
        acknowledged()
        return True


def live(folder: Path, end: int, games: int) -> None:
    """Play as many *games* to their end, and send what waits now and then."""
    bench = Bench(folder, [(5, 6)] * games, must_arrive=KINDS)
    style = LetterStyle(TABLE_ID, TEXTS, by_name=False)
    sender = OutboxSender(Direct(bench.session), Pipe(end), style, Troubles(), clock=bench.clock)
    life = bench.published.version
    for number in range(games):
        bench.pass_time(5)
        bench.session.new_game(SPINNER.slug, SPINNER.mode, ("Ann", "Ben"), SHORT_GAME, id=f"new-{life}-{number}")
        bench.pass_time(5)
        bench.say("roll", 0, id=f"roll-{life}-{number}")
        for _ in range(PASSES):
            sender.run_pending()
        assert len(bench.journal.outbox()) < MAX_WAITING, "so much waits that some is dropped"
    bench.pass_time(20)
    while bench.journal.outbox():
        sender.run_pending()
    bench.session.close()


def live_once(folder: Path, life_ms: int) -> list[tuple[str, int, str]]:
    """Return what has arrived of a child that lived for *life_ms*, from its first word on."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        try:
            live(folder, writes, FOREVER)
        finally:
            os._exit(1)
    os.close(writes)
    with os.fdopen(reads, "rb", buffering=0) as pipe:
        told = pipe.read(1) or b""
        time.sleep(life_ms / 1000)  # how long it may live is the point, nothing waits for it
        os.kill(child, signal.SIGKILL)
        told += pipe.readall()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "a life ended by itself"
    return parsed(told)


def parsed(told: bytes) -> list[tuple[str, int, str]]:
    """Read what went through the pipe; each line is written whole."""
    rows = [line.split() for line in told.decode().splitlines()]
    return [(name, int(game), message_id) for name, game, message_id in rows]


def main(folder: Path, kills: int) -> None:
    """Kill *kills* times, and see that each game that ended has arrived once by its id, with its record."""
    logging.basicConfig(level=logging.WARNING)
    below = seeded("outbox killing")
    arrived: list[tuple[str, int, str]] = []
    for _ in range(kills):
        arrived += live_once(folder, below(LONGEST_LIFE_MS))
    reads, writes = os.pipe()
    live(folder, writes, 1)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        arrived += parsed(pipe.read())
    journal = Journal(folder)
    journal.open()
    ended = [game.id for game in journal.games() if game.ended is not None]
    assert journal.outbox() == []
    journal.close()
    once = sorted(set(arrived))
    wanted = [(name, game) for name in ("finished", "record") for game in ended]
    found = [(name, game) for name, game, _ in once]
    assert found == wanted, f"lost {sorted(set(wanted) - set(found))}, more {sorted(set(found) - set(wanted))}"
    print(json.dumps({"kills": kills, "games": len(ended), "twice": len(arrived) - len(once)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
