"""A table that doesn't know the date: everything can be played, kept, deleted and brought back, and has no date."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.journal.deletion import UNDATED, deleted_setting
from companion.journal.journal import Journal
from companion.runtime.clock import SystemClock, dated, moment_of
from tests.support.tables import Table


class Dateless(SystemClock):
    """A clock that knows no date until it *knows*."""

    knows = False

    def utc_text(self) -> str:
        return super().utc_text() if self.knows else ""


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


def test_once_the_date_is_known_what_was_played_in_this_boot_gets_its_true_one(tmp_path: Path) -> None:
    clock = Dateless()
    begun = SystemClock().utc_text()
    with Table(tmp_path, clock=clock) as table:
        assert table.command("roll dice").status == 200
        table.roll(1)
        played = SystemClock().utc_text()
        clock.knows = True
        assert table.command("roll dice").status == 200
        table.roll(2)
    journal = Journal(tmp_path / "data")
    journal.open()
    (game,) = journal.games()
    first, answered, second, _ = [line.entry.at for line in journal.lines(game.id)]
    assert begun <= game.at <= (first or "") <= (answered or "") <= played <= (second or "")
    assert not journal.fill_dates(lambda mark: mark)
    journal.close()


def test_a_moment_of_another_boot_gets_no_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Dateless()
    clock.knows = True
    moment = moment_of(clock)
    assert dated(moment, clock) <= clock.utc_text()
    assert dated(moment, clock) != ""
    (tmp_path / "boot").write_text("another\n")
    monkeypatch.setattr("companion.runtime.clock.BOOT_ID", tmp_path / "boot")
    assert dated(moment, clock) == ""
