"""Changes of the board: flooding, sinking, rising, shots, blasts, and the meter."""

from __future__ import annotations

from math import pi, sin

from hardware.cues import MeterCue, TokenCue
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.canvas import BOLD, Canvas, TextStyle

LEFT = 1
RIGHT = WIDTH - LEFT
TITLE_SIZES = (24, 22, 20, 16)
WORD_SIZES = (32, 28, 24, 22, 20, 16)
LONG_WORD_SIZES = (24, 22, 20, 16)
PLACE_SIZE = 16
GAP = 5
SEA = 50
FOOT_MIDDLE = 57
"""The middle row of the tile's new state, below the words."""

WAVES = ((52, 0), (57, 5), (62, 10))
BARS_BOTTOM = 46
BARS_TOP = 17
MIN_BAR = 11
LOST = frozenset({"hole", "blast"})
"""Looks drawn dark on a lit ground and shaken as they appear."""
LARGEST_PITCH = 16
LABEL_SIZE = 12


def draw_token(canvas: Canvas, cue: TokenCue) -> None:
    """Write a tile's name and event; below, its state or next step.

    A loss is dark on a lit ground.
    """
    ink = 0 if cue.look in LOST else 1
    if cue.look in LOST:
        canvas.box(0, 0, WIDTH - 1, SEA - 3)
    sizes, word_top = _draw_title(canvas, cue.title, ink)
    place_room = fonts.width(cue.place, PLACE_SIZE) + GAP if cue.place else 0
    room = RIGHT - LEFT
    beside = fonts.width(cue.word, sizes[-1]) + place_room <= room
    word, size = fonts.fit(cue.word, room - (place_room if beside else 0), sizes)
    middle = (word_top + SEA - 3) // 2
    canvas.line(word, LEFT, middle, room, sizes=(size,), style=TextStyle(bold=True, ink=ink))
    sea_right = WIDTH
    if cue.place and beside:
        canvas.line(cue.place, RIGHT, middle, place_room, sizes=(PLACE_SIZE,), style=TextStyle(align="right", ink=ink))
    elif cue.place:
        canvas.line(cue.place, RIGHT, FOOT_MIDDLE, place_room, sizes=(PLACE_SIZE,), style=TextStyle(align="right"))
        sea_right -= place_room
    if cue.foot:
        foot = fonts.cut(cue.foot, sea_right - LEFT, LABEL_SIZE)
        canvas.line(foot, LEFT, FOOT_MIDDLE, sea_right - LEFT, sizes=(LABEL_SIZE,))
    else:
        _LOOKS[cue.look](canvas, sea_right)


def _draw_title(canvas: Canvas, title: str, ink: int) -> tuple[tuple[int, ...], int]:
    """Write the name in one large line, else in two.

    Return the sizes for the word and its first row.
    """
    room = RIGHT - LEFT
    for size in TITLE_SIZES:
        if fonts.width(title, size) <= room:
            canvas.words(title, LEFT, 3, size, style=TextStyle(bold=True, ink=ink))
            return WORD_SIZES, 3 + fonts.capital(size)[1]
    lines = fonts.wrap(title, room, 16)
    if len(lines) > 2:
        lines = [lines[0], fonts.cut(" ".join(lines[1:]), room, 16)]
    for at, line in enumerate(lines):
        canvas.words(line, LEFT, 2 + 13 * at, 16, style=TextStyle(bold=True, ink=ink))
    return LONG_WORD_SIZES, 29


def _draw_waves(canvas: Canvas, right: int) -> None:
    for y, phase in WAVES:
        canvas.stroke([(x, y + round(1.6 * sin(2 * pi * (x + phase) / 16))) for x in range(right)])


def _draw_ripples(canvas: Canvas, right: int) -> None:
    """Draw the remains of a sunken tile: dashes, fewer the deeper."""
    for row in range(4):
        y = SEA + 4 * row
        for x in range(2 * (row % 2), right - 2, 4 + 2 * row):
            canvas.stroke(((x, y), (x + max(0, 2 - row // 2), y)))


def _draw_ground(canvas: Canvas, right: int) -> None:
    """Draw dry land: a firm edge with earth below it."""
    canvas.box(0, SEA + 1, right - 1, SEA + 3)
    for row, y in enumerate(range(SEA + 6, HEIGHT, 3)):
        for x in range(2 + 3 * (row % 2), right - 2, 6):
            canvas.box(x, y, x + 1, y)


def _draw_rays(canvas: Canvas, right: int) -> None:
    """Draw the light of a jewel: rays that rise from the foot."""
    middle = right // 2
    for x in range(-middle, middle + 1, 8):
        canvas.stroke(((middle + x // 3, HEIGHT), (middle + x, SEA + 1)))


def _draw_flight(canvas: Canvas, right: int) -> None:
    """Draw a shot: a path of growing dashes, and a star."""
    hit = (right - 10, FOOT_MIDDLE)
    for step, x in enumerate(range(LEFT, hit[0] - 10, 12)):
        canvas.box(x, FOOT_MIDDLE, x + 2 + step // 2, FOOT_MIDDLE + 1)
    for across, down in ((6, 0), (4, 4), (0, 6), (-4, 4), (-6, 0), (-4, -4), (0, -6), (4, -4)):
        canvas.stroke(((hit[0] + across // 3, hit[1] + down // 3), (hit[0] + across, hit[1] + down)))


def _draw_splinters(canvas: Canvas, right: int) -> None:
    """Draw a blast: splinters, longer near its middle.

    They continue the lit part above.
    """
    middle = right // 2
    for x in range(4, right - 4, 8):
        deep = max(3, (HEIGHT - SEA) * (middle - abs(x - middle)) // middle)
        canvas.draw.polygon(((x - 3, SEA - 2), (x + 3, SEA - 2), (x + (x - middle) // 12, SEA - 2 + deep)), fill=1)


def _draw_nothing(canvas: Canvas, right: int) -> None:
    """Draw nothing: the foot stays dark."""


_LOOKS = {
    "land": _draw_ground,
    "water": _draw_waves,
    "hole": _draw_ripples,
    "lit": _draw_rays,
    "shot": _draw_flight,
    "blast": _draw_splinters,
    "plain": _draw_nothing,
}


def draw_meter(canvas: Canvas, cue: MeterCue, filled: int | None = None) -> None:
    """Draw a bar for each tick, lit up to the counter's place.

    With *filled* only so many of them are lit.
    """
    whole = filled is None
    count = len(cue.ticks)
    canvas.line(cue.title, LEFT, 8, RIGHT - LEFT, sizes=(20, 16, 12), style=BOLD)
    pitch = min(LARGEST_PITCH, WIDTH // max(count, 1))
    left = (WIDTH - pitch * count + 2) // 2
    for tick, label in enumerate(cue.ticks):
        is_lit = tick <= cue.at if filled is None else tick < filled
        _draw_bar(canvas, left + pitch * tick, pitch, _high(tick, count), label=label, is_lit=is_lit)
    if whole and 0 <= cue.at < count:
        x, top = left + pitch * cue.at + (pitch - 3) // 2, BARS_BOTTOM - _high(cue.at, count)
        if top - 7 > BARS_TOP - 3:
            canvas.draw.polygon(((x - 3, top - 6), (x + 3, top - 6), (x, top - 3)), fill=1)
    if whole:
        canvas.line(cue.line, LEFT, 57, RIGHT - LEFT, sizes=(16, 12), style=BOLD)


def _high(tick: int, count: int) -> int:
    return MIN_BAR + (BARS_BOTTOM - BARS_TOP - MIN_BAR) * tick // max(count - 1, 1)


def _draw_bar(canvas: Canvas, left: int, pitch: int, high: int, *, label: str, is_lit: bool) -> None:
    wide = max(pitch - 3, 1)
    canvas.draw.rectangle((left, BARS_BOTTOM - high, left + wide, BARS_BOTTOM), outline=1, fill=int(is_lit))
    if fonts.width(label, LABEL_SIZE) <= wide - 2:
        x = left + (wide + 3 - fonts.width(label, LABEL_SIZE)) // 2
        canvas.words(label, x, BARS_BOTTOM - 9, LABEL_SIZE, style=TextStyle(ink=int(not is_lit)))
