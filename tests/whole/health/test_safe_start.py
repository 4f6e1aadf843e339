"""A table that fails to start three times starts with what ships alone, says so, and is whole again by OK."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.cli.run import Switch
from companion.health.boot_note import NOWHERE, runtime_folder
from companion.health.safe_start import SETTLED_S, WITHIN_S, StartNote
from companion.health.served_note import ServedNote
from hardware.cues import ErrorCue
from tests.support.tables import Process
from tests.support.waiting import eventually
from tests.support.wording import say
from tests.whole.health.test_settings import glass_shows, health, health_or_none, owners_page

FARM = 'slug = "farm"\nseats = [1, 4]\n[dice.d]\nfaces = "1-6"\n[text.en]\nname = "Farm"\nd = "Die"\n'


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The runtime folder of all tables of the test."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    monkeypatch.setattr("tests.support.tables.tempfile.mkdtemp", lambda **_: str(folder))
    return folder


def slugs(table: Process) -> set[str]:
    return {play["word"] for play in table.table["menu"]["plays"]}


@pytest.mark.long
def test_three_bad_starts_leave_out_own_kits_and_say_so_and_ok_brings_them_back(tmp_path: Path, runtime: Path) -> None:
    kits = tmp_path / "data" / "kits"
    kits.mkdir(parents=True)
    (kits / "farm.toml").write_text(FARM, encoding="utf-8")
    for _ in range(3):
        table = Process(tmp_path)
        assert health(table) == {}
        assert "farm" in slugs(table)
        table.kill()
    table = Process(tmp_path)
    try:
        assert "farm" not in slugs(table)
        assert health(table) == {"safe-start": say("health.safe", count=3)}
        assert say("health.safe", count=3) in owners_page(table)
        short, how = say("stage.fault-safe", count=3), say("stage.fault-ok", label=say("health.safe-leave"))
        glass_shows(table, ErrorCue(title=say("stage.safe-start"), lines=(short, how), private=True))
        assert "three starts have failed" in table.log.read_text("utf-8")
        table.press("ok")
        eventually(lambda: health_or_none(table) == {})
        assert "farm" in slugs(table), "OK leaves it"
        assert table.stop() == 0
    finally:
        table.process.kill()
    assert list(runtime.iterdir()) == []


def test_a_table_that_is_switched_off_or_loses_its_power_has_made_no_bad_start(tmp_path: Path) -> None:
    now, env, boot = [100.0], {"RUNTIME_DIRECTORY": str(tmp_path)}, tmp_path / "boot"

    def start() -> StartNote:
        return StartNote(tmp_path / "data", env, lambda: now[0], boot)

    boot.write_text("first")
    for _ in range(5):
        note = start()
        assert not note.begin()
        note.end()
    assert [start().begin() for _ in range(4)] == [False, False, False, True]
    boot.write_text("second")
    assert [start().begin() for _ in range(3)] == [False, False, False], "the plug was pulled"
    now[0] += WITHIN_S + 1
    assert [start().begin() for _ in range(3)] == [False, False, False], "that was long ago"
    note = start()
    assert note.begin()
    now[0] += SETTLED_S
    note.settle()
    assert not start().begin(), "it was ready for long enough"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"boot": "x", "at": 3}', '{"boot": "x", "at": ["y"]}'])
def test_a_note_that_cannot_be_read_is_none(tmp_path: Path, text: str) -> None:
    boot = tmp_path / "boot"
    boot.write_text("x")
    note = StartNote(tmp_path, {"RUNTIME_DIRECTORY": str(tmp_path)}, lambda: 1.0, boot)
    assert not note.begin()
    file = next(tmp_path.glob("starts-*.json"))
    assert json.loads(file.read_text("utf-8")) == {"boot": "x", "at": [1.0]}
    file.write_text(text, encoding="utf-8")
    assert not note.begin()


def test_a_folder_that_another_has_made_where_all_may_write_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.health.boot_note.tempfile.tempdir", str(tmp_path))
    own = runtime_folder({})
    assert (own.parent, own.stat().st_mode & 0o777) == (tmp_path, 0o700)
    own.chmod(0o777)
    assert runtime_folder({}) != own
    own.rmdir()
    (tmp_path / "elsewhere").mkdir()
    own.symlink_to(tmp_path / "elsewhere")
    assert runtime_folder({}) != own


def test_without_a_folder_that_can_be_written_nothing_is_noted_and_the_table_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.health.boot_note.tempfile.tempdir", str(tmp_path / "gone"))
    assert runtime_folder({}) == NOWHERE
    note = StartNote(tmp_path, {})
    assert not note.begin()
    note.end()
    note.settle()
    served = ServedNote(tmp_path, {})
    served.write("http://127.0.0.1:1/")
    assert [*served.addresses()] == []
    served.remove()


def test_a_signal_ends_a_start_under_way_and_a_table_that_stands() -> None:
    switch = Switch()
    with pytest.raises(SystemExit) as ended:
        switch()
    assert ended.value.code == 0
    switch.table = table = Mock()
    switch()
    table.power.switch_off.assert_called_once_with()
