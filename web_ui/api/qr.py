"""QR codes as pictures of their own."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=4)
def code_of(text: str) -> bytes:
    """Return the QR code of *text* as a picture of its own, dark on white whatever the page is like."""
    from io import BytesIO

    import segno  # a start that shows no code doesn't pay for it

    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", border=3, scale=8, dark="#08202a", light="#fff")
    return drawn.getvalue()
