"""Batches written into the open file, and dates filled in later."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence

from companion.journal import outbox
from companion.journal.rows import COLUMNS, Batch, GameRow, LineRow, Promise, columns_of, json_text, sum_of

UNDATED_MARK = "undated-"
UNDATED_GAME, UNDATED_LINES = f"{UNDATED_MARK}game-", f"{UNDATED_MARK}lines-"
"""Settings with the mark of an undated game or batch.

They hold the moment, while nobody knew the date.
"""
_UNDATED_ROW = re.compile(r".*-([0-9]{1,9})")
HIGHEST_GAME = "highest-game"
HIGHEST = f"""
SELECT max((SELECT ifnull(max(id), 0) FROM game),
           (SELECT ifnull(max(CAST(value AS INTEGER)), 0) FROM setting WHERE name = '{HIGHEST_GAME}'))
"""
"""The highest number a game ever had.

Receipts of deleted ones still hold theirs.
"""


def put(database: sqlite3.Connection, batch: Batch) -> int:
    """Write *batch* and return its game's number, 0 without one."""
    database.execute("INSERT INTO receipt VALUES (?, ?)", (batch.id, batch.version))
    game = batch.game or 0
    if batch.new_game is not None:
        game = _insert_game(database, batch.new_game)
        put_setting(database, "game", str(game))
    put_lines(database, game, batch.lines)
    put_promises(database, game, batch.promises)
    if batch.ended is not None or any(row.entry.undo is not None for row in batch.lines):
        database.execute("UPDATE game SET ended = ? WHERE id = ?", (batch.ended, game))
        outbox.forget_end(database, game)
    if batch.outbox:
        outbox.put(database, game, batch.outbox)
    if batch.called:
        database.execute("UPDATE game SET called = ? WHERE id = ?", (json_text(batch.called), game))
    for name, value in batch.settings.items():
        put_setting(database, name, value)
    if batch.undated and batch.new_game is not None:
        put_setting(database, f"{UNDATED_GAME}{game}", batch.undated)
    if batch.undated and batch.lines:
        put_setting(database, f"{UNDATED_LINES}{batch.lines[0].batch}", batch.undated)
    return game


def _insert_game(database: sqlite3.Connection, game: GameRow) -> int:
    cursor = database.execute(
        f"INSERT INTO game (id, slug, mode, seats, options, at, seed) VALUES (1 + ({HIGHEST}), ?, ?, ?, ?, ?, ?)",
        (game.slug, game.mode, json_text(game.seats), json_text(game.options), game.at, game.seed),
    )
    return int(cursor.lastrowid or 0)


def put_lines(database: sqlite3.Connection, game: int, lines: Sequence[LineRow]) -> None:
    """Add *lines* to *game*, each with its sum."""
    marks = ", ".join("?" * (len(COLUMNS) + 2))
    rows = [(game, *columns, sum_of(game, columns)) for columns in map(columns_of, lines)]
    database.executemany(f"INSERT INTO line (game, {', '.join(COLUMNS)}, sum) VALUES ({marks})", rows)


def put_promises(database: sqlite3.Connection, game: int, promises: Sequence[Promise]) -> None:
    """Save *promises* of *game*, replacing those from the same lines on."""
    database.executemany(
        "INSERT OR REPLACE INTO promise (game, n, commitment, seed) VALUES (?, ?, ?, ?)",
        [(game, each.n, each.commitment, each.seed) for each in promises],
    )


def undated(database: sqlite3.Connection) -> list[tuple[str, str]]:
    """Return the settings of the undated rows, each with its mark."""
    query = "SELECT name, value FROM setting WHERE name LIKE ?"
    return database.execute(query, (f"{UNDATED_MARK}%",)).fetchall()


def put_date(database: sqlite3.Connection, setting: str, date: str) -> None:
    """Date the undated rows of *setting*, and delete it.

    The *date* "" leaves them without one.
    """
    table, column = ("game", "id") if setting.startswith(UNDATED_GAME) else ("line", "batch")
    if found := _UNDATED_ROW.fullmatch(setting):
        database.execute(f"UPDATE {table} SET at = ? WHERE {column} = ? AND at = ''", (date, int(found[1])))
    database.execute("DELETE FROM setting WHERE name = ?", (setting,))


def put_setting(database: sqlite3.Connection, name: str, value: str) -> None:
    """Save *value* under *name*."""
    upsert = "INSERT INTO setting VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
    database.execute(upsert, (name, value))
