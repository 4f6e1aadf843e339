"""The screens that guide hands: a step, a choice, a test frame.

The frame judges the glass itself.
"""

from __future__ import annotations

from hardware.cues import ChoiceCue, FrameCue, StepCue
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.canvas import BOLD, Align, Canvas, TextStyle, full_width

SMALL = 12
TITLE_SIZES = (16, SMALL)
WORD_SIZES = (28, 24, 22, 20, 16, SMALL)
TITLE_MIDDLE = 7
WORD_MIDDLE = 27
SIDE = 1
LAMP_RADIUS = 6
LAMP_PITCH = 16
LAMP_MIDDLE = 55
BESIDE_LAMPS = 84
FOOT_TOP = 41
ROW = 11
BAND_TOP = 20
BAND_BOTTOM = 42
CHOICE_SIZES = (24, 22, 20, 16, SMALL)
ARROW = 7
ARROW_INSET = 5
HINT_MIDDLE = 54
CORNER = 12
INSET = 3


def draw_step(canvas: Canvas, cue: StepCue) -> None:
    """Write the instruction over a large word, with lamps and hints below.

    Without lamps there are the hints alone.
    """
    so_far = f"{cue.at}/{cue.of}"
    canvas.line(so_far, WIDTH - SIDE, TITLE_MIDDLE, WIDTH, sizes=(SMALL,), style=TextStyle(align="right"))
    room = WIDTH - 2 * SIDE - fonts.width(f"{so_far} ", SMALL)
    canvas.line(cue.title, SIDE, TITLE_MIDDLE, room, sizes=TITLE_SIZES)
    canvas.line(cue.word, SIDE, WORD_MIDDLE, WIDTH - 2 * SIDE, sizes=WORD_SIZES, style=BOLD)
    if cue.lit is None:
        canvas.paragraph(cue.foot, full_width(FOOT_TOP, HEIGHT, SIDE), (SMALL,))
        return
    for place, is_lit in enumerate(cue.lit):
        x = SIDE + LAMP_RADIUS + LAMP_PITCH * place
        box = (x - LAMP_RADIUS, LAMP_MIDDLE - LAMP_RADIUS, x + LAMP_RADIUS, LAMP_MIDDLE + LAMP_RADIUS)
        canvas.draw.ellipse(box, outline=1, fill=1 if is_lit else None)
    _write_foot(canvas, cue.foot, WIDTH - SIDE, "right", room=WIDTH - BESIDE_LAMPS, bottom=HEIGHT)


def draw_frame(canvas: Canvas, cue: FrameCue) -> None:
    """Draw the frame with its corners, question, controller's name and hints."""
    right, bottom = WIDTH - 1, HEIGHT - 1
    canvas.draw.rectangle((0, 0, right, bottom), outline=1)
    for x, away in ((INSET, 1), (right - INSET, -1)):
        for y, down in ((INSET, 1), (bottom - INSET, -1)):
            canvas.stroke(((x, y + down * CORNER), (x, y), (x + away * CORNER, y)))
    room = WIDTH - 2 * (INSET + 2)
    canvas.line(cue.title, WIDTH // 2, 11, room, sizes=TITLE_SIZES, style=TextStyle(bold=True, align="middle"))
    canvas.line(cue.name, WIDTH // 2, 27, room, sizes=TITLE_SIZES, style=TextStyle(align="middle"))
    _write_foot(canvas, cue.foot, WIDTH // 2, "middle", room=room, bottom=HEIGHT - INSET)


def draw_choice(canvas: Canvas, cue: ChoiceCue) -> None:
    """Write the question, the chosen word between arrows, and the hints below.

    The word is on a lit band; the hints are at both sides.
    """
    middle = (BAND_TOP + BAND_BOTTOM) // 2
    canvas.line(
        cue.title, WIDTH // 2, TITLE_MIDDLE, WIDTH - 2 * SIDE, sizes=TITLE_SIZES, style=TextStyle(align="middle")
    )
    canvas.box(0, BAND_TOP, WIDTH - 1, BAND_BOTTOM)
    for tip, base in ((ARROW_INSET, ARROW_INSET + ARROW), (WIDTH - 1 - ARROW_INSET, WIDTH - 1 - ARROW_INSET - ARROW)):
        canvas.draw.polygon(((tip, middle), (base, middle - ARROW), (base, middle + ARROW)), fill=0)
    room = WIDTH - 2 * (ARROW_INSET + ARROW + 3)
    canvas.line(cue.word, WIDTH // 2, middle, room, sizes=CHOICE_SIZES, style=TextStyle(align="middle", ink=0))
    first, *others = cue.foot or ("",)
    last = others[-1] if others else ""
    left = WIDTH - 2 * SIDE - (fonts.width(f" {last}", SMALL) if last else 0)
    canvas.line(first, SIDE, HINT_MIDDLE, left, sizes=(SMALL,))
    canvas.line(last, WIDTH - SIDE, HINT_MIDDLE, WIDTH, sizes=(SMALL,), style=TextStyle(align="right"))


def _write_foot(canvas: Canvas, foot: tuple[str, ...], x: int, align: Align, *, room: int, bottom: int) -> None:
    """Write the hints from the *bottom* up, one a line."""
    for up, words in enumerate(reversed(foot)):
        canvas.words(fonts.cut(words, room, SMALL), x, bottom - ROW * (up + 1), SMALL, style=TextStyle(align=align))
