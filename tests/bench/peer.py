"""Beside boardgame.io: the same state to the same phones on this machine, each server in a process of its own.

Three servers, the same client code for all: the whole table, whose every command is durable on the disk before anybody
sees it; its mirror alone over a state in memory; and boardgame.io, which keeps its state in memory too. A change of the
table's language is a whole new state for everybody; a tap on a counter is a usual one, of which each is sent what has
changed.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import count, cycle
from pathlib import Path
from typing import Any, Protocol

from tests.bench.alone import STREAMS
from tests.bench.boardgameio import Peer, installed
from tests.bench.figures import Row, Section, times
from tests.bench.press import synced_ms
from tests.bench.sizes import Sizes
from tests.support.running import PATIENCE_S, TICKS_A_SECOND, USUAL, Running, RunningTable
from tests.support.watchers import Watchers

MANY_STREAMS = (
    "from functools import partial; from companion import app;"
    f"app.WebSettings = partial(app.WebSettings, streams={STREAMS});{USUAL}"
)
"""The same table, but for more phones than it would let in."""
LANGUAGES = ("lang en", "lang fr")
TAPS = ("correct fog.1=1", "correct fog.1=2")
"""What is sent by turns, and accepted each time."""
LOGGED = 60
"""After so many taps the table's log is as long as it gets."""
SENDERS = 10
NAMES = ("the table, durable", "its mirror alone", "boardgame.io")
PATCHES = "boardgame.io's patches"
MANY = 10
"""From so many samples on, their 99th percentile is worth comparing."""
Samples = list[float]
_ID = count()


class Sender(Protocol):
    """Somebody who sends commands on a connection of their own."""

    def fileno(self) -> int:
        """Return the connection's, for a selector."""

    def send(self, version: int) -> None:
        """Send a command, having seen *version*; each is accepted and makes a new version."""

    def answers(self) -> int:
        """Read once, waiting if need be; return how many commands have been answered by that."""

    def close(self) -> None:
        """Hang up."""


class Contender(Protocol):
    """A server that is measured; *version* is the one it is known to have reached."""

    version: int

    @property
    def memory_mb(self) -> float:
        """Resident memory now."""

    @property
    def cpu_ticks(self) -> int:
        """CPU time so far."""

    def phones(self, count: int) -> Watchers:
        """Return *count* phones that watch."""

    def sender(self, number: int) -> Sender:
        """Return a sender, one for each *number*."""


class Post:
    """A page on this computer that sends the next of *lines* to a table."""

    def __init__(self, port: int, lines: Iterator[str]) -> None:
        self._lines = lines
        self._connection = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
        self._head = (
            f"POST /api/v1/commands HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
            "Content-Type: application/json\r\nContent-Length: "
        ).encode()
        self._unread = b""

    def fileno(self) -> int:
        return self._connection.fileno()

    def send(self, version: int) -> None:
        body = {"id": f"post-{next(_ID)}", "seen": version, "seat": "table", "do": next(self._lines)}
        content = json.dumps(body).encode()
        self._connection.sendall(b"%s%d\r\n\r\n%s" % (self._head, len(content), content))

    def answers(self) -> int:
        self._unread += self._connection.recv(1 << 16)
        head, end, body = self._unread.partition(b"\r\n\r\n")
        told = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
        length = int(told[1]) if told else 0
        if not end or len(body) < length:
            return 0
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(f"a command was answered with {self._unread!r}")
        self._unread = body[length:]
        return 1

    def close(self) -> None:
        self._connection.close()


class Whole(RunningTable):
    """The whole table, for as many phones as are measured."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, MANY_STREAMS)
        self.version = 0
        self._lines = cycle(LANGUAGES)

    def states(self, lines: Sequence[str] = LANGUAGES) -> Sequence[Mapping[str, Any]]:
        """Return what a stranger sees of the table after each of *lines*."""
        found = []
        for line in lines:
            self.version = self.do(line)
            found.append(self.seen_by(socket.gethostname()))
        return found

    def phones(self, count: int) -> Watchers:
        return Watchers(self.port, count, socket.gethostname())

    def sender(self, number: int) -> Sender:
        return Post(self.port, self._lines)


class Tapped:
    """The table *whole*, whose counter is tapped, and whose phones are told what has changed."""

    def __init__(self, whole: Whole) -> None:
        self._whole = whole
        self._lines = cycle(TAPS)
        self.version = whole.version

    @property
    def memory_mb(self) -> float:
        return self._whole.memory_mb

    @property
    def cpu_ticks(self) -> int:
        return self._whole.cpu_ticks

    def phones(self, count: int) -> Watchers:
        return Watchers(self._whole.port, count, socket.gethostname(), changes=True)

    def sender(self, number: int) -> Sender:
        return Post(self._whole.port, self._lines)


class Alone(Running):
    """The table's mirror in a process of its own, over *states* in memory."""

    def __init__(self, states: Sequence[Mapping[str, Any]]) -> None:
        super().__init__([sys.executable, "-m", "tests.bench.alone"], json.dumps(states).encode())
        self.version = 1
        self._lines = cycle(LANGUAGES)

    def phones(self, count: int) -> Watchers:
        return Watchers(self.port, count, socket.gethostname())

    def sender(self, number: int) -> Sender:
        return Post(self.port, self._lines)


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure *sizes.phones* phones at a time, the servers by turns, in *sizes.peer_rounds* rounds."""
    version = installed()
    beside = f"Beside boardgame.io {version}." if version else f"{NAMES[2]} isn't installed: `make bench` does that."
    with ExitStack() as stack:
        whole = stack.enter_context(Whole(folder))
        states = whole.states()
        servers: dict[str, Contender] = {NAMES[0]: whole, NAMES[1]: stack.enter_context(Alone(states))}
        if version:
            servers[NAMES[2]] = stack.enter_context(Peer(states))
        yield _memory(servers, sizes, f"Each server in a process of its own. {beside}")
        figures = _told(servers, sizes)
        synced = Row("a bare page written and synced", "ms", synced_ms(folder, sizes.peer_commands))
        size = len(json.dumps(states[-1], separators=(",", ":"), ensure_ascii=False).encode())
        remark = f"From its sending until a phone has all {size:,} bytes of state; the same client reads all. {beside}"
        yield Section("Command to arrival", [*_by_phones(figures, sizes, "told", "ms"), synced], remark)
        remark = f"Of the whole process, the commands themselves included. {beside}"
        yield Section("CPU time for a thousand updates", _by_phones(figures, sizes, "cpu", "ms"), remark)
        remark = f"{SENDERS} people, each sending the next as soon as the last is answered; as many phones. {beside}"
        yield Section("Commands a second", _rates(servers, sizes), remark)
    yield from _tapped(folder / "tapped", bool(version), sizes, beside)


def _tapped(folder: Path, is_beside: bool, sizes: Sizes, beside: str) -> Iterator[Section]:
    """Measure a usual tap, told as what has changed; boardgame.io sends patches or, as it usually does, the state."""
    with ExitStack() as stack:
        whole = stack.enter_context(Whole(folder))
        for _ in range(LOGGED // len(TAPS)):
            states = whole.states(TAPS)
        servers: dict[str, Contender] = {NAMES[0]: Tapped(whole)}
        if is_beside:
            servers |= {
                PATCHES: stack.enter_context(Peer(states, delta=True)),
                NAMES[2]: stack.enter_context(Peer(states)),
            }
        figures = _told(servers, sizes)
    remark = f"A counter is tapped, and each phone is sent what has changed, but where the whole is sent. {beside}"
    yield Section("Tap to arrival", _by_phones(figures, sizes, "told", "ms"), remark)
    yield Section("CPU time for a thousand changes", _by_phones(figures, sizes, "cpu", "ms"), remark)


def _by_phones(figures: Mapping[str, Mapping[Any, Samples]], sizes: Sizes, kind: str, unit: str) -> list[Row]:
    return [row for many in sizes.phones for row in _rows(figures, (many, kind), _counted(many), unit)]


def _rows(figures: Mapping[str, Mapping[Any, Samples]], key: Any, what: str, unit: str) -> list[Row]:
    """Return a row for each server, with its share of what the last one takes."""
    rows = [Row(f"{what}: {server}", unit, found[key]) for server, found in figures.items()]
    last, peer = list(figures)[-1], rows[-1]
    return [*(replace(row, beside=f"{_shares(row, peer)} of {last}'s") for row in rows[:-1]), peer]


def _shares(row: Row, peer: Row) -> str:
    middle = times(row.middle, peer.middle)
    return f"p50 {middle}, p99 {times(row.at(0.99), peer.at(0.99))}" if len(row.samples) >= MANY else middle


def _counted(phones: int) -> str:
    return "1 phone" if phones == 1 else f"{phones} phones"


def _memory(servers: Mapping[str, Contender], sizes: Sizes, remark: str) -> Section:
    figures: dict[str, dict[int, Samples]] = {}
    for name, server in servers.items():
        found = figures[name] = {0: [server.memory_mb]}
        for phones in sizes.phones:
            with server.phones(phones):
                found[phones] = [server.memory_mb]
    rows = [row for many in (0, *sizes.phones) for row in _rows(figures, many, _counted(many), "MB")]
    return Section("Resident memory", rows, remark)


def _told(servers: Mapping[str, Contender], sizes: Sizes) -> dict[str, dict[tuple[int, str], Samples]]:
    """Return by server, and by number of phones and kind of figure (``told``, ``cpu``), what was measured."""
    figures: dict[str, dict[tuple[int, str], Samples]] = {name: {} for name in servers}
    for _ in range(sizes.peer_rounds):
        for phones in sizes.phones:
            commands = max(1, min(sizes.peer_commands, sizes.peer_updates // phones))
            for name, server in servers.items():
                told, cpu_ms = _told_by(server, phones, commands)
                figures[name].setdefault((phones, "told"), []).extend(told)
                figures[name].setdefault((phones, "cpu"), []).append(cpu_ms)
    return figures


def _told_by(server: Contender, phones: int, commands: int) -> tuple[list[float], float]:
    """Return milliseconds to each phone for each command, and the server's CPU milliseconds for 1,000 updates."""
    told: list[float] = []
    with ExitStack() as stack:
        watchers = stack.enter_context(server.phones(phones))
        sender = server.sender(0)
        stack.callback(sender.close)
        ticks = server.cpu_ticks
        for _ in range(commands):
            begun_s = time.perf_counter()
            sender.send(server.version)
            server.version += 1
            told += [1000 * (at_s - begun_s) for at_s in watchers.wait("table", server.version)]
            while not sender.answers():
                pass
        cpu_s = (server.cpu_ticks - ticks) / TICKS_A_SECOND
    return told, 1e6 * cpu_s / (commands * phones)


def _rates(servers: Mapping[str, Contender], sizes: Sizes) -> list[Row]:
    figures: dict[str, dict[str, Samples]] = {name: {"rate": []} for name in servers}
    for _ in range(sizes.peer_rounds):
        for name, server in servers.items():
            figures[name]["rate"].append(_rate(server, sizes.peer_s))
    return _rows(figures, "rate", _counted(SENDERS), "commands/s")


def _rate(server: Contender, seconds: float) -> float:
    """Return how many commands a second are answered when each sender sends the next as soon as it hears."""
    with ExitStack() as stack:
        watchers = stack.enter_context(server.phones(SENDERS))
        selector = stack.enter_context(selectors.DefaultSelector())
        senders = [server.sender(number) for number in range(SENDERS)]
        for sender in senders:
            stack.callback(sender.close)
            selector.register(sender, selectors.EVENT_READ, sender)
            sender.send(server.version)
        begun_s = time.perf_counter()
        answered = _loop(selector, watchers.read, server.version, begun_s + seconds)
        server.version += answered + SENDERS
        return answered / (time.perf_counter() - begun_s)


def _loop(selector: selectors.BaseSelector, read: Callable[[], None], version: int, end_s: float) -> int:
    answered = 0
    while time.perf_counter() < end_s:
        for key, _ in selector.select(0.01):
            sender: Sender = key.data
            for _ in range(sender.answers()):
                answered += 1
                sender.send(version)
        read()
    return answered
