"""A phone in somebody's hand, asking the table as its browser does: by the table's name, and known by its cookie."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.kernel.guest.rig import Rig
from tests.kernel.guest.table import CALLED_S
from tests.kernel.guest.waiting import eventually
from tests.kernel.guest.whole.computer import LONG_S, OwnTable

NAME = "tidetable.local"
HOLD_S = 4.0
READ_S, AGAIN_S = 1.5, 10.0
"""So long a question is on show before its OK, and before another where that came too soon to be an answer."""
CALM_S = 0.5
"""How long a page waits before it looks again."""
DONE, MADE, ASKED, REFUSED = 200, 201, 202, 403
Found = TypeVar("Found")


@dataclass(frozen=True)
class Answer:
    """An answer by its *status*, its *body* and the *cookie* that came with it."""

    status: int
    body: bytes
    cookie: str = ""

    @property
    def told(self) -> dict[str, Any]:
        """The object that it is in JSON."""
        told: dict[str, Any] = json.loads(self.body)
        return told


class Phone:
    """A phone at *table*, whose owner stands before *rig* and presses OK where the table asks for it."""

    def __init__(self, table: OwnTable, rig: Rig) -> None:
        self._table, self._rig = table, rig
        self._cookie = ""

    def ask(self, path: str, body: bytes | None = None, kind: str = "application/json") -> Answer:
        """Send *body* of that *kind* to *path*, or without one get what is there; return the answer, also a refusal."""
        headers = {"Host": NAME, "Origin": f"http://{NAME}"}
        headers |= {"Content-Type": kind} if body is not None else {}
        headers |= {"Cookie": self._cookie} if self._cookie else {}
        request = urllib.request.Request(f"{self._table.here}{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=CALLED_S) as answer:
                cookie = str(answer.headers.get("Set-Cookie", "")).partition(";")[0]
                return Answer(answer.status, answer.read(), cookie)
        except urllib.error.HTTPError as refused:
            return Answer(refused.code, refused.read())

    def post(self, path: str, **body: object) -> Answer:
        """Send *body* to *path* as JSON."""
        return self.ask(path, json.dumps(body).encode())

    def command(self, path: str, **body: object) -> Answer:
        """Send *body* to *path* as a command upon what the table shows now."""
        return self.post(path, id=f"phone-{os.urandom(8).hex()}", seen=self._table.shown["version"], **body)

    def come_in(self, name: str, *seats: int) -> None:
        """Come in by the digits that OK, held at the table, shows; be known as *name*, and have *seats*."""
        self._rig.press("ok", HOLD_S)
        digits = eventually(lambda: json.loads(self._table.get("/api/v1/invite"))["digits"])
        joined = self.post("/api/v1/join", pin=digits, seats=seats, name=name)
        assert (joined.status, joined.told["name"]) == (DONE, name), joined
        self._cookie = joined.cookie

    def become_the_owners(self) -> None:
        """Have the table asked whether this phone may look after it, and press OK there."""
        assert self.command("/api/v1/owner", do="ask").status == ASKED
        self._ok_until(lambda: self.ask("/api/v1/join").told["owner"])

    def backup(self) -> bytes:
        """Download a backup by the owner's page; the table's OK comes first."""
        assert self.ask("/api/v1/backup").status == REFUSED
        assert self.post("/api/v1/backup", do="ask").status == ASKED
        return self._ok_until(lambda: self._downloaded())

    def _downloaded(self) -> bytes:
        answer = self.ask("/api/v1/backup")
        return answer.body if answer.status == DONE else b""

    def send(self, backup: bytes) -> dict[str, Any]:
        """Send *backup* by the owner's page; return what is in it, as the page tells it before anything counts."""
        place = self.post("/api/v1/backup", do="send")
        assert place.status == MADE, place
        sent = self.ask(place.told["path"], backup, "application/zip")
        assert sent.status == DONE, sent
        return sent.told

    def restore(self, identity: str, is_restored: Callable[[], Any]) -> None:
        """Put what was sent in the table's place, as *identity* says; OK is pressed until *is_restored*."""
        assert self.post("/api/v1/backup", do=f"restore {identity}").status == ASKED
        self._ok_until(is_restored)

    def _ok_until(self, looked_for: Callable[[], Found]) -> Found:
        """Press OK at the table until what is *looked_for* is found; return it."""
        time.sleep(READ_S)
        self._rig.press("ok")
        pressed_s = time.monotonic()

        def found() -> Found:
            nonlocal pressed_s
            if time.monotonic() - pressed_s > AGAIN_S:
                self._rig.press("ok")
                pressed_s = time.monotonic()
            return looked_for()

        return eventually(found, LONG_S, CALM_S)
