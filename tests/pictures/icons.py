"""The icons of the home screen as pictures in points: `make pictures` draws them from the one drawing, icon.svg.

They have no transparent corner, since each kind of phone cuts its own, and the rose keeps away from where it is cut.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser

from tests.support.paths import STATIC
from web_ui.pages.first_picture import ICON_SIZES, SEA

FOLDER = STATIC / "icons"
DRAWING = "icon.svg"
COLOURS = 16
SHARE = 0.9
"""How much of the square the drawing fills."""


def draw(browser: Browser, size: int) -> Image.Image:
    """Return the icon as a square of *size* points."""
    page = browser.new_page(viewport={"width": size, "height": size})
    try:
        style = f"body{{margin:0;height:100vh;display:grid;place-items:center;background:{SEA}}}svg{{width:{SHARE:%}}}"
        page.set_content(f"<style>{style}</style>{(STATIC / DRAWING).read_text('utf-8')}")
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    finally:
        page.close()


def file_of(size: int, folder: Path = FOLDER) -> Path:
    """Return where the icon of *size* stands."""
    return folder / f"icon-{size}.png"


def draw_all(browser: Browser, to: Path = FOLDER) -> list[Path]:
    """Draw every size into the folder *to*; return their files."""
    to.mkdir(parents=True, exist_ok=True)
    for size in ICON_SIZES:
        draw(browser, size).quantize(COLOURS, dither=Image.Dither.NONE).save(file_of(size, to), optimize=True)
    return [file_of(size, to) for size in ICON_SIZES]
