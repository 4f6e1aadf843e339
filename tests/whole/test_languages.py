"""A family's own language at a whole table: offered and spoken everywhere, or left out in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.model.shelf.games import game_rows
from companion.model.table_menu import MAX_FAULTS
from tests.support.languages import CAPTAIN, LANGUAGE, german, put
from tests.support.tables import Table, of_menu, run, running
from tests.support.waiting import eventually
from tests.support.wording import say


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A complete language in the data folder."""
    return put(tmp_path / "data", german())


def row(table: Table, word: str) -> dict[str, Any]:
    (found,) = (play for play in table.table["table_menu"] if play["word"] == word)
    return dict(found)


def offered(table: Table) -> list[tuple[str, str]]:
    return [(play["do"], play["label"]) for play in row(table, "lang")["then"]]


SHIPPED = [("lang en", "English"), ("lang fr", "Français")]


def test_a_complete_language_is_offered_and_the_command_page_and_screen_speak_it(tmp_path: Path, file: Path) -> None:
    with Table(tmp_path, opening=None) as table:
        assert offered(table) == [*SHIPPED, ("lang de", "Deutsch")]
        assert table.command("lang de").status == 200
        assert table.table["lang"] == "de"
        assert row(table, "lang")["label"] == LANGUAGE
        refused = table.command("lang it")
        assert (refused.status, refused.json["text"]) == (422, "Der Tisch spricht en, fr, de.")
        library = table.daemon.library
        games = [library.texts.say("en", play.label.key) for play in game_rows(library.games)]
        table.turn(len(games) + 1)
        table.glass_shows(of_menu("", games[-1], LANGUAGE, "Brightness: 3"))
    with Table(tmp_path, opening=None) as table:
        assert table.table["lang"] == "de", "it is kept"
    file.unlink()
    with Table(tmp_path, opening=None) as table:
        assert (table.table["lang"], offered(table)) == ("en", SHIPPED)


def test_pages_are_said_in_it_and_offer_it_to_each_phone(tmp_path: Path, file: Path) -> None:
    with Table(tmp_path) as table:
        for address in ("/", "/tv", "/panel", "/owner", "/records", "/verify"):
            page = table.get(f"{address}?lang=de")
            assert page.status == 200
            assert '<html lang="de"' in page.body.decode(), address
        assert f"<title>{CAPTAIN}</title>" in table.get("/nowhere?lang=de").body.decode()
        phone = table.get("/").body.decode()
        assert 'href="?lang=de" lang="de"' in phone
        assert ">Deutsch</a>" in phone
        assert CAPTAIN in table.get("/?lang=de").body.decode()
        assert 'data-do="lang de"' in table.get("/owner").body.decode()
        assert table.get("/api/v1/table?lang=de").json["lang"] == "de"
        assert table.get("/api/v1/words?lang=de").status == 200


def test_what_is_written_in_english_and_french_alone_is_english_in_it(tmp_path: Path, file: Path) -> None:
    with Table(tmp_path) as table:
        english = table.get("/api/v1/rules/forbidden-island/FI-A11?lang=en")
        assert table.get("/api/v1/rules/forbidden-island/FI-A11?lang=de").body == english.body


def test_the_settings_may_name_it(tmp_path: Path, file: Path) -> None:
    with Table(tmp_path, language="de", opening=None) as table:
        assert table.table["lang"] == "de"


def test_an_incomplete_one_is_told_in_the_menu_by_its_name_and_the_table_starts_in_english(tmp_path: Path) -> None:
    file = put(tmp_path / "data", german({"menu.language": None}))
    with Table(tmp_path, language="de", opening=None) as table:
        assert (table.table["lang"], offered(table)) == ("en", SHIPPED)
        assert row(table, "de.toml")["label"] == say("menu.bad-kit", file="de.toml")
        assert row(table, "de.toml")["why"]["reason"] == "menu.language: missing"
        assert table.command("lang de").status == 422
        assert str(file.parent).encode() not in table.get("/api/v1/table").raw
        library = table.daemon.library
        games = [library.texts.say("en", play.label.key) for play in game_rows(library.games)]
        table.turn(len(games) + 1)
        table.glass_shows(of_menu("", games[-1], say("menu.bad-kit", file="de.toml"), "Language"))


def test_a_kit_and_a_language_of_one_name_have_one_row_of_faults(tmp_path: Path) -> None:
    put(tmp_path / "data", german({"menu.language": None}))
    (tmp_path / "data" / "kits").mkdir()
    (tmp_path / "data" / "kits" / "de.toml").write_text("[")
    with Table(tmp_path, opening=None) as table:
        reasons = [play["why"]["reason"] for play in row(table, "de.toml")["then"]]
        assert [reason.partition(": ")[0] for reason in reasons] == ["not TOML", "menu.language"]


def test_an_empty_one_sends_few_of_its_faults(tmp_path: Path) -> None:
    put(tmp_path / "data", "")
    with Table(tmp_path, opening=None) as table:
        assert len(row(table, "de.toml")["then"]) == MAX_FAULTS + 1


@pytest.mark.long
def test_the_command_takes_it_or_says_what_there_is(tmp_path: Path, file: Path) -> None:
    with running(tmp_path, "--kit", "fireship", "--lang", "de") as table:
        eventually(lambda: table.table["lang"] == "de")
    for lang in ("it", "../en", ""):
        done = run(tmp_path, "run", "--data", "data", "--simulate", "--port", "0", "--lang", lang)
        assert done.returncode == 2
        assert f"Invalid value for '--lang': {lang!r} is not one of 'en', 'fr', 'de'." in done.stderr


def test_settings_that_name_no_language_at_all_are_a_fault(tmp_path: Path) -> None:
    (tmp_path / "tidetable.toml").write_text('[table]\nlanguage = "it"\ndata = "data"\n')
    done = run(tmp_path, "config", "--check", "tidetable.toml")
    assert done.returncode == 1
    assert "[table] language: the table doesn't speak 'it'; it speaks: en, fr" in done.stderr


def test_the_command_lists_what_is_wrong(tmp_path: Path) -> None:
    put(tmp_path / "data", german({"menu.language": None}))
    done = run(tmp_path, "games", "--data", "data")
    assert done.returncode == 1
    assert "de.toml: menu.language: missing" in done.stderr
