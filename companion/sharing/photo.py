"""QR codes found in photos, which anybody may send."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from io import BytesIO

import zxingcpp
from PIL import Image

from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.sharing.code import MARK

MAX_SIDE = 4096
MAX_PIXELS = 6_000_000
"""Maximum number of pixels, about 24 MB in memory."""
MAX_SCANS = 40
"""Maximum number of scans; a progressive JPEG has about ten.

Each scan goes over all pixels.
"""
_SCAN = b"\xff\xda"
"""Marker before a scan (ITU-T T.81, table B.1); never in pixels."""
_WAIT_S = 1.0
"""Seconds to wait for a photo before this one.

Pages share the threads that wait here.
"""
_JPEG = b"\xff\xd8"
_FORMATS = ("JPEG", "PNG")
_ENLARGED = 1200
"""A smaller photo is also looked at in twice its size."""


class PhotoReader:
    """Reads one photo after the other, on any thread."""

    def __init__(self) -> None:
        self._reading = threading.Lock()

    def read(self, photo: bytes) -> str:
        """Return the text of the QR code in *photo*, preferably a kit's.

        :raises RequestRefused: ``busy`` if others are being read; else it can't be read, or there is no code in it.
        """
        if not self._reading.acquire(timeout=_WAIT_S):
            raise RequestRefused(Message("session.busy"), "busy")
        try:
            found = _codes_in(_pixels(photo))
        finally:
            self._reading.release()
        if not found:
            raise RequestRefused(Message("share.no-code"), "refused")
        return next((text for text in found if text.startswith(MARK)), found[0])


def _pixels(photo: bytes) -> Image.Image:
    """Return the grey pixels of *photo*.

    :raises RequestRefused: it is no photo, damaged, or too large.
    """
    if photo.startswith(_JPEG) and photo.count(_SCAN) > MAX_SCANS:
        raise RequestRefused(Message("share.no-photo"), "refused")
    try:
        with Image.open(BytesIO(photo), formats=_FORMATS) as image:
            width, height = image.size
            if max(width, height) > MAX_SIDE or width * height > MAX_PIXELS:
                raise RequestRefused(Message("share.photo-too-large"), "refused")
            return image.convert("L")
    except RequestRefused:
        raise
    except Image.DecompressionBombError as error:
        raise RequestRefused(Message("share.photo-too-large"), "refused") from error
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        # Pillow's readers raise all of these for damaged files.
        raise RequestRefused(Message("share.no-photo"), "refused") from error


def _codes_in(image: Image.Image) -> list[str]:
    """Return the texts of all QR codes in *image*."""
    # Made here: what its library still owns at the program's end is told as a leak.
    formats = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])
    for each in _tries(image):
        found = zxingcpp.read_barcodes(each, formats=formats)
        if found:
            return [code.text for code in found]
    return []


def _tries(image: Image.Image) -> Iterator[Image.Image]:
    """Yield *image*, then other sizes that may reveal a blurred code."""
    yield image
    yield image.resize((image.width * 2 // 3, image.height * 2 // 3), Image.Resampling.BOX)
    if max(image.size) <= _ENLARGED:
        yield image.resize((image.width * 2, image.height * 2), Image.Resampling.BICUBIC)
