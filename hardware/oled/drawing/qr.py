"""QR codes that a phone reads off 64 rows: 25 modules of two pixels on a lit ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from PIL import Image

from hardware.oled.drawing.canvas import Canvas
from hardware.oled.panel.bitmap import HEIGHT

VERSION = 2
MODULES = 25
MODULE_PIXELS = 2


@lru_cache(maxsize=8)
def qr_modules(text: str) -> Sequence[Sequence[int]] | None:
    """Return 25 rows of 25 modules, 1 for dark, for *text*; None if it is too long for a code of that size.

    Scheme and host of an address are put in capitals, which mean the same and are shorter in a code.
    """
    import segno  # a start without a code doesn't pay for it

    parts = urlsplit(text)
    if parts.scheme and parts.netloc:
        text = parts._replace(scheme="", netloc=parts.netloc.upper()).geturl()
        text = f"{parts.scheme.upper()}:{text}"
    try:
        code = segno.make(text, version=VERSION, error="l", boost_error=True, micro=False)
    except segno.DataOverflowError:
        return None
    return tuple(code.matrix)


def draw_code(canvas: Canvas, modules: Sequence[Sequence[int]]) -> None:
    """Draw *modules* on a lit square as high as the screen, at its left."""
    canvas.box(0, 0, HEIGHT - 1, HEIGHT - 1)
    code = Image.new("1", (MODULES, MODULES))
    code.putdata([not dark for line in modules for dark in line])
    side = MODULES * MODULE_PIXELS
    margin = (HEIGHT - side) // 2
    canvas.image.paste(code.resize((side, side), Image.Resampling.NEAREST), (margin, margin))
