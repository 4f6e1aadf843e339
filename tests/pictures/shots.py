"""What all pictures share: an address, the table's own screen at rest, and few colours."""

from __future__ import annotations

import io
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from PIL import Image

from companion.parts.address import Serving
from web_ui.http.access.hosts import Hosts

ADDRESS = "http://192.168.1.20:8080/"
PATIENCE_S = 20.0
POLL_S = 0.02
STILL_S = 0.2


@contextmanager
def same_address() -> Iterator[None]:
    """Have the table show an address such as a home network gives."""
    told = patch.object(Hosts, "for_phones", lambda hosts, host: ADDRESS.removeprefix("http://").rstrip("/"))
    with told, patch.object(Serving, "join_address", ADDRESS):
        yield


def screen_of(address: str, scale: int) -> Image.Image:
    """Photograph the screen of the table at *address*, once it stands still."""
    url = f"{address}api/v1/screen.png?scale={scale}"
    never, newest, since_s = threading.Event(), b"", time.monotonic()
    while time.monotonic() - since_s < STILL_S:
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            picture = answer.read()
        if picture != newest:
            newest, since_s = picture, time.monotonic()
        never.wait(POLL_S)
    return Image.open(io.BytesIO(newest))


def in_few_colours(picture: Image.Image, colours: int) -> Image.Image:
    """Return *picture* in few colours, for a small file; the rare ones are kept."""
    return picture.convert("RGB").quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
