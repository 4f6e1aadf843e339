"""`make pictures`: the pictures of the README, taken from a table that plays; nothing in them is drawn by hand.

The results, the people and the address are chosen, so that every picture is the same each time.
"""

from __future__ import annotations

import argparse
import io
import logging
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.config import Settings, load
from companion.daemon import Daemon, Opening
from companion.dealers import ScriptedDealer
from companion.reveal import TIMES_S
from companion.session import Request
from tests import icons
from tests.web.browsing import ARGUMENTS, CHROMIUM, DESK, PHONE, WATCHERS_HOST, Pages

FOLDER = Path(__file__).parent / "screenshots"
ADDRESS = "http://192.168.1.20:8080/"
PEOPLE = ("Ann", "Ben")
ROLLS = (
    (0, "roll dice", (9, 2, 5)),
    (1, "roll blue", ("lost",)),
    (0, "roll plain", ("won",)),
    (1, "roll dice", (3, 7, 10)),
)
"""Which seat rolls what, and what comes of it."""
PHOTOGRAPHED = {2: "oled-won", 3: "oled-roll"}
"""After which roll the screen is photographed, and the picture's name."""

OLED_SCALE = 4
COLOURS = 256
PATIENCE_S = 20.0
LOOK_S = 0.02
STILL_S = 0.2
MOTION_S = (0.0, 0.05)
"""Least and longest time in motion: nobody watches."""


class ExampleTable(Daemon):
    """A table that says it is found at an address such as a home network gives."""

    @property
    def join_address(self) -> str:
        """The address on the screen and in its QR code."""
        return ADDRESS


def take_all(to: Path) -> list[Path]:
    """Take every picture into the folder *to*; return their files."""
    to.mkdir(parents=True, exist_ok=True)
    with playing() as table:
        pictures = {"oled-start": _screen(table)}
        for number, (seat, line, _) in enumerate(ROLLS):
            _roll(table, number, seat, line)
            if number in PHOTOGRAPHED:
                pictures[PHOTOGRAPHED[number]] = _screen(table)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            pictures |= _pages(table, browser)
            files = icons.draw_all(browser) if to == FOLDER else []
            browser.close()
    for name, picture in pictures.items():
        files.append(to / f"{name}.png")
        picture.save(files[-1], optimize=True)
    return files


@contextmanager
def playing() -> Iterator[Daemon]:
    """Run the table of the pictures, in no more time than it needs."""
    dealer = ScriptedDealer(answer for _, _, answer in ROLLS)
    hurried = patch.dict(TIMES_S, dict.fromkeys(TIMES_S, MOTION_S))
    with tempfile.TemporaryDirectory(prefix="tidetable-pictures-") as folder, hurried:
        table = ExampleTable(_settings(Path(folder)), Path(folder), dealers={"dealer": dealer})
        try:
            table.start(Opening("fireship", "kit", PEOPLE))
            yield table
        finally:
            table.close()


def _settings(folder: Path) -> Settings:
    usual = load(None, {}, folder, folder / "none")
    web = replace(usual.web, host="127.0.0.1", port=0, names=(WATCHERS_HOST,))
    return replace(usual, web=web, pins=replace(usual.pins, choice="simulated"))


def _roll(table: Daemon, number: int, seat: int, line: str) -> None:
    """Have *seat* do *line*, and wait until everybody may see what came of it."""
    seen = table.session.published.version
    version = table.session.submit(Request(f"roll-{number}", seen, seat, line, "phone", frozenset({seat})))
    never, end_s = threading.Event(), time.monotonic() + PATIENCE_S
    while table.session.published.version < version or table.session.published.reveal is not None:
        if time.monotonic() > end_s:
            raise TimeoutError(f"{line!r} was not revealed in {PATIENCE_S} s")
        never.wait(LOOK_S)


def _screen(table: Daemon) -> Image.Image:
    """Photograph the screen through the table's own address, once it stands still."""
    url = f"{table.address}api/v1/screen.png?scale={OLED_SCALE}"
    never, newest, since_s = threading.Event(), b"", time.monotonic()
    while time.monotonic() - since_s < STILL_S:
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
            picture = answer.read()
        if picture != newest:
            newest, since_s = picture, time.monotonic()
        never.wait(LOOK_S)
    return Image.open(io.BytesIO(newest))


def _pages(table: Daemon, browser: Browser) -> dict[str, Image.Image]:
    pages = Pages(browser, table.server)
    look: dict[str, Any] = {"color_scheme": "dark", "reduced_motion": "reduce"}
    try:
        return {
            "phone": _photograph(pages.open("/?lang=en", PHONE, device_scale_factor=2, **look)),
            "phone-watching": _photograph(pages.open("/?lang=fr", PHONE, WATCHERS_HOST, device_scale_factor=2, **look)),
            "panel": _photograph(pages.open("/panel?lang=en", DESK, **look)),
        }
    finally:
        pages.close()
        if pages.complaints:
            raise RuntimeError(f"the pages complain: {pages.complaints}")


def _photograph(page: Page) -> Image.Image:
    """Photograph what a window shows, in few colours, for a small file; the rare ones are kept."""
    page.evaluate("document.fonts.ready")
    picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    return picture.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Take the pictures and say where they are."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description="Take the pictures of the README.")
    logging.getLogger("companion.reveal").setLevel(logging.ERROR)  # that the screen was hurried is no news
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="where to put them (%(default)s)")
    for file in take_all(parser.parse_args(arguments).to):
        print(f"{file} ({file.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
