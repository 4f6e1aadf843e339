"""The journal's schema: the steps to it from any older one.

The first is an empty file.

A shipped step never changes; a new schema is a further step at the end. Each step is one transaction with its number,
so a pulled plug leaves a file of one schema or of the next. A step that changes lines removes their checksums, which
were made of the original lines.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE game (id INTEGER PRIMARY KEY, slug TEXT NOT NULL, mode TEXT NOT NULL, seats TEXT NOT NULL,
                       options TEXT NOT NULL, at TEXT NOT NULL, ended TEXT);
    CREATE TABLE line (game INTEGER NOT NULL, n INTEGER NOT NULL, batch INTEGER NOT NULL, version INTEGER NOT NULL,
                       seat INTEGER, do TEXT, by TEXT, at TEXT NOT NULL, entropy TEXT, facts BLOB,
                       undo INTEGER, redo INTEGER, PRIMARY KEY (game, n)) WITHOUT ROWID;
    CREATE TABLE receipt (id TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    """,
    "ALTER TABLE game ADD COLUMN seed TEXT;",
    "ALTER TABLE line ADD COLUMN agreed TEXT; ALTER TABLE line ADD COLUMN played_ms INTEGER;",
    "ALTER TABLE game ADD COLUMN called TEXT; ALTER TABLE line ADD COLUMN lasted_ms INTEGER;",
    """
    CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, game INTEGER NOT NULL,
                         version INTEGER NOT NULL, asked TEXT NOT NULL);
    """,
    """
    CREATE TABLE promise (game INTEGER NOT NULL, n INTEGER NOT NULL, commitment TEXT NOT NULL, seed TEXT NOT NULL,
                          PRIMARY KEY (game, n)) WITHOUT ROWID;
    """,
    "ALTER TABLE line ADD COLUMN sum INTEGER;",
)
"""Step *n*, counted from 1, leads to schema *n*.

Each has statements, without a transaction of their own.
"""
TABLES = frozenset({"game", "line", "outbox", "promise", "receipt", "setting"})
"""The tables of this program's own schema."""
_HIGHEST = 10_000
"""The highest possible number of a schema; a larger one is damage."""
_OLDEST = TABLES - {"outbox", "promise"}
"""The tables of every journal, in any schema."""


def newest() -> int:
    """Return the number of this program's own schema."""
    return len(STEPS)


def schema_of(database: sqlite3.Connection) -> int:
    """Return *database*'s schema number, 0 for an empty one."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def is_newer(database: sqlite3.Connection) -> bool:
    """Return True if a newer program wrote *database*.

    :raises sqlite3.DatabaseError: its number is damaged: it is none, or its tables are those of a number one bit away.
    """
    version = schema_of(database)
    if not 0 <= version <= _HIGHEST:
        raise sqlite3.DatabaseError(f"no schema has the number {version}")
    if version <= newest():
        return False
    near = [number for number in range(1, newest() + 1) if (number ^ version).bit_count() == 1]
    if near and tables_of(database) in map(tables_after, near):
        raise sqlite3.DatabaseError(f"a turned bit: schema {version} with the tables of an older one")
    return True


def tables_of(database: sqlite3.Connection) -> frozenset[tuple[str, ...]]:
    """Return everything in the schema of *database*, without spaces.

    These are kinds, names and statements.
    """
    rows = database.execute("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_master").fetchall()
    return frozenset((*map(str, row[:3]), " ".join(str(row[3]).split())) for row in rows)


@cache
def tables_after(version: int) -> frozenset[tuple[str, ...]]:
    """Return :func:`tables_of` for a sound file of schema *version*."""
    with closing(sqlite3.connect(":memory:")) as ours:
        ours.executescript("".join(f"{step};" for step in STEPS[:version]))
        return tables_of(ours)


def migrate(database: sqlite3.Connection) -> None:
    """Take *database*, in autocommit mode, through the steps it lacks.

    :raises sqlite3.DatabaseError: it isn't a journal, or can't be written; the steps taken until then stay.
    """
    version = schema_of(database)
    tables = {str(row[0]) for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables if version == 0 else not tables >= _OLDEST:
        raise sqlite3.DatabaseError(f"not a journal: schema {version} with the tables {sorted(tables)}")
    for number, step in enumerate(STEPS[version:], version + 1):
        database.executescript(f"BEGIN IMMEDIATE;{step};PRAGMA user_version={number};COMMIT;")
    if not _columns(database) >= _columns_after(STEPS):
        raise sqlite3.DatabaseError(f"not a journal: schema {version} without its columns")


def _columns(database: sqlite3.Connection) -> set[tuple[str, str]]:
    return {(table, str(row[1])) for table in TABLES for row in database.execute(f"PRAGMA table_info({table})")}


@cache
def _columns_after(steps: tuple[str, ...]) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as new:
        new.executescript("".join(f"{step};" for step in steps))
        return _columns(new)
