"""Plays for long, in one game: ``soaking FOLDER COMMANDS`` prints a line of JSON now and then on what it holds.

The table's own session on its own journal, under a clock that a loop advances; a phone is shown everything.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from pathlib import Path

import msgspec

from companion.clock import ManualClock
from companion.dealers import Dealer, FairDealer, TypedDealer
from companion.engine.plays import leaves, plays
from companion.journal import Journal
from companion.library import Library
from companion.session import TABLE, Published, Request, Session
from tests.engine.sources import seeded

LOOKS = 20
SEATS = (0, 1)
EVERYBODY = frozenset({TABLE, *SEATS})


class Phone:
    """Is shown everything, as bytes, and keeps nothing of it."""

    def started(self, published: Published) -> None:
        self.changed(published)

    def changed(self, published: Published) -> None:
        msgspec.json.encode(published.seen_by(0, EVERYBODY))


class Players:
    """Two people who do whatever can be done, in the kit of Fireball Island, for as long as they are asked to."""

    def __init__(self, folder: Path) -> None:
        self._clock, self._below = ManualClock(), seeded("soak")
        self._said = 0
        dealers: dict[str, Dealer] = {"dealer": FairDealer(), "typed": TypedDealer()}
        self.session = Session(Library().games, Journal(folder), dealers, self._clock)
        self.session.subscribe(Phone())
        self.session.load()
        self.session.new_game("fireball-island", "kit", ("Ann", "Ben"), {}, "new")

    def do_something(self) -> None:
        while self.session.published.reveal is not None:
            self._clock.advance(2)
            self.session.run_pending()
        published = self.session.published
        assert published.state is not None
        chosen = [
            play for play in leaves(plays(published.state, SEATS)) if play.line and not play.why and not play.form
        ]
        play = chosen[self._below(len(chosen))]
        self._said += 1
        request = Request(f"soak-{self._said}", published.version, play.seats[0], play.line, "phone", EVERYBODY)
        self.session.handle(request)


def held() -> dict[str, int]:
    """What this process holds: resident memory in KB, descriptors, threads."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    return {"kb": pages * os.sysconf("SC_PAGE_SIZE") // 1024, "fds": descriptors, "threads": threading.active_count()}


def main(folder: Path, commands: int) -> None:
    """Play *commands* of them, and say *LOOKS* times on the way what is held."""
    players = Players(folder)
    for command in range(1, commands + 1):
        players.do_something()
        if command % (commands // LOOKS) == 0:
            print(json.dumps({"commands": command, **held()}), flush=True)
    lines = sum(1 for _ in players.session._desk.journal.each_line(1))
    print(json.dumps({"lines": lines}))
    players.session.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
