"""Plays for long: ``soaking FOLDER COMMANDS ONE_GAME`` prints a line of JSON now and then on what the process holds.

The table's own session on its own journal, under a clock that a loop advances. Every game and kit of the library has
its turn, by two to four people, to its end or for as many commands as an evening has; ONE_GAME makes it one kit for
ever instead. Among what they do are undos, redos, commands that come twice, and commands that come too late; now and
then a phone is shown everything, and a record is taken away.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
import time
from itertools import cycle
from pathlib import Path

import msgspec

from companion.chance.dealers import Dealer, FairDealer, TypedDealer
from companion.engine.game import Game
from companion.engine.notation import spell
from companion.engine.values.seats import TABLE
from companion.journal.journal import Journal
from companion.library.games import Library
from companion.library.simulate import listed
from companion.model.requests import CommandRequest, RequestRefused
from companion.runtime.clock import ManualClock
from companion.session.session import Session
from tests.support.sources import seeded

LOOKS = 40
"""How often is said what is held."""
EVENING = 400
"""How many commands a game has that has no end of its own."""
PHONE_LOOKS = 16
"""Every so many commands a phone is shown everything; on a table it is at every one."""
RECORDS = 10
"""Of every so many games the record is taken away."""
NAMES = ("Ann", "Ben", "Cleo", "Dan")
EVERYBODY = frozenset({TABLE, 0, 1, 2, 3})
ENDLESS = ("fireball-island", "kit")


class Players:
    """People who do whatever can be done, for as long as they are asked to. ``told`` counts what came of it."""

    def __init__(self, folder: Path, one_game: bool) -> None:
        self._clock, self._below = ManualClock(), seeded("soak")
        dealers: dict[str, Dealer] = {"dealer": FairDealer(), "typed": TypedDealer(), "ask": TypedDealer()}
        shipped = Library()
        self._texts = shipped.texts
        library = [game.load() for game in shipped.games]
        self._evenings = None if one_game else cycle(library)
        self._in_game = 0
        self._ids = 0
        self._is_secret_since = False
        self.told = {"commands": 0, "games": 0, "undone": 0, "redone": 0, "twice": 0, "late": 0, "records": 0}
        self.session = Session(library, Journal(folder), dealers, self._clock)
        self.session.load()
        self._open(next(game for game in library if (game.slug, game.mode) == ENDLESS))

    def do_something(self) -> None:
        """Have one command accepted."""
        if self._evenings is not None and self._is_over():
            self._close_and_open_the_next()
        self._undo_redo_or_play()
        self.told["commands"] += 1
        self._in_game += 1
        if self.told["commands"] % PHONE_LOOKS == 0:
            msgspec.json.encode(self._texts.localize("en", self.session.published.seen_by(0, EVERYBODY)))

    def _undo_redo_or_play(self) -> None:
        lot = self._below(100)
        published = self.session.published
        if lot < 2 and published.open.why_not_undo is None and not published.open.undo_needs_two:
            self._say("undo", 0)
            self.told["undone"] += 1
        elif lot < 30 and published.open.can_redo and not self._is_secret_since:
            self._say("redo", 0)
            self.told["redone"] += 1
        else:
            self._play(comes_late=lot == 98, comes_twice=lot == 99)

    def _play(self, comes_late: bool, comes_twice: bool) -> None:
        state = self.session.published.open.state
        assert state is not None
        plays = listed(state)
        if not plays:  # nobody can do anything but correct: the evening is over
            self._in_game = EVENING
            self._say("lang en", TABLE)
            return
        play = plays[self._below(len(plays))]
        line, seat, seen = spell(play), play.seat, self.session.published.version
        if comes_late:
            self._must_be_refused(line, seat)
        version = self._say(line, seat, settle=False)
        # What nobody else can notice ends redoing all the same, and nobody is told: the offer stands until it is tried.
        self._is_secret_since = version == seen
        if comes_twice:
            again = CommandRequest(f"soak-{self._ids}", seen, seat, line, "phone", EVERYBODY)
            assert self.session.handle(again) == version
            self.told["twice"] += 1
        self._settle()

    def _must_be_refused(self, line: str, seat: int) -> None:
        late = CommandRequest("late", self.session.published.version + 1, seat, line, "phone", EVERYBODY)
        try:
            self.session.handle(late)
        except RequestRefused as refusal:
            assert refusal.reason == "stale"
            self.told["late"] += 1
        else:
            raise AssertionError("what nobody can have seen was accepted")

    def _say(self, do: str, seat: int, settle: bool = True) -> int:
        self._ids += 1
        seen = self.session.published.version
        version = self.session.handle(CommandRequest(f"soak-{self._ids}", seen, seat, do, "phone", EVERYBODY))
        if settle:
            self._settle()
        return version

    def _settle(self) -> None:
        """Let time pass until all that is in motion is revealed."""
        while self.session.table.in_motion:
            self._clock.advance(2)
            self.session.run_pending()

    def _is_over(self) -> bool:
        state = self.session.published.open.state
        assert state is not None
        return self._in_game >= EVENING or state.end() is not None

    def _close_and_open_the_next(self) -> None:
        assert self._evenings is not None
        state = self.session.published.open.state
        if state is not None and state.end() is None:
            self._say("finish", TABLE)
        self._open(next(self._evenings))
        if self.told["games"] % RECORDS == 0:
            *_, ending = self.session.archive().record(self.session.published.saved[0].number).splitlines()
            assert ending.startswith('{"end":')
            self.told["records"] += 1

    def _open(self, game: Game) -> None:
        people = min(max(game.seats[0], 2 + self._below(3)), game.seats[1])
        self._ids += 1
        self.session.new_game(game.slug, game.mode, NAMES[:people], {}, id=f"soak-{self._ids}")
        self._settle()
        self._in_game = 0
        self.told["games"] += 1


def held() -> dict[str, int]:
    """What this process holds: resident memory in KB, descriptors, threads."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    descriptors = len(list(Path("/proc/self/fd").iterdir()))
    return {"kb": pages * os.sysconf("SC_PAGE_SIZE") // 1024, "fds": descriptors, "threads": threading.active_count()}


def main(folder: Path, commands: int, one_game: bool) -> None:
    """Play *commands* of them, and say *LOOKS* times on the way what is held; at last, what the journal holds."""
    players = Players(folder, one_game)
    begun_s = time.monotonic()
    for command in range(1, commands + 1):
        players.do_something()
        if command % (commands // LOOKS) == 0:
            print(json.dumps({**players.told, **held(), "s": round(time.monotonic() - begun_s)}), flush=True)
    journal = players.session.table.store.journal
    lines = sum(1 for game in journal.games() for _ in journal.each_line(game.id))
    print(json.dumps({"lines": lines}))
    players.session.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "yes")
