"""Time: durations (monotonic) and the calendar (UTC).

Law: no other module reads wall time; a test checks it. Code that needs the time is given a clock.
"""

from __future__ import annotations

import ctypes
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

BUILT = datetime(2026, 11, 1, tzinfo=UTC)
"""About when this program was written: true dates are later."""
LONGEST_AHEAD = timedelta(days=20 * 365)
"""Maximum lead of a clock; a date beyond counts as none."""
EVENING_ENDS = timedelta(hours=6)
"""How long after midnight an evening still is the one before."""
NIGHT_COMES = timedelta(hours=4)
"""Time after midnight at which nightly jobs are due.

It is late enough for every change to or from summer time.
"""
MODEL = "proc/device-tree/model"
OWN_CLOCKS = "sys/class/rtc/rtc*/hctosys"
"""Files that say 1 if the date came from a battery-backed clock."""
SYNCHRONIZED = "run/systemd/timesync/synchronized"
"""The file that marks a clock set by the network since boot."""
STA_UNSYNC = 0x0040
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


class Clock(Protocol):
    """A source of the time."""

    def monotonic_s(self) -> float:
        """Seconds since some fixed moment; never goes back."""

    def utc_text(self) -> str:
        """Now, as ``2026-11-21T20:15:03.120Z``; "" while the date is unknown.

        It is always UTC, with three decimals, so that texts sort by time.
        """

    def sure_text(self) -> str:
        """Now, as ``utc_text``, but "" if only somebody's device gave the date."""


class SystemClock:
    """The computer's own time.

    A Raspberry Pi without a battery-backed clock continues, when it is switched on, from the date at which it was
    switched off. Until the network has set it, or somebody has *told* it, it knows no date. Other computers do, unless
    it is earlier than this program. *root* is where ``proc``, ``sys`` and ``run`` are looked for.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self._is_known = not _forgets(root)
        self._told: tuple[datetime, float] | None = None

    def monotonic_s(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        return time.monotonic()

    def is_set(self) -> bool:
        """Whether the date is known."""
        if not self._is_known:
            self._is_known = (self._root / SYNCHRONIZED).exists() or _is_synchronized()
        return self._told is not None or self._is_sure()

    def _is_sure(self) -> bool:
        return self._is_known and _may_be(datetime.now(UTC))

    def tell(self, utc: str) -> bool:
        """Set an unknown date to *utc*, a :func:`utc_text`; return True if set.

        The computer's own calendar is left as it is: setting that takes root.
        """
        if self.is_set():
            return False
        try:
            now = datetime.fromisoformat(utc)
        except ValueError:
            return False
        if now.tzinfo is None or not _may_be(now):
            return False
        self._told = now, self.monotonic_s()
        return True

    def utc_text(self) -> str:
        """Now by the computer's calendar; "" while it is unknown.

        It may jump when the network corrects it.
        """
        return utc_text(self._now()) if self.is_set() else ""

    def sure_text(self) -> str:
        """Now, "" while the date is only somebody's word.

        A wait of a week needs a sure date.
        """
        text = self.utc_text()
        return text if self._is_sure() else ""

    def _now(self) -> datetime:
        if self._told is None or self._is_sure():
            return datetime.now(UTC)
        told, at_s = self._told
        return told + timedelta(seconds=self.monotonic_s() - at_s)


class ManualClock:
    """A clock for tests that stands still until advanced.

    :param start_s: the first value of ``monotonic_s``, in seconds.
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
        """Advance both kinds of time by *seconds*.

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

    def sure_text(self) -> str:
        """The same: it is sure of its time."""
        return self.utc_text()


def _forgets(root: Path) -> bool:
    """Return True if this computer forgets the date when switched off."""
    try:
        is_pi = b"Raspberry Pi" in (root / MODEL).read_bytes()
    except OSError:
        return False
    return is_pi and not any(_says_one(each) for each in root.glob(OWN_CLOCKS))


def _says_one(file: Path) -> bool:
    try:
        return file.read_text("ascii").strip() == "1"
    except OSError:
        return False


def _is_synchronized() -> bool:
    """Return True if the kernel's clock is synchronized by the network.

    A kernel that doesn't say counts as not synchronized.
    """

    class Timex(ctypes.Structure):
        """The beginning of ``struct timex``.

        The kernel writes all 208 bytes of it.
        """

        _fields_ = (
            ("modes", ctypes.c_uint),
            ("offset", ctypes.c_long),
            ("freq", ctypes.c_long),
            ("maxerror", ctypes.c_long),
            ("esterror", ctypes.c_long),
            ("status", ctypes.c_int),
            ("rest", ctypes.c_byte * 256),
        )

    timex = Timex()
    answer = ctypes.CDLL(None).adjtimex(ctypes.byref(timex))
    return answer >= 0 and not timex.status & STA_UNSYNC


def _may_be(moment: datetime) -> bool:
    return BUILT <= moment <= BUILT + LONGEST_AHEAD


def local_text(utc: str) -> str:
    """Return *utc*, a ``utc_text``, in local form, ``21.11. 20:15``.

    "" if it is none.
    """
    try:
        return datetime.fromisoformat(utc).astimezone().strftime("%d.%m. %H:%M")
    except (TypeError, ValueError, OverflowError):
        return ""


def evening_of(utc: str) -> str:
    """Return the local date of *utc*'s evening, ``2026-11-21``.

    *utc* is a ``utc_text``. An evening has the date of its beginning and lasts until six in the morning. "" if *utc* is
    no moment.
    """
    return _day_after(EVENING_ENDS, utc)


def night_of(utc: str) -> str:
    """Return the local date of *utc*'s night, ``2026-11-21``.

    *utc* is a ``utc_text``. A night comes at four in the morning and lasts until the next. "" if *utc* is no moment.
    """
    return _day_after(NIGHT_COMES, utc)


def day_of(utc: str) -> str:
    """Return the local date of *utc*, ``2026-11-21``.

    *utc* is a ``utc_text``; "" if it is no moment.
    """
    return _day_after(timedelta(0), utc)


def _day_after(begins: timedelta, utc: str) -> str:
    try:
        return (datetime.fromisoformat(utc).astimezone() - begins).date().isoformat()
    except (TypeError, ValueError, OverflowError):
        return ""


def seconds_of(utc: str) -> int:
    """Return *utc*, a moment of ``utc_text``, in whole seconds since 1970."""
    return int(timestamp_of(utc))


def timestamp_of(utc: str) -> float:
    """Return *utc*, a moment of ``utc_text``, in seconds since 1970."""
    return datetime.fromisoformat(utc).timestamp()


def moment_of(clock: Clock) -> str:
    """Return a mark of now, which :func:`dated` turns into a date.

    It works once the date is known, and during this boot.
    """
    return f"{_boot()} {clock.monotonic_s():.3f}"


def dated(moment: str, clock: Clock) -> str:
    """Return the date of *moment*, a :func:`moment_of`, as ``utc_text``.

    "" if nobody can know it.
    """
    boot, _, at_s = moment.partition(" ")
    now = clock.utc_text()
    if not now or not boot or boot != _boot():
        return ""
    return utc_text(datetime.fromisoformat(now) - timedelta(seconds=clock.monotonic_s() - float(at_s)))


def _boot() -> str:
    try:
        return BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""


def days_before(utc: str, days: int) -> str:
    """Return the moment *days* before *utc*, both as ``utc_text``."""
    return utc_text(datetime.fromisoformat(utc) - timedelta(days=days))


def utc_text(moment: datetime) -> str:
    """Return *moment*, with its time zone, in the form of ``Clock.utc_text``."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
