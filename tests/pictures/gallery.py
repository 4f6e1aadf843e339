"""`make pictures`, after the README's own: every page in every state, size, theme and language, side by side.

Nothing here is asserted and nothing of it is kept in the repository; ``index.html`` beside the pictures shows them all.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.pictures.scenes import SCENES, after_a_power_cut, staged
from tests.support.browsing import ARGUMENTS, CHROMIUM, DESK, PHONE
from tests.support.islands import begin
from tests.support.whole import Whole, whole_table

FOLDER = Path("build/pictures")
"""Where git looks away."""
PORTRAIT, TELEVISION = {"width": 820, "height": 1180}, {"width": 1920, "height": 1080}
SIZES = (PHONE, PORTRAIT, DESK, TELEVISION)
THEMES, LANGUAGES = ("dark", "light"), ("en", "fr")


def take_gallery(to: Path, only: str = "") -> list[Path]:
    """Photograph the scenes whose name holds *only* into the folder *to*; say each on stderr; return the files."""
    to.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory(prefix="tidetable-gallery-") as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for lang in LANGUAGES:
            files += _in_one_language(browser, Path(folder) / lang, lang, to, only)
        browser.close()
    (to / "index.html").write_text(_index(files), "utf-8")
    return files


def _in_one_language(browser: Browser, folder: Path, lang: str, to: Path, only: str) -> Iterator[Path]:
    """Set each scene at a table of its own language, whose kits have one with faults among them."""
    (folder / "data" / "kits").mkdir(parents=True)
    (folder / "data" / "kits" / "harbour.toml").write_text('nme = "Harbour"\n', "utf-8")
    wanted = [name for name in SCENES if only in name]
    with whole_table(folder, None) as table:
        table.do(f"lang {lang}")
        for name in wanted:
            if name != after_a_power_cut.__name__.replace("_", "-"):
                yield from _photographed(browser, table, name, lang, to)
        begin(table)
    if any(SCENES[name] is after_a_power_cut for name in wanted):
        with whole_table(folder, None) as table:
            yield from _photographed(browser, table, "after-a-power-cut", lang, to)


def _photographed(browser: Browser, table: Whole, name: str, lang: str, to: Path) -> Iterator[Path]:
    with staged(browser, table, name, lang) as page:
        for size in SIZES:
            page.set_viewport_size(size)  # type: ignore[arg-type]
            for theme in THEMES:
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
                file = to / f"{name}-{lang}-{size['width']}-{theme}.png"
                page.screenshot(path=file, animations="disabled")
                yield file
    print(f"{name}, {lang}: {len(SIZES) * len(THEMES)} pictures", file=sys.stderr)


def _index(files: list[Path]) -> str:
    shown = "".join(
        f'<figure><img src="{escape(file.name)}" loading="lazy"><figcaption>{escape(file.stem)}</figcaption></figure>'
        for file in files
    )
    look = "body{display:flex;flex-wrap:wrap;gap:1rem;font:1rem sans-serif}img{height:30rem}figure{margin:0}"
    return f'<!doctype html><meta charset="utf-8"><title>Tidetable</title><style>{look}</style>{shown}'


def main(arguments: Sequence[str] | None = None) -> None:
    """Take the gallery, or the part of it that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.pictures.gallery", description="Every page in every state.")
    logging.getLogger("companion").setLevel(logging.ERROR)  # what was hurried, or put wrong on purpose, is no news
    parser.add_argument("--to", type=Path, default=FOLDER, metavar="FOLDER", help="where to put them (%(default)s)")
    parser.add_argument("--only", default="", metavar="WORD", help="only scenes whose name holds this")
    chosen = parser.parse_args(arguments)
    print(f"{len(take_gallery(chosen.to, chosen.only))} pictures, and {chosen.to / 'index.html'}")


if __name__ == "__main__":
    main()
