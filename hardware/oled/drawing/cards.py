"""Cards: a drawing, a drawn card, a hand, a sign with words.

Wheels show the sign, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.cues import CardCue, DrawingCue, HandCue
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.canvas import Area, Canvas, TextStyle, full_width, has_room
from hardware.oled.drawing.signs import SIDE as SIGN_SIDE
from hardware.oled.drawing.signs import draw_sign

SMALL = 12
SMALL_PITCH = 11
LARGE_SIZES = (32, 28, 24, 22, 20, 16)
TITLE_SIZES = (*LARGE_SIZES, SMALL)
BESIDE_SIGN = SIGN_SIDE + 2
SIGN_TOP = 8
LEFT = 1
MIN_TITLE = 18
FOOT = 52
CARD = (3, 4, 40, 59)
CARD_MIDDLE = 32
SHINE_WIDE = 4
SHINES = 9
"""Ticks of the shine's way across a card, the last without it."""

BESIDE_CARD = 52
LABEL_SIZES = (20, 16, SMALL)
HAND_ROWS = (18, 36, 57)
HAND_BAR = (25, 48)


def draw_drawing(canvas: Canvas, cue: DrawingCue, tick: int) -> None:
    """Draw a card's back with a moving shine, its deck and owner.

    The shine moves from *tick* to *tick*.
    """
    left, top, right, bottom = CARD
    canvas.draw.rounded_rectangle(CARD, radius=5, outline=1, width=2)
    for y in range(top + 6, bottom - 4, 4):
        for x in range(left + 6 + y // 4 % 2 * 2, right - 4, 4):
            canvas.box(x, y, x, y)
    shine = left + 4 + SHINE_WIDE * (tick % SHINES)
    if shine + SHINE_WIDE < right:
        canvas.box(shine, top + 4, shine + SHINE_WIDE - 1, bottom - 4)
    canvas.paragraph((cue.caption,), full_width(4, CARD_MIDDLE, BESIDE_CARD), LABEL_SIZES)
    canvas.paragraph((cue.name,), full_width(CARD_MIDDLE, 60, BESIDE_CARD), LABEL_SIZES, bold_last=True)


def draw_card(canvas: Canvas, cue: CardCue) -> None:
    """Write a card's title, effect, caption and, if it fits, its sign.

    The sign is at the left, the caption below a line.
    """
    if cue.caption:
        canvas.stroke(((0, FOOT - 1), (WIDTH - 1, FOOT - 1)))
        caption = fonts.cut(cue.caption, WIDTH - 2 * LEFT, SMALL)
        canvas.words(caption, LEFT, FOOT + 3, SMALL)
    bottom = FOOT - 2 if cue.caption else HEIGHT
    draw_beside_sign(canvas, cue.sign, cue.title, cue.lines, bottom=bottom)


def draw_beside_sign(canvas: Canvas, sign: str, title: str, lines: Sequence[str], *, bottom: int = HEIGHT) -> None:
    """Write *title* large and *lines* small below it, beside *sign*.

    The sign is left out if they need its room: a title that is read across the table counts more.
    """
    beside, alone = (_areas(lines, left, bottom) for left in (BESIDE_SIGN, LEFT))
    has_sign = bool(sign) and (_has_large(title, beside) or not _has_large(title, alone))
    has_sign = has_sign and has_room(lines, beside[1], (SMALL,)) and has_room((title,), beside[0], TITLE_SIZES)
    if has_sign:
        draw_sign(canvas, sign, 0, min(SIGN_TOP, bottom - SIGN_SIDE))
    above, below = beside if has_sign else alone
    sizes = LARGE_SIZES if has_room((title,), above, LARGE_SIZES) else TITLE_SIZES
    canvas.paragraph((title,), above, sizes, bold_last=True)
    if any(lines):
        canvas.paragraph(lines, below, (SMALL,))


def _areas(lines: Sequence[str], left: int, bottom: int) -> tuple[Area, Area]:
    """Return the areas of the title and of the lines below it.

    The lines get the room they need, except for a minimum for the title.
    """
    small = sum(len(fonts.wrap(line, WIDTH - left, SMALL)) for line in lines)
    split = max(bottom - SMALL_PITCH * small - (1 if small else 0), MIN_TITLE)
    return full_width(0, split, left), full_width(split, bottom, left)


def _has_large(title: str, areas: tuple[Area, Area]) -> bool:
    return has_room((title,), areas[0], LARGE_SIZES)


def draw_hand(canvas: Canvas, cue: HandCue) -> None:
    """Write the selected card in a lit bar, its neighbours, its number.

    The neighbours are above and below; the number is of how many cards.
    """
    if not cue.cards:
        canvas.paragraph((cue.title,), full_width(0, HEIGHT, LEFT), (24, 20, 16, SMALL), bold_last=True)
        return
    at = min(max(cue.at, 0), len(cue.cards) - 1)
    count = f"{at + 1}/{len(cue.cards)}"
    room = WIDTH - 2 * LEFT - fonts.width(count, SMALL) - 6
    canvas.words(fonts.cut(cue.title, room, SMALL), LEFT, 1, SMALL)
    canvas.words(count, WIDTH - LEFT, 1, SMALL, style=TextStyle(align="right"))
    before, middle, after = HAND_ROWS
    canvas.box(0, HAND_BAR[0], WIDTH - 1, HAND_BAR[1])
    canvas.line(cue.cards[at], 4, middle, WIDTH - 8, sizes=(24, 20, 16, SMALL), style=TextStyle(bold=True, ink=0))
    if at > 0:
        canvas.line(cue.cards[at - 1], 4, before, WIDTH - 8, sizes=(SMALL,))
    if at < len(cue.cards) - 1:
        canvas.line(cue.cards[at + 1], 4, after, WIDTH - 8, sizes=(SMALL,))
