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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.app import build, close
from companion.chance.dealers import ScriptedDealer
from companion.engine.values.seats import TABLE
from companion.model.requests import CommandRequest
from companion.opening import Opening
from companion.parts.options import TableOptions
from companion.parts.table import Parts
from companion.session.game.reveal import TIMES_S
from companion.settings.reader import load
from companion.settings.tables import Settings
from companion.start import start
from hardware.board.diagram import diagram
from hardware.board.wiring import Wiring
from tests.pictures import icons
from tests.pictures.shots import PATIENCE_S, POLL_S, in_few_colours, same_address, screen_of
from tests.support.browsing import ARGUMENTS, CHROMIUM, DESK, WATCHERS_HOST, Pages
from tests.support.paths import SCREENSHOTS
from web_ui.http.access.callers import COOKIE

PEOPLE = ("Ann", "Ben")
OPENING = Opening("fireship", "kit", PEOPLE)
ISLAND = "new forbidden-island kit seats=2 difficulty=normal"


@dataclass(frozen=True)
class Move:
    """*seat* does *line*, chance says *answer*, and the screen is photographed as *picture*, "" for not at all."""

    seat: int
    line: str
    answer: tuple[int | str, ...]
    picture: str = ""


FIRESHIP_MOVES = (
    Move(0, "roll dice", (9, 2, 5)),
    Move(1, "roll blue", ("lost",)),
    Move(0, "roll plain", ("won",), "oled-won"),
    Move(1, "roll dice", (3, 7, 10), "oled-roll"),
    Move(0, "draw mystery", ("whirlpool",)),
    Move(0, "spin wheel", ("kraken",), "oled-kraken"),
)
ISLAND_MOVES = (
    *(Move(TABLE, "draw flood", (tile,)) for tile in ("copper-gate", "lost-lagoon")),
    Move(TABLE, "draw flood", ("cave-of-embers",), "oled-floods"),
    *(Move(TABLE, "draw flood", (tile,)) for tile in ("watchtower", "gold-gate", "temple-of-the-sun")),
    Move(0, "draw treasure", ("earth-stone",)),
    Move(0, "draw treasure", ("sandbags",)),
    Move(1, "draw treasure", ("waters-rise",), "oled-waters-rise"),
    Move(TABLE, "draw flood", ("copper-gate",), "oled-sinks"),
)

PHONE = {"width": 400, "height": 890}
PHONE_SCALE = 1.5
OLED_SCALE = 4
COLOURS = 128
MOTION_S = (0.0, 0.05)
"""Least and longest time in motion: nobody watches."""
LOOK: dict[str, Any] = {"color_scheme": "dark", "reduced_motion": "reduce"}


def take_all(to: Path) -> list[Path]:
    """Take every picture into the folder *to*; return their files."""
    to.mkdir(parents=True, exist_ok=True)
    pictures: dict[str, Image.Image] = {}
    with playing() as table, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        pictures["oled-start"] = _screen(table)
        pictures |= _play(table, FIRESHIP_MOVES)
        cookie = _join(table)
        pictures["phone-fireship"] = _page(table, browser, "/?lang=fr", cookie)
        pictures["panel"] = _page(table, browser, "/panel?lang=en")
        pictures["tv"] = _page(table, browser, "/tv?lang=en")
        _do(table, TABLE, ISLAND)
        pictures |= _play(table, ISLAND_MOVES)
        pictures["phone-island"] = _page(table, browser, "/?lang=en", cookie)
        pictures["wiring"] = _wiring(browser)
        files = icons.draw_all(browser) if to == SCREENSHOTS else []
        browser.close()
    for name, picture in pictures.items():
        files.append(to / f"{name}.png")
        picture.save(files[-1], optimize=True)
    return files


@contextmanager
def playing() -> Iterator[Parts]:
    """Run the table of the pictures, in no more time than it needs, at an address such as a home network gives."""
    dealer = ScriptedDealer(move.answer for move in (*FIRESHIP_MOVES, *ISLAND_MOVES))
    hurried = patch.dict(TIMES_S, dict.fromkeys(TIMES_S, MOTION_S))
    with tempfile.TemporaryDirectory(prefix="tidetable-pictures-") as folder, hurried, same_address():
        table = build(_settings(Path(folder)), Path(folder), TableOptions(dealers={"dealer": dealer}))
        try:
            start(table, OPENING)
            yield table
        finally:
            close(table)


def _settings(folder: Path) -> Settings:
    usual = load(None, {}, folder, folder / "none")
    web = replace(usual.web, host="127.0.0.1", port=0, names=(WATCHERS_HOST,))
    return replace(usual, web=web, pins=replace(usual.pins, choice="simulated"))


def _play(table: Parts, moves: Sequence[Move]) -> dict[str, Image.Image]:
    """Make *moves* and photograph the screen after those that say so."""
    pictures = {}
    for move in moves:
        _do(table, move.seat, move.line)
        if move.picture:
            pictures[move.picture] = _screen(table)
    return pictures


def _do(table: Parts, seat: int, line: str) -> None:
    """Have *seat* do *line*, and wait until everybody may see what came of it."""
    seen = table.session.published.version
    request = CommandRequest(f"picture-{seen}", seen, seat, line, "phone", frozenset({seat}))
    version = table.session.submit(request)
    never, end_s = threading.Event(), time.monotonic() + PATIENCE_S
    while table.session.published.version < version or table.session.published.reveal is not None:
        if time.monotonic() > end_s:
            raise TimeoutError(f"{line!r} was not revealed in {PATIENCE_S} s")
        never.wait(POLL_S)


def _screen(table: Parts) -> Image.Image:
    return screen_of(table.serving.address, OLED_SCALE)


def _join(table: Parts) -> str:
    """Let a phone in for the first of the people; return the cookie it is known by."""
    table.window.open()
    cookie = table.phones.join("", table.window.digits, [0], PEOPLE[0]).cookie
    table.window.close()
    return cookie


def _page(table: Parts, browser: Browser, path: str, cookie: str = "") -> Image.Image:
    """Photograph a page: of the phone with *cookie*, or of the table's own computer."""
    host = WATCHERS_HOST if cookie else "127.0.0.1"
    known = {"name": COOKIE, "value": cookie, "url": f"http://{host}:{table.server.port}"}

    def sign_in(page: Page) -> None:
        if cookie:
            page.context.add_cookies([known])  # type: ignore[list-item]

    pages = Pages(browser, table.server)
    try:
        size, scale = (PHONE, PHONE_SCALE) if cookie else (DESK, 1)
        return _photograph(pages.open(path, size, host, sign_in, device_scale_factor=scale, **LOOK))
    finally:
        pages.close()
        if pages.complaints:
            raise RuntimeError(f"the page complains: {pages.complaints}")


def _wiring(browser: Browser) -> Image.Image:
    """Draw the diagram of the default wiring as a picture."""
    page = browser.new_page()
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{diagram(Wiring())}")
    picture = Image.open(io.BytesIO(page.locator("svg").screenshot()))
    page.close()
    return in_few_colours(picture, COLOURS)


def _photograph(page: Page) -> Image.Image:
    page.evaluate("document.fonts.ready")
    return in_few_colours(Image.open(io.BytesIO(page.screenshot(animations="disabled"))), COLOURS)


def main(arguments: Sequence[str] | None = None) -> None:
    """Take the pictures and say where they are."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description="Take the pictures of the README.")
    logging.getLogger("companion.session.game_table").setLevel(logging.ERROR)  # that the screen was hurried is no news
    parser.add_argument("--to", type=Path, default=SCREENSHOTS, metavar="FOLDER", help="where to (%(default)s)")
    for file in take_all(parser.parse_args(arguments).to):
        print(f"{file} ({file.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
