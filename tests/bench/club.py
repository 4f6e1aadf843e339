"""A club of many tables: from a table's telling to the club's page, and what that takes of the club's computer.

Every part is a process of its own and the real one: the tables, Mosquitto, the club as its command runs it. The page's
stream is read here. What a table tells has for its age the computer's monotonic clock, the same for all processes.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.club.book.database import Database, store_in
from companion.club.book.store import Book
from companion.runtime.clock import SystemClock
from tests.bench.figures import NotMeasured, Row, Section
from tests.bench.sizes import Sizes
from tests.support.mosquitto import ACL, PROGRAM, USERS, Mosquitto
from tests.support.paths import ROOT
from tests.support.running import PATIENCE_S, TICKS_A_SECOND, USUAL, Running

PROCESSES = Path("/proc")
FASTER = 50
"""How many times the usual pace a club has to live through."""
SETTLED_S = 900.0
"""How long what was told at that pace may take to be in the book, and verified there."""
LOOK_S = 1.0
QUEUES = "max_queued_messages 0\n"
LIMITS = {200: "limit p99 0.5", 1000: "limit p99 1"}


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure clubs of *sizes.clubs* tables at the usual pace, and the largest at 50 times that."""
    if shutil.which(PROGRAM) is None:
        raise NotMeasured("Mosquitto is missing: sudo apt-get install mosquitto")
    with ExitStack() as stack:
        broker = stack.enter_context(_broker(folder / "broker"))
        club = stack.enter_context(RunningClub(folder, broker.port))
        rows: list[Row] = []
        finished: list[str] = []
        first_game = 1
        for tables in sizes.clubs:
            evening = _evening(club, broker, tables, sizes.club_pace_s, sizes.club_s, first_game)
            rows += _rows(evening, tables, club)
            finished += evening.finished
            first_game += len(evening.finished) + 1
        yield Section(
            "Many tables, one page",
            rows,
            f"A result of each table every {sizes.club_pace_s:g} s for {sizes.club_s:g} s, its turn, games and records "
            f"with it; the page gathers what comes for 50 ms. Each part has its own process, on {_cores()} cores.",
        )
        yield _siege(sizes, club, broker, finished, first_game)


def _siege(sizes: Sizes, club: RunningClub, broker: Mosquitto, finished: list[str], first_game: int) -> Section:
    """Measure the largest club at 50 times the pace, until all of it is in the book."""
    tables = sizes.clubs[-1]
    club.settle(finished)
    before_mb = club.memory_mb
    evening = _evening(club, broker, tables, sizes.club_pace_s / FASTER, sizes.club_s, first_game)
    finished += evening.finished
    begun_s = time.monotonic()
    club.settle(finished)
    settled_s = time.monotonic() - begun_s
    rows = [
        *_rows(evening, tables, club),
        Row("results told", "results", [evening.told]),
        Row("of them seen on the page", "results", [len(evening.ages_s)], "the newest wins"),
        Row("games finished", "games", [len(evening.finished)]),
        Row("of all finished games, in the book", "games", [club.finished_of(finished)], f"{len(finished)} were told"),
        Row("verified after the last was told", "s", [settled_s]),
        Row("club's memory before", "MB", [before_mb]),
        Row("club's memory once all is verified", "MB", [club.memory_mb], f"limit {1.1 * before_mb:.3g}"),
    ]
    return Section(f"{tables} tables at {FASTER} times the pace", rows, "The same club, after all of the above.")


def _rows(evening: Evening, tables: int, club: RunningClub) -> list[Row]:
    what = f"{tables} tables" if tables > 1 else "1 table"
    limit = "limit 50" if tables == 1000 else ""
    return [
        Row(f"told until the page has it, {what}", "s", evening.ages_s, LIMITS.get(tables, "")),
        Row(f"of a core, used by the club, {what}", "%", [100 * evening.club_share], limit),
        Row(f"of a core, used by Mosquitto, {what}", "%", [100 * evening.broker_share]),
        Row(f"of a core, used by the tables, {what}", "%", [100 * evening.tables_share]),
        Row(f"a table's lateness at most, {what}", "s", [evening.late_s]),
        Row(f"club's memory, {what}", "MB", [club.memory_mb]),
    ]


@dataclass
class Evening:
    """An evening as it was measured: shares are those of a core."""

    told: int = 0
    ages_s: Sequence[float] = ()
    finished: Sequence[str] = ()
    club_share: float = 0.0
    broker_share: float = 0.0
    tables_share: float = 0.0
    late_s: float = 0.0


def _evening(
    club: RunningClub, broker: Mosquitto, tables: int, pace_s: float, seconds: float, first_game: int
) -> Evening:
    words = ["-m", "tests.bench.club_tables", broker.port, tables, pace_s, seconds, first_game]
    with (
        subprocess.Popen(
            [sys.executable, *map(str, words)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process,
        Page(club.port) as page,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _expect(process.stdout.readline(), "READY\n")
            page.read_until(lambda: len(page.tables) >= tables)
            page.ages_s.clear()
            begun_s, club_ticks, broker_ticks = time.monotonic(), club.cpu_ticks, _ticks(broker.pid)
            process.stdin.write("\n")
            process.stdin.flush()
            page.read_until(lambda: time.monotonic() > begun_s + seconds)
            took_s = time.monotonic() - begun_s
            club_share = (club.cpu_ticks - club_ticks) / TICKS_A_SECOND / took_s
            broker_share = (_ticks(broker.pid) - broker_ticks) / TICKS_A_SECOND / took_s
            page.read_until(lambda: bool(select.select([process.stdout], [], [], 0)[0]))
            told = json.loads(process.stdout.readline())
        finally:
            process.kill()
    return Evening(
        told["results"],
        page.ages_s,
        told["finished"],
        club_share,
        broker_share,
        told["cpu_s"] / took_s,
        told["late_s"],
    )


def _expect(line: str, wanted: str) -> None:
    if line != wanted:
        raise RuntimeError(f"the tables said {line!r} where {wanted!r} was expected")


class QuietMosquitto(Mosquitto):
    """A broker that tells of no single message: its log would cost more than they do."""

    def _config(self, folder: Path, acl: str) -> str:
        return super()._config(folder, acl).replace("log_type all", "log_type error\nlog_type information")


@contextmanager
def _broker(folder: Path) -> Iterator[Mosquitto]:
    broker = QuietMosquitto(folder, USERS, ACL, QUEUES)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


class RunningClub(Running):
    """The club as its command runs it, on a free port; *folder* keeps its book, and its broker is on *broker_port*."""

    def __init__(self, folder: Path, broker_port: int) -> None:
        settings, secret, data = folder / "club.toml", folder / "password", folder / "data"
        settings.write_text("[club]\nwatching = true\n", "utf-8")
        secret.write_text(USERS["club"], "utf-8")
        self._store = store_in(data / "club")
        broker = ["--broker", f"mqtt://127.0.0.1:{broker_port}", "--user", "club", "--password-file", str(secret)]
        own = ["--config", str(settings), "--data", str(data), "--port", "0"]
        super().__init__([sys.executable, "-c", USUAL, "club", *own, *broker])

    def finished_of(self, ids: Sequence[str]) -> int:
        """Return how many of *ids* are in the book, each once."""
        return len(set(self._ids()) & set(ids))

    def settle(self, ids: Sequence[str]) -> None:
        """Wait until *ids* and nothing else are in the book, and none waits to be verified.

        :raises TimeoutError: they never are.
        """
        until_s = time.monotonic() + SETTLED_S
        wanted = sorted(ids)
        while (found := sorted(self._ids())) != wanted or self._waiting():
            if time.monotonic() > until_s:
                raise TimeoutError(f"{len(found)} games are in the book and {self._waiting()} wait, of {len(wanted)}")
            time.sleep(LOOK_S)

    def _ids(self) -> list[str]:
        return [game.id for game in self._games()]

    def _waiting(self) -> int:
        return sum(game.verdict == "not yet" for game in self._games())

    def _games(self) -> tuple[Any, ...]:
        book = Book(Database(self._store), SystemClock())
        try:
            return book.games()
        finally:
            book.close()


@dataclass
class Page:
    """The club's page as a browser keeps it: *tables* by id; ``ages_s`` are those of all turns when they came."""

    port: int
    tables: dict[str, str] = field(default_factory=dict)
    ages_s: list[float] = field(default_factory=list)
    _unread: bytes = b""

    def __enter__(self) -> Page:
        self._connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE_S)
        head = f"GET /stream HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n"
        self._connection.sendall(head.encode())
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def read_until(self, holds: Any) -> None:
        """Read what comes until it *holds*, which is asked a hundred times a second at least.

        :raises TimeoutError: it never does.
        """
        until_s = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > until_s:
                raise TimeoutError("the page was never told that")
            if select.select([self._connection], [], [], 0.01)[0]:
                self._read()

    def _read(self) -> None:
        received = self._connection.recv(1 << 20)
        now_s = time.monotonic()
        if not received:
            raise EOFError("the club ended its stream")
        *frames, self._unread = (self._unread + received).split(b"\n\n")
        for frame in frames:
            kind, _, data = frame.partition(b"\ndata: ")
            if kind.endswith(b"event: tiles"):
                self._take(json.loads(data), now_s)
            elif kind.endswith(b"event: table"):
                self._take(json.loads(data)["tiles"], now_s)

    def _take(self, tiles: list[dict[str, Any]], now_s: float) -> None:
        for tile in tiles:
            told = (tile.get("turn") or {}).get("who", "")
            if told and self.tables.get(tile["id"]) != told:
                self.ages_s.append(now_s - float(told))
            self.tables[tile["id"]] = told


def _ticks(pid: int) -> int:
    fields = (PROCESSES / str(pid) / "stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def _cores() -> int:
    return len(os.sched_getaffinity(0))
