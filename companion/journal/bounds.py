"""Bounds of a journal from elsewhere, checked by SQL before loading.

A journal within them is read game by game in little memory, and has room for years of games.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

LARGEST = 2**31 - 1
"""The largest number of a game, a line or a version.

SQLite's own limit is so far beyond it that none reaches it.
"""
LONGEST_MS = 2**53
LONGEST_VALUE = 64 * 2**10
"""Maximum bytes of one value; a game's line has some hundreds."""
MAX_GAME = 8 * 2**20
"""Maximum bytes of one game's lines.

A long evening's have some hundred thousand.
"""
MAX_PROMISES = 300
"""Maximum promises of one game: each restore makes one."""
ROWS: Mapping[str, int] = {
    "game": 20_000,
    "line": 1_000_000,
    "outbox": 1_000,
    "promise": 40_000,
    "receipt": 20_000,
    "setting": 25_000,
}
"""Maximum rows of each table."""
BYTES: Mapping[str, Mapping[str, int]] = {
    "game": {"slug": 100, "mode": 20, "seats": 4096, "options": 4096, "at": 40, "ended": 16 * 2**10}
    | {"seed": 128, "called": 4096},
    "line": {"do": 4096, "by": 100, "at": 40, "entropy": 4096, "agreed": 4096, "facts": 60 * 2**10},
    "outbox": {"kind": 100, "asked": 200},
    "promise": {"commitment": 128, "seed": 128},
    "receipt": {"id": 200},
    "setting": {"name": 100, "value": 16 * 2**10},
}
"""Maximum bytes of a value, if fewer than ``LONGEST_VALUE``."""
NUMBERS: Mapping[str, Mapping[str, int]] = {
    "game": {"id": LARGEST},
    "line": {
        **dict.fromkeys(("game", "n", "batch", "version", "seat", "undo", "redo"), LARGEST),
        **dict.fromkeys(("played_ms", "lasted_ms"), LONGEST_MS),
    },
    "outbox": {"id": LARGEST, "game": LARGEST, "version": LARGEST},
    "promise": {"game": LARGEST, "n": LARGEST},
    "receipt": {"version": LARGEST},
}
"""The whole numbers and their maximum; a seat may be below 0."""
LARGEST_RESTORED = 2**29
"""The largest number that a restored journal may bring.

Each restore adds a hundred thousand versions, and a table more.
"""
_LENGTH = " + ".join(f"ifnull(length({column}), 0)" for column in ("do", "entropy", "facts", "agreed"))
_PER_GAME = (
    f"SELECT 1 FROM line GROUP BY game HAVING sum({_LENGTH}) > {MAX_GAME}",
    f"SELECT 1 FROM promise GROUP BY game HAVING count(*) > {MAX_PROMISES}",
)


def beyond(database: sqlite3.Connection) -> str:
    """Return the first value in *database* beyond a journal's bounds, else "".

    *database* has a journal's tables.

    :raises sqlite3.DatabaseError: it is damaged.
    """
    for table, most in ROWS.items():
        columns = {str(row[1]) for row in database.execute(f"PRAGMA table_info({table})")}
        if not columns:
            continue  # an older program's journal has fewer tables
        (count,) = database.execute(f"SELECT count(*) FROM {table}").fetchone()
        if count > most:
            return f"{count} rows in {table}"
        for column in sorted(columns):
            where = _odd(table, column)
            if where and database.execute(f"SELECT 1 FROM {table} WHERE {where} LIMIT 1").fetchone():
                return f"{column} of {table}"
        for query in _PER_GAME:
            if f"FROM {table} " in query and database.execute(f"{query} LIMIT 1").fetchone():
                return f"one game in {table}"
    return ""


def beyond_restoring(database: sqlite3.Connection) -> str:
    """Return a column of *database* with a number too large to continue.

    It is a journal within its bounds; "" for none.

    :raises sqlite3.DatabaseError: it is damaged.
    """
    for table, columns in NUMBERS.items():
        there = {str(row[1]) for row in database.execute(f"PRAGMA table_info({table})")}
        for column in sorted(name for name, largest in columns.items() if name in there and largest == LARGEST):
            if database.execute(f"SELECT 1 FROM {table} WHERE {column} > {LARGEST_RESTORED} LIMIT 1").fetchone():
                return f"{column} of {table}"
    return ""


def _odd(table: str, column: str) -> str:
    """Return the SQL for a *column* beyond its bounds, "" for none."""
    if column in NUMBERS.get(table, {}):
        largest, least = NUMBERS[table][column], -100 if column == "seat" else 0
        return f"{column} IS NOT NULL AND NOT (typeof({column}) = 'integer' AND {column} BETWEEN {least} AND {largest})"
    if column in BYTES.get(table, {}):
        return f"length(CAST({column} AS BLOB)) > {BYTES[table][column]}"
    return ""
