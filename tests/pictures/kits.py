"""`make pictures`: the pictures on the page of kits, each taken from a table that plays the section's example.

The phone's page is beside the table's own screen. Chance begins from one seed and the address is chosen, so that every
picture is the same each time, but for a running timer.
"""

from __future__ import annotations

import argparse
import io
import logging
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo
from playwright.sync_api import Browser, Page, sync_playwright

from tests.pictures.shots import in_few_colours, same_address, screen_of
from tests.support.browsing import ARGUMENTS, CHROMIUM, Pages
from tests.support.kit_page import MADE_OF, PAGE, Section, sections
from tests.support.whole import Whole, same_chance, whole_table

MOVES: Mapping[str, Sequence[str]] = {
    "three-dice": ("roll three",),
    "adventure": ("roll five",),
    "party": ("spin where",),
    "tasks": ("draw task",),
    "rummy": ("deal pack",),
    "quiz": ("count points 1 +5",),
    "darts": ("roll dart",),
    "tide": ("roll wave",),
    "snail": ("begin", "roll die"),
    "evening": ("step",),
    "clocks": ("start glass",),
    "pig": ("roll die",),
    "bids": ("roll die",),
    "auction": ("do bid",),
    "thousands": ("roll six",),
    "yacht": ("roll five",),
    "symbols": ("pool check 2 1",),
    "liars": ("roll cup",),
    "forecast": ("spin sky",),
    "sevens": ("roll two",),
    "harbour": ("roll move", "spin weather"),
    "regatta": (),
}
"""What is done before the picture is taken; a kit without a move is photographed on the shelf."""
PHONE = {"width": 360, "height": 520}
LOOK: Mapping[str, Any] = {"color_scheme": "dark", "reduced_motion": "reduce"}
OLED_SCALE = 2
MARGIN = 12
GROUND = "#7d858c"
"""Neither the page nor the screen has this colour."""
COLOURS = 48


def take_all(to: Path, only: str = "") -> Iterator[Path]:
    """Take the picture of each section whose example's name holds *only* into the folder *to*; yield its file."""
    to.mkdir(parents=True, exist_ok=True)
    wanted = [section for section in sections() if section.examples and only in section.slug]
    with tempfile.TemporaryDirectory(prefix="tidetable-kits-") as folder, sync_playwright() as playwright:
        kits = Path(folder) / "data" / "kits"
        kits.mkdir(parents=True)
        for section in wanted:
            (kits / f"{section.slug}.toml").write_text(section.examples[0], "utf-8")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with same_chance(), same_address(), whole_table(Path(folder), None) as table:
            for section in wanted:
                yield _saved(_taken(browser, table, section), section, to)
        browser.close()


def _taken(browser: Browser, table: Whole, section: Section) -> Image.Image:
    """Play *section*'s example, and photograph a phone beside the screen."""
    moves = MOVES[section.slug]
    table.do(f"new {section.slug} kit seats=2")
    pages = Pages(browser, table.daemon.server)
    try:
        with table.two_phones() as cookies:
            for line in moves:
                table.do(line)
            if not moves:
                table.finish(*cookies)
            phone = _photographed(table.open(pages, cookies[0], "/?lang=en", size=PHONE, **LOOK), section)
            screen = screen_of(table.daemon.serving.address, OLED_SCALE).convert("RGB")
    finally:
        pages.close()
    if pages.complaints:
        raise RuntimeError(f"{section.slug}: the page complains: {pages.complaints}")
    return _side_by_side(phone, screen)


def _photographed(page: Page, section: Section) -> Image.Image:
    page.locator("#dock :is(.ask, .actions, .waiting)").first.wait_for(state="attached")
    if not MOVES[section.slug]:
        page.get_by_text(section.slug.capitalize()).first.scroll_into_view_if_needed()
    page.evaluate("document.fonts.ready")
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def _side_by_side(phone: Image.Image, screen: Image.Image) -> Image.Image:
    size = (phone.width + screen.width + 3 * MARGIN, phone.height + 2 * MARGIN)
    both = Image.new("RGB", size, GROUND)
    both.paste(phone, (MARGIN, MARGIN))
    both.paste(screen, (phone.width + 2 * MARGIN, MARGIN))
    return both


def _saved(picture: Image.Image, section: Section, to: Path) -> Path:
    """Save *picture* with the digest of the example that it was made of."""
    made_of, file = PngInfo(), to / f"{section.slug}.png"
    made_of.add_text(MADE_OF, section.digest)
    in_few_colours(picture, COLOURS).save(file, optimize=True, pnginfo=made_of)
    return file


def main(arguments: Sequence[str] | None = None) -> None:
    """Take the pictures and say where they are."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures.kits", description="The pictures of the kits.")
    logging.getLogger("companion").setLevel(logging.ERROR)  # that the screen was hurried is no news
    parser.add_argument("--to", type=Path, default=PAGE.parent / "images", metavar="FOLDER", help="where to put them")
    parser.add_argument("--only", default="", metavar="WORD", help="only examples whose name holds this")
    chosen = parser.parse_args(arguments)
    for file in take_all(chosen.to, chosen.only):
        print(f"{file} ({file.stat().st_size:,} bytes)")


if __name__ == "__main__":
    main()
