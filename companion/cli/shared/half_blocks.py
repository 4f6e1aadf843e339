"""Pictures of the small screen for a terminal, two rows a line."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

BLOCKS = " ▄▀█"
"""The block of two pixels, by twice the upper plus the lower."""
GAP = "  "


def half_blocks(picture: Image.Image) -> list[str]:
    """Return the lines of the 1-bit *picture*, a column for each pixel."""
    width, height = picture.size
    lit = [pixel > 0 for pixel in picture.convert("L").tobytes()]
    rows = [lit[top : top + width] for top in range(0, width * height, width)]
    return [
        "".join(BLOCKS[2 * upper + lower] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]


def beside(pictures: Iterable[Image.Image]) -> str:
    """Return *pictures* of the same height side by side."""
    lines = zip(*map(half_blocks, pictures), strict=True)
    return "\n".join(GAP.join(row).rstrip() for row in lines)
