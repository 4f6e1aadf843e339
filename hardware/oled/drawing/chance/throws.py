"""Drawings of up to 20 dice of any kinds, and their symbols.

Few dice have their outline by kind and a large number. More of them stand in two rows; from thirteen on, numbers stand
alone. A dropped die is struck through, a kept one is lit.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.cues import SymbolsCue, ThrowCue, ThrowingCue
from hardware.oled import fonts
from hardware.oled.drawing.bitmap import HEIGHT, WIDTH
from hardware.oled.drawing.canvas import BOLD, Canvas, TextStyle
from hardware.oled.drawing.chance.dice import (
    D10_OUTLINE,
    HALO,
    LARGEST_RADIUS,
    LOWER_MIDDLE,
    LOWER_ROW,
    MARGIN,
    ROW_MIDDLE,
    DicePlace,
)

MOST_IN_ROW = 5
MOST_OUTLINED = 12
SMALL = 12
NUMBER_SIZES = ((19, (24, 16, 12)), (15, (20, 12)), (11, (16, 12)), (0, (12,)))
"""Sizes of a number by the least half width of its die."""
OUTLINES = {
    "d4": ((50, 4), (98, 92), (2, 92)),
    "d8": ((50, 0), (98, 50), (50, 100), (2, 50)),
    "d10": D10_OUTLINE,
    "d%": D10_OUTLINE,
    "d100": D10_OUTLINE,
    "d12": ((50, 0), (98, 36), (80, 96), (20, 96), (2, 36)),
    "d20": ((50, 0), (96, 26), (96, 74), (50, 100), (4, 74), (4, 26)),
}
"""The outlines of dice, in hundredths of their box.

Any other die is a square.
"""
LOWER_NUMBER = {"d4": 0.25, "d12": 0.05}
"""Offset of a number below its die's middle, in half widths."""
TOTAL_ROOM = 62
TOTAL_SIZES = (32, 24, 20, 16)
CAPTION_SIZES = (16, 12)
STOPS = 10
"""Pictures of a landing, as one die after the other stops."""
MOST_SYMBOLS = 4
UNKNOWN = "?"
"""The face of a turning die without numbers."""
TURNING = 3
"""The most dice that turn at once; each costs the wire."""


def places(count: int) -> tuple[DicePlace, ...]:
    """Return the places of 1 to 20 dice, by their number alone."""
    if count <= MOST_IN_ROW:
        return _row(count, ROW_MIDDLE, min(LARGEST_RADIUS, WIDTH // max(count, 3) // 2 - 1))
    if count <= MOST_OUTLINED:
        first = (count + 1) // 2
        radius = min(9, WIDTH // first // 2 - 1)
        return (*_row(first, 10, radius), *_row(count - first, 30, radius, columns=first))
    return tuple(place for row in range(3) for place in _row(7, 6 + 14 * row, 8))[:count]


def _row(count: int, middle: int, radius: int, columns: int = 0) -> tuple[DicePlace, ...]:
    pitch = min(WIDTH // (columns or count), 2 * radius + 4)
    first = (WIDTH - pitch * ((columns or count) - 1)) // 2
    return tuple(DicePlace(first + pitch * at, middle, radius) for at in range(count))


def draw_throw(canvas: Canvas, cue: ThrowCue) -> None:
    """Draw each die with its mark, and write caption, person and total."""
    for at, place in enumerate(places(len(cue.faces))):
        is_kept, is_dropped = (any(marks[at : at + 1]) for marks in (cue.kept, cue.dropped))
        _draw_die(canvas, place, cue.kinds[at], cue.faces[at], is_lit=is_kept, outlined=len(cue.faces) <= MOST_OUTLINED)
        if is_dropped:
            _strike(canvas, place)
        if at == cue.at:
            below = place.y + place.radius
            canvas.box(place.x - place.radius, below + 1, place.x + place.radius, below + 2)
    draw_words(canvas, cue.caption, cue.name, cue.total)


def draw_throwing(canvas: Canvas, cue: ThrowingCue, tick: int) -> None:
    """Draw the dice with a few that turn, other ones each *tick*."""
    tumbling = [at for at, face in enumerate(cue.faces) if not face]
    turning = {tumbling[(tick * TURNING + step) % len(tumbling)] for step in range(TURNING)} if tumbling else set()
    outlined = len(cue.faces) <= MOST_OUTLINED
    for at, place in enumerate(places(len(cue.faces))):
        shown = cue.faces[at] or (_turned(cue.kinds[at], at, tick) if at in turning else "")
        _draw_die(canvas, place, cue.kinds[at], shown, is_lit=bool(cue.faces[at]), outlined=outlined)
    draw_words(canvas, cue.caption, cue.name, "")


def draw_stopping(canvas: Canvas, cue: ThrowCue, tick: int) -> None:
    """Draw a landing's dice at *tick*; stopped ones show their face."""
    count = len(cue.faces)
    stopped = count * tick // STOPS
    for at, place in enumerate(places(count)):
        turns = stopped <= at < stopped + TURNING
        shown = cue.faces[at] if at < stopped else _turned(cue.kinds[at], at, tick) if turns else ""
        _draw_die(canvas, place, cue.kinds[at], shown, outlined=count <= MOST_OUTLINED)
    draw_words(canvas, cue.caption, cue.name, "")


def draw_words(canvas: Canvas, caption: str, name: str, total: str) -> None:
    """Write the total large, and the caption and the person beside it."""
    room = WIDTH - 2 * MARGIN
    if total:
        wide = fonts.width(*fonts.fit(total, TOTAL_ROOM, TOTAL_SIZES))
        canvas.line(
            total, WIDTH - MARGIN, LOWER_MIDDLE + 1, TOTAL_ROOM, sizes=TOTAL_SIZES,
            style=TextStyle(bold=True, align="right"),
        )  # fmt: skip
        room -= wide + 2 * MARGIN
    if caption and name:
        canvas.words(fonts.cut(caption, room, SMALL), MARGIN, LOWER_ROW + 1, SMALL)
        canvas.words(fonts.cut(name, room, SMALL), MARGIN, LOWER_ROW + 12, SMALL)
    else:
        canvas.line(caption or name, MARGIN, LOWER_MIDDLE + 1, room, sizes=CAPTION_SIZES)


def _turned(kind: str, at: int, tick: int) -> str:
    """Return a face of a turning die, the same for every outcome."""
    if kind == "die":
        return UNKNOWN
    sides = int(kind[1:]) if kind[1:].isdecimal() else 6
    return str((7 * tick + 3 * at) % sides + 1)


def _draw_die(
    canvas: Canvas, place: DicePlace, kind: str, face: str, *, is_lit: bool = False, outlined: bool = True
) -> None:
    """Draw one die of *kind* with its *face*.

    A lit die is dark on a lit ground.
    """
    if outlined:
        _draw_outline(canvas, place, kind, is_lit)
    elif is_lit:
        canvas.box(place.x - place.radius, place.y - 6, place.x + place.radius, place.y + 6)
    if not face:
        return
    sizes = next(sizes for least, sizes in NUMBER_SIZES if place.radius >= least)
    words, size = fonts.fit(face, 2 * place.radius + 2, sizes)
    top = place.y + round(place.radius * LOWER_NUMBER.get(kind, 0)) - fonts.capital(size)[1] // 2
    ink = 0 if is_lit else 1
    for right, down in HALO if outlined else ():
        style = TextStyle(bold=True, align="middle", ink=1 - ink)
        canvas.words(words, place.x + 1 + right, top + down, size, style=style)
    canvas.words(words, place.x + 1, top, size, style=TextStyle(bold=True, align="middle", ink=ink))


def _draw_outline(canvas: Canvas, place: DicePlace, kind: str, is_lit: bool) -> None:
    fill = 1 if is_lit else None
    outline = OUTLINES.get(kind)
    if kind == "d2":
        box = (place.x - place.radius, place.y - place.radius, place.x + place.radius, place.y + place.radius)
        canvas.draw.ellipse(box, outline=1, fill=fill)
    elif outline is None:
        side = round(place.radius * 0.95)
        box = (place.x - side, place.y - side, place.x + side, place.y + side)
        canvas.draw.rounded_rectangle(box, radius=side // 3, outline=1, fill=fill)
    else:
        canvas.draw.polygon(_on_canvas(outline, place), outline=1, fill=fill)


def _on_canvas(points: Sequence[tuple[int, int]], place: DicePlace) -> list[tuple[float, float]]:
    scale = place.radius / 50
    return [(round(place.x + (x - 50) * scale), round(place.y + (y - 50) * scale)) for x, y in points]


def _strike(canvas: Canvas, place: DicePlace) -> None:
    """Strike a die through that doesn't count."""
    reach = min(place.radius, 12)
    ends = ((place.x - reach, place.y + reach // 2 + 1), (place.x + reach, place.y - reach // 2 - 1))
    canvas.stroke(ends, 3, 0)
    canvas.stroke(ends)


def draw_symbols(canvas: Canvas, cue: SymbolsCue) -> None:
    """Write each symbol with its count, large if they are few."""
    canvas.line(cue.title, MARGIN, 6, WIDTH - 2 * MARGIN, sizes=(SMALL,))
    bottom = HEIGHT - SMALL - 1 if cue.foot else HEIGHT
    rows = cue.symbols[:MOST_SYMBOLS]
    pitch = (bottom - SMALL - 2) // max(1, len(rows))
    sizes = (20, 16, SMALL) if len(rows) <= 2 else (SMALL,)
    for at, (word, count) in enumerate(rows):
        middle = SMALL + 2 + pitch * at + pitch // 2
        canvas.line(str(count), WIDTH - MARGIN, middle, 30, sizes=sizes, style=TextStyle(bold=True, align="right"))
        canvas.line(word, MARGIN, middle, WIDTH - 36, sizes=sizes, style=BOLD)
    if cue.foot:
        canvas.line(fonts.cut(cue.foot, WIDTH - 2 * MARGIN, SMALL), MARGIN, HEIGHT - 7, WIDTH, sizes=(SMALL,))
