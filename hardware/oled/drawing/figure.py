"""A stone figure that turns its face and spits.

It is a cone with a crater, its features round it as on a real one. A feature has a longitude, in degrees from the
middle of the face, and a row; features that are turned away aren't seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin

from hardware.cues import AHEAD_DEG, AimCue
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.canvas import BOLD, Canvas

MIDDLE = 35
"""Its column, from the edge that it may spit over."""

TOP, BOTTOM = 15, HEIGHT - 1
NARROW, WIDE = 13.0, 27.0
"""Half its width at the crater and at its foot."""

MOST_YAW = 62
"""The largest angle at which its face is drawn turned away.

It then looks all to a side: an eye and half of the mouth stay visible.
"""

BULGE = 1.28
"""The nose's reach, in widths of the stone behind it."""

WORDS_LEFT, WORDS_RIGHT = 66, WIDTH - 1
TITLE_MIDDLE, TITLE_BOTTOM = 8, 16
SIZES = (16, 12)
TICKS = 6
"""In how many pictures it turns, or spits."""

Spot = tuple[float, float]
"""Longitude and row."""

EYE: Sequence[Spot] = ((11, 33), (20, 28), (42, 25), (45, 32), (34, 36), (18, 37))
LID: Sequence[Spot] = ((12, 34), (20, 36), (32, 36), (43, 33))
BROW: Sequence[Spot] = ((6, 29), (18, 24), (44, 20))
CALM_MOUTH: Sequence[Spot] = ((-28, 51), (-12, 53), (12, 53), (28, 51))
MOUTH: Sequence[Spot] = ((-32, 47), (-16, 46), (16, 46), (32, 47), (26, 55), (0, 57), (-26, 55))
OPEN_MOUTH: Sequence[Spot] = ((-30, 46), (-14, 44), (14, 44), (30, 46), (32, 54), (20, 61), (-20, 61), (-32, 54))
TEETH = (-22, -8, 8, 22)
GROOVES = (-112, -68, 68, 112, 155, -155)
GLINT_FROM = 4
"""From this radius on a ball has a glint."""

BALL_RADII = (2, 4, 6, 8, 9, 9, 9)
FLIGHT = (0.4, 0.5, 0.7, 0.9, 1.1, 1.2, 1.25)
"""The ball's place at each tick, in widths of the stone.

The widths are those at the mouth; it stays at the last one.
"""


def draw_aim(canvas: Canvas, cue: AimCue, tick: int = TICKS) -> None:
    """Draw the figure at *tick* of its motion, the words beside it.

    They are on the side that it turns away from.
    """
    mirrored = cue.degrees > AHEAD_DEG
    turned = cue.degrees if cue.pose != "aim" else AHEAD_DEG + (cue.degrees - AHEAD_DEG) * tick // TICKS
    yaw = (turned - AHEAD_DEG) * MOST_YAW // AHEAD_DEG
    stone = _Stone(canvas, WIDTH - MIDDLE if mirrored else MIDDLE, yaw)
    _POSES[cue.pose](stone, tick)
    _write(canvas, cue, 1 if mirrored else WORDS_LEFT)


def _write(canvas: Canvas, cue: AimCue, left: int) -> None:
    canvas.line(cue.title, left, TITLE_MIDDLE, WORDS_RIGHT - WORDS_LEFT, sizes=SIZES, style=BOLD)
    lines = tuple(line for line in (cue.word, cue.foot) if line)
    canvas.paragraph(lines, (left, TITLE_BOTTOM, left + WORDS_RIGHT - WORDS_LEFT, HEIGHT), SIZES)


class _Stone:
    """The cone round *middle*, turned by *yaw* degrees to the right."""

    def __init__(self, canvas: Canvas, middle: int, yaw: int) -> None:
        self.canvas, self.middle, self.yaw = canvas, middle, yaw

    def point(self, longitude: float, row: float, out: float = 1.0) -> tuple[float, float]:
        """Return the visible point of the stone's skin at *longitude* and *row*.

        It is *out* widths from the axis.
        """
        across = min(90.0, max(-90.0, longitude + self.yaw))
        return self.middle + out * _half_width(row) * sin(radians(across)), row

    def sees(self, longitude: float) -> bool:
        """Whether *longitude* is on this side."""
        return cos(radians(longitude + self.yaw)) > 0

    def cut(self, spots: Sequence[Spot], ink: int) -> None:
        """Fill the feature that *spots* go round."""
        if any(self.sees(longitude) for longitude, _ in spots):
            self.canvas.draw.polygon([self.point(*spot) for spot in spots], fill=ink)

    def groove(self, spots: Sequence[Spot], ink: int, thickness: int = 2) -> None:
        """Draw the line through *spots*."""
        if any(self.sees(longitude) for longitude, _ in spots):
            self.canvas.stroke([self.point(*spot) for spot in spots], thickness, ink)

    def body(self, lit: bool) -> None:
        """Draw the cone with its crater, filled or its edge alone."""
        left, right = self.middle - 1, self.middle + 1
        rim = [
            (left + sign * across, TOP + up)
            for sign, across, up in ((-1, 13, 0), (-1, 7, 3), (-1, 3, 0), (1, 2, 4), (1, 7, 1), (1, 13, 0))
        ]
        foot = [(right + WIDE - 1, BOTTOM), (left - WIDE + 1, BOTTOM)]
        self.canvas.draw.polygon([*rim, *foot], fill=int(lit), outline=1)

    def nose(self, ink: int) -> None:
        """Draw the nose, which stands out of the stone in profile."""
        if self.sees(0):
            root, tip = self.point(0, 30), self.point(0, 43, BULGE)
            wings = [self.point(longitude, 44) for longitude in (-10, 10)]
            self.canvas.draw.polygon([root, wings[0], tip, wings[1]], fill=ink, outline=1 - ink)

    def eyes(self, spots: Sequence[Spot], draw_ink: int, *, filled: bool) -> None:
        """Draw both eyes."""
        for side in (-1, 1):
            eye = [(side * longitude, row) for longitude, row in spots]
            if filled:
                self.cut(eye, draw_ink)
            else:
                self.groove(eye, draw_ink)


def _half_width(row: float) -> float:
    return NARROW + (WIDE - NARROW) * (row - TOP) / (BOTTOM - TOP)


def _asleep(stone: _Stone, tick: int) -> None:
    stone.body(lit=False)
    for longitude in GROOVES:
        stone.groove(((longitude, 22), (longitude, 34)), 1, 1)
    stone.eyes(LID, 1, filled=False)
    stone.nose(0)
    stone.groove(CALM_MOUTH, 1)
    for left, top, wide in ((-4, 8, 8), (-1, 1, 11)):  # its breath, as smoke that curls
        column = stone.middle + left
        stone.canvas.draw.arc((column, top, column + wide, top + wide - 2), 150, 60, fill=1)


def _awake(stone: _Stone, glow: int) -> None:
    stone.body(lit=True)
    for longitude in GROOVES:
        stone.groove(((longitude, 22), (longitude + 4, 40), (longitude - 4, 58)), 0, 2)
    stone.eyes(EYE, 0, filled=True)
    stone.eyes(BROW, 0, filled=False)
    for side in (-1, 1):
        if stone.sees(30 * side):
            x, y = stone.point(30 * side, 32)
            stone.canvas.box(round(x) - 1, round(y) - 1, round(x) + 1, round(y) + 1)
    stone.nose(1)
    for place, (across, up) in enumerate(((-9, 6), (-3, 10), (3, 7), (10, 9))[: glow + 1]):
        x, y = stone.middle + across, TOP - up
        stone.canvas.stroke(((x - across // 3, TOP - 3), (x, y)), 1 + place % 2)


def _aims(stone: _Stone, tick: int) -> None:
    _awake(stone, glow=tick // 3)
    stone.cut(MOUTH, 0)
    for longitude in TEETH:
        stone.cut(((longitude - 5, 46), (longitude + 5, 46), (longitude, 51)), 1)


def _strikes(stone: _Stone, tick: int) -> None:
    _awake(stone, glow=4)
    stone.cut(OPEN_MOUTH, 0)
    for longitude in TEETH:
        stone.cut(((longitude - 5, 44), (longitude + 5, 44), (longitude, 49)), 1)
    x, y = stone.point(0, 53, FLIGHT[tick])
    radius = BALL_RADII[tick]
    stone.canvas.draw.ellipse((x - radius - 2, y - radius - 2, x + radius + 2, y + radius + 2), fill=0)
    stone.canvas.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=1)
    if radius > GLINT_FROM:
        stone.canvas.draw.arc((x - radius + 3, y - radius + 3, x + radius - 3, y + radius - 3), 190, 280, fill=0)


_POSES = {"asleep": _asleep, "aim": _aims, "strike": _strikes}
MOVES = frozenset({"aim", "strike"})
"""Poses with several pictures."""
