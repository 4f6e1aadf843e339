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

from companion.journal import connection
from companion.journal.deletion import deleted_setting
from companion.journal.errors import JournalInUse, JournalUnwritable
from companion.journal.journal import FILE, Journal, open_for_reading
from companion.journal.rows import Batch, LineRow
from companion.model.entry import Entry
from tests.support.paths import ROOT
from tests.support.played import AT, GAME, bytes_of, line, played
from tests.support.processes import output_of, process_of


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path)
    opened.open()
    yield opened
    opened.close()


def test_it_writes_ahead_and_waits_for_the_disk(journal: Journal) -> None:
    database = journal.connection
    told = {name: database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
    assert told == {"journal_mode": "wal", "synchronous": 2}
    assert database.execute("PRAGMA wal_autocheckpoint").fetchone()[0] == 400
    assert database.execute("PRAGMA page_size").fetchone()[0] == 1024


def test_a_batch_comes_back_whole_after_opening_again(journal: Journal) -> None:
    assert journal.commit(Batch(id="new", version=1, new_game=GAME)) == 1
    rows = (
        line(1, entropy="00ff", facts=b"[1]"),
        LineRow(Entry(n=2, seat="chance", do="roll 3 7 10", by="dealer", at=AT), 1, 3, b"[]"),
    )
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


def test_a_deleted_game_goes_with_its_lines_and_no_number_is_given_twice(journal: Journal) -> None:
    for n in (1, 2, 3):
        journal.commit(Batch(id=f"new-{n}", version=n, new_game=GAME))
        journal.commit(Batch(id=f"a-{n}", version=n, game=n, lines=(line(1),)))
    for n in (3, 2):
        journal.commit(Batch(id=f"delete-{n}", version=4, settings={deleted_setting(n): "2026-11-21"}))
        assert (n not in [game.id for game in journal.games()], len(journal.lines(n))) == (True, 1)
        journal.forget_deleted("2026-11-22", "2026-11-29")
        journal.open()
        assert ([game.id for game in journal.games()], journal.lines(n)) == (list(range(1, n)), [])
    assert (len(journal.lines(1)), journal.receipt("a-3")) == (1, 3)
    assert journal.commit(Batch(id="new-4", version=5, new_game=GAME)) == 4


def test_many_games_forgotten_at_once_are_an_own_write_like_any(journal: Journal) -> None:
    """So many pages go through the log that they are moved into the journal at once."""
    for n in range(1, 11):
        journal.commit(Batch(id=f"new-{n}", version=n, new_game=GAME))
        rows = tuple(line(each, facts=b"[]" * 1000) for each in range(1, 40))
        journal.commit(Batch(id=f"a-{n}", version=n, game=n, lines=rows))
    gone = {deleted_setting(n): "2026-11-21" for n in range(1, 11)}
    journal.commit(Batch(id="delete", version=11, settings=gone))
    assert journal.forget_deleted("2026-11-22", "2026-11-29")
    assert journal.commit(Batch(id="new-11", version=12, new_game=GAME)) == 11


def test_a_game_that_cannot_be_read_is_left_out_of_the_list_alone(journal: Journal) -> None:
    for n in (1, 2):
        journal.commit(Batch(id=f"new-{n}", version=n, new_game=GAME))
    journal.connection.execute("UPDATE game SET seats = '7' WHERE id = 1")
    assert [game.id for game in journal.games()] == [2]


def test_the_oldest_receipts_are_forgotten_by_their_place_in_the_order_when_it_is_opened(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RECEIPTS_KEPT", 3)
    for version in range(1, 8):
        journal.commit(Batch(id=f"a-{version}", version=version))
    assert journal.receipt("a-1") == 1
    journal.open()
    assert [version for version in range(1, 8) if journal.receipt(f"a-{version}") is not None] == [4, 5, 6, 7]
    assert journal.last_version() == 7


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
from companion.journal.journal import Journal

journal = Journal(Path(sys.argv[1]))
journal.open()
print("open", flush=True)
sys.stdin.read()
"""


def test_a_folder_is_one_processs_until_that_is_gone_even_by_kill_9(tmp_path: Path) -> None:
    words = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with process_of(words, cwd=ROOT, stdin=subprocess.PIPE, text=True) as holder:
        assert output_of(holder).readline() == "open\n"
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
