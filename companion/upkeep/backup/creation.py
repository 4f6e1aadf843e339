"""Creation of a table's backup, while the table plays or without it."""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.metadata import version
from pathlib import Path

from msgspec.structs import replace

from companion.runtime.atomic_file import keep_written
from companion.runtime.clock import Clock
from companion.session.session import TABLE_ID
from companion.upkeep.backup.archive import (
    FORMAT,
    JOURNAL,
    MAX_FILE,
    MAX_FILES,
    SETTINGS,
    Manifest,
    may_be_called,
    write,
)
from companion.upkeep.backup.errors import disk_errors
from companion.upkeep.backup.journal_part import copy_of, must_have_games
from companion.upkeep.backup.last_note import note
from companion.upkeep.backup.leftovers import WORK
from companion.upkeep.backup.settings import leaving
from companion.upkeep.backup.source import Source

log = logging.getLogger(__name__)


def make(file: Path, source: Source, clock: Clock) -> Manifest:
    """Write the backup of *source* to *file* atomically and note its moment.

    Return its manifest. Earlier content of *file* is replaced. No game waits for it.

    :raises BackupError: if it can't be made; *file* is unchanged.
    """
    must_have_games(source.data)
    with disk_errors(), workplace(source.data) as work:
        made = pack(file, work, source, clock)
        note(source.data, made.at)
    log.info("a backup lies at %s", file)
    return made


def pack(file: Path, work: Path, source: Source, clock: Clock) -> Manifest:
    """Write the backup of *source* to *file* atomically, using the folder *work*.

    It isn't noted yet.

    :raises BackupError: if the journal is damaged; *file* is unchanged.
    :raises JournalUnwritable: if the journal can't be read.
    :raises OSError: if there is no room, or the disk refuses.
    """
    copy_of(source.data, work / JOURNAL)
    text, left_out = leaving(source.settings)
    (work / SETTINGS).write_text(text, "utf-8")
    own, odd = _own_files(source, work)
    parts = {JOURNAL: work / JOURNAL, SETTINGS: work / SETTINGS, **own}
    about = Manifest(tidetable_backup=FORMAT, at=clock.utc_text(), program=version("tidetable"), name=source.name)
    about = replace(about, table=_table_id(work / JOURNAL), left_out=(*left_out, *odd))
    made: list[Manifest] = []
    keep_written(file, lambda writing: made.append(write(writing, about, parts)))
    return made[0]


@contextmanager
def workplace(data: Path) -> Iterator[Path]:
    """Create a private folder in *data* and remove it afterwards.

    After a kill, the next start removes it.
    """
    data.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=WORK, dir=data))
    lock = os.open(work, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield work
    finally:
        shutil.rmtree(work)
        os.close(lock)


def _own_files(source: Source, work: Path) -> tuple[dict[str, Path], list[str]]:
    """Copy the family's own files to *work*.

    Return them by their names in an archive, and the names of those that can't be in one.
    """
    good: dict[str, Path] = {}
    odd: list[str] = []
    taken: set[str] = set()
    for folder, path in source.own_folders.items():
        (work / folder).mkdir()
        for each in sorted(path.iterdir()) if path.is_dir() else ():
            name = f"{folder}/{each.name}"
            fits = may_be_called(name) and name.casefold() not in taken and len(good) < MAX_FILES - 3
            if fits and each.is_file() and each.stat().st_size <= MAX_FILE:
                good[name] = Path(shutil.copyfile(each, work / name))
                taken.add(name.casefold())
            else:
                odd.append(name)
    return good, odd


def _table_id(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        found = database.execute("SELECT value FROM setting WHERE name = ?", (TABLE_ID,)).fetchone()
    return "" if found is None else str(found[0])
