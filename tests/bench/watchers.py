"""Many open streams read by one thread: when did each event reach each of them."""

from __future__ import annotations

import selectors
import socket
import time
from collections import deque
from dataclasses import dataclass, field

PATIENCE_S = 30.0
STREAMS_AN_ADDRESS = 4
"""How many streams the table serves to one client; every fourth watcher calls from an address of its own."""


@dataclass
class _Watcher:
    connection: socket.socket
    unread: bytes = b""
    heard: deque[tuple[float, str, int]] = field(default_factory=deque)


class Watchers:
    """*count* streams of the table on *port*; times are ``time.perf_counter``'s."""

    def __init__(self, port: int, count: int) -> None:
        self._selector = selectors.DefaultSelector()
        self._watchers = []
        for number in range(count):
            source = (f"127.0.1.{1 + number // STREAMS_AN_ADDRESS}", 0)
            connection = socket.create_connection(("127.0.0.1", port), PATIENCE_S, source_address=source)
            connection.sendall(f"GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
            watcher = _Watcher(connection)
            self._selector.register(connection, selectors.EVENT_READ, watcher)
            self._watchers.append(watcher)
        self.wait("table")

    def __enter__(self) -> Watchers:
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        for watcher in self._watchers:
            watcher.connection.close()

    def wait(self, event: str, version: int = 0) -> list[float]:
        """Return when each of them had the whole of the next *event* of at least *version*.

        :raises TimeoutError: one of them didn't get it.
        """
        return [self._next(watcher, event, version) for watcher in self._watchers]

    def _next(self, watcher: _Watcher, event: str, version: int) -> float:
        end_s = time.perf_counter() + PATIENCE_S
        while True:
            while watcher.heard:
                at_s, name, number = watcher.heard.popleft()
                if name == event and number >= version:
                    return at_s
            if time.perf_counter() > end_s:
                raise TimeoutError(f"no event {event!r} came in {PATIENCE_S} s")
            self._listen()

    def _listen(self) -> None:
        for key, _ in self._selector.select(1.0):
            watcher: _Watcher = key.data
            received = watcher.connection.recv(1 << 18)
            at_s = time.perf_counter()
            if not received:
                raise EOFError("the table ended a stream")
            *frames, watcher.unread = (watcher.unread + received).split(b"\n\n")
            for frame in frames:
                fields = dict(line.split(b": ", 1) for line in frame.split(b"\n") if b": " in line)
                if b"event" in fields:
                    watcher.heard.append((at_s, fields[b"event"].decode(), int(fields.get(b"id", b"0"))))
