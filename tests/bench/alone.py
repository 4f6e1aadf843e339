"""The mirror alone, as a program: states from stdin, each command puts the next in place, nothing is kept on a disk.

It is what boardgame.io does with its usual storage, which is memory; the whole table makes every command durable first.
On stdin: a JSON list of states, each an answer of ``GET /api/v1/table``. On stdout: READY and the address.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from companion.model.requests import CommandRequest
from companion.model.roster import NOBODY, Roster
from companion.model.wire import Seen, Shelf
from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.records.finished_games import Past
from companion.runtime.clock import SystemClock
from companion.runtime.timers import TimerThread
from companion.texts.say import Texts
from tests.support.fakes import Change, mirrored
from web_ui.http.server.server import Server
from web_ui.http.settings import WebSettings

STREAMS = 400


@dataclass(frozen=True)
class Shown:
    """One of the *states*, by its version."""

    states: Sequence[Seen]
    version: int = 1
    people: tuple[str, ...] = ("Ann", "Ben")
    game: None = None
    roster: Roster = NOBODY
    lang: str = "en"
    muted: bool = False
    faults: tuple[()] = ()
    keeps_nothing: bool = False
    trouble: None = None
    public_motion: None = None
    seats_asked: range = range(2)
    seat_count: int = 2
    places: int = 2
    library: tuple[()] = ()
    name: str = ""
    asks_first: None = None
    played: None = None
    arrived: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def has_people(self) -> bool:
        return bool(self.people)

    @property
    def open(self) -> Any:
        """Its game is in here as well."""
        return self

    def seen_by(self, viewer: int, speaks_for: frozenset[int], has_forms: bool = True) -> Seen:
        """Everybody sees the same."""
        return msgspec.structs.replace(self.states[self.version % len(self.states)], version=self.version)

    def form(self, line: str, viewer: int) -> None:
        """Nothing is filled in here."""

    def shelf(self, speaks_for: frozenset[int], phone: str = "") -> Shelf:
        """No game lies on it."""
        return Shelf(())


class InMemory:
    """A table that takes every command."""

    def __init__(self, states: Sequence[Seen]) -> None:
        self.published = Shown(states)
        self._mirrors: list[Any] = []
        self._lock = threading.Lock()

    def submit(self, request: CommandRequest, timeout_s: float = 10.0) -> int:
        """Put the next state in place and return its version."""
        with self._lock:
            self.published = replace(self.published, version=self.published.version + 1)
            for mirror in self._mirrors:
                mirror.hear(Change(self.published))
            return self.published.version

    def records(self) -> tuple[()]:
        """Nothing is kept here."""
        return ()

    def record(self, number: int) -> str:
        """Nothing is kept here.

        :raises LookupError: always.
        """
        raise LookupError(number)

    def past(self, number: int) -> Past:
        """Nothing is kept here.

        :raises LookupError: always.
        """
        raise LookupError(number)

    def subscribe(self, mirror: Any) -> None:
        """Tell *mirror* of everything from now on."""
        self._mirrors.append(mirror)

    def keep(self, change: object, wait_s: float = 10.0) -> None:
        """Nobody joins here.

        :raises RuntimeError: somebody tried to.
        """
        raise RuntimeError("phones only watch the bench")


def main() -> None:
    """Serve until the process is ended."""
    settings = WebSettings(host="127.0.0.1", port=0, streams=STREAMS)
    table = InMemory(msgspec.json.decode(sys.stdin.read(), type=list[Seen]))
    clock, later = SystemClock(), TimerThread().after
    phones = Phones(table, PairingWindow(clock, later), Confirmation(clock, later))
    app = mirrored(table, None, Texts.load(), settings, phones=phones)
    server = Server(app, settings)
    server.start()
    print(f"READY http://127.0.0.1:{server.port}/", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
