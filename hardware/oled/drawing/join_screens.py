"""The screens for joining and for a table at rest."""

from __future__ import annotations

from math import pi, sin

from hardware.cues import IdleCue, JoinCue
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.canvas import BOLD, Canvas, full_width, has_room
from hardware.oled.drawing.qr import draw_code, qr_modules

SMALL = 12
BESIDE_CODE = 67
PITCH = 11
GAP = 3
DIGIT_SIZES = (32, 28, 24, 20, 16, SMALL)
IDLE_SIZES = (24, 20, 16, SMALL)


def draw_join(canvas: Canvas, cue: JoinCue) -> None:
    """Write the digits as large as possible, between address and hints."""
    modules = qr_modules(cue.qr) if cue.qr else None
    left = 1
    if modules is not None:
        draw_code(canvas, modules)
        left = BESIDE_CODE
    room = WIDTH - left
    digits, size = fonts.fit(cue.code, room, DIGIT_SIZES)
    high = fonts.capital(size)[1]
    maximum = (HEIGHT - 2 * GAP - high) // PITCH
    address = fonts.wrap_address(cue.address, room, SMALL)[:maximum]
    above = [part for line in cue.lines[:1] for part in fonts.wrap(line, room, SMALL)]
    rows = above + address if len(above + address) <= maximum else address
    for at, row in enumerate(rows):
        canvas.words(row, left, 1 + PITCH * at, SMALL)
    top = GAP + PITCH * len(rows)
    foot = top + high + 2
    below = full_width(foot, HEIGHT, left)
    if any(cue.lines[1:]) and HEIGHT - foot >= SMALL and has_room(cue.lines[1:], below, (SMALL,)):
        canvas.words(digits, left, top, size, style=BOLD)
        canvas.paragraph(cue.lines[1:], below, (SMALL,))
    else:
        canvas.words(digits, left, (top + HEIGHT - high) // 2, size, style=BOLD)


def draw_idle(canvas: Canvas, cue: IdleCue) -> None:
    """Write a short title over a wave, and a hint.

    It uses little light, and the display moves it about.
    """
    title, size = fonts.fit(cue.title, WIDTH - 2, IDLE_SIZES)
    hint = fonts.cut(cue.hint, WIDTH - 2, SMALL)
    wide = max(fonts.width(title, size), fonts.width(hint, SMALL))
    left, top = (WIDTH - wide) // 2, 14
    canvas.words(title, left, top, size, style=BOLD)
    wave = top + fonts.capital(size)[1] + 6
    canvas.stroke([(left + x, wave + round(1.6 * sin(2 * pi * x / 16))) for x in range(wide)])
    canvas.words(hint, left, wave + 6, SMALL)
