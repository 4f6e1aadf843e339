"""What a journal makes of damage, of a kill half way, and of a newer program's file."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from companion.journal import connection, salvage
from companion.journal.errors import JournalTooNew, JournalUnwritable
from companion.journal.journal import FILE, Journal, open_for_reading
from companion.journal.rows import Batch
from companion.journal.schema import newest
from tests.support.played import GAME, bytes_of, line, played
from tests.support.rows import each_row
from tests.support.sources import seeded


def _cut(share: float) -> object:
    return lambda data: data[: int(len(data) * share)]


def _zero(share: float) -> object:
    return lambda data: data[: int(len(data) * share)] + bytes(4096) + data[int(len(data) * share) + 4096 :]


def _garble(share: float) -> object:
    return lambda data: data[: int(len(data) * share)] + b"\xa5\x5a" * 2048 + data[int(len(data) * share) + 4096 :]


DAMAGES = {
    **{f"cut-{share}": _cut(share) for share in (0.01, 0.3, 0.5, 0.9)},
    **{f"zero-{share}": _zero(share) for share in (0.0, 0.1, 0.5, 0.8)},
    **{f"garbled-{share}": _garble(share) for share in (0.0, 0.1, 0.5, 0.8)},
    "no-schema-number": lambda data: data[:60] + bytes(4) + data[64:],
    "short": lambda data: b"SQLite",
    "other": lambda data: b"a diary\n" * 4000,
}


MUCH_IS_LEFT = ("cut-0.9", "zero-0.8", "garbled-0.8", "no-schema-number")
"""What leaves the first half of the lines as it was."""


@each_row("damage", DAMAGES)
def test_a_damaged_journal_is_set_aside_and_told_never_a_crash(
    damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.clear()
    played(tmp_path, 60)
    path = tmp_path / FILE
    damaged = DAMAGES[damage](path.read_bytes())  # type: ignore[operator]
    path.write_bytes(damaged)
    journal = Journal(tmp_path)
    journal.open()
    assert journal.set_aside == tmp_path / "journal.damaged-1.sqlite"
    assert journal.set_aside.read_bytes() == damaged
    assert "journal damaged" in caplog.text
    assert len(journal.games()) <= 1
    assert kept(journal) > 20 or damage not in MUCH_IS_LEFT
    number = journal.commit(Batch(id="later", version=100, new_game=GAME))
    journal.close()
    assert [game.id for game in open_for_reading(tmp_path).games()][-1] == number


def kept(journal: Journal) -> int:
    """How many lines of the first game are left, which are its first."""
    lines = journal.lines(1)
    assert [row.entry.n for row in lines] == list(range(1, len(lines) + 1))
    return len(lines)


@each_row("how", ["cut", "zeroed", "garbled"])
def test_wherever_a_journal_is_damaged_its_first_lines_are_kept_as_far_as_they_can_be_read(
    how: str, tmp_path: Path
) -> None:
    played(tmp_path / "whole", 120)
    data = (tmp_path / "whole" / FILE).read_bytes()
    left = []
    for at in range(0, len(data), 4096):
        folder = tmp_path / f"{how}-{at}"
        folder.mkdir()
        spoilt = {"cut": b"", "zeroed": bytes(4096) + data[at + 4096 :], "garbled": b"\xa5" * 4096 + data[at + 4096 :]}
        (folder / FILE).write_bytes(data[:at] + spoilt[how])
        journal = Journal(folder)
        journal.open()
        left.append(kept(journal))
        journal.commit(Batch(id="later", version=200, new_game=GAME))
        journal.close()
    assert len(left) > 20
    # Nothing is found any more once the upper pages of the tree of lines lay behind the cut.
    assert sum(lines > 0 for lines in left) > len(left) // (4 if how == "cut" else 2)
    assert max(left) < 120 or how != "cut"


@pytest.mark.long
def test_bytes_that_turned_are_never_a_crash(tmp_path: Path) -> None:
    played(tmp_path / "whole", 40)
    data = (tmp_path / "whole" / FILE).read_bytes()
    below = seeded("turned")
    for number in range(150):
        folder = tmp_path / str(number)
        folder.mkdir()
        turned = bytearray(data)
        turned[200 + below(len(data) - 200)] ^= 1 << below(8)
        (folder / FILE).write_bytes(turned)
        journal = Journal(folder)
        journal.open()
        journal.games()
        assert kept(journal) == 40 or journal.set_aside is not None
        journal.close()


def test_a_log_whose_bytes_turned_leaves_a_whole_journal_of_some_moment(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a")
    journal.open()
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    for n in range(1, 21):
        journal.commit(Batch(id=f"id-{n}", version=n + 1, game=1, lines=(line(n),)))
    wal = (tmp_path / "a" / f"{FILE}-wal").read_bytes()
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    journal.close()
    below = seeded("log")
    for number in range(60):
        shutil.copytree(tmp_path / "b", tmp_path / str(number))
        turned = bytearray(wal)
        turned[below(len(wal))] ^= 1 << below(8)
        (tmp_path / str(number) / f"{FILE}-wal").write_bytes(turned)
        again = Journal(tmp_path / str(number))
        again.open()
        assert kept(again) <= 20
        assert (again.receipt(f"id-{kept(again)}") is not None) or kept(again) == 0
        again.close()


@each_row("cut", [False, True])
def test_a_damaged_journal_that_is_a_link_to_another_disk_is_mended_there(
    cut: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, drive = tmp_path / "data", tmp_path / "drive"
    for made in (folder, drive):
        made.mkdir()
    played(drive, 60)
    (drive / FILE).rename(drive / "ours.sqlite")
    (folder / FILE).symlink_to(drive / "ours.sqlite")
    damaged = DAMAGES["cut-0.9"]((drive / "ours.sqlite").read_bytes())  # type: ignore[operator]
    (drive / "ours.sqlite").write_bytes(damaged)
    journal = Journal(folder)
    if cut:
        monkeypatch.setattr(salvage, "finish", not_now)
        with pytest.raises(JournalUnwritable):
            journal.open()
        assert (drive / "ours.mended.sqlite").exists()
        monkeypatch.undo()
    journal.open()
    assert kept(journal) > 20
    journal.close()
    assert (folder / FILE).readlink() == drive / "ours.sqlite"
    assert sorted(path.name for path in folder.iterdir()) == [FILE, "lock"]
    ours = {path.name.removesuffix("-wal").removesuffix("-shm") for path in drive.iterdir()}
    assert ours == {"lock", "ours.damaged-1.sqlite", "ours.sqlite"}
    assert journal.set_aside == drive / "ours.damaged-1.sqlite"
    assert journal.set_aside.read_bytes() == damaged


def not_now(path: Path) -> None:
    raise OSError("the power is cut")


def test_a_second_damage_is_set_aside_beside_the_first(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE).write_bytes(b"no database" * 99)
        (tmp_path / f"{FILE}-wal").write_bytes(b"no log")
        journal = Journal(tmp_path)
        journal.open()
        assert journal.set_aside == tmp_path / f"journal.damaged-{number}.sqlite"
        assert (tmp_path / f"journal.damaged-{number}.sqlite-wal").exists()
        journal.close()


@each_row("tables", ["", "CREATE TABLE line (x);", "CREATE TABLE diary (x); PRAGMA user_version=1;"])
def test_a_database_of_another_kind_is_set_aside_and_an_empty_one_used(tables: str, tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / FILE)
    database.executescript(tables)
    database.close()
    journal = Journal(tmp_path)
    journal.open()
    assert (journal.set_aside is not None) is bool(tables)
    journal.close()


@each_row("in_log", [False, True])
def test_a_newer_programs_journal_is_refused_in_words_and_left_as_it_is(in_log: bool, tmp_path: Path) -> None:
    played(tmp_path)
    other = sqlite3.connect(tmp_path / FILE)
    other.execute(f"PRAGMA user_version={newest() + 1}")
    if in_log:
        (tmp_path / "copy").mkdir()
        for name, data in bytes_of(tmp_path).items():
            (tmp_path / "copy" / name).write_bytes(data)
    other.close()
    folder = tmp_path / "copy" if in_log else tmp_path
    before = {name: data for name, data in bytes_of(folder).items() if name != "lock"} if in_log else bytes_of(folder)
    assert (f"{FILE}-wal" in before) is in_log
    for _ in range(2):
        with pytest.raises(JournalTooNew, match=rf"schema {newest() + 1}; this one knows {newest()}\); update"):
            Journal(folder).open()
        with pytest.raises(JournalTooNew):
            open_for_reading(folder)
    after = bytes_of(folder)
    assert {name: after[name] for name in before if name != "lock"} == {
        name: data for name, data in before.items() if name != "lock"
    }


def test_what_lies_in_the_log_of_a_killed_process_is_taken_up(tmp_path: Path) -> None:
    played(tmp_path / "a")
    journal = Journal(tmp_path / "a")
    journal.open()
    journal.commit(Batch(id="last", version=9, game=1, lines=(line(4),)))
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    journal.close()
    again = Journal(tmp_path / "b")
    again.open()
    assert [row.entry.n for row in again.lines(1)] == [1, 2, 3, 4]
    assert (again.set_aside, again.receipt("last")) == (None, 9)
    again.close()


@each_row("reading", [False, True])
def test_what_a_kill_left_half_written_is_put_in_order(reading: bool, tmp_path: Path) -> None:
    played(tmp_path / "a", 60)
    other = sqlite3.connect(tmp_path / "a" / FILE, isolation_level=None)
    other.execute("PRAGMA journal_mode=DELETE")
    other.execute("PRAGMA cache_size=1")
    other.execute("BEGIN")
    other.execute("UPDATE line SET do = 'half written'")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    other.close()
    assert (tmp_path / "b" / f"{FILE}-journal").stat().st_size > 512
    if reading:
        again = open_for_reading(tmp_path / "b")
    else:
        again = Journal(tmp_path / "b")
        again.open()
    assert again.set_aside is None
    assert [row.entry.do for row in again.lines(1)] == ["roll dice"] * 60
    again.close()


@each_row("cut", [1, 100, 2000, 5000])
def test_a_torn_end_of_the_log_loses_only_what_was_never_acknowledged(cut: int, tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a")
    journal.open()
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    sure = (tmp_path / "a" / f"{FILE}-wal").stat().st_size
    journal.commit(Batch(id="torn", version=2, game=1, lines=(line(1),)))
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    journal.close()
    log = tmp_path / "b" / f"{FILE}-wal"
    log.write_bytes(log.read_bytes()[: max(sure, log.stat().st_size - cut)])
    again = Journal(tmp_path / "b")
    again.open()
    assert (again.set_aside, len(again.games()), again.receipt("torn")) == (None, 1, None)
    again.close()


def test_opening_proves_that_something_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path)
    monkeypatch.setattr(connection, "PRAGMAS", (*connection.PRAGMAS, "query_only=ON"))
    journal = Journal(tmp_path)
    with pytest.raises(JournalUnwritable) as caught:
        journal.open()
    assert caught.value.reason == "read-only"
    journal.close()


def test_opening_writes_the_log_through_into_the_main_file(tmp_path: Path) -> None:
    played(tmp_path)
    reader = open_for_reading(tmp_path)
    assert len(reader.games()) == 1
    journal = Journal(tmp_path)
    journal.open()
    journal.commit(Batch(id="last", version=9, game=1, lines=(line(4),)))
    journal.open()
    (tmp_path / "copy").mkdir()
    shutil.copy(tmp_path / FILE, tmp_path / "copy" / FILE)
    journal.close()
    reader.close()
    alone = open_for_reading(tmp_path / "copy")
    assert (len(alone.lines(1)), alone.receipt("last")) == (4, 9)
    alone.close()
