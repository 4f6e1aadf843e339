"""A table that can't keep its games: it starts, says why, and plays without keeping only if somebody says OK to it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from companion.health.safe_start import LEAVE, safe_start_fault
from hardware.oled.drawing.screens import marked, still
from tests.support.tables import Phone, Table, of_menu, of_refusal, of_roll, of_trouble, running, scripted
from tests.support.waiting import eventually
from tests.support.wording import TEXTS, say

AS_NOBODY_SPECIAL = (
    ("setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner") if os.geteuid() == 0 else ()
)  # the system lets root write anywhere
READ_ONLY = "session.unwritable.read-only"
NEWER = "session.unwritable.newer"


def newer(folder: Path) -> bytes:
    """Make a journal that a newer program wrote, and return its bytes."""
    folder.mkdir()
    database = sqlite3.connect(folder / "journal.sqlite")
    database.executescript("PRAGMA user_version=99; CREATE TABLE wonder (a); INSERT INTO wonder VALUES (1);")
    database.close()
    return (folder / "journal.sqlite").read_bytes()


def keep_nothing(table: Phone) -> None:
    """Say by the table's own buttons that people play although nothing is kept."""
    table.press("draw")  # without a game each button does it, and the one pressed last must be up until then
    table.shows(of_menu("", "", say("keeping.again"), say("keeping.nothing-sure")))
    table.turn(1)
    table.shows(of_menu("", say("keeping.again"), say("keeping.nothing-sure"), ""))
    table.press("push")
    table.shows(of_menu(say("keeping.nothing-sure"), "", say("menu.no"), say("keeping.nothing-yes")))
    table.turn(1)
    table.shows(of_menu(say("keeping.nothing-sure"), say("menu.no"), say("keeping.nothing-yes"), ""))
    table.press("ok")
    eventually(lambda: table.table["trouble"] == say("keeping.nothing"))


def test_a_memory_of_a_newer_program_is_told_and_not_touched(tmp_path: Path) -> None:
    before = newer(tmp_path / "data")
    with running(tmp_path, "--lang", "fr") as table:
        table.shows(of_trouble(NEWER, "fr"))
        assert table.table["trouble"] == TEXTS.say("fr", NEWER)
        assert table.get("/api/v1/healthz").status == 503
        assert "was written by a newer tidetable" in table.log.read_text("utf-8")
        assert table.command("new fireship kit").status == 503
        assert table.stop() == 0
    assert (tmp_path / "data" / "journal.sqlite").read_bytes() == before


@pytest.mark.long
def test_people_play_without_keeping_once_somebody_says_ok_and_every_screen_tells_of_it(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o555)
    with running(tmp_path, "--kit", "fireship", under=AS_NOBODY_SPECIAL) as table:
        table.shows(of_trouble(READ_ONLY))
        keep_nothing(table)
        assert table.get("/api/v1/healthz").status == 200
        assert table.command("new fireship kit").status == 200
        eventually(lambda: table.table["game"] == "fireship")
        assert table.table["commitment"] is None, "nothing is promised"
        assert table.command("roll dice").status == 200
        rolled = table.roll(1)
        for words in ("", say("stage.keeps-nothing")):
            wanted = marked(still(of_roll(table.table)), words).tobytes()
            eventually(lambda wanted=wanted: table.screen == wanted)  # type: ignore[misc]  # each time its own
        for page in ("/", "/tv", "/panel"):
            assert say("keeping.nothing") in table.get(page).body.decode().replace("&#39;", "'"), page
        assert table.table["trouble"] == say("keeping.nothing")
        assert table.get("/api/v1/records").json == []
        assert table.get("/api/v1/records/1").status == 404
        assert list((tmp_path / "data").iterdir()) == []
        (tmp_path / "data").chmod(0o755)
        assert table.command("lang fr").status == 200
        now = table.table["trouble"], table.roll(1)["values"]
        assert now == (TEXTS.say("fr", "keeping.nothing"), rolled["values"])
        assert table.command("keep-again").status == 200, "the table never goes back by itself"
        assert (table.table["trouble"], table.table["game"]) == (None, None)
        assert table.command("new fireship kit").status == 200
        eventually(lambda: table.table["commitment"] is not None)
        assert table.command("keep-nothing").status == 422, "what can be kept is kept"
        assert table.stop() == 0
    with running(tmp_path, "--lang", "en") as table:
        assert table.table["game"] == "fireship"


def test_games_are_kept_in_the_folder_that_the_settings_name_for_it(tmp_path: Path) -> None:
    newer(tmp_path / "data")
    file = tmp_path / "tidetable.toml"
    file.write_text(f'[table]\nfallback = "{tmp_path}/spare"\n')
    with running(tmp_path, "--config", str(file)) as table:
        assert [play.get("do") for play in table.table["table_menu"]] == ["keep-again", "keep-at 1", None]
        assert table.command("keep-at 2").status == 422
        assert table.command("keep-at 1").status == 200
        assert (table.table["trouble"], table.command("new fireship kit").status) == (None, 200)
        eventually(lambda: table.table["commitment"] is not None)
        assert table.stop() == 0
    assert (tmp_path / "spare" / "journal.sqlite").is_file()


def test_nothing_is_mended_by_a_new_start_while_a_game_is_on_that_is_not_kept(tmp_path: Path) -> None:
    newer(tmp_path / "data")
    with Table(tmp_path, scripted(), opening=None) as table:
        table.daemon.health.faults.add(safe_start_fault())
        assert table.command("keep-nothing").status == 200
        assert table.command("new fireship kit").status == 200
        body = {"id": "owners", "seen": 0, "do": LEAVE}
        answer = table.ask("POST", "/api/v1/owner", body)
        assert (answer.status, answer.json["text"]) == (422, say("keeping.close-first"))
        table.daemon.repairs.mend_by_hand(LEAVE)
        table.glass_shows(of_refusal("keeping.close-first"))
        assert table.command("finish").status == 200
        assert table.ask("POST", "/api/v1/owner", body).status == 200
        table.daemon.power.wait()
        assert not table.daemon.power.is_off, "it starts anew"


@pytest.mark.parametrize("line", ["keep-nothing", "keep-at 1", "keep-again"])
def test_only_the_tables_own_hands_choose_where_games_are_kept(tmp_path: Path, line: str) -> None:
    newer(tmp_path / "data")
    with Table(tmp_path, scripted(), opening=None) as table:
        before = table.table["trouble"]
        body = {"id": "phones", "seen": table.table["version"], "seat": 0, "do": line}
        assert table.ask("POST", "/api/v1/commands", body).status != 200
        body = {"id": "owners", "seen": table.table["version"], "do": "keep-nothing"}
        assert table.ask("POST", "/api/v1/owner", body).status == 400
        assert table.table["trouble"] == before
