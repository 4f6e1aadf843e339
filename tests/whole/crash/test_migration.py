"""A journal of an older schema: opened, read beside, and killed while it is migrated: old or new, never between."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal import schema
from companion.journal.errors import JournalTooNew, JournalUnwritable
from companion.journal.journal import FILE, Journal, open_for_reading
from companion.journal.rows import Batch
from tests.companion.journal.test_golden import written_by_an_older_program
from tests.support.paths import GOLDEN, ROOT
from tests.support.played import bytes_of, line, played
from tests.whole.crash.migrating import FURTHER

DUMPS = sorted(GOLDEN.glob("*.sql"))


def form(folder: Path) -> set[tuple[str, ...]]:
    """Every table of the journal in *folder*, and each of its columns."""
    database = sqlite3.connect(folder / FILE)
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found = {(table, *map(str, row)) for table in tables for row in database.execute(f"PRAGMA table_info({table})")}
    database.close()
    return found


def test_there_is_a_journal_of_every_schema_before_this_one() -> None:
    assert {int(dump.name.split("-")[0]) for dump in DUMPS} >= set(range(1, schema.newest()))


@pytest.mark.parametrize("dump", DUMPS, ids=lambda dump: dump.stem)
def test_an_older_journal_takes_the_form_of_a_new_one_and_keeps_all_its_lines(dump: Path, tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    written_by_an_older_program(dump, tmp_path / "old")
    counted = sqlite3.connect(tmp_path / "old" / FILE)
    before = counted.execute("SELECT (SELECT count(*) FROM line), (SELECT count(*) FROM receipt)").fetchone()
    counted.close()
    for name in ("old", "new"):
        journal = Journal(tmp_path / name)
        journal.open()
        assert journal.set_aside is None
        journal.close()
    assert form(tmp_path / "old") == form(tmp_path / "new")
    after = sqlite3.connect(tmp_path / "old" / FILE)
    assert after.execute("SELECT (SELECT count(*) FROM line), (SELECT count(*) FROM receipt)").fetchone() == before
    after.close()


def test_a_reader_migrates_a_copy_in_memory_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path)
    before = bytes_of(tmp_path)[FILE]
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, *FURTHER))
    reader = open_for_reading(tmp_path)
    assert [row.entry.n for row in reader.lines(1)] == [1, 2, 3]
    with pytest.raises(JournalUnwritable):
        reader.commit(Batch(id="x", version=10))
    reader.close()
    after = bytes_of(tmp_path)
    assert (after[FILE], after[f"{FILE}-wal"]) == (before, b"")


def test_a_journal_that_was_migrated_is_refused_by_the_program_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", (*schema.STEPS, *FURTHER))
        journal = Journal(tmp_path)
        journal.open()
        journal.commit(Batch(id="last", version=9, game=1, lines=(line(4),)))
        journal.close()
    before = bytes_of(tmp_path)[FILE]
    with pytest.raises(JournalTooNew, match="update this program"):
        Journal(tmp_path).open()
    assert bytes_of(tmp_path)[FILE] == before


def test_a_step_that_fails_leaves_the_schema_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path)
    before = form(tmp_path)
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, f"{FURTHER[0]}; INSERT INTO nowhere VALUES (1)"))
    with pytest.raises(JournalUnwritable, match="nowhere"):
        Journal(tmp_path).open()
    assert form(tmp_path) == before


def killed(folder: Path, kills: int) -> list[int]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.whole.crash.migrating", str(folder), str(kills)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60 + kills,
    )
    assert done.returncode == 0, done.stderr
    found: list[int] = json.loads(done.stdout)["found"]
    assert sum(found) == kills
    return found


@pytest.mark.long
def test_a_journal_killed_while_it_is_migrated_is_old_or_new(tmp_path: Path) -> None:
    assert killed(tmp_path, 40)[0] > 0


@pytest.mark.soak
def test_two_hundred_kills_find_each_schema_and_nothing_between(tmp_path: Path) -> None:
    assert min(killed(tmp_path, 200)) > 0
