"""The pairing window: six digits or a QR code for two minutes.

A person at the table opens it by holding OK. Wrong digits are counted over all phones: with six digits and five tries a
stranger's chance is five in a million a window, from any number of addresses. The code's token (54 bits) can't be
guessed, so wrong tokens aren't counted, and it outlives the digits. Each use replaces it. Time is monotonic: a jump of
the calendar opens and closes nothing.
"""

from __future__ import annotations

import hmac
import secrets
import threading
from collections.abc import Callable

from msgspec import Struct

from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.runtime.clock import Clock
from companion.runtime.timers import Later, Timer

DIGITS_LAST_S = 120.0
"""Lifetime of the digits. The text `code-hint` says "two minutes"."""
TRIES = 5
DIGITS = 6
TOKEN_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Alphanumeric characters of a QR code, without those confused in typing."""
TOKEN_LENGTH = 11


class PairingCode(Struct, frozen=True):
    """Code of an open window, shown at the table: *digits* and *token*.

    *digits* are None after too many wrong ones. *times* counts how often hands at the table have opened it.
    """

    digits: str | None
    token: str
    times: int = 1

    def __repr__(self) -> str:
        return "<PairingCode>"  # neither may get into a log by a slip


class _Opened(Struct, eq=False):
    """One window: *digits*, *token*, its end and its remaining tries."""

    digits: str
    token: str
    over_s: float
    left: int = TRIES
    timer: Timer | None = None


class PairingWindow:
    """The pairing window of a table, shut at first.

    Any thread may use it.

    :param later: sets the timer, in so many seconds, that shuts the window.
    """

    def __init__(self, clock: Clock, later: Later) -> None:
        self._clock = clock
        self._later = later
        self._lock = threading.Lock()
        self._opened: _Opened | None = None
        self._times = 0
        self._listeners: list[Callable[[], None]] = []

    @property
    def digits(self) -> str | None:
        """The six digits, None while shut; only for display at the table."""
        shown = self.shown
        return shown.digits if shown else None

    @property
    def shown(self) -> PairingCode | None:
        """The code for display at the table only, None while shut."""
        with self._lock:
            now = self._now()
            return PairingCode(now.digits if now.left else None, now.token, self._times) if now else None

    @property
    def is_open(self) -> bool:
        """Whether the digits let phones in now."""
        with self._lock:
            now = self._now()
            return now is not None and now.left > 0

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Call *changed* when the window opens, shuts or is shown again.

        It may be called on any thread.
        """
        self._listeners.append(changed)

    def open(self) -> None:
        """Open the window with new digits, or show the valid ones again."""
        with self._lock:
            self._times += 1
            now = self._now()
            if now is None or not now.left:
                self._shut()
                digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
                self._opened = opened = _Opened(digits, new_token(), self._clock.monotonic_s() + DIGITS_LAST_S)
                opened.timer = self._later(DIGITS_LAST_S, lambda: self._time_is_up(opened))
        self._tell()

    def close(self) -> None:
        """Shut it; joined phones stay in."""
        with self._lock:
            was_open = self._opened is not None
            self._shut()
        if was_open:
            self._tell()

    def end(self) -> None:
        """Shut it for good, without a notice, at the table's end."""
        with self._lock:
            self._shut()

    def enter(self, digits: str) -> None:
        """Let a phone in by these *digits*.

        :raises RequestRefused: ``no-window`` if it is shut; ``wrong-pin`` if they are wrong, with one try less for
            everybody.
        """
        with self._lock:
            now = self._now()
            if now is None or not now.left:
                raise shut()
            if hmac.compare_digest(now.digits.encode(), digits.encode()):
                return
            now.left -= 1
            left = now.left
        if not left:
            self._tell()
            raise RequestRefused(Message("join.last-wrong"), "wrong-pin")
        raise RequestRefused(Message("join.wrong", {"count": left}), "wrong-pin")

    def spend(self, token: str) -> None:
        """Let a phone in by the code's *token*, and replace the token.

        :raises RequestRefused: ``wrong-token`` if it isn't the current one.
        """
        with self._lock:
            now = self._now()
            if now is None or not hmac.compare_digest(now.token.encode(), token.encode()):
                raise RequestRefused(Message("join.wrong-token"), "wrong-token")
            now.token = new_token()
        self._tell()

    def _now(self) -> _Opened | None:
        opened = self._opened
        return opened if opened is not None and self._clock.monotonic_s() < opened.over_s else None

    def _shut(self) -> None:
        if self._opened is not None and self._opened.timer is not None:
            self._opened.timer.cancel()
        self._opened = None

    def _time_is_up(self, opened: _Opened) -> None:
        with self._lock:
            if self._opened is not opened:
                return  # cancelled too late: this is the next window
            self._shut()
        self._tell()

    def _tell(self) -> None:
        for changed in self._listeners:
            changed()


def new_token() -> str:
    """Return an unguessable token of characters that are easy to type."""
    return "".join(secrets.choice(TOKEN_SIGNS) for _ in range(TOKEN_LENGTH))


def shut() -> RequestRefused:
    """Return the refusal of an unknown phone while the window is shut."""
    return RequestRefused(Message("join.no-window"), "no-window")
