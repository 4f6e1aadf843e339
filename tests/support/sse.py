"""A reader of server-sent events on a plain socket, so that tests see every byte."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.support.waiting import TIMEOUT_S

_PATIENCE = 400


@dataclass(frozen=True)
class Event:
    name: str
    id: str | None
    data: str

    @property
    def json(self) -> Any:
        return json.loads(self.data)


class Reader:
    """One open stream of the server on *port*, called from *source*; *received* holds all its bytes."""

    def __init__(self, port: int, path: str = "/api/v1/stream", source: str = "", **headers: str) -> None:
        self.connection = socket.create_connection(("127.0.0.1", port), TIMEOUT_S, (source, 0) if source else None)
        self.received = b""
        self.read_to = 0
        lines = [f"GET {path} HTTP/1.1", f"Host: {headers.pop('Host', f'127.0.0.1:{port}')}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        self.connection.sendall("\r\n".join([*lines, "", ""]).encode())
        head = self._until(b"\r\n\r\n").decode().split("\r\n")
        self.status = int(head[0].split()[1])
        self.headers = dict(line.split(": ", 1) for line in head[1:] if line)

    def next(self, *names: str) -> Event:
        """Return the next event, or the next by one of *names*; fail if others alone come."""
        for _ in range(_PATIENCE):
            lines = self._until(b"\n\n").decode().strip().splitlines()
            fields = dict(line.split(": ", 1) for line in lines)
            if "data" not in fields:
                continue
            event = Event(fields["event"], fields.get("id"), fields["data"])
            if not names or event.name in names:
                return event
        raise AssertionError(f"none of {names} among {_PATIENCE} pieces")

    def fetch(self) -> None:
        """Take in what has come already, without waiting; nothing of it counts as read."""
        self.connection.setblocking(False)
        with suppress(BlockingIOError):
            while chunk := self.connection.recv(65536):
                self.received += chunk
        self.connection.settimeout(TIMEOUT_S)

    def rest(self) -> bytes:
        """Return what comes until the server ends the connection."""
        start = self.read_to
        while chunk := self.connection.recv(65536):
            self.received += chunk
        self.read_to = len(self.received)
        return self.received[start:]

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _until(self, end: bytes) -> bytes:
        while (found := self.received.find(end, self.read_to)) < 0:
            chunk = self.connection.recv(65536)
            if not chunk:
                raise EOFError(f"the stream ended after {self.received[self.read_to :]!r}")
            self.received += chunk
        text = self.received[self.read_to : found]
        self.read_to = found + len(end)
        return text


class ChangesReader(Reader):
    """A stream of changes, read as if each table had come whole."""

    def __init__(self, port: int, path: str = "/api/v1/stream?changes=1", source: str = "", **headers: str) -> None:
        super().__init__(port, path, source, **headers)
        self.table: Any = None

    def next(self, *names: str) -> Event:
        """Return the next event as `Reader` does; a ``change`` is the ``table`` that it leads to."""
        for _ in range(_PATIENCE):
            event = super().next()
            if event.name in ("table", "change"):
                self.table = applied(self.table, event.json) if event.name == "change" else event.json
                event = Event("table", event.id, json.dumps(self.table))
            if not names or event.name in names:
                return event
        raise AssertionError(f"none of {names} among {_PATIENCE} pieces")

    def newest(self) -> Any:
        """Return the table after all that has come already, without waiting; None before the first has come."""
        self.fetch()
        while b"\n\n" in self.received[self.read_to :]:
            self.next()
        return self.table


def applied(before: Any, difference: Any) -> Any:
    """Return what *before* becomes by *difference*, as web_ui/http/stream/changes.py has it."""
    if isinstance(difference, list):
        return difference[0]
    if isinstance(before, dict):
        now = dict(before)
        for name, inside in difference.items():
            if inside == []:
                del now[name]
            else:
                now[name] = applied(now.get(name), inside)
        return now
    rows = list(before[difference.get("from", 0) : difference.get("until")])
    for place, inside in difference["at"].items():
        rows[int(place) : int(place) + 1] = [applied(rows[int(place)] if int(place) < len(rows) else None, inside)]
    return rows
