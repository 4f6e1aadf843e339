"""Signs: pictures of 48 by 48 pixels for wheels and cards.

They are readable across the table. Each is drawn by strokes into a box with its top left corner at (0, 0). `SIGNS` is
the only list of their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin

from hardware.oled.drawing.canvas import Canvas, Point

SIDE = 48
MIDDLE = 24


class Pen:
    """Strokes on a canvas, in a sign's own box.

    *ink* 1 is lit, 0 dark.
    """

    def __init__(self, canvas: Canvas, left: int, top: int) -> None:
        self._canvas = canvas
        self._left = left
        self._top = top

    def line(self, *points: Point, thickness: int = 3, ink: int = 1) -> None:
        """Draw a line through *points*, round at its bends."""
        placed = [(x + self._left, y + self._top) for x, y in points]
        self._canvas.draw.line(placed, fill=ink, width=thickness, joint="curve")

    def shape(self, *points: Point, ink: int = 1) -> None:
        """Fill the polygon of *points*."""
        self._canvas.draw.polygon([(x + self._left, y + self._top) for x, y in points], fill=ink)

    def box(self, left: float, top: float, right: float, bottom: float, *, ink: int = 1) -> None:
        """Fill a rectangle, both corners included."""
        x, y = self._left, self._top
        self._canvas.draw.rectangle((x + left, y + top, x + right, y + bottom), fill=ink)

    def frame(self, left: int, top: int, right: int, bottom: int, *, thickness: int = 2) -> None:
        """Draw the outline of a card, dark within."""
        x, y = self._left, self._top
        place = (x + left, y + top, x + right, y + bottom)
        self._canvas.draw.rounded_rectangle(place, radius=4, fill=0, outline=1, width=thickness)

    def disc(self, x: float, y: float, radius: float, ink: int = 1) -> None:
        """Fill a circle."""
        self.oval(x, y, radius, radius, ink=ink)

    def oval(self, x: float, y: float, wide: float, high: float, *, ink: int = 1) -> None:
        """Fill an ellipse with these half axes."""
        x, y = x + self._left, y + self._top
        self._canvas.draw.ellipse((x - wide, y - high, x + wide, y + high), fill=ink)

    def ring(self, x: float, y: float, radius: float, thickness: int = 3) -> None:
        """Draw a circle."""
        x, y = x + self._left, y + self._top
        self._canvas.draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=1, width=thickness)

    def arc(self, x: float, y: float, radius: float, *, begin_deg: float, end_deg: float, thickness: int = 3) -> None:
        """Draw an arc, clockwise from *begin_deg* (0 is right) to *end_deg*."""
        x, y = x + self._left, y + self._top
        box = (x - radius, y - radius, x + radius, y + radius)
        self._canvas.draw.arc(box, begin_deg, end_deg, fill=1, width=thickness)

    def wave(
        self,
        y: int,
        *,
        columns: range = range(SIDE),
        high: float = 2,
        long: int = 12,
        thickness: int = 1,
        ink: int = 1,
    ) -> None:
        """Draw a wavy line through *columns* about the middle *y*.

        *high* is its height above and below *y*, *long* its length from crest to crest.
        """
        points = [(x, y + round(high * sin(2 * pi * x / long))) for x in columns]
        self.line(*points, thickness=thickness, ink=ink)

    def crossed_out(self) -> None:
        """Strike out the drawing from corner to corner."""
        self.line((5, 43), (43, 5), thickness=9, ink=0)
        self.line((5, 43), (43, 5), thickness=4)


def draw_sign(canvas: Canvas, sign: str, left: int, top: int) -> None:
    """Draw *sign* into the 48 x 48 pixels from (*left*, *top*).

    :raises ValueError: there is no such sign.
    """
    draw = SIGNS.get(sign)
    if draw is None:
        raise ValueError(f"no sign is called {sign!r}: expected one of {', '.join(SIGNS)}")
    draw(Pen(canvas, left, top))


def _boat(pen: Pen) -> None:
    pen.line((25, 3), (25, 32), thickness=3)
    pen.shape((28, 6), (43, 28), (28, 28))
    pen.shape((21, 10), (21, 28), (8, 28))
    pen.shape((2, 32), (46, 32), (38, 42), (10, 42))
    pen.wave(45)


def _no_boat(pen: Pen) -> None:
    _boat(pen)
    pen.crossed_out()


def _plane(pen: Pen) -> None:
    pen.oval(24, 23, 4, 21)
    pen.shape((24, 15), (47, 29), (47, 34), (24, 27), (1, 34), (1, 29))
    pen.shape((24, 36), (34, 42), (34, 46), (24, 43), (14, 46), (14, 42))


def _no_plane(pen: Pen) -> None:
    _plane(pen)
    pen.crossed_out()


def _ship(pen: Pen) -> None:
    pen.line((24, 2), (24, 14), thickness=3)
    for outer, inner in ((2, 14), (46, 34)):
        pen.line((outer, 18), (inner, 24), thickness=4)
    pen.shape((16, 29), (16, 20), (20, 20), (20, 13), (28, 13), (28, 20), (32, 20), (32, 29))
    pen.shape((4, 29), (8, 22), (14, 22), (18, 29))
    pen.shape((44, 29), (40, 22), (34, 22), (30, 29))
    pen.box(22, 16, 26, 18, ink=0)
    pen.shape((0, 32), (47, 32), (41, 42), (8, 42))
    pen.wave(45)


def _no_ship(pen: Pen) -> None:
    _ship(pen)
    pen.crossed_out()


def _flag(pen: Pen) -> None:
    pen.line((8, 2), (8, 44), thickness=4)
    pen.shape((12, 7), (20, 4), (28, 7), (36, 9), (45, 6), (41, 16), (45, 27), (36, 30), (28, 28), (20, 25), (12, 28))
    pen.shape((1, 47), (3, 43), (14, 43), (16, 47))


def _cards(pen: Pen) -> None:
    pen.frame(18, 2, 45, 38)
    pen.frame(10, 6, 37, 42)
    pen.frame(2, 10, 29, 46)
    pen.arc(15, 23, 6, begin_deg=180, end_deg=60, thickness=3)
    pen.line((17, 28), (15, 31), (15, 35), thickness=3)
    pen.box(14, 38, 16, 40)


def _again(pen: Pen) -> None:
    pen.arc(24, 24, 20, begin_deg=20, end_deg=150, thickness=5)
    pen.arc(24, 24, 20, begin_deg=200, end_deg=330, thickness=5)
    pen.shape((47, 10), (45, 27), (30, 17))
    pen.shape((1, 38), (3, 21), (18, 31))


def _kraken(pen: Pen) -> None:
    pen.oval(23, 16, 11, 13)
    pen.box(14, 17, 32, 34)
    for x in (18, 28):
        pen.oval(x, 18, 2, 3, ink=0)
        pen.disc(x, 18, 0)
    pen.line((15, 32), (10, 38), (4, 34), (3, 26), (7, 23))
    pen.line((31, 32), (36, 38), (42, 34), (43, 26), (39, 23))
    pen.line((20, 33), (19, 41), (14, 43))
    pen.line((26, 33), (27, 41), (32, 43))
    pen.wave(42, columns=range(47))
    pen.wave(46, columns=range(47), high=1)


def _boom(pen: Pen) -> None:
    pen.shape(*_star(23, 13))
    pen.shape(*_star(13, 7), ink=0)
    pen.shape(*_star(8, 4))


def _star(outer: float, inner: float, spikes: int = 10) -> list[Point]:
    """Return the corners of a star, each second spike a little shorter."""
    points: list[Point] = []
    for corner in range(2 * spikes):
        radius = inner if corner % 2 else outer * (0.87 if corner % 4 else 1)
        angle = pi * corner / spikes - pi / 2
        points.append((MIDDLE + radius * cos(angle), MIDDLE + radius * sin(angle)))
    return points


def _stream(pen: Pen) -> None:
    for y in (10, 24, 38):
        pen.wave(y, columns=range(2, 37), high=3, long=17, thickness=3)
        pen.shape((35, y - 7), (47, y), (35, y + 7))


def _fog(pen: Pen) -> None:
    pen.disc(15, 17, 9)
    pen.disc(27, 13, 11)
    pen.disc(37, 19, 7)
    pen.box(9, 17, 40, 25)
    for y, left, right in ((31, 2, 34), (37, 12, 46), (43, 4, 38)):
        pen.box(left, y, right, y + 2)


def _updraft(pen: Pen) -> None:
    for x, tip, foot in ((8, 13, 46), (24, 2, 40), (40, 13, 46)):
        pen.line((x, foot), (x, tip + 9), thickness=4)
        pen.shape((x - 7, tip + 11), (x + 7, tip + 11), (x, tip))


def _skull(pen: Pen) -> None:
    pen.oval(24, 19, 19, 17)
    pen.box(14, 28, 34, 44)
    for x in (16, 32):
        pen.oval(x, 20, 5, 6, ink=0)
    pen.shape((24, 26), (28, 33), (20, 33), ink=0)
    for x in (19, 24, 29):
        pen.line((x, 38), (x, 44), thickness=2, ink=0)


def _earth(pen: Pen) -> None:
    pen.shape((0, 44), (17, 12), (33, 44))
    pen.shape((22, 44), (34, 22), (47, 44))
    pen.shape((17, 12), (22, 22), (18, 20), (15, 23), (12, 21), ink=0)
    pen.line((12, 21), (17, 12), (22, 22), thickness=2)


def _wind(pen: Pen) -> None:
    pen.line((2, 18), (28, 18), thickness=4)
    pen.arc(28, 11, 8, begin_deg=180, end_deg=90, thickness=4)
    pen.line((2, 27), (38, 27), thickness=4)
    pen.arc(38, 19, 8, begin_deg=225, end_deg=90, thickness=4)
    pen.line((8, 36), (24, 36), thickness=4)
    pen.arc(24, 41, 6, begin_deg=270, end_deg=150, thickness=4)


def _fire(pen: Pen) -> None:
    pen.shape(
        (24, 1), (31, 12), (39, 20), (41, 32), (36, 42), (24, 47), (12, 42), (7, 32), (10, 20), (15, 25), (19, 14)
    )
    pen.shape((25, 24), (31, 33), (31, 40), (24, 44), (17, 40), (17, 34), (21, 36), ink=0)


def _ocean(pen: Pen) -> None:
    for x in (9, 39):
        pen.ring(x, 11, 8, 3)
    pen.shape((9, 2), (39, 2), (38, 13), (35, 20), (29, 26), (19, 26), (13, 20), (10, 13))
    pen.wave(10, columns=range(11, 38), high=2, long=13, thickness=2, ink=0)
    pen.shape((22, 26), (26, 26), (28, 40), (20, 40))
    pen.box(12, 41, 36, 46)


def _lift(pen: Pen) -> None:
    pen.line((3, 6), (45, 6), thickness=3)
    pen.line((24, 6), (24, 14), thickness=3)
    pen.oval(22, 24, 13, 11)
    pen.shape((30, 20), (47, 18), (47, 22), (32, 28))
    pen.line((45, 14), (45, 27), thickness=3)
    pen.shape((14, 20), (22, 17), (22, 26), (11, 26), ink=0)
    pen.line((14, 34), (14, 40), thickness=2)
    pen.line((29, 34), (29, 40), thickness=2)
    pen.line((6, 37), (10, 41), (36, 41), thickness=3)


def _sand(pen: Pen) -> None:
    pen.shape((16, 14), (32, 14), (42, 30), (40, 42), (32, 46), (16, 46), (8, 42), (6, 30))
    pen.shape((14, 3), (24, 7), (34, 3), (30, 11), (18, 11))
    pen.box(14, 11, 34, 13, ink=0)
    pen.box(15, 11, 33, 12)
    for x, y in ((18, 26), (25, 23), (31, 29), (15, 35), (23, 34), (33, 38), (26, 41), (18, 41)):
        pen.box(x, y, x + 1, y + 1, ink=0)


def _wave(pen: Pen) -> None:
    pen.shape((0, 46), (0, 36), (10, 30), (17, 18), (24, 11), (31, 8), (38, 9), (44, 14), (46, 24), (41, 20), (34, 21))
    pen.shape((34, 21), (31, 28), (34, 36), (47, 40), (47, 46), (0, 46))
    pen.disc(36, 26, 5, ink=0)
    pen.line((7, 38), (16, 34), (21, 24), (28, 17), thickness=1, ink=0)
    pen.line((16, 42), (24, 38), (26, 28), thickness=1, ink=0)


def _gem(pen: Pen) -> None:
    pen.shape((12, 6), (36, 6), (47, 19), (24, 46), (1, 19))
    for line in (((1, 19), (47, 19)), ((12, 6), (16, 19), (24, 46), (32, 19), (36, 6)), ((16, 19), (24, 6), (32, 19))):
        pen.line(*line, thickness=2, ink=0)


def _block(pen: Pen) -> None:
    pen.shape((24, 2), (45, 13), (24, 24), (3, 13))
    pen.shape((3, 16), (22, 27), (22, 46), (3, 35))
    pen.line((26, 27), (45, 16), (45, 35), (26, 46), (26, 27), thickness=2)


def _spark(pen: Pen) -> None:
    pen.shape((30, 1), (8, 27), (21, 27), (15, 47), (40, 19), (26, 19))


def _no(pen: Pen) -> None:
    pen.ring(24, 24, 22, 5)
    pen.line((10, 38), (38, 10), thickness=6)


def _plus(pen: Pen) -> None:
    pen.box(1, 21, 23, 27)
    pen.box(9, 13, 15, 35)
    pen.shape((36, 7), (42, 7), (42, 41), (35, 41), (35, 16), (28, 19), (28, 13))


def _whirl(pen: Pen) -> None:
    points = []
    for step in range(140):
        angle, radius = step * 0.13, 22 - step * 0.15
        points.append((MIDDLE + radius * cos(angle), MIDDLE + radius * sin(angle) * 0.9))
    pen.line(*points, thickness=3)


def _hole(pen: Pen) -> None:
    pen.arc(24, 24, 22, begin_deg=0, end_deg=360, thickness=2)
    for radius, begin in ((17, 30), (17, 210)):
        pen.arc(24, 24, radius, begin_deg=begin, end_deg=begin + 110, thickness=2)
    pen.disc(24, 24, 13)
    pen.disc(24, 24, 11, ink=0)
    pen.shape((24, 32), (18, 24), (22, 24), (22, 16), (26, 16), (26, 24), (30, 24))


def _ball(pen: Pen) -> None:
    pen.disc(31, 30, 16)
    pen.arc(31, 30, 11, begin_deg=190, end_deg=280, thickness=2)
    pen.disc(26, 24, 3, ink=0)
    for begin, end in (((1, 6), (17, 19)), ((12, 1), (24, 12)), ((1, 20), (12, 28))):
        pen.line(begin, end, thickness=3)


def _charm(pen: Pen) -> None:
    pen.arc(24, 4, 21, begin_deg=20, end_deg=160, thickness=2)
    pen.line((4, 1), (9, 16), thickness=2)
    pen.line((44, 1), (39, 16), thickness=2)
    pen.shape((13, 22), (35, 22), (40, 32), (24, 47), (8, 32))
    pen.disc(24, 32, 6, ink=0)
    pen.disc(24, 32, 3)


def _arrow(pen: Pen) -> None:
    pen.box(2, 19, 28, 29)
    pen.shape((26, 7), (46, 24), (26, 41))


def _person(pen: Pen) -> None:
    pen.disc(24, 11, 9)
    pen.shape((19, 19), (29, 19), (36, 37), (12, 37))
    pen.box(8, 37, 40, 45)
    pen.line((9, 36), (39, 36), thickness=1, ink=0)


SIGNS: Mapping[str, Callable[[Pen], None]] = {
    "boat": _boat,
    "no-boat": _no_boat,
    "plane": _plane,
    "no-plane": _no_plane,
    "ship": _ship,
    "no-ship": _no_ship,
    "flag": _flag,
    "cards": _cards,
    "again": _again,
    "kraken": _kraken,
    "boom": _boom,
    "stream": _stream,
    "fog": _fog,
    "updraft": _updraft,
    "skull": _skull,
    "earth": _earth,
    "wind": _wind,
    "fire": _fire,
    "ocean": _ocean,
    "lift": _lift,
    "sand": _sand,
    "wave": _wave,
    "gem": _gem,
    "block": _block,
    "spark": _spark,
    "no": _no,
    "plus": _plus,
    "whirl": _whirl,
    "hole": _hole,
    "ball": _ball,
    "charm": _charm,
    "arrow": _arrow,
    "person": _person,
}
