"""Time: durations (monotonic) and the calendar (UTC).

Law: the only module that touches wall time; a test holds it. Whoever needs a moment is handed a clock.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """A source of the time."""

    def monotonic_s(self) -> float:
        """Seconds since some fixed moment; never goes back."""

    def utc_text(self) -> str:
        """Now, as ``2026-11-21T20:15:03.120Z``: always UTC, always three decimals, so that texts sort by time."""


class SystemClock:
    """The computer's own time."""

    def monotonic_s(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        return time.monotonic()

    def utc_text(self) -> str:
        """Now by the computer's calendar, which may jump when the network corrects it."""
        return utc_text(datetime.now(UTC))


class ManualClock:
    """A clock for tests: it stands still until advanced.

    :param start_s: what ``monotonic_s`` says at first, in seconds.
    :param utc: the calendar's moment at the start; it must carry a time zone.
    :raises ValueError: *utc* has no time zone.
    """

    def __init__(self, start_s: float = 0.0, utc: datetime = datetime(2026, 11, 21, 20, 15, 3, 120_000, UTC)) -> None:
        if utc.tzinfo is None:
            raise ValueError(f"{utc.isoformat()} has no time zone: give one, such as datetime.UTC")
        self._start_s = start_s
        self._start = utc
        self._passed_s = 0.0

    def advance(self, seconds: float) -> None:
        """Let *seconds* pass, for both kinds of time.

        :raises ValueError: *seconds* is negative; time never goes back.
        """
        if seconds < 0:
            raise ValueError(f"a clock can't advance by {seconds} s: time never goes back")
        self._passed_s += seconds

    def monotonic_s(self) -> float:
        """Seconds: the start and the time since."""
        return self._start_s + self._passed_s

    def utc_text(self) -> str:
        """The start's moment and the time since."""
        return utc_text(self._start + timedelta(seconds=self._passed_s))


def local_text(utc: str) -> str:
    """Return *utc*, a moment of ``utc_text``, as people here read it, ``21.11. 20:15``; "" if it is none."""
    try:
        return datetime.fromisoformat(utc).astimezone().strftime("%d.%m. %H:%M")
    except (TypeError, ValueError, OverflowError):
        return ""


def days_before(utc: str, days: int) -> str:
    """Return the moment so many *days* before *utc*, both as ``utc_text`` gives them."""
    return utc_text(datetime.fromisoformat(utc) - timedelta(days=days))


def utc_text(moment: datetime) -> str:
    """Return *moment*, with its time zone, in the form of ``Clock.utc_text``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
