"""Pages and sums: small pages, an older program's larger ones, and lines that aren't as they were written."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from companion.journal import connection
from companion.journal.connection import SMALLER
from companion.journal.journal import FILE, Journal, open_for_reading
from companion.journal.rows import Batch
from tests.support.paths import ROOT
from tests.support.played import GAME, UNSUMMED, line, played

LINES = 60


@pytest.fixture
def larger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A journal as an older program left it: its pages are larger, its lines have no sums."""
    return older(tmp_path / "older")


def older(folder: Path) -> Path:
    played(folder, LINES)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as database:
        database.executescript(f"PRAGMA journal_mode=DELETE; PRAGMA page_size=4096; VACUUM; {UNSUMMED}")
    return folder


def page_size(folder: Path) -> int:
    return int.from_bytes((folder / FILE).read_bytes()[16:18], "big")


def lines_in(folder: Path) -> int:
    with closing(open_for_reading(folder)) as journal:
        return len(journal.lines(1))


def test_an_older_programs_larger_pages_are_taken_over_once(larger: Path) -> None:
    assert page_size(larger) == 4096
    journal = Journal(larger)
    journal.open()
    assert page_size(larger) == connection.PAGE_BYTES == 1024
    assert (len(journal.lines(1)), journal.receipt("id-7"), journal.set_aside) == (LINES, 8, None)
    journal.commit(Batch(id="later", version=100, game=1, lines=(line(LINES + 1),)))
    journal.close()
    assert sorted(path.name for path in larger.iterdir()) == [FILE, "lock"]
    before = (larger / FILE).stat().st_ino
    journal.open()
    journal.close()
    assert (larger / FILE).stat().st_ino == before
    assert lines_in(larger) == LINES + 1


def test_a_journal_that_is_a_link_to_another_disk_stays_one(larger: Path, tmp_path: Path) -> None:
    drive = tmp_path / "drive"
    drive.mkdir()
    (larger / FILE).rename(drive / "ours.sqlite")
    (larger / FILE).symlink_to(drive / "ours.sqlite")
    journal = Journal(larger)
    journal.open()
    journal.commit(Batch(id="later", version=100, game=1, lines=(line(LINES + 1),)))
    journal.close()
    assert (larger / FILE).is_symlink()
    assert sorted(path.name for path in drive.iterdir()) == ["ours.sqlite"]
    assert (page_size(larger), lines_in(larger)) == (1024, LINES + 1)


def test_where_there_is_no_room_for_a_copy_it_stays_as_it_is_and_plays(
    larger: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(connection, "sync", full)
    journal = Journal(larger)
    journal.open()
    journal.commit(Batch(id="later", version=100, game=1, lines=(line(LINES + 1),)))
    journal.close()
    assert "keeps its larger pages" in caplog.text
    assert (page_size(larger), lines_in(larger)) == (4096, LINES + 1)
    assert not list(larger.glob(SMALLER.format("*")))


def test_while_somebody_reads_it_it_stays_as_it_is(larger: Path, caplog: pytest.LogCaptureFixture) -> None:
    # Its reader has the log's index open, which the new file's log would share.
    with closing(sqlite3.connect(larger / FILE, isolation_level=None)) as reader:
        reader.execute("PRAGMA journal_mode=WAL")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM line").fetchone()
        journal = Journal(larger)
        journal.open()
        journal.commit(Batch(id="later", version=100, game=1, lines=(line(LINES + 1),)))
        assert reader.execute("SELECT count(*) FROM line").fetchone() == (LINES,)
        journal.close()
        assert page_size(larger) == 4096
    assert "keeps its larger pages" in caplog.text
    journal.open()
    journal.close()
    assert (page_size(larger), lines_in(larger)) == (1024, LINES + 1)


def test_a_kill_at_any_step_of_that_loses_nothing(tmp_path: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-m", "tests.companion.journal.repaging", str(older(tmp_path / "older")), str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert killed.returncode == 0, killed.stderr
    told = json.loads(killed.stdout)
    assert set(told["sizes"]) == {4096, 1024}, "it was killed before and after the renaming"
    assert told["steps"] > 8


# ---------------------------------------------------------------------- sums
def turn(path: Path, what: bytes, into: bytes) -> None:
    """Put other bytes in the place of *what* in the last line that holds it, of the same length."""
    content = path.read_bytes()
    assert len(what) == len(into) and what in content
    at = content.rindex(what)
    path.write_bytes(content[:at] + into + content[at + len(what) :])


def with_three_games(folder: Path) -> None:
    """The first is over, the second was left, the third is open."""
    journal = Journal(folder)
    journal.open()
    for game in (1, 2, 3):
        journal.commit(Batch(id=f"new-{game}", version=10 * game, new_game=GAME))
        for n in (1, 2, 3):
            facts = b'[{"type":"Chosen%d%d"}]' % (game, n)
            ended = '{"reason":"won"}' if (game, n) == (1, 3) else None
            rows = (line(n, facts=facts),)
            journal.commit(Batch(id=f"{game}-{n}", version=10 * game + n, game=game, lines=rows, ended=ended))
    journal.close()


@pytest.mark.parametrize("game", [2, 3])
def test_a_byte_that_turned_within_a_line_of_a_game_that_goes_on_is_damage(tmp_path: Path, game: int) -> None:
    with_three_games(tmp_path)
    turn(tmp_path / FILE, b"Chosen%d3" % game, b"Chosem%d3" % game)
    journal = Journal(tmp_path)
    journal.open()
    assert journal.set_aside is not None
    # The line before the fault goes too: nobody knows whether that step was to have more lines.
    assert [len(journal.lines(each)) for each in (1, 2, 3)] == [1 if each == game else 3 for each in (1, 2, 3)]
    journal.close()


def test_in_a_game_that_is_over_it_is_found_once_it_is_read(tmp_path: Path) -> None:
    with_three_games(tmp_path)
    turn(tmp_path / FILE, b"Chosen12", b"Chosem12")
    journal = Journal(tmp_path)
    journal.open()
    assert journal.set_aside is None
    with pytest.raises(msgspec.ValidationError, match="line 2 of game 1 isn't as it was written"):
        journal.lines(1)
    assert len(journal.lines(3)) == 3
    assert not journal.is_sound()
    journal.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE line SET game = 3, n = 4 WHERE game = 2 AND n = 3",
        "UPDATE line SET version = version + 1 WHERE game = 3 AND n = 3",
        "UPDATE line SET seat = 1 WHERE game = 3 AND n = 3",
        "UPDATE line SET do = 'roll black' WHERE game = 3 AND n = 3",
        "UPDATE line SET entropy = '00' WHERE game = 3 AND n = 3",
        "UPDATE line SET sum = sum + 1 WHERE game = 3 AND n = 3",
    ],
)
def test_each_column_is_in_the_sum_and_so_is_its_game(tmp_path: Path, change: str) -> None:
    with_three_games(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute(change)
    journal = Journal(tmp_path)
    journal.open()
    assert journal.set_aside is not None
    journal.close()


def test_a_date_may_be_filled_in_later_and_an_older_programs_lines_have_no_sum(tmp_path: Path) -> None:
    with_three_games(tmp_path)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("UPDATE line SET at = '2026-11-28T20:15:03.120Z' WHERE game = 3")
        database.execute("UPDATE line SET sum = NULL, do = 'roll black' WHERE game = 2")
    journal = Journal(tmp_path)
    journal.open()
    assert journal.set_aside is None
    assert {row.entry.do for row in journal.lines(2)} == {"roll black"}
    journal.close()
