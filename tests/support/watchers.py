"""Many open streams read by one thread: when did each event reach each of them."""

from __future__ import annotations

import selectors
import socket
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Self

PATIENCE_S = 90.0
"""On a machine with fifty busy processes a table that compiles itself first takes longer than 30 s to send anything."""
STREAMS_AN_ADDRESS = 4
"""How many streams the table serves to one client; every fourth watcher calls from an address that nobody had yet."""
_ADDRESSES = (f"127.1.{number // 250 % 250}.{1 + number % 250}" for number in count())


@dataclass
class Watcher:
    """One stream: what of it is unread, and what it has heard that nobody has asked for yet."""

    connection: socket.socket
    unread: bytes = b""
    heard: deque[tuple[float, str, int]] = field(default_factory=deque)


class Watchers:
    """*many* streams of the table on *port*; times are ``time.perf_counter``'s.

    By the usual *host* they are this computer; by another name of it they are strangers who watch. With *changes* they
    are told what has changed, as pages are; that event is called ``table`` here too. A subclass may speak another
    server's language: ``_open`` asks for the stream and ``_events`` takes it apart.
    """

    def __init__(self, port: int, many: int, host: str = "127.0.0.1", changes: bool = False) -> None:
        self._query = "?changes=1" if changes else ""
        self._selector = selectors.DefaultSelector()
        self._watchers: list[Watcher] = []
        try:
            self._watch(port, many, host)
        except BaseException:
            self.close()
            raise

    def _watch(self, port: int, many: int, host: str) -> None:
        source = ""
        for number in range(many):
            source = source if number % STREAMS_AN_ADDRESS else next(_ADDRESSES)
            connection = self._connect(port, source)
            watcher = Watcher(connection)
            self._watchers.append(watcher)
            self._open(watcher, f"{host}:{port}")
            self._selector.register(connection, selectors.EVENT_READ, watcher)
        self.wait("table")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._selector.close()
        for watcher in self._watchers:
            watcher.connection.close()

    def wait(self, event: str, version: int = 0) -> list[float]:
        """Return when each of them had the whole of the next *event* of at least *version*.

        :raises TimeoutError: one of them didn't get it.
        """
        return [self._next(watcher, event, version) for watcher in self._watchers]

    def read(self, patience_s: float = 0.0) -> None:
        """Read what has come for any of them, waiting *patience_s* for something to come, and forget it."""
        self._listen(patience_s)
        for watcher in self._watchers:
            watcher.heard.clear()

    def _next(self, watcher: Watcher, event: str, version: int) -> float:
        end_s = time.perf_counter() + PATIENCE_S
        while True:
            while watcher.heard:
                at_s, name, number = watcher.heard.popleft()
                if name == event and number >= version:
                    return at_s
            if time.perf_counter() > end_s:
                raise TimeoutError(f"no event {event!r} came in {PATIENCE_S} s")
            self._listen(1.0)

    def _listen(self, patience_s: float) -> None:
        for key, _ in self._selector.select(patience_s):
            watcher: Watcher = key.data
            received = watcher.connection.recv(1 << 18)
            at_s = time.perf_counter()
            if not received:
                raise EOFError("the server ended a stream")
            watcher.unread += received
            watcher.heard += [(at_s, name, number) for name, number in self._events(watcher)]

    def _connect(self, port: int, source: str) -> socket.socket:
        return socket.create_connection(("127.0.0.1", port), PATIENCE_S, source_address=(source, 0))

    def _open(self, watcher: Watcher, host: str) -> None:
        """Ask for the stream."""
        # A refusal ends the connection, as nothing else does.
        head = f"GET /api/v1/stream{self._query} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        watcher.connection.sendall(head.encode())

    def _events(self, watcher: Watcher) -> Iterator[tuple[str, int]]:
        """Take the names and versions of whole events off what *watcher* has unread."""
        *frames, watcher.unread = watcher.unread.split(b"\n\n")
        for frame in frames:
            fields = dict(line.split(b": ", 1) for line in frame.split(b"\n") if b": " in line)
            if b"event" in fields:
                name = fields[b"event"].decode()
                yield "table" if name == "change" else name, int(fields.get(b"id", b"0"))
