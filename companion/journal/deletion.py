"""Deleted games: when each was deleted, and their end."""

from __future__ import annotations

import re
import sqlite3
from typing import NamedTuple

from companion.journal.batches import HIGHEST, HIGHEST_GAME, put_setting

DELETED = "deleted-"
ARE_DELETED = f"""
SELECT CAST(substr(name, {len(DELETED) + 1}) AS INTEGER) FROM setting WHERE name LIKE '{DELETED}%' AND value != ''
"""
"""Deleted games; a setting of each has the time of deletion."""
IS_DELETED = f"id IN ({ARE_DELETED})"
_DELETED_GAME = re.compile(rf"{DELETED}([0-9]{{1,9}})")
UNDATED = "0"
"""The time of a deletion while nobody knew the date.

It is before all true dates.
"""
_NO_DATE_BEFORE = "2026"
"""Deletions before this year come from computers without a date."""
_SINCE = f"(SELECT value FROM setting WHERE name = '{DELETED}' || game.id)"
WHEN_DELETED = f"{_SINCE} < '{_NO_DATE_BEFORE}' DESC, {_SINCE} DESC, id DESC"
"""The order of deleted games, newest first.

Games without a true date yet were deleted after all others.
"""


def deleted_setting(number: int) -> str:
    """Return the setting's name for the time of game *number*'s deletion.

    The setting is "" if it isn't deleted.
    """
    return f"{DELETED}{number}"


class DueDeletions(NamedTuple):
    """Due settings of deleted games: *old* ones, and *undated* ones."""

    old: tuple[str, ...]
    undated: tuple[str, ...]


def due(database: sqlite3.Connection, before: str, now: str) -> DueDeletions:
    """Return the deletions *before* a moment, and those to date *now*."""
    query = "SELECT name, value FROM setting WHERE name LIKE ? AND value != ''"
    rows = database.execute(query, (f"{DELETED}%",)).fetchall()
    return DueDeletions(
        old=tuple(name for name, at in rows if _NO_DATE_BEFORE <= at < before),
        undated=tuple(name for name, at in rows if at < _NO_DATE_BEFORE <= now),
    )


def purge(database: sqlite3.Connection, found: DueDeletions, now: str) -> None:
    """Delete the old games for good, and date the others' deletion *now*."""
    for name in found.old:
        if game := _DELETED_GAME.fullmatch(name):
            delete_game(database, int(game[1]))
        database.execute("DELETE FROM setting WHERE name = ?", (name,))
    for name in found.undated:
        put_setting(database, name, now)


def delete_game(database: sqlite3.Connection, number: int) -> None:
    """Delete game *number* for good; no other is ever given its number."""
    highest = database.execute(HIGHEST).fetchone()[0]
    put_setting(database, HIGHEST_GAME, str(highest))
    database.execute("DELETE FROM line WHERE game = ?", (number,))
    database.execute("DELETE FROM promise WHERE game = ?", (number,))
    database.execute("DELETE FROM outbox WHERE game = ?", (number,))
    database.execute("DELETE FROM game WHERE id = ?", (number,))
    database.execute("DELETE FROM setting WHERE name = ?", (deleted_setting(number),))
