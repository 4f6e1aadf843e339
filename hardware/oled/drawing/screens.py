"""From a cue to its picture: one thing a screen, large.

The word that matters has 20 to 32 pixels, hints have 12. Only a cue's own words are drawn: this module has no text of
any language. An inverted ground is a verdict for good.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from PIL import Image

from hardware.cues import (
    AimCue,
    CardCue,
    ChoiceCue,
    CountdownCue,
    ErrorCue,
    FrameCue,
    HandCue,
    IdleCue,
    JoinCue,
    MenuCue,
    MessageCue,
    MeterCue,
    NumberCue,
    RollCue,
    ScoresCue,
    StageCue,
    StartCue,
    StepCue,
    SymbolsCue,
    ThrowCue,
    TokenCue,
    TurnCue,
    VerdictCue,
    WheelCue,
)
from hardware.oled import drawing, fonts
from hardware.oled.drawing.bitmap import HEIGHT, SIZE, WIDTH
from hardware.oled.drawing.canvas import BOLD, Area, Canvas, TextStyle, full_width, has_room, tight_pitch

TITLE_SIZES = (24, 20, 16, 12)
TEXT_SIZES = (16, 12)
VERDICT_SIZES = (32, 28, 24, 22, 20, 16, 12)
VERDICT_LEFT = 48
VERDICT_FOOT = 56
WARNING_RIGHT = 31
SMALL_WARNING_RIGHT = 16
SMALL_TITLE_BOTTOM = 12
SIDE = 1
WORDS_RIGHT_OF_CODE = 66
SMALL = 12
STRIP = 12
"""Height in rows of the strip at the foot of every screen."""
START_SIZES: tuple[int, ...] = (20, 16, SMALL)
LARGEST_GAP = 6
MENU_LEFT = 6
MENU_ROOM = 110
PRESENCE_ROOM = 13

Row = tuple[str, int, bool]
"""Words, their size, and whether they are part of the address."""

BLANK = Image.new("1", SIZE)


@lru_cache(maxsize=1)
def still(cue: StageCue) -> Image.Image:
    """Return the picture of *cue* at rest; don't draw on it.

    It is cached.

    :raises TypeError: there is no screen for such a cue.
    """
    face = FACES.get(type(cue))
    if face is None:
        raise TypeError(f"no screen shows a {type(cue).__name__}: expected one of the cues of hardware.ports")
    canvas = Canvas()
    face(canvas, cue)
    return canvas.image


def placeholder() -> Image.Image:
    """Return a closed eye, the mirror's picture while the screen is private."""
    canvas = Canvas()
    canvas.draw.arc((40, 8, 88, 40), 20, 160, fill=1, width=3)
    for begin, end in (((46, 34), (42, 39)), ((55, 39), (53, 45)), ((64, 41), (64, 48)), ((73, 39), (75, 45))):
        canvas.stroke((begin, end), 2)
    canvas.stroke(((82, 34), (86, 39)), 2)
    return canvas.image


def marked(picture: Image.Image, words: str) -> Image.Image:
    """Return *picture* with *words* on a lit strip at its foot.

    Without words it is unchanged.
    """
    if not words:
        return picture
    canvas = Canvas()
    canvas.image.paste(picture)
    canvas.box(0, HEIGHT - STRIP, WIDTH - 1, HEIGHT - 1)
    room = WIDTH - 2 * SIDE
    left = (WIDTH - min(room, fonts.width(words, SMALL))) // 2
    canvas.line(words, left, HEIGHT - STRIP // 2 - 1, room, sizes=(SMALL,), style=TextStyle(ink=0))
    return canvas.image


def draw_start(canvas: Canvas, cue: StartCue) -> None:
    """Write the table's address, with its code at the left if any.

    The code is on a lit square.
    """
    modules = drawing.qr.qr_modules(cue.qr) if cue.qr else None
    left, sizes = SIDE, START_SIZES
    if modules is not None:
        drawing.qr.draw_code(canvas, modules)
        left, sizes = WORDS_RIGHT_OF_CODE, (SMALL,)
    if not cue.address:
        canvas.paragraph(cue.lines, full_width(0, HEIGHT, left), sizes)
        return
    for size in sizes:
        rows = _start_rows(cue, WIDTH - SIDE - left, size)
        if _height(rows) <= HEIGHT:
            break
    whole = len(rows)
    while _height(rows) > HEIGHT:
        rows.pop()
    if len(rows) < whole:
        words, size, is_address = rows[-1]
        rows[-1] = (fonts.cut(words + fonts.ELLIPSIS, WIDTH - SIDE - left, size), size, is_address)
    gap = min(LARGEST_GAP, (HEIGHT - _height(rows)) // 4)
    begin = (HEIGHT - _height(rows, gap)) // 2
    for (words, size, is_address), top in zip(rows, _tops(rows, gap), strict=True):
        canvas.words(words, left, begin + top, size, style=TextStyle(bold=is_address))


def _start_rows(cue: StartCue, room: int, size: int) -> list[Row]:
    above, below = (
        [(part, SMALL, False) for line in lines for part in fonts.wrap(line, room, SMALL)]
        for lines in (cue.lines[:1], cue.lines[1:])
    )
    return [*above, *((part, size, True) for part in fonts.wrap_address(cue.address, room, size)), *below]


def _tops(rows: Sequence[Row], gap: int) -> Iterator[int]:
    """Yield the top of each row's capitals, the first at 0.

    There is *gap* above and below the address. Addresses have no accents, so their rows are closer together than words.
    """
    top = 0
    yield top
    for (_, size_above, was_address), (_, size, is_address) in pairwise(rows):
        top += tight_pitch(size_above) + (0 if is_address else fonts.capital(size)[0])
        top += gap if is_address != was_address else 0
        yield top


def _height(rows: Sequence[Row], gap: int = 0) -> int:
    return list(_tops(rows, gap))[-1] + fonts.capital(rows[-1][1])[1]


def draw_roll(canvas: Canvas, cue: RollCue) -> None:
    """Write a number into each die, and their sum."""
    count = len(cue.values)
    for place, value in zip(drawing.dice.places(count), cue.values, strict=True):
        drawing.dice.draw_die(canvas, place, value, cue.look, stopped=True)
    drawing.dice.draw_labels(canvas, count, cue.caption, cue.name)
    if cue.total is not None and count > 1:
        drawing.dice.draw_sum(canvas, cue.total)


def draw_verdict(canvas: Canvas, cue: VerdictCue) -> None:
    """Write a verdict's word beside its mark.

    It is dark on a lit ground for good, lit on dark for bad.
    """
    ink = 0 if cue.won else 1
    if cue.won:
        canvas.box(0, 0, WIDTH - 1, HEIGHT - 1)
        drawing.dice.draw_tick(canvas, ink)
    else:
        drawing.dice.draw_cross(canvas, ink)
    draw_verdict_words(canvas, cue.title, cue.detail, ink)


def draw_verdict_words(canvas: Canvas, title: str, detail: str, ink: int) -> None:
    """Write a large word beside the mark, and a small line.

    The line is below the word or, if it is long, below both.
    """
    room = WIDTH - VERDICT_LEFT - SIDE
    canvas.line(title, VERDICT_LEFT, 22, room, sizes=VERDICT_SIZES, style=TextStyle(bold=True, ink=ink))
    wide = fonts.width(detail, SMALL)
    if room < wide <= WIDTH - 2 * SIDE:
        canvas.line(detail, (WIDTH - wide) // 2, VERDICT_FOOT, wide, sizes=(SMALL,), style=TextStyle(ink=ink))
    else:
        canvas.paragraph((detail,), full_width(38, HEIGHT, VERDICT_LEFT), (SMALL,), ink=ink)


def draw_error(canvas: Canvas, cue: ErrorCue) -> None:
    """Write the error beside a warning triangle, and the remedy below.

    The remedy is small if it takes many words.
    """
    below = full_width(27, HEIGHT, SIDE)
    bold_last = len(cue.lines) > 1
    if has_room(cue.lines, below, TEXT_SIZES):
        _draw_warning(canvas, 24)
        canvas.box(11, 9, 13, 17)
        canvas.box(11, 20, 13, 22)
        canvas.paragraph((cue.title,), full_width(0, 26, WARNING_RIGHT), TITLE_SIZES, bold_last=True)
        canvas.paragraph(cue.lines, below, TEXT_SIZES, bold_last=bold_last)
        return
    _draw_warning(canvas, 10)
    canvas.box(5, 4, 5, 6)
    canvas.box(5, 8, 5, 8)
    _draw_small(canvas, cue.title, cue.lines, SMALL_WARNING_RIGHT, bold_last=bold_last)


def _draw_warning(canvas: Canvas, size: int) -> None:
    for inset in range(1 + size // 20):
        canvas.draw.polygon(((size // 2, size // 12 + inset), (size - inset, size), (inset, size)), outline=1)


def draw_message(canvas: Canvas, cue: MessageCue) -> None:
    """Write a title and its lines, small if they are long.

    A title or lines alone have the whole screen.
    """
    below = full_width(23, HEIGHT, SIDE)
    if not cue.lines:
        canvas.paragraph((cue.title,), full_width(0, HEIGHT), (32, *TITLE_SIZES), bold_last=True)
    elif not cue.title and cue.sign and has_room(cue.lines, beside := _beside_sign(), TEXT_SIZES):
        drawing.signs.draw_sign(canvas, cue.sign, 0, drawing.cards.SIGN_TOP)
        canvas.paragraph(cue.lines, beside, TEXT_SIZES)
    elif not cue.title:
        canvas.paragraph(cue.lines, full_width(0, HEIGHT, SIDE), TITLE_SIZES)
    elif has_room(cue.lines, below, TEXT_SIZES):
        canvas.line(cue.title, SIDE, 11, WIDTH - 2 * SIDE, sizes=TITLE_SIZES, style=BOLD)
        canvas.paragraph(cue.lines, below, TEXT_SIZES)
    else:
        _draw_small(canvas, cue.title, cue.lines, SIDE)


def _beside_sign() -> Area:
    return full_width(0, HEIGHT, drawing.cards.BESIDE_SIGN)


def _draw_small(canvas: Canvas, title: str, lines: Sequence[str], title_left: int, *, bold_last: bool = False) -> None:
    canvas.line(title, title_left, SMALL_TITLE_BOTTOM // 2, WIDTH - SIDE - title_left, sizes=(SMALL,), style=BOLD)
    canvas.paragraph(lines, full_width(SMALL_TITLE_BOTTOM, HEIGHT, SIDE), (SMALL,), bold_last=bold_last)


def draw_menu(canvas: Canvas, cue: MenuCue, first: int = 0) -> None:
    """Write three menu rows, the selected one in a lit bar.

    Small triangles mark a menu that goes on. A selected row that is too long even in small letters is written from its
    letter *first* on.
    """
    before, middle, after = (17, 35, 57) if cue.title else (9, 31, 53)
    sizes = (12,) if cue.title else TEXT_SIZES
    canvas.line(cue.title, 2, 5, WIDTH - 4, sizes=(SMALL,))
    canvas.box(0, middle - 11, WIDTH - 1, middle + 12)
    bar_sizes = (SMALL,) if first else TITLE_SIZES
    presence_before, presence, presence_after = cue.presences
    left = MENU_LEFT + _draw_presence(canvas, presence, middle, 0)
    canvas.line(
        cue.selected[first:], left, middle, _menu_room(presence), sizes=bar_sizes, style=TextStyle(bold=True, ink=0)
    )
    for words, row, lit in ((cue.before, before, presence_before), (cue.after, after, presence_after)):
        canvas.line(words, MENU_LEFT + _draw_presence(canvas, lit, row, 1), row, _menu_room(lit), sizes=sizes)
    canvas.draw.polygon(((118, middle - 5), (118, middle + 5), (123, middle)), fill=0)
    if cue.before:
        canvas.draw.polygon(((121, before + 1), (125, before + 1), (123, before - 2)), fill=1)
    if cue.after:
        canvas.draw.polygon(((121, after - 1), (125, after - 1), (123, after + 2)), fill=1)


def _menu_room(presence: str | None) -> int:
    return MENU_ROOM if presence is None else MENU_ROOM - PRESENCE_ROOM


def _draw_presence(canvas: Canvas, presence: str | None, middle: int, ink: int) -> int:
    """Draw a phone's presence at the row *middle*; return its width.

    It is full, half or a ring; the width is in pixels.
    """
    if presence is None:
        return 0
    box = (MENU_LEFT, middle - 4, MENU_LEFT + 8, middle + 4)
    canvas.draw.ellipse(box, outline=ink, fill=ink if presence == "here" else None)
    if presence == "asleep":
        canvas.draw.pieslice(box, 90, 270, fill=ink)
    return PRESENCE_ROOM


def menu_letters_hidden(cue: MenuCue) -> int:
    """Return how many letters of the selected row don't fit.

    They don't even in small letters.
    """
    words, room = cue.selected, _menu_room(cue.presences[1])
    fits = (first for first in range(len(words)) if fonts.width(words[first:], SMALL) <= room)
    return next(fits, 0)


FACES: dict[type[StageCue], Callable[[Canvas, Any], None]] = {
    StartCue: draw_start,
    RollCue: draw_roll,
    ThrowCue: lambda canvas, cue: drawing.throws.draw_throw(canvas, cue),
    SymbolsCue: lambda canvas, cue: drawing.throws.draw_symbols(canvas, cue),
    NumberCue: lambda canvas, cue: drawing.scores.draw_number(canvas, cue),
    ScoresCue: lambda canvas, cue: drawing.scores.draw_scores(canvas, cue),
    VerdictCue: draw_verdict,
    ErrorCue: draw_error,
    MessageCue: draw_message,
    MenuCue: draw_menu,
    WheelCue: lambda canvas, cue: drawing.wheel.draw_segment(canvas, cue),
    CardCue: lambda canvas, cue: drawing.cards.draw_card(canvas, cue),
    HandCue: lambda canvas, cue: drawing.cards.draw_hand(canvas, cue),
    TokenCue: lambda canvas, cue: drawing.tiles.draw_token(canvas, cue),
    AimCue: lambda canvas, cue: drawing.figure.draw_aim(canvas, cue),
    MeterCue: lambda canvas, cue: drawing.tiles.draw_meter(canvas, cue),
    TurnCue: lambda canvas, cue: drawing.turns.draw_turn(canvas, cue),
    CountdownCue: lambda canvas, cue: drawing.turns.draw_countdown(canvas, cue),
    JoinCue: lambda canvas, cue: drawing.join_screens.draw_join(canvas, cue),
    IdleCue: lambda canvas, cue: drawing.join_screens.draw_idle(canvas, cue),
    StepCue: lambda canvas, cue: drawing.guide_screens.draw_step(canvas, cue),
    ChoiceCue: lambda canvas, cue: drawing.guide_screens.draw_choice(canvas, cue),
    FrameCue: lambda canvas, cue: drawing.guide_screens.draw_frame(canvas, cue),
}
