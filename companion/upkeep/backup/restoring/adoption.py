"""Adoption of a backup's journal by the old or a second table.

Law: draws that the old table made after the backup are never repeated. As long as both are the same table, no number it
gave is given again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Collection
from pathlib import Path

from companion.chance.dealers import FairDealer
from companion.chance.fairness import commitment
from companion.journal.batches import HIGHEST_GAME, put_promises
from companion.journal.deletion import delete_game
from companion.journal.rows import Promise
from companion.model.reports.backups import Identity
from companion.outside.mqtt.topics import TABLE_ID as IS_ID
from companion.session.session import TABLE_ID
from companion.upkeep.backup.journal_part import changing, clean

GAMES_SINCE = 100
"""Maximum number of games that the old table began after the backup."""
VERSIONS_SINCE = 100_000
"""Maximum number of versions that it published after the backup."""


def take_over(path: Path, identity: Identity, without: Collection[int] = ()) -> None:
    """Make the checked journal at *path* that of a restored table.

    The games *without* are deleted.

    Each game that goes on has a new promise from its next line on, its seed drawn by a fair dealer.

    :raises JournalUnwritable: if it can't be written.
    """
    dealer = FairDealer()
    with changing(path) as database:
        for number in without:
            delete_game(database, number)
            database.execute("UPDATE setting SET value = '' WHERE name = 'game' AND value = ?", (str(number),))
        clean(database)
        for game, last in database.execute(_GOES_ON).fetchall():
            seed = dealer.seed()
            put_promises(database, game, [Promise(last + 1, commitment(seed), seed.hex())])
        known = database.execute("SELECT value FROM setting WHERE name = ?", (TABLE_ID,)).fetchone()
        if identity == "second" or known is None or IS_ID.fullmatch(known[0]) is None:
            database.execute("DELETE FROM setting WHERE name = ?", (TABLE_ID,))
            database.execute("DELETE FROM outbox")  # the old table tells of its games itself
        else:
            _leave_room(database)


_GOES_ON = """
SELECT id, (SELECT ifnull(max(n), 0) FROM line WHERE game = game.id) FROM game WHERE ended IS NULL AND seed IS NOT NULL
"""


def _leave_room(database: sqlite3.Connection) -> None:
    """Skip numbers that the old table may have used after the backup.

    Brokers and clubs know games by them.
    """
    database.execute(
        "INSERT OR REPLACE INTO setting VALUES (?, CAST(? + max((SELECT ifnull(max(id), 0) FROM game), ifnull("
        "(SELECT CAST(value AS INTEGER) FROM setting WHERE name = ?), 0)) AS TEXT))",
        (HIGHEST_GAME, GAMES_SINCE, HIGHEST_GAME),
    )
    database.execute(
        "INSERT INTO receipt SELECT ?, ? + max(version) FROM (SELECT version FROM receipt UNION SELECT 0 AS version)",
        (f"restore:{os.urandom(12).hex()}", VERSIONS_SINCE),
    )
