"""A table that doesn't know the date: everything can be played, kept, deleted and brought back, and has no date."""

from __future__ import annotations

import json
from pathlib import Path

from companion.journal.journal import UNDATED, Journal, deleted_setting
from companion.runtime.clock import ManualClock
from tests.support.tables import Table


class Dateless(ManualClock):
    """A clock that knows no date."""

    def utc_text(self) -> str:
        return ""


def test_what_is_played_without_a_date_has_none_and_all_else_goes_on(tmp_path: Path) -> None:
    clock = Dateless()
    with Table(tmp_path, clock=clock) as table:
        assert table.command("new forbidden-island kit seats=2").status == 200
        assert table.ask("POST", "/api/v1/owner", {"id": "d-1", "seen": 0, "do": "delete 1"}).status == 200
        record = [json.loads(line) for line in table.get("/api/v1/records/2").body.decode().splitlines()]
        assert not any(line.get("at") for line in record)
    with Table(tmp_path, clock=clock, opening=None) as table:
        assert table.table["game"] == "forbidden-island"
        assert table.ask("POST", "/api/v1/owner", {"id": "d-2", "seen": 0, "do": "restore 1"}).status == 200
    journal = Journal(tmp_path / "data")
    journal.open()
    assert [game.at for game in journal.games()] == ["", ""]
    assert journal.setting(deleted_setting(1)) == ""
    journal.close()
    assert UNDATED < "2026"
