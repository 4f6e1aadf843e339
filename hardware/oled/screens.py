"""From a cue to its picture: one thing a screen, the word that matters in 20 to 32 pixels, hints in 12.

Only what a cue says is drawn: no word of any language stands here. An inverted ground is a verdict for good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PIL import Image

from hardware.oled import dice
from hardware.oled.canvas import Canvas, full_width
from hardware.oled.picture import HEIGHT, SIZE, WIDTH
from hardware.oled.qr import MODULES, qr_modules
from hardware.ports import ErrorCue, MenuCue, MessageCue, RollCue, StageCue, StartCue, VerdictCue

MODULE_PIXELS = 2
TITLE_SIZES = (24, 20, 16, 12)
TEXT_SIZES = (16, 12)
VERDICT_SIZES = (32, 28, 24, 22, 20, 16, 12)
VERDICT_LEFT = 48
WARNING_RIGHT = 31

BLANK = Image.new("1", SIZE)


def still(cue: StageCue) -> Image.Image:
    """Return the picture of *cue* at rest.

    :raises TypeError: there is no screen for such a cue.
    """
    face = FACES.get(type(cue))
    if face is None:
        raise TypeError(f"no screen shows a {type(cue).__name__}: expected one of the cues of hardware.ports")
    canvas = Canvas()
    face(canvas, cue)
    return canvas.image


def placeholder() -> Image.Image:
    """Return a closed eye: what the mirror shows while the screen shows something private."""
    canvas = Canvas()
    canvas.draw.arc((40, 8, 88, 40), 20, 160, fill=1, width=3)
    for begin, end in (((46, 34), (42, 39)), ((55, 39), (53, 45)), ((64, 41), (64, 48)), ((73, 39), (75, 45))):
        canvas.stroke((begin, end), 2)
    canvas.stroke(((82, 34), (86, 39)), 2)
    return canvas.image


def draw_start(canvas: Canvas, cue: StartCue) -> None:
    """Write where the table is found; the code, if there is one, on a lit square at the left."""
    modules = qr_modules(cue.qr) if cue.qr else None
    if modules is None:
        canvas.paragraph((*cue.lines, cue.address), full_width(0, HEIGHT), (20, 16, 12), bold_last=True)
        return
    canvas.box(0, 0, HEIGHT - 1, HEIGHT - 1)
    margin = (HEIGHT - MODULES * MODULE_PIXELS) // 2
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                x, y = margin + MODULE_PIXELS * column, margin + MODULE_PIXELS * row
                canvas.box(x, y, x + MODULE_PIXELS - 1, y + MODULE_PIXELS - 1, 0)
    canvas.paragraph((*cue.lines, cue.address), full_width(0, HEIGHT, 68), (12,), bold_last=True)


def draw_roll(canvas: Canvas, cue: RollCue) -> None:
    """Write a number into each die, and their sum."""
    count = len(cue.values)
    for place, value in zip(dice.places(count), cue.values, strict=True):
        dice.draw_die(canvas, place, value, cue.look, stopped=True)
    dice.draw_labels(canvas, count, cue.caption, cue.name)
    if cue.total is not None and count > 1:
        dice.draw_sum(canvas, cue.total)


def draw_verdict(canvas: Canvas, cue: VerdictCue) -> None:
    """Write the word of a verdict beside its mark: dark on a lit ground for good, lit on dark against."""
    ink = 0 if cue.won else 1
    if cue.won:
        canvas.box(0, 0, WIDTH - 1, HEIGHT - 1)
        dice.draw_tick(canvas, ink)
    else:
        dice.draw_cross(canvas, ink)
    draw_verdict_words(canvas, cue.title, cue.detail, ink)


def draw_verdict_words(canvas: Canvas, title: str, detail: str, ink: int) -> None:
    """Write a large word and a small one beside the mark."""
    canvas.line(title, VERDICT_LEFT, 22, WIDTH - VERDICT_LEFT, VERDICT_SIZES, bold=True, ink=ink)
    canvas.paragraph((detail,), full_width(38, HEIGHT, VERDICT_LEFT), (12,), ink=ink)


def draw_error(canvas: Canvas, cue: ErrorCue) -> None:
    """Write what is wrong beside a warning triangle, and what to do below."""
    for inset in (0, 1):
        canvas.draw.polygon(((12, 2 + inset), (24 - inset, 24), (inset, 24)), outline=1)
    canvas.box(11, 9, 13, 17)
    canvas.box(11, 20, 13, 22)
    canvas.paragraph((cue.title,), full_width(0, 26, WARNING_RIGHT), TITLE_SIZES, bold_last=True)
    canvas.paragraph(cue.lines, full_width(27, HEIGHT), TEXT_SIZES, bold_last=True)


def draw_message(canvas: Canvas, cue: MessageCue) -> None:
    """Write a title and its lines; a title alone has the whole screen."""
    if not cue.lines:
        canvas.paragraph((cue.title,), full_width(0, HEIGHT), (32, *TITLE_SIZES), bold_last=True)
        return
    canvas.line(cue.title, 0, 11, WIDTH, TITLE_SIZES, bold=True)
    canvas.paragraph(cue.lines, full_width(23, HEIGHT), TEXT_SIZES)


def draw_menu(canvas: Canvas, cue: MenuCue) -> None:
    """Write three rows with the selected one in a lit bar; small triangles where the menu goes on."""
    before, middle, after = (17, 35, 57) if cue.title else (9, 31, 53)
    sizes = (12,) if cue.title else TEXT_SIZES
    canvas.line(cue.title, 0, 4, WIDTH, (12,))
    canvas.box(0, middle - 11, WIDTH - 1, middle + 12)
    canvas.line(cue.selected, 6, middle, 110, TITLE_SIZES, bold=True, ink=0)
    canvas.draw.polygon(((118, middle - 5), (118, middle + 5), (123, middle)), fill=0)
    canvas.line(cue.before, 6, before, 110, sizes)
    canvas.line(cue.after, 6, after, 110, sizes)
    if cue.before:
        canvas.draw.polygon(((121, before + 1), (125, before + 1), (123, before - 2)), fill=1)
    if cue.after:
        canvas.draw.polygon(((121, after - 1), (125, after - 1), (123, after + 2)), fill=1)


FACES: dict[type[StageCue], Callable[[Canvas, Any], None]] = {
    StartCue: draw_start,
    RollCue: draw_roll,
    VerdictCue: draw_verdict,
    ErrorCue: draw_error,
    MessageCue: draw_message,
    MenuCue: draw_menu,
}
