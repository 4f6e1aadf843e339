"""A game is a folder: nothing outside names it, and nothing of its code is imported before it is opened."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SHIPPED = ("companion", "hardware", "firmware_host", "web_ui")
SUFFIXES = {".py", ".js", ".css", ".html", ".toml", ".svg", ".json"}
NAMED = re.compile("fireship|island", re.IGNORECASE)
OWN = tuple(f"companion/games/{path.parent.name}/" for path in (ROOT / "companion" / "games").glob("*/game.toml"))


def is_a_kit(path: str) -> bool:
    return path.startswith("companion/kits/") and path.endswith(".toml")


def names_a_game(text: str) -> bool:
    return NAMED.search(text) is not None


def naming() -> set[str]:
    """Return the shipped files that name a game and are neither in its own folder nor a kit."""
    files = [path for folder in SHIPPED for path in (ROOT / folder).rglob("*") if path.suffix in SUFFIXES]
    named = [path.relative_to(ROOT).as_posix() for path in files if names_a_game(path.read_text("utf-8"))]
    return {path for path in named if not path.startswith(OWN) and not is_a_kit(path)}


def test_no_file_outside_a_games_folder_names_it() -> None:
    assert naming() == set()


@pytest.mark.parametrize("text", ["The Fireship's sea", ".island {", "ISLANDS = 9", 'slug = "forbidden-island"'])
def test_a_name_is_found_however_it_is_written(text: str) -> None:
    assert names_a_game(text)


EXAMPLES = ("fireship", "forbidden_island")
"""What the READMEs and the tests of rooms take their examples from."""
DECLARED = "pyproject.toml"
RECORDED = "tests/durations.json"
"""How long each module of tests takes, those of games too."""
TOLD = SUFFIXES | {".mjs", ".md", ".txt"}


def told_of(folder: str) -> set[str]:
    """Return the files of the repository outside a game's own folders that name its *folder*."""
    trees = (path for each in (*SHIPPED, "tests") for path in (ROOT / each).rglob("*"))
    paths = [path for path in (*ROOT.iterdir(), *trees) if path.suffix in TOLD and "node_modules" not in path.parts]
    files = [path.relative_to(ROOT).as_posix() for path in paths]
    own = (f"companion/games/{folder}/", f"tests/companion/games/{folder}/")
    return {path for path in files if not path.startswith(own) and folder in (ROOT / path).read_text("utf-8")}


@pytest.mark.parametrize("folder", [Path(own).name for own in OWN if Path(own).name not in EXAMPLES])
def test_a_game_is_its_folder_its_tests_and_one_line_and_no_other_file_names_it(folder: str) -> None:
    assert told_of(folder) - {RECORDED} == {DECLARED}
    assert (ROOT / DECLARED).read_text("utf-8").count(folder) == 1


def test_whoever_names_a_games_folder_is_found() -> None:
    assert {"companion/README.md", DECLARED} < told_of("fireship")


def imported_by(program: str, folder: Path) -> list[str]:
    """Run *program* in a Python of its own; return the modules of games that it has imported."""
    tell = "import sys; print(*[name for name in sys.modules if name.startswith('companion.games.')])"
    command = [sys.executable, "-c", f"{program}\n{tell}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.split()


MENU = """
from companion.library.games import Library
from companion.model.shelf.games import HEADINGS, game_rows
library = Library()
rows = game_rows(library.games)
below = [each for row in rows for each in (row.below if row.word in HEADINGS else [row])]
assert len(below) == len({game.slug for game in library.games}), rows
assert [library.texts.say(lang, row.label.key) for lang in ("en", "fr") for row in rows]
"""


def test_the_library_and_its_menu_import_no_games_code(tmp_path: Path) -> None:
    assert imported_by(MENU, tmp_path) == []


def test_a_game_that_is_opened_is_imported_and_no_other(tmp_path: Path) -> None:
    found = imported_by(f"{MENU}assert library.find('fireship', 'referee')", tmp_path)
    assert "companion.games.fireship.screen" in found
    assert {name.split(".")[2] for name in found} == {"fireship"}
