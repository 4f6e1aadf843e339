"""Drawings of dice: outlines with numbers, marks for a verdict, the labels."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from hardware.oled import fonts
from hardware.oled.drawing.bitmap import WIDTH
from hardware.oled.drawing.canvas import Canvas, TextStyle, full_width

D10_OUTLINE = ((50, 2), (97, 29), (97, 62), (50, 98), (3, 62), (3, 29))
D10_EDGES = (((3, 62), (18, 66), (50, 80), (82, 66), (97, 62)), ((50, 80), (50, 98)))
"""A trapezohedron seen from above, in hundredths of its box."""

FACE_MIDDLES = {"d10": -0.2}
"""Offset of a face's middle below the die's, in half widths.

On a d10 that is the middle of the face towards the viewer. So placed, the numbers of a row lie on two pages of the
controller; otherwise three would change with each of them.
"""
LONE_SQUARE_UP = 2
"""Rows by which a lone square die is higher than other dice.

So its number is on three pages, not on four.
"""

LONE_RADIUS = 30
LARGEST_RADIUS = 19
ROW_MIDDLE = 20
NUMBER_SIZES = {LONE_RADIUS: (32, 24), LARGEST_RADIUS: (24, 16), 15: (20, 12), 11: (16, 12)}
"""Sizes of one or two, and of three digits by half width."""

EDGE_PLACES = (-0.6, -0.2, 0.2, 0.6)
"""Places of a turning die's upright edge, in half widths."""

HALO = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
PLAIN_BELOW_RADIUS = 15
LOWER_ROW = 42
LOWER_MIDDLE = 51
MARGIN = 2
SUM_ROOM = 48
LABEL_SIZES = (20, 16, 12)
LONE_LABELS = 68


class DicePlace(Struct, frozen=True):
    """The place of a die: centre and half width, in pixels."""

    x: int
    y: int
    radius: int


def places(count: int) -> tuple[DicePlace, ...]:
    """Return the places of 1 to 5 dice.

    They depend on nothing else, so that dice don't jump when they stop.

    :raises ValueError: another count.
    """
    if not 1 <= count <= 5:
        raise ValueError(f"{count} dice: the screen has room for 1 to 5")
    if count == 1:
        return (DicePlace(LONE_RADIUS + 1, 32, LONE_RADIUS),)
    pitch = min(WIDTH // count, 2 * LARGEST_RADIUS + 4)
    first = (WIDTH - pitch * (count - 1)) // 2
    radius = min(LARGEST_RADIUS, pitch // 2 - 1)
    return tuple(DicePlace(first + pitch * at, ROW_MIDDLE, radius) for at in range(count))


def draw_die(canvas: Canvas, place: DicePlace, number: int, look: str, *, stopped: bool) -> None:
    """Draw one die with a *number* of up to three digits.

    It is bold once the die has *stopped*.
    """
    if look == "d10":
        _draw_d10(canvas, place)
    else:
        place = _square(place)
        _draw_square(canvas, place)
    digits = str(number)
    size = NUMBER_SIZES[place.radius][len(digits) > 2]
    middle = place.y + round(place.radius * FACE_MIDDLES.get(look, 0))
    top = middle - fonts.capital(size)[1] // 2
    for right, down in HALO:
        canvas.words(
            digits, place.x + 1 + right, top + down, size, style=TextStyle(bold=stopped, align="middle", ink=0)
        )
    canvas.words(digits, place.x + 1, top, size, style=TextStyle(bold=stopped, align="middle"))


def draw_blank_die(canvas: Canvas, place: DicePlace, turn: int) -> None:
    """Draw a blank square die with an edge that moves each *turn*."""
    place = _square(place)
    side = _draw_square(canvas, place)
    x = place.x + round(side * EDGE_PLACES[turn % len(EDGE_PLACES)])
    canvas.stroke(((x, place.y - side), (x, place.y + side)))


def _square(place: DicePlace) -> DicePlace:
    """Return the place of a square die there."""
    up = LONE_SQUARE_UP if place.radius == LONE_RADIUS else 0
    return DicePlace(place.x, place.y - up, place.radius)


def _draw_square(canvas: Canvas, place: DicePlace) -> int:
    """Draw the outline of a square die; return half its width."""
    side = round(place.radius * 0.9)
    box = (place.x - side, place.y - side, place.x + side, place.y + side)
    canvas.draw.rounded_rectangle(box, radius=side // 3, outline=1)
    return side


def _draw_d10(canvas: Canvas, place: DicePlace) -> None:
    def on_canvas(points: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
        scale = place.radius / 50
        return [(round(place.x + (x - 50) * scale), round(place.y + (y - 50) * scale)) for x, y in points]

    canvas.draw.polygon(on_canvas(D10_OUTLINE), outline=1)
    if place.radius >= PLAIN_BELOW_RADIUS:
        for edge in D10_EDGES:
            canvas.stroke(on_canvas(edge))


def draw_labels(canvas: Canvas, count: int, caption: str, name: str) -> None:
    """Write the roll's caption and the player: beside one die, below several."""
    if count == 1:
        canvas.paragraph((caption,), full_width(4, 32, LONE_LABELS), LABEL_SIZES)
        canvas.paragraph((name,), full_width(32, 60, LONE_LABELS), LABEL_SIZES, bold_last=True)
        return
    room = WIDTH - SUM_ROOM - 3 * MARGIN
    if caption and name:
        canvas.words(fonts.cut(caption, room, 12), MARGIN, LOWER_ROW, 12)
        canvas.words(fonts.cut(name, room, 12), MARGIN, LOWER_ROW + 11, 12)
    else:
        canvas.line(caption or name, MARGIN, LOWER_MIDDLE, room, sizes=LABEL_SIZES, style=TextStyle(bold=not caption))


def draw_sum(canvas: Canvas, total: int) -> None:
    """Write the sum of several dice, to be read across the table."""
    canvas.line(
        str(total), WIDTH - MARGIN, LOWER_MIDDLE, SUM_ROOM, sizes=(32, 24), style=TextStyle(bold=True, align="right")
    )


def draw_tick(canvas: Canvas, ink: int) -> None:
    """Draw the mark of a verdict for good, left of its word."""
    canvas.stroke(((12, 32), (22, 43), (40, 17)), 6, ink)


def draw_cross(canvas: Canvas, ink: int) -> None:
    """Draw the mark of a verdict against, left of its word."""
    canvas.stroke(((13, 18), (37, 42)), 5, ink)
    canvas.stroke(((37, 18), (13, 42)), 5, ink)
