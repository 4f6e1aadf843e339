"""Journals from elsewhere: opened for reading, if exactly this program's.

Their schema must be exactly this program's. Anybody may have written such a file, so none of its triggers, views and
functions ever runs.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from companion.journal.bounds import LONGEST_VALUE, beyond
from companion.journal.errors import JournalTooNew
from companion.journal.salvage import readable
from companion.journal.schema import is_newer, newest, schema_of, tables_after, tables_of

_HEADER = 20
_ROLLBACK = b"\x01\x01"
"""Bytes 18 and 19 of a file without a log.

A copy has none beside it.
"""


class NotOurs(Exception):
    """The file is no journal of this program, or damaged.

    The message says why.
    """


def strictly(path: Path) -> sqlite3.Connection:
    """Open the journal at *path* for reading after strict checks.

    Every table must be this program's and every page sound.

    :raises NotOurs: it isn't.
    :raises JournalTooNew: a newer program wrote it.
    """
    with path.open("rb") as file:
        head = file.read(_HEADER)
    if head[18:] != _ROLLBACK:
        raise NotOurs("it isn't a database in a single file")
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None)
    try:
        database.text_factory = readable
        database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
        for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "query_only=ON"):
            database.execute(f"PRAGMA {pragma}")
        _check(database)
    except (NotOurs, OSError):
        database.close()
        raise
    except Exception as error:  # SQLite's own sentence may be no text: damage, whatever it is
        database.close()
        raise NotOurs(f"it is damaged: {error}") from error
    return database


def _check(database: sqlite3.Connection) -> None:
    version = schema_of(database)
    if is_newer(database):
        raise JournalTooNew(
            f"its games were written by a newer tidetable (schema {version}; this one knows {newest()})"
        )
    if version < 1 or tables_of(database) != tables_after(version):
        raise NotOurs("its tables aren't those that this program makes")
    if more := beyond(database):
        raise NotOurs(f"it holds more than a journal may: {more}")
    # As much as a start looks at: one that finds damage sets the file aside.
    sound = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if sound != "ok":
        raise NotOurs(f"it is damaged: {sound}")
    if database.execute("SELECT 1 FROM line WHERE game NOT IN (SELECT id FROM game) LIMIT 1").fetchone():
        raise NotOurs("it has a line without its game")
    odd = "SELECT 1 FROM setting WHERE typeof(name) != 'text' OR typeof(value) != 'text' LIMIT 1"
    if database.execute(odd).fetchone():
        raise NotOurs("it has a setting that is no text")
