"""A 1-bit canvas: words placed by their capitals, and made to fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from PIL import Image, ImageDraw

from hardware.oled import fonts
from hardware.oled.drawing.bitmap import SIZE, WIDTH

Align = Literal["left", "middle", "right"]
Point = tuple[float, float]
Area = tuple[int, int, int, int]


class TextStyle(Struct, frozen=True):
    """A style of words.

    *align* is the end that is placed; *ink* is 1 for lit, 0 for dark.
    """

    bold: bool = False
    align: Align = "left"
    ink: int = 1


PLAIN = TextStyle()
BOLD = TextStyle(bold=True)


class Canvas:
    """128 x 64 dark pixels to draw on.

    All measures are pixels from the top left; *ink* is 1 for lit, 0 for dark.
    """

    def __init__(self) -> None:
        self.image = Image.new("1", SIZE)
        self.draw = ImageDraw.Draw(self.image)
        self.draw.fontmode = "1"

    def box(self, left: int, top: int, right: int, bottom: int, *, ink: int = 1) -> None:
        """Fill from the top left pixel to the bottom right one, inclusive."""
        self.draw.rectangle((left, top, right, bottom), fill=ink)

    def stroke(self, points: Sequence[Point], thickness: int = 1, ink: int = 1) -> None:
        """Draw a line through *points*."""
        self.draw.line(list(points), fill=ink, width=thickness)

    def words(self, words: str, x: int, top: int, size: int, *, style: TextStyle = PLAIN) -> None:
        """Write *words* with the top of their capitals at *top*.

        *x* is their left end, middle or right end.
        """
        wide = fonts.width(words, size)
        left = {"left": x, "middle": x - wide // 2, "right": x - wide}[style.align]
        above, _ = fonts.capital(size)
        font = fonts.font(size, style.bold)
        self.draw.text((left, top - above), words.translate(fonts.DRAWN_AS), font=font, fill=style.ink)

    def line(
        self,
        words: str,
        x: int,
        middle: int,
        room: int,
        *,
        sizes: tuple[int, ...],
        style: TextStyle = PLAIN,
    ) -> None:
        """Write one line with its capitals centred on the row *middle*.

        It takes the first of *sizes* that fits, else it is cut.
        """
        fitting, size = fonts.fit(words, room, sizes)
        _, high = fonts.capital(size)
        self.words(fitting, x, middle - high // 2, size, style=style)

    def paragraph(
        self,
        lines: Sequence[str],
        area: Area,
        sizes: tuple[int, ...],
        *,
        bold_last: bool = False,
        ink: int = 1,
    ) -> None:
        """Write *lines*, wrapped and centred in the height of *area*.

        *area* is (left, top, right, bottom). The first of *sizes* is taken at which they fit without tearing a word;
        else the last with its lines closer together. A text too long even so is cut.

        :param bold_last: whether the last of *lines* stands out.
        """
        left, top, right, bottom = area
        room = right - left
        size, pitch = _setting(lines, area, sizes) or (sizes[-1], tight_pitch(sizes[-1]))
        broken = [
            (part, bold_last and at == len(lines) - 1)
            for at, line in enumerate(lines)
            for part in fonts.wrap(line, room, size)
        ]
        maximum = _lines_in(bottom - top, size, pitch)
        if len(broken) > maximum:
            part, bold = broken[maximum - 1]
            broken[maximum - 1 :] = [(fonts.cut(part + fonts.ELLIPSIS, room, size), bold)]
        self._block(broken, area, size, pitch, ink=ink)

    def _block(self, lines: list[tuple[str, bool]], area: Area, size: int, pitch: int, *, ink: int) -> None:
        left, top, _, bottom = area
        accent, high = fonts.capital(size)
        spare = bottom - top - accent - high - _descent(size) - (len(lines) - 1) * pitch
        between = max(0, min(2, spare // len(lines))) if lines else 0
        begin = top + accent + (spare - (len(lines) - 1) * between + 1) // 2
        for at, (words, bold) in enumerate(lines):
            self.words(words, left, begin + at * (pitch + between), size, style=TextStyle(bold=bold, ink=ink))


def has_room(lines: Sequence[str], area: Area, sizes: tuple[int, ...]) -> bool:
    """Whether `Canvas.paragraph` can write all of *lines* into *area*."""
    return _setting(lines, area, sizes) is not None


def _setting(lines: Sequence[str], area: Area, sizes: tuple[int, ...]) -> tuple[int, int] | None:
    """Return the first size and line pitch at which *lines* fit *area*.

    The pitch is in pixels. No word may be torn.
    """
    left, top, right, bottom = area
    for size, pitch in (*zip(sizes, sizes, strict=True), (sizes[-1], tight_pitch(sizes[-1]))):
        count = sum(len(fonts.wrap(line, right - left, size)) for line in lines)
        whole = all(fonts.breaks_well(line, right - left, size) for line in lines)
        if whole and count <= _lines_in(bottom - top, size, pitch):
            return size, pitch
    return None


def tight_pitch(size: int) -> int:
    """Return the least line pitch in pixels at *size*.

    The next capital begins below a descender.
    """
    return fonts.capital(size)[1] + _descent(size)


def _descent(size: int) -> int:
    return size // 5


def _lines_in(height: int, size: int, pitch: int) -> int:
    accent, high = fonts.capital(size)
    return max(1, (height - accent - high - _descent(size)) // pitch + 1)


def full_width(area_top: int, area_bottom: int, left: int = 0) -> Area:
    """Return an area from *left* to the right edge, for `Canvas.paragraph`."""
    return left, area_top, WIDTH, area_bottom
