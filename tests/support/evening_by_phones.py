"""An evening by phones without browsers: people join a table that runs as a process, each page with all its files."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import re
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Self

from tests.support.watchers import Watcher, Watchers

PATIENCE_S = 30.0
PAUSE_S = 0.02
HELD_MS = 1300
"""How long OK is held, so that phones may come in."""
HERE = "127.0.0.1"
FILE = re.compile(r"/static/[\w./-]+\.(?:js|css|svg)")


@dataclass
class Client:
    """A page of the table on *port*, called by the name *host*; known by *cookie* once it has one."""

    port: int
    host: str
    cookie: str = ""
    connection: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.connection = http.client.HTTPConnection(HERE, self.port, timeout=PATIENCE_S)

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Return the status of the answer and its body, which travels compressed where it can."""
        here = f"{self.host}:{self.port}"
        headers = {"Host": here, "Origin": f"http://{here}", "Accept-Encoding": "gzip"}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Cookie": self.cookie} if self.cookie else {}
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        content = answer.read()
        return answer.status, gzip.decompress(content) if answer.getheader("Content-Encoding") == "gzip" else content

    def json(self, method: str, path: str, body: object = None) -> Any:
        """Return what the answer says.

        :raises RuntimeError: it is no success.
        """
        status, content = self.ask(method, f"/api/v1/{path}", body)
        if status >= 300:
            raise RuntimeError(f"{method} {path} was answered with {status} {content[:500]!r}")
        return json.loads(content)

    def load(self, path: str) -> int:
        """Load the page at *path* with each file that it names; return how many."""
        _, page = self.ask("GET", path)
        files = sorted(set(FILE.findall(page.decode())))
        for each in files:
            self.ask("GET", each)
        return len(files)


class Listening(Watchers):
    """The stream of *client*, at *path* below the API."""

    def __init__(self, client: Client, path: str) -> None:
        self._client, self._path = client, path
        super().__init__(client.port, 1, client.host)

    def _connect(self, port: int, source: str) -> socket.socket:
        return socket.create_connection((HERE, port), PATIENCE_S)

    def _open(self, watcher: Watcher, host: str) -> None:
        head = [f"GET /api/v1/{self._path} HTTP/1.1", f"Host: {host}", "Connection: close"]
        head += [f"Cookie: {self._client.cookie}"] if self._client.cookie else []
        watcher.connection.sendall("\r\n".join([*head, "", ""]).encode())


class PhoneEvening:
    """Everybody of a game on *port* with a phone, called by *names* in the order of their seats, and a television.

    What they do is drawn from *seed*. Each listens from the first moment on, and so does the table's own page.
    """

    def __init__(self, port: int, names: Sequence[str], seed: int) -> None:
        self._draw, self._ids = random.Random(seed), (f"evening-{number}" for number in count())
        self._open = ExitStack()
        name = socket.gethostname()  # by this name of it they are other computers
        self._here = Client(port, HERE)
        self._phones = [Client(port, name) for _ in names]
        television = Client(port, name)
        for each in (self._here, *self._phones, television):
            self._open.callback(each.connection.close)
        for seat, (phone, called) in enumerate(zip(self._phones, names, strict=True)):
            phone.load("/")
            self._join(phone, seat, called)
        television.load("/tv")
        listening = [(self._here, "stream?changes=1"), (television, "stream?seat=none&changes=1")]
        listening += [(phone, "stream?changes=1") for phone in self._phones]
        self._streams = [self._open.enter_context(Listening(*each)) for each in listening]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def play(self, count: int, left_out: frozenset[str]) -> int:
        """Play so many commands, none with a verb that is *left_out*, game after game; return how many games ended."""
        ended = 0
        for _ in range(count):
            ended += self._command(left_out)
            for stream in self._streams:
                stream.read()
        return ended

    def _join(self, phone: Client, seat: int, name: str) -> None:
        """Hold OK, and let *phone* in by the digits."""
        if self._here.json("GET", "invite")["digits"] is None:
            self._here.json("POST", "press", {"button": "ok", "for_ms": HELD_MS})
        end_s = time.perf_counter() + PATIENCE_S
        while (digits := self._here.json("GET", "invite")["digits"]) is None:
            if time.perf_counter() > end_s:
                raise TimeoutError("the table shows no digits after OK was held")
            time.sleep(PAUSE_S)
        phone.json("POST", "join", {"pin": digits, "seats": [seat], "name": name})

    def _command(self, left_out: frozenset[str]) -> bool:
        """Have somebody do something that they are offered; tell whether that was to begin again, after an end."""
        end_s = time.perf_counter() + PATIENCE_S
        while time.perf_counter() < end_s:
            table = self._here.json("GET", "table")
            is_over = table["state"]["end"] is not None
            again = (self._here, table["version"], "table", "again")
            found = again if is_over else None if table["reveal"] else self._offered(left_out)
            if found is not None and self._is_taken(*found):
                return is_over
            time.sleep(PAUSE_S)  # something is in motion, or comes too fast: once more
        raise TimeoutError(f"nothing was taken in {PATIENCE_S} s")

    def _is_taken(self, client: Client, seen: int, seat: int | str, line: str) -> bool:
        """Send *line*; tell whether the table has done it, and it needn't be sent once more.

        :raises RuntimeError: it can't be done at all.
        """
        body = {"id": next(self._ids), "seen": seen, "seat": seat, "do": line}
        status, answer = client.ask("POST", "/api/v1/commands", body)
        if status not in (200, 409, 429):
            raise RuntimeError(f"{line!r} was answered with {status} {answer!r}")
        return status == 200

    def _offered(self, left_out: frozenset[str]) -> tuple[Client, int, int | str, str] | None:
        asked: list[tuple[int | str, Client]] = [*enumerate(self._phones)]
        for seat, client in (*self._draw.sample(asked, len(asked)), ("table", self._here)):
            table = client.json("GET", "table")
            lines = [line for line in _lines(table["plays"], seat) if line.split()[0] not in left_out]
            if lines:
                return client, table["version"], seat, self._draw.choice(lines)
        return None


def _lines(plays: Sequence[Mapping[str, Any]], seat: int | str) -> Iterator[str]:
    """Give each line below *plays* that *seat* may say by one tap."""
    for play in plays:
        if play.get("do") and not play.get("why") and not play.get("form") and seat in play.get("seats", ()):
            yield play["do"]
        yield from _lines(play.get("then", ()), seat)
