"""Connections to the journal's database: one writer, or readers beside it.

A file with an unknown schema isn't touched, and a damaged one is an error. Pages are as small as a usual line with its
receipt, because each command writes some of them.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from companion.journal.errors import JournalTooNew
from companion.journal.files import make_private_file
from companion.journal.rows import COLUMNS, is_as_written
from companion.journal.salvage import readable
from companion.journal.schema import is_newer, migrate, newest, schema_of
from companion.runtime.atomic_file import sync

log = logging.getLogger(__name__)

PAGE_BYTES = 1024
PRAGMAS: tuple[str, ...] = (
    f"page_size={PAGE_BYTES}", "journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=400", "foreign_keys=ON",
)  # fmt: skip
RECEIPTS_KEPT = 10_000
"""Versions for which ids are remembered when a journal is opened.

They are some evenings; nobody asks again later.
"""
SMALLER = "{}.smaller.sqlite"
"""A copy with pages of this program's size, by the journal's stem.

It has this name until it is whole and takes the journal's place.
"""
_HEAD = 20
_FORMATS = frozenset({1, 2})
"""Bytes 18 and 19 of a file: rollback journal, or log.

See https://www.sqlite.org/fileformat.html.
"""
IN_USE_S = 2.0
"""How long a reader from another process may hold a write up."""


def read_only(path: Path) -> sqlite3.Connection:
    """Open *path* for reading, an older one as a migrated copy.

    The copy is in memory.

    :raises JournalTooNew: a newer program wrote it.
    """
    database = _checked(path)
    try:
        if schema_of(database) < newest():
            database = _migrated_copy(database)
        database.execute("PRAGMA query_only=ON")
    except BaseException:
        database.close()
        raise
    return database


def _migrated_copy(older: sqlite3.Connection) -> sqlite3.Connection:
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        older.backup(copy)
        migrate(copy)
    except BaseException:
        copy.close()
        raise
    older.close()
    return copy


def _checked(path: Path) -> sqlite3.Connection:
    """Open *path* without changing it, if its schema is known.

    Only the half-done work of a killed process is first put in order, as nothing could be read otherwise.
    """
    if not _is_half_written(path):
        _check_head(path)
    try:
        return _connected(path, "ro")
    except sqlite3.OperationalError:
        return _connected(path, "rw")


def _is_half_written(path: Path) -> bool:
    """Return True if SQLite must first roll back an interrupted write.

    It may be of the head itself.
    """
    undo = path.with_name(f"{path.name}-journal")
    return undo.exists() and undo.stat().st_size > 0


def _check_head(path: Path) -> None:
    """Check the format's numbers in the file's head.

    SQLite takes another for a file that may not be written.

    :raises sqlite3.DatabaseError: they aren't those of this program's files.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    if len(head) == _HEAD and not set(head[18:20]) <= _FORMATS:
        raise sqlite3.DatabaseError("the head of the file is damaged")


def _connected(path: Path, mode: str) -> sqlite3.Connection:
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=IN_USE_S)
    database.text_factory = readable
    try:
        if is_newer(database):
            raise JournalTooNew(
                f"{path} was written by a newer tidetable "
                f"(schema {schema_of(database)}; this one knows {newest()}); update this program"
            )
    except BaseException:
        database.close()
        raise
    return database


def open_database(path: Path) -> sqlite3.Connection:
    """Open *path* for writing; create or migrate it if needed.

    :raises JournalTooNew: a newer program wrote it; nothing was touched.
    :raises sqlite3.DatabaseError: it is damaged, or isn't a journal; an ``OperationalError``: the disk refuses.
    """
    if path.exists():
        _checked(path).close()
    make_private_file(path)
    database = _opened(path)
    if database.execute("PRAGMA page_size").fetchone()[0] == PAGE_BYTES:
        return database
    return _opened(path) if _take_over(database, path) else database


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, timeout=IN_USE_S, isolation_level=None, check_same_thread=False)
    database.text_factory = readable
    try:
        for pragma in PRAGMAS:
            database.execute(f"PRAGMA {pragma}")
        # The whole check: a quick one lets lines pass that a turned bit has put where no search finds them.
        sound = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if sound != "ok":
            raise sqlite3.DatabaseError(sound)
        migrate(database)
        _check_owners(database)
        if not are_as_written(database, "game IN (SELECT id FROM game WHERE ended IS NULL)"):
            raise sqlite3.DatabaseError("a line isn't as it was written")
    except BaseException:
        database.close()
        raise
    return database


def _take_over(database: sqlite3.Connection, path: Path) -> bool:
    """Rewrite an older program's *database* with this program's page size.

    The file is replaced by one renaming. Return True if that was done, and *database* is closed; if there is no room,
    or somebody reads it, it stays as it is until another start.
    """
    path = path.resolve()  # a link to another disk stays one
    smaller = path.with_name(SMALLER.format(path.stem))
    try:
        smaller.unlink(missing_ok=True)
        make_private_file(smaller)
        database.execute(f"PRAGMA page_size={PAGE_BYTES}")
        database.execute("VACUUM INTO ?", (str(smaller),))
        sync(smaller)
        # Nobody else has it open then, and no log of it is left that could be taken for the new one's.
        database.execute("PRAGMA journal_mode=DELETE")
    except (OSError, sqlite3.OperationalError) as error:
        log.warning("the journal keeps its larger pages for now: %s", error)
        smaller.unlink(missing_ok=True)
        return False
    database.close()
    smaller.replace(path)
    sync(path.parent)
    return True


def are_as_written(database: sqlite3.Connection, which: str = "true") -> bool:
    """Return True if *database*'s lines match their checksums.

    *which* is SQL that selects lines. One without a checksum was written by an older program.
    """
    lines = database.execute(f"SELECT game, sum, {', '.join(COLUMNS)} FROM line WHERE {which}")
    return all(is_as_written(game, columns, written) for game, written, *columns in lines)


def _check_owners(database: sqlite3.Connection) -> None:
    """Check that every line belongs to a game.

    A garbled number would hide it from all.

    :raises sqlite3.DatabaseError: one isn't.
    """
    if database.execute("SELECT 1 FROM line WHERE game NOT IN (SELECT id FROM game) LIMIT 1").fetchone():
        raise sqlite3.DatabaseError("a line without its game")


def prove(database: sqlite3.Connection) -> None:
    """Write a value, purge the oldest receipts, and checkpoint others' uncertain writes.

    After a failed fsync, or a kill before one, pages may be readable that are on no disk. The checkpoint writes all of
    the log's pages once more, into the main file.
    """
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    database.execute("INSERT INTO setting VALUES ('starts', '1') ON CONFLICT (name) DO UPDATE SET value = value + 1")
    database.execute("DELETE FROM receipt WHERE version < (SELECT max(version) FROM receipt) - ?", (RECEIPTS_KEPT,))
