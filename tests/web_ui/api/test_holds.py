"""The server holds: whatever strangers do to its port, every press counts and every live phone hears of it."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.opening import Opening
from companion.session.game.reveal import TIMES_S
from hardware.board.wiring import Wiring
from tests.support.running import resident_mb
from tests.support.sse import Reader
from tests.support.tables import Table, dice
from tests.support.waiting import TIMEOUT_S, eventually
from tests.support.watchers import Watcher, Watchers
from web_ui.api.context import context_of

pytestmark = pytest.mark.whole

PHONES, WATCHERS, STALLED, HALF_OPEN = 12, 48, 8, 150
SEATS = ("Ann", "Ben", "Cléo", "Dan")
# Enough whole states to fill what the kernel keeps for a phone that doesn't read.
PRESSES = 30
ROUNDS, LONG_ROUNDS = 3, 20
LONGER_THAN_A_BOUNCE_S = 0.04
# A game keeps its rolls, some kilobytes each, and an allocator has its moods: this is generous for both.
GROWTH_MB, GROWTH_A_ROUND_MB = 10.0, 0.5
GREETING = b"POST /api/v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
HALVES = (b"", b"GET /api/v1/tab", GREETING, GREETING + b'Content-Length: 90\r\n\r\n{"id":')


class Phones(Watchers):
    """Streams of phones that are in, one for each of *cookies*."""

    def __init__(self, port: int, cookies: Sequence[str]) -> None:
        self._cookies = iter(cookies)
        super().__init__(port, len(cookies), socket.gethostname())

    def _open(self, watcher: Watcher, host: str) -> None:
        cookie = f"Cookie: tidetable={next(self._cookies)}"
        watcher.connection.sendall(f"GET /api/v1/stream HTTP/1.1\r\nHost: {host}\r\n{cookie}\r\n\r\n".encode())


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table whose dice don't roll for long."""
    monkeypatch.setitem(TIMES_S, "roll", (0.0, 0.02))
    with Table(tmp_path, opening=Opening("fireship", "kit", SEATS)) as table:
        yield table


def cookies_of(table: Table) -> list[str]:
    """Let phones in: the first ones hold a seat each."""
    window = table.daemon.window
    window.open()
    found = []
    for number in range(PHONES):
        seats = (number,) if number < len(SEATS) else ()
        found.append(table.daemon.phones.join("", window.digits, seats, None).cookie)
    window.close()
    return found


def connected(port: int, source: str = "127.0.2.1", receive_bytes: int = 0) -> socket.socket:
    connection = socket.socket()
    if receive_bytes:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
    connection.settimeout(TIMEOUT_S)
    connection.bind((source, 0))
    connection.connect(("127.0.0.1", port))
    return connection


def stalled(port: int, number: int) -> socket.socket:
    """Ask for a stream and never read it."""
    connection = connected(port, f"127.0.3.{1 + number // 4}", receive_bytes=2048)
    connection.sendall(f"GET /api/v1/stream HTTP/1.1\r\nHost: {socket.gethostname()}:{port}\r\n\r\n".encode())
    return connection


def noise(chance: random.Random) -> Iterator[bytes]:
    while True:
        yield chance.randbytes(4096)


def headers(chance: random.Random) -> Iterator[bytes]:
    yield b"GET / HTTP/1.1\r\n"
    while True:
        yield b"X-%d: %s\r\n" % (chance.randrange(10**6), b"x" * 1000)


def body(chance: random.Random) -> Iterator[bytes]:
    yield GREETING + b"Content-Length: 100000000\r\n\r\n"
    while True:
        yield chance.randbytes(65536)


def chunks(chance: random.Random) -> Iterator[bytes]:
    yield GREETING + b"Transfer-Encoding: chunked\r\n\r\n"
    while True:
        yield b"1000\r\n" + chance.randbytes(4096) + b"\r\n"


def drops(chance: random.Random) -> Iterator[bytes]:
    """Bytes one by one: a head that never comes to its end."""
    yield b"GET / HTTP/1.1\r\nX: "
    while True:
        yield b"x"


FLOODS = (noise, headers, body, chunks, drops)


class Flood:
    """Strangers, one for each kind of garbage, who come back as soon as they are cut off; *cut* counts that."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._over = threading.Event()
        self.cut = dict.fromkeys((kind.__name__ for kind in FLOODS), 0)
        self._threads = [threading.Thread(target=self._pour, args=(kind,)) for kind in FLOODS]

    def __enter__(self) -> Flood:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _pour(self, kind: Callable[[random.Random], Iterator[bytes]]) -> None:
        chance = random.Random(kind.__name__)
        while not self._over.is_set():
            with connected(self._port) as connection:
                self._pour_into(connection, kind(chance), 0.05 if kind is drops else 0.001)
            self.cut[kind.__name__] += 1

    def _pour_into(self, connection: socket.socket, garbage: Iterator[bytes], pause_s: float) -> None:
        connection.settimeout(0.5)
        try:
            for piece in garbage:
                connection.sendall(piece)
                if self._over.wait(pause_s):
                    return
        except OSError:
            return  # the server has cut it off, or doesn't read on: either is its right


class Finger:
    """A finger on ROLL, which presses once all have heard of the last press; *rolls* counts."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._pin: Any = table.daemon.devices.pins.factory.pin(Wiring().roll)
        self._pause = threading.Event()
        self.rolls = 0

    def press(self, everybody: Sequence[Watchers]) -> None:
        """Press ROLL, and see that it is accepted and that each of *everybody* has the state it led to."""
        version = self._table.daemon.session.published.version
        self._pin.drive_low()
        self._pause.wait(LONGER_THAN_A_BOUNCE_S)
        self._pin.drive_high()
        self._pause.wait(LONGER_THAN_A_BOUNCE_S)
        self.rolls += 1
        reached = sum(len(phones.wait("table", version + 1)) for phones in everybody)
        assert reached == PHONES + WATCHERS
        assert dice(self._table.table)["roll"] == self.rolls


@contextmanager
def under_siege(table: Table) -> Iterator[list[socket.socket]]:
    """Give the readers that stall, among half-open connections and floods of garbage."""
    port = table.port
    with ExitStack() as many:
        readers = [many.enter_context(stalled(port, number)) for number in range(STALLED)]
        for number in range(HALF_OPEN):
            half = many.enter_context(connected(port, f"127.0.4.{1 + number}"))
            half.sendall(HALVES[number % len(HALVES)])
        flood = many.enter_context(Flood(port))
        yield readers
        eventually(lambda: all(flood.cut[kind] for kind in ("noise", "headers", "body")))


def hold(table: Table, finger: Finger, cookies: Sequence[str]) -> None:
    """One round: everybody comes, presses are made under siege, those that stall are dropped, everybody goes."""
    stream = context_of(table.daemon.server.app).stream
    with Phones(table.port, cookies) as phones, Watchers(table.port, WATCHERS, socket.gethostname()) as watchers:
        with under_siege(table):
            eventually(lambda: stream.open_streams == PHONES + WATCHERS + STALLED)
            for _ in range(PRESSES):
                finger.press((phones, watchers))
            assert table.get("/api/v1/healthz").status == 200
            eventually(lambda: stream.open_streams == PHONES + WATCHERS)
            with Reader(table.port, Host=socket.gethostname()) as again:
                assert dice(again.next("table").json)["roll"] == finger.rolls
        finger.press((phones, watchers))
    eventually(lambda: stream.open_streams == 0)


def hold_for(table: Table, rounds: int) -> None:
    """See that *rounds* after a first one leave no descriptor and little memory behind."""
    own = Path("/proc/self")
    finger, cookies = Finger(table), cookies_of(table)
    hold(table, finger, cookies)  # threads start, pools fill
    memory_mb, descriptors = resident_mb(own), open_descriptors(own)
    for _ in range(rounds):
        hold(table, finger, cookies)
    eventually(lambda: open_descriptors(own) <= descriptors)
    assert resident_mb(own) - memory_mb < GROWTH_MB + rounds * GROWTH_A_ROUND_MB
    assert finger.rolls == (1 + rounds) * (PRESSES + 1)


def open_descriptors(process: Path) -> int:
    return sum(1 for _ in (process / "fd").iterdir())


@pytest.mark.long
def test_every_press_counts_and_reaches_every_live_phone_under_siege(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web_ui.http.server.connection._SILENT_MS", 1000)  # the long version waits for the real time
    hold_for(table, ROUNDS - 1)


@pytest.mark.soak
def test_every_press_counts_however_long_the_siege_is(table: Table) -> None:
    hold_for(table, LONG_ROUNDS)
