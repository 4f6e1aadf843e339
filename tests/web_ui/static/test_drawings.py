"""The drawings of the games: files of symbols that pages use by their names."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.games.forbidden_island.rules.components import ADVENTURERS, CARDS, TILES

GAMES = Path(__file__).parents[3] / "companion" / "games"
FILES = sorted(GAMES.glob("*/page/drawings/*.svg"))
MAX_BYTES = 40_000
"""What the drawings of one game weigh as they travel, its cover with them, beside a first load."""
SVG = "{http://www.w3.org/2000/svg}"
DRAWN = {"path", "circle", "ellipse", "rect", "g", "symbol"}


def symbols(file: Path) -> list[ElementTree.Element]:
    return list(ElementTree.parse(file).getroot())


def told(game: Path) -> list[str]:
    """Return the names that the pages of *game* take up."""
    calls = re.findall(r"knowDrawings\(.*, '([^']+)'\)", "".join(each.read_text() for each in game.glob("page/*.js")))
    return [name for call in calls for name in call.split()]


def test_each_name_is_one_drawing_of_all_games() -> None:
    names = Counter(str(each.get("id")) for file in FILES for each in symbols(file))
    assert len(names) == 69
    assert set(names.values()) == {1}


@pytest.mark.parametrize("game", sorted({file.parents[2] for file in FILES}), ids=lambda game: game.name)
def test_a_game_takes_up_the_drawings_that_it_has(game: Path) -> None:
    drawn = [str(each.get("id")) for file in FILES if game in file.parents for each in symbols(file)]
    assert sorted(told(game)) == sorted(drawn)


@pytest.mark.parametrize("game", sorted({file.parents[2] for file in FILES}), ids=lambda game: game.name)
def test_a_games_drawings_are_light(game: Path) -> None:
    sent = {file.name: len(gzip.compress(file.read_bytes(), mtime=0)) for file in sorted(game.glob("page/**/*.svg"))}
    assert sum(sent.values()) <= MAX_BYTES, sent


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_drawing_holds_no_words_no_style_and_three_colours(file: Path) -> None:
    for symbol in symbols(file):
        assert symbol.get("viewBox"), symbol.get("id")
        for part in symbol.iter():
            assert part.tag.removeprefix(SVG) in DRAWN
            assert not (part.text or "").strip()
            assert "style" not in part.attrib
            colours = {part.get(name, "none") for name in ("fill", "stroke")}
            assert colours <= {"none", "currentColor", "var(--ink,#0b2530)", "var(--light,#f6e7c3)"}, symbol.get("id")


def test_every_place_adventurer_and_card_of_the_island_is_drawn() -> None:
    assert {*TILES, *ADVENTURERS, *CARDS} <= set(told(GAMES / "forbidden_island"))
