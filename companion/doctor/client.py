"""Client of a running table, since it alone can use its devices.

A table notes its address in the runtime folder. One with an unreadable note is looked for at its usual port.
"""

from __future__ import annotations

import http.client
import json
import logging
import os
from typing import Any
from urllib.parse import urlsplit

log = logging.getLogger(__name__)

PATIENCE_S = 20.0
LONGEST_BYTES = 200_000
NOT_ITS_OWNER = frozenset({"not-in", "not-owner"})
"""Errors of a table that doesn't take the caller for its owner.

A table that is served at one address only takes its own computer for a stranger's.
"""


class Unasked(Exception):  # noqa: N818  # a refusal, not a fault of the program
    """A running table refuses to report its health."""


class RunningTable:
    """The running table at *address*, on this computer."""

    def __init__(self, address: str, lang: str) -> None:
        self._host = urlsplit(address).netloc
        self._lang = lang

    def examine(self) -> list[dict[str, Any]] | None:
        """Return its doctor's findings in the language.

        None if no table answers, or one without that page. Another program's answer isn't a table's.

        :raises Unasked: if it answers, but takes the caller for somebody else than its owner.
        """
        answer = self._ask("GET", "/api/v1/doctor", None)
        if answer is not None and answer.get("error") in NOT_ITS_OWNER:
            raise Unasked
        checks = answer.get("checks") if answer is not None else None
        return checks if isinstance(checks, list) and all(map(_is_check, checks)) else None

    def fix(self, line: str) -> str:
        """Run the fix *line*; return the reason of a failure, else "".

        :raises OSError: if it answers no more.
        """
        answer = self._told_to(line)
        return str(answer.get("text", "")) if "error" in answer else ""

    def rehearse(self) -> str:
        """Begin a rehearsal unless one is under way.

        Return the reason if it can't now, "" once it has begun.

        :raises OSError: if it answers no more.
        :raises Unasked: if it answers, but not to this.
        """
        answer = self._told_to("rehearse")
        if answer.get("error") in NOT_ITS_OWNER:
            raise Unasked
        return str(answer.get("text", "")) if "error" in answer else ""

    def rehearsal(self) -> dict[str, Any] | None:
        """Return its rehearsal's progress in the language, None if no table answers.

        None, too, if that table has no such page.

        :raises Unasked: if it answers, but not to this.
        """
        answer = self._ask("GET", "/api/v1/rehearsal", None)
        if answer is not None and answer.get("error") in NOT_ITS_OWNER:
            raise Unasked
        return answer if answer is not None and {"number", "is_on", "results"} <= answer.keys() else None

    def _told_to(self, line: str) -> dict[str, Any]:
        body = {"id": f"doctor-{os.urandom(12).hex()}", "seen": 0, "do": line}
        answer = self._ask("POST", "/api/v1/owner", body)
        if answer is None:
            raise ConnectionError("the table answers no more")
        return answer

    def _ask(self, method: str, path: str, body: object) -> dict[str, Any] | None:
        connection = http.client.HTTPConnection(self._host, timeout=PATIENCE_S)
        headers = {"Origin": f"http://{self._host}", "Content-Type": "application/json"}
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, f"{path}?lang={self._lang}", text, headers)
            answer = json.loads(connection.getresponse().read(LONGEST_BYTES))
        except (OSError, ValueError, http.client.HTTPException, RecursionError):
            return None
        finally:
            connection.close()
        return answer if isinstance(answer, dict) else None


def _is_check(check: object) -> bool:
    return isinstance(check, dict) and {"key", "title", "level", "reason"} <= check.keys()
