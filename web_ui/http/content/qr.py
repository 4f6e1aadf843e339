"""QR codes as pictures of their own."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

import segno

ROOM = {"h": 587, "q": 742, "m": 1035}
"""Maximum number of letters in 101 modules, by error correction.

More modules are too small for a phone's camera on another phone's screen (version 21, ISO/IEC 18004, table 7).
"""


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


@lru_cache(maxsize=16)
def kit_code(text: str) -> str:
    """Return the QR code of *text* as an SVG picture.

    *text* uses a QR code's own alphabet of letters and digits. The picture is dark on white on every page. Its error
    correction is the strongest that leaves the modules large.
    """
    level = next((level for level, most in ROOM.items() if len(text) <= most), "l")
    code = segno.make_qr(text, error=level, mode="alphanumeric")
    drawn = BytesIO()
    code.save(drawn, kind="svg", border=4, dark="#08202a", light="#fff", xmldecl=False, omitsize=True)
    return drawn.getvalue().decode()
