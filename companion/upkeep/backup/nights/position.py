"""The position: a mark of everything in a backup.

While it stays, another backup would be the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import closing

from companion.journal.errors import sqlite_errors
from companion.journal.journal import open_for_reading
from companion.upkeep.backup.journal_part import settings_of
from companion.upkeep.backup.settings import leaving
from companion.upkeep.backup.source import Source


def position_of(source: Source) -> str:
    """Return the mark of *source*, "" without a journal.

    :raises JournalUnwritable: if the journal can't be read.
    :raises OSError: if the family's own files can't be listed.
    """
    try:
        journal = [*_of_journal(source)]
    except FileNotFoundError:
        return ""
    digest = hashlib.sha256()
    for each in (*journal, *_of_files(source), source.name, leaving(source.settings)[0]):
        digest.update(f"{each}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def _of_journal(source: Source) -> Iterator[str]:
    with closing(open_for_reading(source.data)) as journal, sqlite_errors(source.data):
        yield str(journal.last_version())
        for row in journal.connection.execute("SELECT id, at, ended, called FROM game ORDER BY id").fetchall():
            yield repr(row)
        for name, leaves in settings_of(journal.connection):
            if leaves is not None:
                yield repr((name, leaves))


def _of_files(source: Source) -> Iterator[str]:
    for folder, path in source.own_folders.items():
        for each in sorted(path.iterdir()) if path.is_dir() else ():
            about = each.lstat()
            yield repr((folder, each.name, about.st_size, about.st_mtime_ns))
