"""Packages that can't be used: told in words on the command, on the table's screen and on pages, and left out."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.engine.game import BadGame
from companion.library.game_check import check
from companion.library.games import Library
from companion.model.table_menu import bad_kit_rows
from companion.opening import Opening
from tests.plugins.wheels import HERE, beside_the_program
from tests.support.referees import REFEREES
from tests.support.tables import Table
from tests.support.wording import say

SHIPPED = [game.slug for game in REFEREES]


@contextmanager
def with_pig(folder: Path, file: str, old: str, new: str) -> Iterator[Path]:
    """Install Pig in *folder* with *old* in its *file* replaced by *new*."""
    package = folder / "site" / "tidetable_pig"
    shutil.copytree(HERE / "pig" / "tidetable_pig", package, ignore=shutil.ignore_patterns("__pycache__"))
    named = folder / "site" / "tidetable_pig-1.0.dist-info"
    named.mkdir()
    (named / "METADATA").write_text("Metadata-Version: 2.1\nName: tidetable-pig\nVersion: 1.0\n", "utf-8")
    (named / "entry_points.txt").write_text("[tidetable.games]\npig = tidetable_pig\n", "utf-8")
    changed = package / file
    text = changed.read_text("utf-8")
    assert old in text
    changed.write_text(text.replace(old, new, 1), "utf-8")
    with beside_the_program(folder / "site"):
        yield package


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("game.toml", 'slug = "pig"', 'slug = "fireship"', "game.toml: the slug fireship belongs to another game"),
        ("game.toml", 'slug = "pig"', 'slug = "The Pig"', "game.toml: slug: small letters"),
        ("game.toml", 'slug = "pig"', "slug = ", "game.toml: can’t be read: "),
        ("game.toml", 'slug = "pig"', "", "missing required field `slug`"),
        ("game.toml", "seats = [2, 4]", "seats = [4, 2]", "game.toml: seats: two numbers from 1 to 12"),
        ("game.toml", '"rules:RULES"', '"laws:RULES"', f"game.toml: {say('plugin.no-module', module='laws')}"),
        ("game.toml", "range = [20, 100]", "range = [60, 100]", say("plugin.default", name="target")),
        ("texts.fr.toml", "won = ", "gained = ", "texts.fr.toml pig.won: missing"),
        ("texts.fr.toml", "won = ", "gained = ", "texts.fr.toml pig.gained: unknown"),
        (
            "texts.fr.toml",
            "{name} garde",
            "Quelqu’un garde",
            f"pig.held: {say('words.values', values='{name}, {points}')}",
        ),
    ],
)
def test_a_package_of_the_wrong_shape_is_told_in_words_and_left_out(
    file: str, old: str, new: str, said: str, tmp_path: Path
) -> None:
    with with_pig(tmp_path, file, old, new):
        library = Library()
        assert [game.slug for game in library.games if game.mode == "referee"] == SHIPPED
        lines = [line for bad in library.faults for line in library.fault_lines(bad)]
        assert any(line.startswith("tidetable_pig: ") and said in line for line in lines), lines
        assert [line for bad in library.faults for line in library.fault_lines(bad, "fr")] != lines


def test_a_package_with_a_key_that_does_not_begin_with_its_slug_is_left_out_and_the_table_keeps_its_own(
    tmp_path: Path,
) -> None:
    with with_pig(tmp_path, "texts.en.toml", "[pig]", "[page]\nlive = 'Mine'\n[pig]") as package:
        french = package / "texts.fr.toml"
        french.write_text("[page]\nlive = 'Mien'\n" + french.read_text("utf-8"), "utf-8")
        library = Library()
        lines = [line for bad in library.faults for line in library.fault_lines(bad)]
        key = f"page.live: {say('plugin.key', slug='pig')}"
        assert lines == [f"tidetable_pig: texts.{lang}.toml {key}" for lang in ("en", "fr")]
        assert library.texts.say("en", "page.live") == "Live"


def test_a_slug_that_begins_the_tables_own_keys_is_refused(tmp_path: Path) -> None:
    with with_pig(tmp_path, "game.toml", 'slug = "pig"', 'slug = "page"') as package:
        for lang in ("en", "fr"):
            texts = package / f"texts.{lang}.toml"
            texts.write_text(texts.read_text("utf-8").replace("[pig", "[page"), "utf-8")
        library = Library()
        lines = [line for bad in library.faults for line in library.fault_lines(bad)]
        assert lines == [f"tidetable_pig: game.toml: {say('plugin.slug-of-table', slug='page')}"]


def test_a_faulty_package_has_a_row_in_the_menu_and_the_table_starts(tmp_path: Path) -> None:
    with with_pig(tmp_path, "game.toml", '"rules:RULES"', '"laws:RULES"'), Table(tmp_path, opening=None) as table:
        (row,) = bad_kit_rows(table.daemon.session.published.bad_kits)
        assert row.word == "tidetable_pig"
        (shown,) = [play for play in table.table["menu"]["plays"] if play["word"] == "tidetable_pig"]
        assert shown["why"]["reason"] == f"game.toml: {say('plugin.no-module', module='laws')}"


def test_a_package_whose_code_breaks_is_refused_when_it_is_opened_and_the_table_goes_on(tmp_path: Path) -> None:
    with with_pig(tmp_path, "rules.py", "KINDS: tuple", "1 / 0\nKINDS: tuple"):
        with pytest.raises(BadGame, match="ZeroDivisionError"):
            Library().find("pig")
        with Table(tmp_path, opening=Opening("fireship", "kit")) as table:
            answer = table.command("new pig referee seats=2")
            assert answer.status == 422
            assert answer.json["text"] == say("session.bad-game", name="Pig")
            assert table.table["game"] == "fireship"


@pytest.mark.parametrize(
    ("file", "old", "new", "law"),
    [
        (
            "rules.py",
            "return self if viewer in (self.seat, ALL_SEEING) else replace(self, card=HIDDEN)",
            "return self",
            "A fact tells no secret that the state keeps",
        ),
        (
            "rules.py",
            "        held = Held(self.seat)\n",
            "        1 / 0\n        held = Held(self.seat)\n",
            "A game is never stuck, and ends for good",
        ),
        ("rules.py", 'Message("pig.held"', 'Message("pig.kept"', "Everything that is said has words"),
        ("texts.fr.toml", 'hold = "Garder"', 'hold = "Lancer"', "No two rows of one step read alike"),
    ],
)
def test_a_game_that_breaks_a_law_is_told_which(file: str, old: str, new: str, law: str, tmp_path: Path) -> None:
    with with_pig(tmp_path, file, old, new):
        library = Library()
        pig = library.find("pig")
        assert pig is not None
        assert any(sentence.startswith(law) for sentence in check(library, pig))
