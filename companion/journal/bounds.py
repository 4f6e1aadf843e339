"""Bounds: how much a journal from elsewhere may hold, looked at by SQL, before anything of it is loaded.

Law: what is within them is read in little memory, game by game, and leaves room for all that a table adds in years.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

LARGEST = 2**31 - 1
"""The largest number of a game, a line or a version: SQLite's own end lies so far behind it that none is reached."""
LONGEST_MS = 2**53
LONGEST_VALUE = 64 * 2**10
"""So many bytes one value has at most; a whole line of a game has some hundreds."""
MAX_GAME = 8 * 2**20
"""So much the lines of one game hold at most; a long evening's have some hundred thousand bytes."""
MAX_PROMISES = 300
"""So many promises one game has at most: one is made by each restore."""
ROWS: Mapping[str, int] = {
    "game": 20_000,
    "line": 1_000_000,
    "outbox": 1_000,
    "promise": 40_000,
    "receipt": 20_000,
    "setting": 25_000,
}
"""So many rows each table has at most."""
BYTES: Mapping[str, Mapping[str, int]] = {
    "game": {"slug": 100, "mode": 20, "seats": 4096, "options": 4096, "at": 40, "ended": 16 * 2**10}
    | {"seed": 128, "called": 4096},
    "line": {"do": 4096, "by": 100, "at": 40, "entropy": 4096, "agreed": 4096, "facts": 60 * 2**10},
    "outbox": {"kind": 100, "asked": 200},
    "promise": {"commitment": 128, "seed": 128},
    "receipt": {"id": 200},
    "setting": {"name": 100, "value": 16 * 2**10},
}
"""So many bytes a value has at most, where that is fewer than ``LONGEST_VALUE``."""
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
"""The whole numbers, and the largest that each may be; a seat may be below 0."""
LARGEST_RESTORED = 2**29
"""The largest number that a journal may bring to a restore: each adds a hundred thousand versions, and a table more."""
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
    """Return the column of *database*, a journal within its bounds, with a number too large to go on from, "" for none.

    :raises sqlite3.DatabaseError: it is damaged.
    """
    for table, columns in NUMBERS.items():
        there = {str(row[1]) for row in database.execute(f"PRAGMA table_info({table})")}
        for column in sorted(name for name, largest in columns.items() if name in there and largest == LARGEST):
            if database.execute(f"SELECT 1 FROM {table} WHERE {column} > {LARGEST_RESTORED} LIMIT 1").fetchone():
                return f"{column} of {table}"
    return ""


def _odd(table: str, column: str) -> str:
    """Return the condition on which a row's *column* is beyond its bounds, "" for none."""
    if column in NUMBERS.get(table, {}):
        largest, least = NUMBERS[table][column], -100 if column == "seat" else 0
        return f"{column} IS NOT NULL AND NOT (typeof({column}) = 'integer' AND {column} BETWEEN {least} AND {largest})"
    if column in BYTES.get(table, {}):
        return f"length(CAST({column} AS BLOB)) > {BYTES[table][column]}"
    return ""
