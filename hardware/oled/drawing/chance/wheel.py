"""The wheel: rim and spokes stand still and the lit sector moves.

That costs the wire the least.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from PIL import Image

from hardware.cues import SpinningCue, WheelCue
from hardware.oled.drawing.bitmap import WIDTH
from hardware.oled.drawing.canvas import Canvas, full_width
from hardware.oled.drawing.cards import draw_beside_sign

X = 31
Y = 32
RADIUS = 30
HUB = 6
WIDEST_DEG = 60
"""Degrees of a sector that are lit at most.

Few and wide sectors, lit whole, would cost the wire too much.
"""

BESIDE = 67
NAME_SIZES = (24, 20, 16, 12)
LABEL_SIZES = (20, 16, 12)
PERSON_AREA = full_width(32, 60, BESIDE)
NAME_AREA = (BESIDE, 16, WIDTH, 48)
"""The area of the passing names: four whole pages of the controller.

So a name costs no more than it must.
"""


@cache
def _sector(count: int, lit: int) -> Image.Image:
    """Return the wheel of *count* sectors with one lit; it is cached."""
    canvas = Canvas()
    middle_deg, half_deg = 360 / count * lit - 90, min(360 / count, WIDEST_DEG) / 2
    box = (X - RADIUS, Y - RADIUS, X + RADIUS, Y + RADIUS)
    canvas.draw.pieslice(box, middle_deg - half_deg, middle_deg + half_deg, fill=1)
    for spoke in range(count if count > 1 else 0):
        angle = 2 * pi * (spoke - 0.5) / count - pi / 2
        canvas.stroke(((X, Y), (round(X + RADIUS * cos(angle)), round(Y + RADIUS * sin(angle)))))
    canvas.draw.ellipse(box, outline=1)
    canvas.draw.ellipse((X - HUB, Y - HUB, X + HUB, Y + HUB), outline=1, fill=0)
    return canvas.image


def draw_spinning(canvas: Canvas, cue: SpinningCue, tick: int) -> None:
    """Draw the wheel with its caption, player and a moving sector.

    Each *tick* lights another one.
    """
    canvas.image.paste(_sector(cue.count, tick % cue.count))
    canvas.paragraph((cue.caption,), full_width(4, 32, BESIDE), LABEL_SIZES)
    canvas.paragraph((cue.name,), PERSON_AREA, LABEL_SIZES, bold_last=True)


def draw_passing(canvas: Canvas, cue: WheelCue, lit: int, *, is_fast: bool) -> None:
    """Draw the wheel passing the segment *lit*, with the segment's name.

    If that is too fast to read, the player's name is shown instead.
    """
    count = len(cue.names)
    canvas.image.paste(_sector(count, lit % count))
    if is_fast:
        canvas.paragraph((cue.name,), PERSON_AREA, LABEL_SIZES, bold_last=True)
    else:
        canvas.paragraph((cue.names[lit % count],), NAME_AREA, NAME_SIZES, bold_last=True)


def draw_segment(canvas: Canvas, cue: WheelCue) -> None:
    """Draw the wheel's result: sign, name, effect and player."""
    lines = [line for line in (cue.detail, cue.name) if line]
    draw_beside_sign(canvas, cue.sign, cue.names[cue.at], lines)
