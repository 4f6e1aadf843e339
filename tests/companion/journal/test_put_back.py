"""An older copy that is put back while a table plays: it stays as it was copied, and the next start finds it alone."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.journal.errors import JournalUnwritable
from companion.journal.journal import FILE, Journal, open_for_reading
from companion.journal.rows import Batch
from tests.support.paths import ROOT
from tests.support.played import line, played

COPIED = 28
"""So many lines has the copy."""
LINES_LATER = (60, 150, 400, 420, 450)
"""So many more has the table that plays: with a log that was moved into the file or begun anew, in part or whole."""
WRITE_AHEAD_LOG, SHARED_MEMORY = FILE + "-wal", FILE + "-shm"


def batch(n: int, **more: Any) -> Batch:
    return Batch(id=f"id-{n}", version=n + 1, game=1, lines=(line(n),), **more)


def play(folder: Path, later: int) -> Journal:
    """Play *later* lines more than the copy has, which lies beside the *folder* as ``copy``."""
    played(folder, COPIED)
    shutil.copyfile(folder / FILE, folder.with_name("copy"))
    journal = Journal(folder)
    journal.open()
    for n in range(COPIED + 1, COPIED + later + 1):
        journal.commit(batch(n))
    return journal


def overwrite(folder: Path) -> None:
    """Do what ``cp copy data/journal.sqlite`` does."""
    subprocess.run(["cp", folder.with_name("copy"), folder / FILE], check=True)


def rename(folder: Path) -> None:
    """Do what ``mv copy data/journal.sqlite`` does."""
    shutil.copyfile(folder.with_name("copy"), folder / "moving")
    (folder / "moving").rename(folder / FILE)


def refusal(do: Callable[[], object]) -> str:
    with pytest.raises(JournalUnwritable) as caught:
        do()
    return caught.value.reason


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def found_whole(folder: Path) -> None:
    """The copy lies there to the byte, and a start goes on with its lines."""
    assert (folder / FILE).read_bytes() == folder.with_name("copy").read_bytes()
    assert names(folder) & {WRITE_AHEAD_LOG, SHARED_MEMORY} == set()
    journal = Journal(folder)
    journal.open()
    with closing(journal):
        assert ([each.entry.n for each in journal.lines(1)], journal.set_aside) == ([*range(1, COPIED + 1)], None)
        assert journal.last_version() == COPIED + 1
        journal.commit(batch(COPIED + 1))
    with closing(open_for_reading(folder)) as read:
        assert [each.entry.n for each in read.lines(1)] == [*range(1, COPIED + 2)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.mark.parametrize("put_back", [overwrite, rename])
@pytest.mark.parametrize("later", LINES_LATER)
def test_it_is_missed_until_a_restart_which_finds_it_whole(
    later: int, put_back: Callable[[Path], None], folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    journal = play(folder, later)
    stale = (folder / WRITE_AHEAD_LOG).read_bytes()
    put_back(folder)
    for _ in range(3):
        assert refusal(lambda: journal.commit(batch(COPIED + later + 1))) == "gone"
        assert refusal(journal.open) == "gone"
    if put_back is overwrite:
        assert refusal(lambda: journal.lines(1)) == "gone", "nobody is shown a mixture"
    journal.close()
    assert (folder / "journal.stale-1.sqlite-wal").read_bytes() == stale
    assert "the old one's log is kept as" in caplog.text
    found_whole(folder)


@pytest.mark.parametrize("put_back", [overwrite, rename])
@pytest.mark.parametrize("later", LINES_LATER)
@pytest.mark.parametrize("reopened", [True, False])
def test_it_stays_whole_although_nothing_was_played_since(
    reopened: bool, later: int, put_back: Callable[[Path], None], folder: Path
) -> None:
    journal = play(folder, later)
    put_back(folder)
    if reopened:
        assert refusal(journal.open) == "gone"
    journal.close()
    found_whole(folder)


def test_each_log_that_is_set_aside_keeps_a_name_of_its_own(folder: Path) -> None:
    journal = play(folder, 60)
    for number in (1, 2):
        journal.open()
        overwrite(folder)
        journal.close()
        assert {f"journal.stale-{number}.sqlite-{kind}" for kind in ("wal", "shm")} <= names(folder)
    found_whole(folder)


ENDS_OF_PROCESS = {"at once": "os._exit(0)", "without closing it": "sys.exit(0)", "with an error": "raise SystemError"}


@pytest.mark.long
@pytest.mark.parametrize("end", ENDS_OF_PROCESS)
@pytest.mark.parametrize("later", [60, 450])
def test_it_stays_whole_when_the_program_ends_in_any_way_after_it_was_missed(
    later: int, end: str, folder: Path
) -> None:
    program = f"""
import os, sys
from pathlib import Path
from tests.companion.journal.test_put_back import batch, overwrite, play, refusal

folder = Path(sys.argv[1])
journal = play(folder, {later})
overwrite(folder)
print(refusal(lambda: journal.commit(batch({COPIED + later + 1}))), flush=True)
{ENDS_OF_PROCESS[end]}
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "gone\n", done.stderr
    found_whole(folder)


def test_a_log_that_was_put_back_with_its_journal_is_not_set_aside(folder: Path) -> None:
    played(folder, COPIED)
    journal = Journal(folder)
    journal.open()
    journal.commit(batch(COPIED + 1))
    copies = {name: (folder / name).read_bytes() for name in (FILE, WRITE_AHEAD_LOG)}
    for n in range(COPIED + 2, COPIED + 60):
        journal.commit(batch(n))
    for name, copy in copies.items():
        (folder / name).write_bytes(copy)
    assert refusal(lambda: journal.commit(batch(COPIED + 60))) == "gone"
    journal.close()
    assert {name: (folder / name).read_bytes() for name in copies} == copies
    journal.open()
    assert ([each.entry.n for each in journal.lines(1)], journal.set_aside) == ([*range(1, COPIED + 2)], None)
    journal.close()


class Checkpointed(dict[str, str]):
    """Settings that can't be written; meanwhile the log is moved into the file, and those of *removed* are."""

    def __init__(self, folder: Path, removed: tuple[str, ...]) -> None:
        super().__init__(lang="fr")
        self._folder, self._removed = folder, removed

    def items(self) -> Any:
        with closing(sqlite3.connect(self._folder / FILE)) as other:
            assert other.execute("PRAGMA wal_checkpoint").fetchone()[2] > 0
        for name in self._removed:
            (self._folder / name).unlink()
        raise sqlite3.OperationalError("disk I/O error")


@pytest.mark.parametrize(
    ("removed", "reason"),
    [((), "broken"), ((WRITE_AHEAD_LOG,), "gone"), ((WRITE_AHEAD_LOG, SHARED_MEMORY), "gone")],
)
def test_a_checkpoint_during_a_write_that_failed_is_not_mistaken_for_somebody_elses(
    removed: tuple[str, ...], reason: str, folder: Path
) -> None:
    journal = play(folder, 3)
    before, n = (folder / FILE).stat(), COPIED + 4
    assert refusal(lambda: journal.commit(batch(n, settings=Checkpointed(folder, removed)))) == reason
    assert (folder / FILE).stat().st_mtime_ns != before.st_mtime_ns
    journal.open()
    assert journal.last_line(1) == n - 1
    journal.commit(batch(n))
    journal.close()
    assert names(folder) == {FILE, "lock"}
    with closing(open_for_reading(folder)) as read:
        assert [each.entry.n for each in read.lines(1)] == [*range(1, n + 1)]
