"""Repair: a damaged journal is set aside for its readable part.

The damaged file is only read and renamed. The new one is durable under a name of its own before the first renaming. If
the power fails in between, the next start finds that name and finishes the repair. It works in the file's own folder,
so a link to another disk stays a link.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from companion.journal.errors import is_refusal
from companion.journal.files import make_private_file
from companion.journal.rows import COLUMNS, is_as_written
from companion.journal.schema import migrate
from companion.runtime.atomic_file import sync

log = logging.getLogger(__name__)

_SIDES = ("-wal", "-shm", "-journal", "")
"""Suffixes of the journal's files.

The main one goes last, so that its name is still free.
"""


def mend(path: Path) -> Path:
    """Replace the damaged journal at *path* by its readable part.

    Return the damaged one's new path.

    :raises OSError: it can't be renamed.
    :raises sqlite3.OperationalError: there is no room for the new one.
    """
    path = path.resolve()
    mending = _beside(path, "mending")
    for suffix in _SIDES:
        mending.with_name(mending.name + suffix).unlink(missing_ok=True)
    make_private_file(mending)
    with closing(sqlite3.connect(mending, isolation_level=None)) as new:
        migrate(new)
        try:
            _salvage(path, new)
        except Exception as error:
            if is_refusal(error):
                raise
            log.warning("nothing is saved of %s: %s", path, error)
            new.rollback()
    mending.rename(_beside(path, "mended"))
    sync(path.parent)
    aside = finish(path)
    assert aside is not None
    return aside


def finish(path: Path) -> Path | None:
    """Move a repaired journal to *path*, if there is one.

    Return where the damaged one is.
    """
    path = path.resolve()
    mended = _beside(path, "mended")
    if not mended.exists():
        return None
    number = 1
    while _beside(path, f"damaged-{number}").exists():
        number += 1
    number -= not path.exists()
    aside = _beside(path, f"damaged-{number}")
    for suffix in _SIDES:
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    mended.rename(path)
    sync(path.parent)
    return aside


def set_log_aside(files: list[Path]) -> Path:
    """Rename a log and its index to unused names; return the log's.

    *files* are in one folder; the names are beside every journal's.

    :raises OSError: they can't be renamed.
    """
    folder, number = files[0].parent, 1
    while any(folder.glob(f"journal.stale-{number}.*")):
        number += 1
    renamed = [each.rename(folder / f"journal.stale-{number}.{each.name.rpartition('.')[2]}") for each in files]
    sync(folder)
    return renamed[0]


def make_folder(folder: Path) -> None:
    """Make *folder* and its parents, durably.

    A file synced inside a folder that isn't durable is lost with it.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync(made.parent)


def readable(text: bytes) -> str:
    """Return *text* of a journal, with damaged bytes replaced."""
    return text.decode("utf-8", "replace")


def _beside(path: Path, word: str) -> Path:
    """Return the path of the journal's other file called *word*.

    It is named after the journal at *path*, since other journals may lie beside it.
    """
    return path.with_name(f"{path.stem}.{word}.sqlite")


def _salvage(path: Path, new: sqlite3.Connection) -> None:
    """Copy the readable part of the journal at *path* into *new*.

    Of each game these are the lines before the first fault.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as old:
        old.text_factory = readable
        new.execute("BEGIN IMMEDIATE")
        for table in ("setting", "receipt", "game", "promise"):
            for order in ("ASC", "DESC"):
                _copy(new, table, _readable(old, f"SELECT * FROM {table} ORDER BY 1 {order}"))
        for (game,) in new.execute("SELECT id FROM game").fetchall():
            _copy(new, "line", _whole_batches(_readable(old, f"SELECT * FROM line WHERE game = {game} ORDER BY n")))
        _copy(new, "outbox", _readable(old, "SELECT * FROM outbox ORDER BY id"))
        new.execute("DELETE FROM outbox WHERE game NOT IN (SELECT id FROM game)")
        new.execute("DELETE FROM setting WHERE name = 'game' AND CAST(value AS INTEGER) NOT IN (SELECT id FROM game)")
        new.execute("COMMIT")


def _readable(old: sqlite3.Connection, query: str) -> Iterator[dict[str, Any] | None]:
    """Yield the rows of *query* by column, up to an unreadable one.

    That one is None, and the last.
    """
    try:
        # Without this nothing is read of a file that is shorter than it says.
        old.execute("PRAGMA writable_schema=ON")
        cursor = old.execute(query)
        names = [column[0] for column in cursor.description]
        for row in cursor:
            yield dict(zip(names, row, strict=True))
    except (sqlite3.DatabaseError, UnicodeDecodeError):
        yield None


def _whole_batches(rows: Iterator[dict[str, Any] | None]) -> Iterator[dict[str, Any]]:
    """Yield the *rows* of a game's lines up to the first gap.

    No batch in doubt is among them.
    """
    batch: list[dict[str, Any]] = []
    for n, row in enumerate(rows, 1):
        if row is None or row["n"] != n or not _is_as_written(row):
            return
        if batch and row["batch"] != batch[0]["batch"]:
            yield from batch
            batch = []
        batch.append(row)
    yield from batch


def _is_as_written(row: dict[str, Any]) -> bool:
    columns = [row.get(name) for name in COLUMNS]
    return is_as_written(row["game"], columns, row.get("sum"))


def _copy(
    new: sqlite3.Connection, table: str, rows: Iterator[dict[str, Any] | None] | Iterator[dict[str, Any]]
) -> None:
    known = {str(row[1]) for row in new.execute(f"PRAGMA table_info({table})")}
    for row in rows:
        if row is None:
            return
        columns = [name for name in row if name in known]
        marks = ", ".join("?" * len(columns))
        values = [row[name] for name in columns]
        new.execute(f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({marks})", values)
