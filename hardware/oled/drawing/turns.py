"""A turn on the screen, and a countdown.

A turn shows the player, step, actions left and water level.
"""

from __future__ import annotations

from math import ceil

from hardware.cues import CountdownCue, TurnCue
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.canvas import BOLD, Canvas

LEFT = 1
GAUGE_LEFT = 119
GAUGE_GAP = 3
TITLE_SIZES = (24, 20, 16, 12)
STEP_SIZES = (16, 12)
SMALL = 12
TITLE_MIDDLE, STEP_MIDDLE = 9, 29
PIPS_MIDDLE = 43
PIP = 9
PIP_PITCH = 12
FOOT_MIDDLE = 57

RING_TOP = 18
RING_WIDE = HEIGHT - 1 - RING_TOP
RING = (1, RING_TOP, 1 + RING_WIDE, RING_TOP + RING_WIDE)
RING_THICK = 7
TOP_DEG = -90
"""Where the ring begins: at its top, clockwise."""
FIGURES_LEFT = RING_WIDE + 8
FIGURES_MIDDLE = 37
FIGURE_SIZES = (32, 28, 24, 22, 20, 16)
NAME_MIDDLE = 8
NAME_SIZES = (16, 12)


def draw_turn(canvas: Canvas, cue: TurnCue, since_s: int = 0) -> None:
    """Write the active player, large, and the step, with pips for actions.

    A pip is lit while its action is left. The clock, at the foot's right end, shows *since_s* whole seconds more than
    the cue says.
    """
    right = GAUGE_LEFT - GAUGE_GAP if cue.levels else WIDTH - LEFT
    room = right - LEFT
    canvas.line(cue.title, LEFT, TITLE_MIDDLE, room, sizes=TITLE_SIZES, style=BOLD)
    canvas.line(cue.step, LEFT, STEP_MIDDLE, room, sizes=STEP_SIZES)
    for pip in range(min(cue.of, room // PIP_PITCH)):
        left, top = LEFT + PIP_PITCH * pip, PIPS_MIDDLE - PIP // 2
        canvas.draw.ellipse((left, top, left + PIP - 1, top + PIP - 1), outline=1, fill=int(pip < cue.left))
    if cue.clock is not None:
        room -= _draw_clock(canvas, cue.clock + since_s, right)
    canvas.line(fonts.cut(cue.foot, room, SMALL), LEFT, FOOT_MIDDLE, room, sizes=(SMALL,))
    _draw_gauge(canvas, cue.level, cue.levels)


def _draw_clock(canvas: Canvas, seconds: int, right: int) -> int:
    """Write minutes and seconds up to the column *right*; return their width.

    The width is in pixels.
    """
    words = f"{seconds // 60}:{seconds % 60:02}"
    wide = fonts.width(words, SMALL)
    canvas.line(words, right - wide, FOOT_MIDDLE, wide, sizes=(SMALL,))
    return wide + GAUGE_GAP


def _draw_gauge(canvas: Canvas, level: int, levels: int) -> None:
    """Draw a step for each of *levels*, the lowest at the foot.

    Those up to *level* are lit, the others a line.
    """
    if not levels:
        return
    pitch = HEIGHT // levels
    for step in range(levels):
        bottom = HEIGHT - 1 - pitch * step
        if step < level:
            canvas.box(GAUGE_LEFT, bottom - pitch + 2, WIDTH - 1, bottom)
        else:
            canvas.box(WIDTH - 3, bottom, WIDTH - 1, bottom)


def draw_countdown(canvas: Canvas, cue: CountdownCue, since_s: int = 0) -> None:
    """Draw a ring that empties, and large figures.

    They are *since_s* whole seconds later than the cue says.
    """
    left, room = max(0, ceil(cue.left_s) - since_s), WIDTH - FIGURES_LEFT - LEFT
    canvas.draw.ellipse(RING, outline=1)
    if left and cue.of_s:
        canvas.draw.arc(RING, TOP_DEG, TOP_DEG + 360 * min(1.0, left / cue.of_s), fill=1, width=RING_THICK)
    name = fonts.cut(cue.title, WIDTH - 2 * LEFT, SMALL)
    canvas.line(name, LEFT, NAME_MIDDLE, WIDTH - 2 * LEFT, sizes=NAME_SIZES)
    canvas.line(f"{left // 60}:{left % 60:02}", FIGURES_LEFT, FIGURES_MIDDLE, room, sizes=FIGURE_SIZES, style=BOLD)
    canvas.line(fonts.cut(cue.foot, room, SMALL), FIGURES_LEFT, FOOT_MIDDLE, room, sizes=(SMALL,))
