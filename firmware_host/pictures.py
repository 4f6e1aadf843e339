"""Cues to pictures for a dice tray's windows, lamps and ring.

A table by kind of cue. A tray is like the real things: its picture stays until something else is rolled, spun, drawn or
begun. A cue that only covers the table's screen for a while, a menu or a message, leaves it alone, and so does
everything private.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from firmware_host import tlink
from firmware_host.line import Greeting
from hardware.cues import (
    BLANK_DICE,
    AimCue,
    CardCue,
    CountdownCue,
    DrawingCue,
    MeterCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    SpinningCue,
    StageCue,
    StartCue,
    ThrowCue,
    ThrowingCue,
    TokenCue,
    TurnCue,
    VerdictCue,
    WheelCue,
)

LARGEST_VALUE = 100
COUNTDOWN_TICKS = 12
"""Number of steps in which the ring counts down."""
LAST_S = 10.0
"""Seconds before the end at which it changes its tint."""
MOST = 255
"""Of anything: a count is one byte."""

LAND_MS = {tlink.DICE: 1100, tlink.VERDICT: 1100, tlink.WHEEL: 2700, tlink.GAUGE: 900}
"""Milliseconds until a landing's end: as on the table's screen, or less."""

TINT_OF_LOOK = {
    "water": "sea", "hole": "coral", "land": "kelp", "lit": "brass", "shot": "brass", "blast": "coral",
}  # fmt: skip
"""The ring's tint for each event of a token."""


@dataclass(frozen=True, slots=True, repr=False)
class TrayPicture:
    """A picture on a tray: *count* things, in motion without *values*.

    They are dice, segments or ticks. Like a cue, its repr tells nothing.
    """

    what: int
    count: int
    values: bytes = b""

    def fits(self, greeting: Greeting) -> bool:
        """Return True if the tray that sent *greeting* can show this."""
        if self.what == tlink.DICE:
            return 1 <= self.count <= greeting.windows
        return self.what != tlink.WHEEL or 2 <= self.count <= greeting.ring_leds

    def start_request(self, motion: int) -> bytes:
        """Return the payload for setting it in motion as *motion*."""
        return struct.pack(tlink.START_REQUEST, motion, self.what, self.count)

    def land_request(self, motion: int, in_ms: int) -> bytes:
        """Return the payload that lands *motion* on it in *in_ms*."""
        return struct.pack(tlink.LAND_REQUEST, motion, in_ms, self.what, self.count) + self.values


MOST_THROWN = 5
"""The most dice of a throw that windows show."""
DARK = TrayPicture(0, 0)
"""Nothing is lit."""


def picture_of(cue: StageCue) -> TrayPicture | None:
    """Return the tray's picture of *cue*; None leaves the tray unchanged."""
    make = None if cue.private else _PICTURES.get(type(cue))
    return make(cue) if make is not None else None


def _rolling(cue: RollingCue) -> TrayPicture:
    # Dice without numbers are words or pictures, which no window can show.
    return DARK if cue.look == BLANK_DICE else TrayPicture(tlink.DICE, cue.count)


def _throwing(cue: ThrowingCue) -> TrayPicture:
    return TrayPicture(tlink.DICE, len(cue.faces)) if len(cue.faces) <= MOST_THROWN else DARK


def _throw(cue: ThrowCue) -> TrayPicture:
    numbers = [int(face) for face in cue.faces if face.isdecimal() and int(face) <= LARGEST_VALUE]
    if not len(numbers) == len(cue.faces) <= MOST_THROWN:
        return DARK
    return TrayPicture(tlink.DICE, len(numbers), bytes(numbers))


def _roll(cue: RollCue) -> TrayPicture:
    if not all(0 <= value <= LARGEST_VALUE for value in cue.values):
        return DARK
    return TrayPicture(tlink.DICE, len(cue.values), bytes(cue.values))


def _spinning(cue: SpinningCue) -> TrayPicture:
    return TrayPicture(tlink.WHEEL, cue.count) if cue.count <= MOST else DARK


def _wheel(cue: WheelCue) -> TrayPicture:
    return TrayPicture(tlink.WHEEL, len(cue.names), bytes((cue.at,))) if len(cue.names) <= MOST else DARK


def _meter(cue: MeterCue) -> TrayPicture:
    return _level(cue.at + 1, len(cue.ticks))


def _turn(cue: TurnCue) -> TrayPicture | None:
    return _level(cue.level, cue.levels) if cue.levels else None


def _countdown(cue: CountdownCue) -> TrayPicture:
    """Return the ring of the time left, coral near the end."""
    left = ceil(COUNTDOWN_TICKS * cue.left_s / cue.of_s) if cue.of_s else 0
    tint = "coral" if cue.left_s <= LAST_S else "sea"
    return _gauge(COUNTDOWN_TICKS, min(max(left, 1), COUNTDOWN_TICKS) - 1, tint)


def _level(level: int, levels: int) -> TrayPicture:
    """Return the ring filled to *level* of *levels*, coral at the last."""
    if not 1 <= level <= levels <= MOST:
        return DARK
    return _gauge(levels, level - 1, "coral" if level == levels else "sea")


def _token(cue: TokenCue | AimCue) -> TrayPicture:
    tint = TINT_OF_LOOK.get(cue.look)
    return DARK if tint is None else _gauge(1, 0, tint)


def _gauge(ticks: int, at: int, tint: str) -> TrayPicture:
    return TrayPicture(tlink.GAUGE, ticks, bytes((at, tlink.TINTS.index(tint))))


_PICTURES: Mapping[type[StageCue], Callable[[Any], TrayPicture | None]] = {
    StartCue: lambda cue: DARK,
    RollingCue: _rolling,
    RollCue: _roll,
    ThrowingCue: _throwing,
    ThrowCue: _throw,
    RollingVerdictCue: lambda cue: TrayPicture(tlink.VERDICT, 1),
    VerdictCue: lambda cue: TrayPicture(tlink.VERDICT, 1, bytes((cue.won,))),
    SpinningCue: _spinning,
    WheelCue: _wheel,
    DrawingCue: lambda cue: TrayPicture(tlink.GAUGE, 1),
    CardCue: lambda cue: DARK,
    TokenCue: _token,
    AimCue: _token,
    MeterCue: _meter,
    CountdownCue: _countdown,
    TurnCue: _turn,
}
