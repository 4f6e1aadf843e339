"""Digits in the log: a phone's access to a table without buttons.

They are for the first evening. Anyone who reads the log owns the computer. After five wrong tries they stay locked
until the table restarts.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from typing import Protocol

from companion.engine.values.message import Message
from companion.model.reports.first_evening import FirstEvening
from companion.model.requests import RequestRefused

TRIES = 5
DIGITS = 6


class PublishedQuestion(Protocol):
    """A published state, as far as digits need it."""

    @property
    def asks_first(self) -> FirstEvening | None:
        """The first evening's question on show, None while there is none."""


class AskingSession(Protocol):
    """The session, as far as digits need it."""

    @property
    def published(self) -> PublishedQuestion:
        """The newest published state."""


class LoggedDigits:
    """Six digits, valid while *session* asks the table's first questions.

    Any thread may use it.
    """

    def __init__(self, session: AskingSession) -> None:
        self._session = session
        self._lock = threading.Lock()
        self._digits = ""
        self._left = TRIES

    @property
    def let_in(self) -> bool:
        """Whether the digits are valid now."""
        return bool(self._digits) and self._left > 0 and self._session.published.asks_first is not None

    def begin(self) -> str:
        """Make the digits and return them, for the log alone."""
        self._digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        return self._digits

    def enter(self, digits: str) -> None:
        """Let somebody in by these *digits*.

        :raises RequestRefused: ``no-window`` if none are valid now; ``wrong-pin`` if they are wrong, with one try less
            for everybody.
        """
        with self._lock:
            if not self.let_in:
                raise RequestRefused(Message("first-evening.no-digits"), "no-window")
            if hmac.compare_digest(self._digits.encode(), digits.encode()):
                return
            self._left -= 1
            left = self._left
        said = Message("first-evening.wrong", {"count": left}) if left else Message("first-evening.last-wrong")
        raise RequestRefused(said, "wrong-pin")
