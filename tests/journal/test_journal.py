"""The journal: durable or not at all, one process at a time, and never a crash over what lies on the disk."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import journal as journal_module
from companion.journal import (
    FILE,
    SCHEMA,
    Batch,
    GameRow,
    Journal,
    JournalInUse,
    JournalTooNew,
    JournalUnwritable,
    LineRow,
    open_for_reading,
)

ROOT = Path(__file__).parents[2]
AT = "2026-11-21T20:15:03.120Z"
GAME = GameRow(0, "fireship", "kit", ("Ann", "Zoë\u2028"), {"chance": "dealer"}, AT)


def line(n: int, **more: object) -> LineRow:
    return LineRow(n, n, n + 1, 0, "roll dice", "phone", AT, **more)  # type: ignore[arg-type]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path)
    opened.open()
    yield opened
    opened.close()


def played(folder: Path, lines: int = 3) -> None:
    """Leave a journal with one game of so many *lines* in *folder*."""
    journal = Journal(folder)
    journal.open()
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    for n in range(1, lines + 1):
        journal.commit(Batch(id=f"id-{n}", version=n + 1, game=1, lines=(line(n, facts=b"[]" * 400),)))
    journal.close()


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.suffix != ".sqlite-shm"
    }


def test_it_writes_ahead_and_waits_for_the_disk(journal: Journal) -> None:
    database = journal._database
    assert database is not None
    told = {name: database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    assert told == {"journal_mode": "wal", "synchronous": 2}
    assert database.execute("PRAGMA wal_autocheckpoint").fetchone()[0] == 100


def test_a_batch_comes_back_whole_after_opening_again(journal: Journal) -> None:
    assert journal.commit(Batch(id="new", version=1, new_game=GAME)) == 1
    rows = (line(1, entropy="00ff", facts=b"[1]"), LineRow(2, 1, 3, -1, "roll 3 7 10", "dealer", AT, facts=b"[]"))
    assert journal.commit(Batch(id="a", version=2, game=1, lines=rows, ended='{"reason":"x"}')) == 1
    assert journal.commit(Batch(id="b", version=9, settings={"lang": "fr"})) == 0
    journal.open()
    assert journal.lines(1) == list(rows)
    assert journal.games() == [journal.game(1)]
    assert journal.game(1) == replace(GAME, id=1, ended='{"reason":"x"}')
    assert (journal.receipt("a"), journal.receipt("b"), journal.receipt("c")) == (2, 9, None)
    assert (journal.last_version(), journal.setting("lang"), journal.setting("game")) == (9, "fr", "1")


def test_a_batch_is_written_whole_or_not_at_all(journal: Journal) -> None:
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    journal.commit(Batch(id="a", version=2, game=1, lines=(line(1),)))
    for bad in (
        Batch(id="b", version=3, game=1, lines=(line(2), line(1)), settings={"lang": "fr"}),
        Batch(id="a", version=3, game=1, lines=(line(2),), settings={"lang": "fr"}),
    ):
        with pytest.raises(sqlite3.IntegrityError):
            journal.commit(bad)
    assert (len(journal.lines(1)), journal.receipt("b"), journal.setting("lang")) == (1, None, None)
    assert journal.commit(Batch(id="b", version=3, game=1, lines=(line(2),))) == 1


def test_an_undo_takes_the_ending_back(journal: Journal) -> None:
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    journal.commit(Batch(id="a", version=2, game=1, lines=(line(1),), ended="{}"))
    assert journal.game(1).ended == "{}"
    journal.commit(Batch(id="b", version=3, game=1, lines=(line(2, undo=1),)))
    assert journal.game(1).ended is None


def test_games_lie_side_by_side_and_an_unknown_one_is_an_error(journal: Journal) -> None:
    assert [journal.commit(Batch(id=f"new-{n}", version=n, new_game=GAME)) for n in (1, 2)] == [1, 2]
    journal.commit(Batch(id="a", version=3, game=2, lines=(line(1),)))
    assert [len(journal.lines(game.id)) for game in journal.games()] == [0, 1]
    with pytest.raises(LookupError, match="no game 3"):
        journal.game(3)


# ---------------------------------------------------------------------- the folder and its lock


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "a" / "b")
    journal.open()
    journal.close()
    assert (tmp_path / "a" / "b" / FILE).is_file()


@pytest.mark.parametrize("taken", ["", FILE, "lock"])
def test_something_else_in_its_place_is_said_not_crashed_over(taken: str, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    if taken:
        (folder / taken).mkdir(parents=True)
    else:
        folder.write_text("a file")
    journal = Journal(folder)
    with pytest.raises(JournalUnwritable, match="can't be written"):
        journal.open()
    with pytest.raises(JournalUnwritable, match="isn't open"):
        journal.receipt("a")
    shutil.rmtree(folder) if taken else folder.unlink()
    journal.open()
    journal.close()


@pytest.mark.parametrize(
    ("number", "reason"),
    [("ENOSPC", "full"), ("EDQUOT", "full"), ("EROFS", "read-only"), ("EACCES", "read-only"), ("EIO", "broken")],
)
def test_a_folder_that_refuses_gives_its_reason(
    number: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(getattr(errno, number), "refused")

    journal = Journal(tmp_path / "data")
    monkeypatch.setattr(Path, "mkdir", refuse)
    with pytest.raises(JournalUnwritable) as caught:
        journal.open()
    assert caught.value.reason == reason


def test_a_lock_that_cannot_be_written_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    journal = Journal(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", full)
        with pytest.raises(JournalUnwritable) as caught:
            journal.open()
    assert caught.value.reason == "full"
    other = Journal(tmp_path)
    other.open()
    other.close()


HOLDER = """
import sys
from pathlib import Path
from companion.journal import Journal

journal = Journal(Path(sys.argv[1]))
journal.open()
print("open", flush=True)
sys.stdin.read()
"""


def test_a_folder_is_one_processs_until_that_is_gone_even_by_kill_9(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        journal = Journal(tmp_path)
        with pytest.raises(JournalInUse, match=rf"process {holder.pid}\) uses the folder .*; stop it, or choose"):
            journal.open()
        holder.send_signal(signal.SIGKILL)
        holder.wait(30)
        journal.open()
        journal.close()


def test_a_lock_file_full_of_rubbish_is_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "lock").write_bytes(b"\xff\xfe" * 50)
    first = Journal(tmp_path)
    first.open()
    (tmp_path / "lock").write_bytes(b"\xff\xfe" * 50)
    with pytest.raises(JournalInUse, match="uses the folder"):
        Journal(tmp_path).open()
    first.close()


# ---------------------------------------------------------------------- damage


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


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_set_aside_and_told_never_a_crash(
    damage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    played(tmp_path, 60)
    path = tmp_path / FILE
    damaged = DAMAGES[damage](path.read_bytes())  # type: ignore[operator]
    path.write_bytes(damaged)
    journal = Journal(tmp_path)
    journal.open()
    assert journal.set_aside == tmp_path / "journal.damaged-1.sqlite"
    assert journal.set_aside.read_bytes() == damaged
    assert "journal damaged" in caplog.text
    assert journal.games() == []
    journal.commit(Batch(id="new", version=1, new_game=GAME))
    journal.close()
    assert [game.slug for game in open_for_reading(tmp_path).games()] == ["fireship"]


def test_a_second_damage_is_set_aside_beside_the_first(tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / FILE).write_bytes(b"no database" * 99)
        (tmp_path / f"{FILE}-wal").write_bytes(b"no log")
        journal = Journal(tmp_path)
        journal.open()
        assert journal.set_aside == tmp_path / f"journal.damaged-{number}.sqlite"
        assert (tmp_path / f"journal.damaged-{number}.sqlite-wal").exists()
        journal.close()


@pytest.mark.parametrize("tables", ["", "CREATE TABLE line (x);", "CREATE TABLE diary (x); PRAGMA user_version=1;"])
def test_a_database_of_another_kind_is_set_aside_and_an_empty_one_used(tables: str, tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / FILE)
    database.executescript(tables)
    database.close()
    journal = Journal(tmp_path)
    journal.open()
    assert (journal.set_aside is not None) is bool(tables)
    journal.close()


@pytest.mark.parametrize("in_log", [False, True])
def test_a_newer_programs_journal_is_refused_in_words_and_left_as_it_is(in_log: bool, tmp_path: Path) -> None:
    played(tmp_path)
    other = sqlite3.connect(tmp_path / FILE)
    other.execute(f"PRAGMA user_version={SCHEMA + 1}")
    if in_log:
        (tmp_path / "copy").mkdir()
        for name, data in bytes_of(tmp_path).items():
            (tmp_path / "copy" / name).write_bytes(data)
    other.close()
    folder = tmp_path / "copy" if in_log else tmp_path
    before = {name: data for name, data in bytes_of(folder).items() if name != "lock"} if in_log else bytes_of(folder)
    assert (f"{FILE}-wal" in before) is in_log
    for _ in range(2):
        with pytest.raises(JournalTooNew, match=r"newer tidetable \(schema 2; this one knows 1\); update this program"):
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
    assert [row.n for row in again.lines(1)] == [1, 2, 3, 4]
    assert (again.set_aside, again.receipt("last")) == (None, 9)
    again.close()


@pytest.mark.parametrize("reading", [False, True])
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
    assert [row.do for row in again.lines(1)] == ["roll dice"] * 60
    again.close()


@pytest.mark.parametrize("cut", [1, 100, 2000, 5000])
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
    monkeypatch.setattr(journal_module, "PRAGMAS", (*journal_module.PRAGMAS, "query_only=ON"))
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


# ---------------------------------------------------------------------- reading beside the writer


def test_a_reader_beside_the_writer_sees_what_is_durable_and_hinders_nobody(tmp_path: Path) -> None:
    played(tmp_path)
    writer = Journal(tmp_path)
    writer.open()
    reader = open_for_reading(tmp_path)
    assert len(reader.lines(1)) == 3
    writer.commit(Batch(id="more", version=9, game=1, lines=(line(4),)))
    assert len(reader.lines(1)) == 4
    with pytest.raises(JournalUnwritable) as caught:
        reader.commit(Batch(id="x", version=10))
    assert caught.value.reason == "read-only"
    reader.close()
    writer.close()


def test_without_a_journal_there_is_nothing_to_read(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no game was played there yet"):
        open_for_reading(tmp_path)


def test_a_damaged_journal_cannot_be_read_and_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database" * 99)
    with pytest.raises(JournalUnwritable):
        open_for_reading(tmp_path)
    assert bytes_of(tmp_path) == {FILE: b"no database" * 99}
