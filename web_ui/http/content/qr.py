"""QR codes as pictures of their own."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno


@lru_cache(maxsize=4)
def code_of(text: str) -> bytes:
    """Return the QR code of the address *text* as an SVG picture.

    It is dark on white on every page. Its scheme is in small letters, since some phones don't know ``HTTP://``, in a
    segment of its own.
    """
    drawn, (scheme, colon, rest) = BytesIO(), text.partition(":")
    segments = [scheme.lower(), f"{colon}{rest}"]
    code = segno.make(segments, error="m", micro=False)  # type: ignore[arg-type]  # its encoder takes a list of texts
    code.save(drawn, kind="svg", border=3, scale=8, dark="#08202a", light="#fff")
    return drawn.getvalue()
