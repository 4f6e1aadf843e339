"""QR codes that fit 64 rows: 25 modules of two pixels.

They are on a lit ground.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from PIL import Image

from hardware.oled.drawing.bitmap import HEIGHT
from hardware.oled.drawing.canvas import Canvas

VERSION = 2
MODULES = 25
MODULE_PIXELS = 2
CAPITALS = re.compile(r"[0-9A-Z $%*+./:-]+")
"""Characters of the alphanumeric segment (ISO/IEC 18004, 7.3.4)."""
LEVELS = ("h", "q", "m", "l")
"""Levels of error correction, the strongest first."""


@lru_cache(maxsize=8)
def qr_modules(text: str) -> Sequence[Sequence[int]] | None:
    """Return 25 rows of 25 modules for *text*, 1 for dark.

    None if it is too long for a code of that size.

    An address is written in two segments: the scheme in small letters, since some phones don't know ``HTTP://``, and
    all else in the shorter one of capitals, which mean the same in a host. A path in small letters makes it one
    segment.
    """
    parts = urlsplit(text)
    behind = parts._replace(scheme="", netloc=parts.netloc.upper()).geturl()
    segments = [parts.scheme, f":{behind}"] if parts.netloc and CAPITALS.fullmatch(behind) else [text]
    for level in LEVELS:
        try:
            code = segno.make(segments, version=VERSION, error=level, boost_error=False, micro=False)  # type: ignore[arg-type]  # its encoder takes a list, a text a segment
            return tuple(code.matrix)
        except segno.DataOverflowError:
            continue
    return None


def draw_code(canvas: Canvas, modules: Sequence[Sequence[int]]) -> None:
    """Draw *modules* on a lit square at the left, of full height."""
    canvas.box(0, 0, HEIGHT - 1, HEIGHT - 1)
    code = Image.new("1", (MODULES, MODULES))
    code.putdata([not dark for line in modules for dark in line])
    side = MODULES * MODULE_PIXELS
    margin = (HEIGHT - side) // 2
    canvas.image.paste(code.resize((side, side), Image.Resampling.NEAREST), (margin, margin))
