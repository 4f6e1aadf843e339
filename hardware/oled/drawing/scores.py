"""Drawings of numbers that count: one that changed, and everybody's."""

from __future__ import annotations

from hardware.cues import NumberCue, ScoresCue
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import WIDTH
from hardware.oled.drawing.canvas import BOLD, Canvas, TextStyle

SIDE = 1
SMALL = 12
TITLE_SIZES = (16, SMALL)
VALUE_SIZES = (32, 24, 20)
BEFORE_SIZES = (20, 16, SMALL)
TITLE_MIDDLE, VALUE_MIDDLE, FOOT_MIDDLE = 7, 32, 57
ARROW = 12
ROW_MIDDLES = (19, 32, 44, 57)
MOST_ROWS = len(ROW_MIDDLES)
LEADER = 7


def draw_number(canvas: Canvas, cue: NumberCue) -> None:
    """Write the number large, with its owner, name and former value."""
    room = WIDTH - 2 * SIDE
    canvas.line(f"{cue.title}, {cue.name}" if cue.name else cue.title, SIDE, TITLE_MIDDLE, room, sizes=TITLE_SIZES)
    left = SIDE
    if cue.before:
        words, size = fonts.fit(cue.before, room // 3, BEFORE_SIZES)
        canvas.line(words, SIDE, VALUE_MIDDLE, room // 3, sizes=BEFORE_SIZES)
        left += fonts.width(words, size) + 6
        canvas.stroke(((left, VALUE_MIDDLE), (left + ARROW, VALUE_MIDDLE)), 2)
        tip = left + ARROW + 3
        canvas.draw.polygon(((tip - 5, VALUE_MIDDLE - 5), (tip, VALUE_MIDDLE), (tip - 5, VALUE_MIDDLE + 5)), fill=1)
        left = tip + 6
    canvas.line(cue.value, left, VALUE_MIDDLE, WIDTH - SIDE - left, sizes=VALUE_SIZES, style=BOLD)
    canvas.line(fonts.cut(cue.foot, room, SMALL), SIDE, FOOT_MIDDLE, room, sizes=(SMALL,))


def draw_scores(canvas: Canvas, cue: ScoresCue) -> None:
    """Write each name with its number, and a triangle at leaders."""
    page = f"{cue.at}/{cue.of}" if cue.of > 1 else ""
    canvas.words(page, WIDTH - SIDE, 1, SMALL, style=TextStyle(align="right"))
    canvas.words(fonts.cut(cue.title, WIDTH - 3 - fonts.width(page, SMALL) - 4, SMALL), SIDE, 1, SMALL)
    canvas.stroke(((0, 11), (WIDTH - 1, 11)))
    for at, (name, value) in enumerate(cue.rows[:MOST_ROWS]):
        middle, leads = ROW_MIDDLES[at], at in cue.leads
        if leads:
            canvas.draw.polygon(((SIDE, middle - 4), (SIDE, middle + 4), (SIDE + 4, middle)), fill=1)
        room = WIDTH - LEADER - fonts.width(value, SMALL) - 6
        style = TextStyle(bold=leads)
        canvas.line(fonts.cut(name, room, SMALL), SIDE + LEADER, middle, room, sizes=(SMALL,), style=style)
        canvas.line(value, WIDTH - SIDE, middle, WIDTH // 2, sizes=(SMALL,), style=TextStyle(bold=True, align="right"))
