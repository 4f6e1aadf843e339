"""The 128 x 64 bitmap: its size, and its formats.

One is for the controllers, one for the rest of the table.
"""

from __future__ import annotations

import io

from PIL import Image

WIDTH = 128
HEIGHT = 64
SIZE = (WIDTH, HEIGHT)
PICTURE_BYTES = WIDTH * HEIGHT // 8
LARGEST_SCALE = 8


def pack_pages(image: Image.Image) -> bytes:
    """Return the 1-bit *image* as a controller's RAM.

    It has pages of eight rows, a byte a column, top row lowest bit.
    """
    pages = image.height >> 3
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page::pages] for page in range(pages))


def png(picture: bytes, scale: int = 4) -> bytes:
    """Return a public picture as a PNG file, scaled by *scale*.

    :param picture: 1,024 bytes, row by row from the top, the leftmost pixel of eight in the highest bit.
    :raises ValueError: another length, or a scale that isn't 1 to 8.
    """
    if len(picture) != PICTURE_BYTES:
        raise ValueError(f"a picture of {len(picture)} bytes: expected {PICTURE_BYTES}")
    if not 1 <= scale <= LARGEST_SCALE:
        raise ValueError(f"scale {scale}: expected 1 to {LARGEST_SCALE}")
    image = Image.frombytes("1", SIZE, picture)
    file = io.BytesIO()
    image.resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST).save(file, "PNG")
    return file.getvalue()
