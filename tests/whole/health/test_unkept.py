"""A table whose own journal fails: no backup, no restore and no forgetting, whatever it plays on with."""

from __future__ import annotations

from pathlib import Path

from companion.engine.values.message import Message
from tests.support.tables import Process, Table, of_refusal, running, scripted
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.whole.health.test_memory import newer

NOT_NOW = say("keeping.not-now")


def wants(table: Process | Table) -> list[tuple[int, str]]:
    """Have the owner want each of it; return what the table answers."""
    asked = [
        table.ask("POST", "/api/v1/backup", {"do": "ask"}),
        table.ask("POST", "/api/v1/backup", {"do": "restore second"}),
        table.get("/api/v1/backup"),
        table.ask("POST", "/api/v1/owner", {"id": "owners", "seen": 0, "do": "forget-everything"}),
    ]
    return [(answer.status, answer.json["text"]) for answer in asked]


def test_a_table_that_keeps_nothing_gives_no_backup_and_forgets_nothing(tmp_path: Path) -> None:
    newer(tmp_path / "data")
    before = (tmp_path / "data" / "journal.sqlite").read_bytes()
    with Table(tmp_path, scripted(), opening=None) as table:
        assert wants(table) == [(422, NOT_NOW)] * 4, "its journal is a newer program's"
        assert table.command("keep-nothing").status == 200
        assert table.command("new fireship kit").status == 200
        eventually(lambda: table.table["game"] == "fireship")
        assert wants(table) == [(422, NOT_NOW)] * 4
        table.daemon.reset.ask_by_hand()
        table.glass_shows(of_refusal("keeping.not-now"))
        assert table.daemon.asking.question is None
        assert not table.daemon.reset.is_wanted
    assert (tmp_path / "data" / "journal.sqlite").read_bytes() == before


def test_a_table_that_keeps_its_games_elsewhere_does_not_take_the_usual_folder_for_them(tmp_path: Path) -> None:
    newer(tmp_path / "data")
    file = tmp_path / "tidetable.toml"
    file.write_text(f'[table]\nfallback = "{tmp_path}/spare"\n')
    with running(tmp_path, "--config", str(file)) as table:
        assert table.command("keep-at 1").status == 200
        assert table.table["trouble"] is None
        assert wants(table) == [(422, NOT_NOW)] * 4


def test_a_table_that_keeps_its_games_may_be_asked_for_all_of_it(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        assert table.ask("POST", "/api/v1/backup", {"do": "ask"}).status == 202
        assert table.daemon.asking.question == Message("stage.ask-backup", {"name": Message("stage.ask-here")})
