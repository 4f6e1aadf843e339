"""A good kit's sample: its screen drawn in the terminal, and the parts of its page."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from PIL import Image

from companion.cli.main import main
from companion.cli.shared.half_blocks import half_blocks
from companion.cli.shared.kit_sample import KitSample, sample_of
from companion.kits.folk_kit import folk_kits
from companion.kits.format.kit_file import read_kit
from companion.stage.cues import Speaker
from companion.texts.say import LANGUAGES, Texts
from hardware.oled.drawing.bitmap import HEIGHT, SIZE, WIDTH
from tests.support.paths import ROOT

SIX = ROOT / "tests/companion/kits/six"
PAIR = "page.pair"
PARTS = {
    "hills": ("page.turn_of", "kit.hills.two", "kit.hills.points", "kit.hills.event", "panel.roll", "panel.draw"),
    "pig": ("page.turn_of", "kit.pig.die", "kit.pig.pot", "kit.pig.score", "panel.roll", "play.do"),
    "role-playing": ("kit.role-playing.check", "kit.role-playing.advantage", "kit.role-playing.ability",
                     "kit.role-playing.percent", "panel.roll"),
    "tricks": ("kit.step-now", "kit.tricks.bid", "kit.tricks.score", "kit.tricks.pack"),
    "words": ("page.turn_of", "kit.words.points", "kit.words.glass", "kit.words.category", "panel.spin"),
    "yacht": ("page.turn_of", "kit.yacht.five", "kit.yacht.card", "panel.roll"),
}  # fmt: skip
"""The key of each line's part, in the page's order."""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def sample(slug: str, lang: str = "en") -> tuple[KitSample, list[str]]:
    """Return the sample of a kit, and its lines in *lang*."""
    file = read_kit(slug, (SIX / f"{slug}.toml").read_text("utf-8"))
    speaker = Speaker(Texts.load(file.texts), lang)
    found = sample_of(file.kit, speaker)
    return found, [speaker(line) for line in found.outline]


def lines_of(slug: str, *words: str, columns: int = 80) -> list[str]:
    """Return the lines of ``kits check`` after its first one."""
    command = ["kits", "check", str(SIX / f"{slug}.toml"), *words]
    checked = CliRunner().invoke(main, command, prog_name="tidetable", env={"COLUMNS": str(columns)})
    assert (checked.exit_code, checked.stderr) == (0, "")
    return checked.stdout.splitlines()[1:]


def lit(lines: list[str]) -> int:
    """Return the number of lit pixels in *lines* of blocks."""
    text = "".join(lines)
    return text.count("▀") + text.count("▄") + 2 * text.count("█")


def pixels(*drawings: Image.Image) -> int:
    return sum(each.convert("L").histogram()[255] for each in drawings)


@pytest.mark.parametrize("slug", PARTS)
def test_each_part_of_the_page_has_a_line_in_its_order(slug: str) -> None:
    found, lines = sample(slug)
    parts = [getattr(line.values["label"], "key", "") if line.key == PAIR else line.key for line in found.outline]
    assert tuple(parts) == PARTS[slug]
    assert lines_of(slug) == lines


@pytest.mark.parametrize("slug", PARTS)
def test_the_screen_is_drawn_pixel_by_pixel(slug: str) -> None:
    (found, lines), rows = sample(slug), HEIGHT // 2
    moving, landed = found.drawings
    narrow, wide = lines_of(slug, "--draw"), lines_of(slug, "--draw", columns=2 * WIDTH + 2)
    assert (narrow[rows:], wide[rows:]) == (lines, lines)
    assert lit(narrow[:rows]) == pixels(landed) > 0
    assert lit(wide[:rows]) == pixels(moving, landed)
    assert max(map(len, narrow[:rows])) <= WIDTH < max(map(len, wide[:rows]))


def test_a_block_is_two_pixels_one_above_the_other() -> None:
    picture = Image.new("1", (4, 2))
    for place in ((1, 1), (2, 0), (3, 0), (3, 1)):
        picture.putpixel(place, 1)
    assert half_blocks(picture) == [" ▄▀█"]


@pytest.mark.parametrize(("columns", "is_drawn"), [(WIDTH, True), (WIDTH - 1, False)])
def test_a_terminal_shows_the_screen_if_it_is_wide_enough(columns: int, is_drawn: bool) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "companion", "kits", "check", str(SIX / "pig.toml")]
    env = {**os.environ, "COLUMNS": str(columns), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, env=env)
    os.close(theirs)
    read = b""
    while chunk := _read(ours):
        read += chunk
    os.close(ours)
    assert process.wait() == 0
    blocks = lit(read.decode().splitlines())
    assert blocks == (pixels(sample("pig")[0].drawings[-1]) if is_drawn else 0)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # Linux says so once the other end is closed
        return b""


def test_the_lines_are_in_the_tables_language(tmp_path: Path) -> None:
    settings = tmp_path / "tidetable.toml"
    settings.write_text('[table]\nlanguage = "fr"\n', "utf-8")
    assert lines_of("yacht") == sample("yacht", "fr")[1] != sample("yacht")[1]
    settings.write_text("[table\n", "utf-8")
    assert lines_of("yacht") == sample("yacht")[1]


def test_every_folk_game_has_a_sample_in_each_language() -> None:
    without_chance = []
    for file in (folk.whole for folk in folk_kits()):
        for lang in LANGUAGES:
            speaker = Speaker(Texts.load(file.texts), lang)
            found = sample_of(file.kit, speaker)
            assert all(map(speaker, found.outline))
            assert {drawing.size for drawing in found.drawings} <= {SIZE}
        without_chance += [] if found.drawings else [file.kit.slug]
    assert without_chance == ["score-pad"]
