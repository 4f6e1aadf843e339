"""The outbox: messages to the outside, queued until they arrive.

A row is written in the transaction of its event and holds no content. Of each game only the newest end is queued. The
queue is bounded, and dropped messages are counted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from companion.journal.rows import OutboxRow

MAX_WAITING = 1000
"""Maximum queued messages; beyond that the oldest are dropped."""
_COUNT = "outbox-dropped"
"""The setting that counts dropped messages.

It is removed once all the others have arrived.
"""
_COLUMNS = ("id", "kind", "game", "version", "asked")


def put(database: sqlite3.Connection, game: int, rows: Sequence[OutboxRow]) -> None:
    """Queue *rows* about *game*."""
    database.executemany(
        "INSERT INTO outbox (kind, game, version, asked) VALUES (?, ?, ?, ?)",
        [(row.kind, game, row.version, row.asked) for row in rows],
    )
    kept = "SELECT id FROM outbox ORDER BY id DESC LIMIT ?"
    gone = database.execute(f"DELETE FROM outbox WHERE id NOT IN ({kept})", (MAX_WAITING,)).rowcount
    if gone:
        counted = str(dropped(database) + gone)
        database.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (_COUNT, counted))


def forget_end(database: sqlite3.Connection, game: int) -> None:
    """Remove messages about an end of *game*; requested ones stay queued."""
    database.execute("DELETE FROM outbox WHERE game = ? AND asked = ''", (game,))


def waiting(database: sqlite3.Connection, without: str) -> list[OutboxRow]:
    """Return the queued messages, oldest first, except those of some games.

    The query *without* selects these games.
    """
    query = f"SELECT {', '.join(_COLUMNS)} FROM outbox WHERE game NOT IN ({without}) ORDER BY id"
    return [OutboxRow(**dict(zip(_COLUMNS, row, strict=True))) for row in database.execute(query)]


def remove(database: sqlite3.Connection, row: OutboxRow) -> None:
    """Remove *row* if it is still queued."""
    # All of it is compared: it may be another journal's, which was open when it was sent.
    where = " AND ".join(f"{name} = ?" for name in _COLUMNS)
    database.execute(f"DELETE FROM outbox WHERE {where}", [getattr(row, name) for name in _COLUMNS])
    if database.execute("SELECT 1 FROM outbox LIMIT 1").fetchone() is None:
        database.execute("DELETE FROM setting WHERE name = ?", (_COUNT,))


def dropped(database: sqlite3.Connection) -> int:
    """Return the number of messages dropped since the queue was empty.

    They were dropped for lack of room.
    """
    query = "SELECT ifnull((SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?), 0)"
    return int(database.execute(query, (_COUNT,)).fetchone()[0])
