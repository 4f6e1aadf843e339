"""A family's kit with faults: the table starts, names it in its language, and tells nobody where it lies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.model.shelf.games import game_rows
from tests.support.tables import Table, of_menu
from tests.support.waiting import eventually
from tests.support.wording import say

ODD_TEXT = 'slug = "farm"\n[dice.d]\nfaces = "1-6"\n[text.fr]\nzzz = "Dé"\n'


@pytest.fixture
def kits(tmp_path: Path) -> Path:
    """The family's folder: a kit with one fault, one with several, and one whose name is no text."""
    folder = tmp_path / "data" / "kits"
    folder.mkdir(parents=True)
    (folder / "farm.toml").write_text(ODD_TEXT, encoding="utf-8")
    (folder / "ferry.toml").write_text('slug = "Ferry"\nseats = 3\n', encoding="utf-8")
    (folder / "odd\udcff\n.toml").mkdir()
    return folder


def rows(table: Table) -> dict[str, Any]:
    return {play["word"]: play for play in table.table["menu"]["plays"] if play["word"].endswith(".toml")}


def test_it_is_named_in_the_tables_language_by_its_file_alone(tmp_path: Path, kits: Path) -> None:
    with Table(tmp_path, opening=None, language="fr") as table:
        found = rows(table)
        assert [play["label"] for play in found.values()] == [
            "farm.toml\u00a0: inutilisable",
            "ferry.toml\u00a0: inutilisable",
            "odd??.toml\u00a0: inutilisable",
        ]
        assert found["farm.toml"]["why"]["reason"] == f"[text.fr] zzz\u00a0: {say('kit-fault.unknown', 'fr')}"
        assert found["odd??.toml"]["why"]["reason"] == f"illisible\u00a0: {say('kit-fault.folder', 'fr')}"
        below = found["ferry.toml"]["then"]
        assert [play["label"] for play in below][:3] == [
            "slug",
            "seats",
            say("kit-fault.empty", "fr"),
        ]
        assert all(play["why"]["reason"].endswith(("trouvé\u00a0: 'Ferry'", "trouvé\u00a0: 3")) for play in below[:2])
        assert str(kits.parent).encode() not in table.get("/api/v1/table").raw


def test_its_row_is_on_the_screen_after_the_games(tmp_path: Path, kits: Path) -> None:
    with Table(tmp_path, opening=None) as table:
        names = [table.daemon.library.texts.say("en", row.label.key) for row in game_rows(table.daemon.library.games)]
        table.turn(1)
        table.glass_shows(of_menu("", "About", names[0], names[1]))
        table.turn(len(names))
        table.glass_shows(
            of_menu("", names[-1], say("menu.bad-kit", file="farm.toml"), say("menu.bad-kit", file="ferry.toml"))
        )


def test_files_of_one_name_have_one_row_with_what_is_wrong_with_each(tmp_path: Path, kits: Path) -> None:
    languages = kits.parent / "languages"
    languages.mkdir()
    (languages / "farm.toml").write_text("", encoding="utf-8")
    with Table(tmp_path, opening=None) as table:
        farms = [play for play in table.table["menu"]["plays"] if play["word"] == "farm.toml"]
        said = ["[text.fr] zzz", table.daemon.library.texts.say("en", "words.code")]
        assert [[below["label"] for below in farm["then"]] for farm in farms] == [said]


def test_the_other_kits_are_played_all_the_same(tmp_path: Path, kits: Path) -> None:
    with Table(tmp_path) as table:
        assert table.command("new fireship kit").status == 200
        eventually(lambda: table.table["game"] == "fireship")
        assert say("menu.bad-kit", file="farm.toml") in str(table.table["table_menu"])
