"""The part of a journal that goes into a backup.

Everything that belongs to phones, brokers or this computer stays behind.

Law: only data known to be harmless is included. No byte of the rest stays in the file.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Container, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from companion.journal.batches import HIGHEST_GAME, UNDATED_MARK
from companion.journal.deletion import DELETED
from companion.journal.errors import sqlite_errors
from companion.journal.foreign import NotOurs, strictly
from companion.journal.journal import FILE, open_for_reading
from companion.journal.schema import migrate
from companion.model.roster import SETTING as ROSTER
from companion.model.roster import Roster, read_roster
from companion.outside.mqtt.topics import TABLE_ID as IS_ID
from companion.session import first_evening
from companion.session.session import TABLE_ID
from companion.session.shelf import MAX_OFF, OFF
from companion.upkeep.backup.errors import BackupError

log = logging.getLogger(__name__)

_NUMBER = r"[0-9]{1,9}"
_NAMED = r".{0,200}"
_SLUG = "[a-z0-9-]{1,64}"
KEPT: Mapping[str, re.Pattern[str]] = {
    name: re.compile(value)
    for name, value in {
        "brightness": "[0-9]{1,2}",
        "game": f"(?:{_NUMBER})?",
        HIGHEST_GAME: _NUMBER,
        "lang": "[a-z]{2,3}",
        "muted": "on|off",
        OFF: f"(?:{_SLUG}(?: {_SLUG}){{0,{MAX_OFF - 1}}})?",
        TABLE_ID: IS_ID.pattern,
        first_evening.ASKED: "[a-z ]{0,40}",
        first_evening.NAME: _NAMED,
        first_evening.NAME_WRITTEN: _NAMED,
        first_evening.ROLLED: "[1-9]?",
    }.items()
}
"""Settings of a journal that a backup holds, with their valid values.

Of the roster it holds the seats' names.
"""
_DELETED_GAME = re.compile(f"{DELETED}({_NUMBER})")
_MOMENT = re.compile(r"0?|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{1,20}Z")
LEFT = frozenset({"mqtt-told", "outbox-dropped", "starts"})
"""Settings known to stay behind, besides moments only this computer can date."""


def must_have_games(data: Path) -> None:
    """Check that a table's journal lies in *data*.

    :raises BackupError: if it doesn't; people may have named another folder.
    """
    if not (data / FILE).exists():
        raise BackupError("no-games", folder=str(data))


def copy_of(data: Path, path: Path) -> None:
    """Copy the part of a journal for backups to the file *path*.

    The journal is that in *data*; the file is new. It is the journal as of one moment. The table may play on meanwhile.

    :raises BackupError: if there is no journal, or it is damaged.
    :raises JournalUnwritable: if it can't be read, or the copy can't be written.
    """
    must_have_games(data)
    with closing(open_for_reading(data)) as journal:
        journal.copy_to(path)
    with changing(path) as database:
        clean(database)
    try:
        strictly(path).close()
    except NotOurs as error:
        log.error("no backup is made of a damaged journal: %s", error)
        raise BackupError("journal-damaged") from error


@contextmanager
def changing(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the journal at *path* for one transaction, then vacuum it.

    Nothing else may use it.

    :raises JournalUnwritable: if it can't be written.
    """
    with sqlite_errors(path.parent), closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode=DELETE").fetchall()
        database.execute("PRAGMA synchronous=FULL")
        migrate(database)
        database.execute("BEGIN IMMEDIATE")
        yield database
        database.execute("COMMIT")
        database.execute("VACUUM")  # what was deleted lies in the file until then


def clean(database: sqlite3.Connection) -> None:
    """Delete phones, their requests and computer-specific data from *database*."""
    version = database.execute(
        "SELECT max((SELECT ifnull(max(version), 0) FROM receipt), (SELECT ifnull(max(version), 0) FROM line))"
    ).fetchone()[0]
    database.execute("DELETE FROM receipt")
    if version:
        # Versions go on rising. No sender's id holds a colon.
        database.execute("INSERT INTO receipt VALUES (?, ?)", (f"backup:{os.urandom(12).hex()}", version))
    for name, leaves in settings_of(database):
        if leaves is not None:
            database.execute("UPDATE setting SET value = ? WHERE name = ?", (leaves, name))
        else:
            if name not in LEFT and not name.startswith(UNDATED_MARK):
                log.warning("the setting %r isn't known to be harmless: it is left out", name)
            database.execute("DELETE FROM setting WHERE name = ?", (name,))


def settings_of(database: sqlite3.Connection) -> Iterator[tuple[str, str | None]]:
    """Yield each setting's name and its value in a backup.

    The value is None if it stays behind.
    """
    games = {str(number) for (number,) in database.execute("SELECT id FROM game")}
    for name, value in database.execute("SELECT name, value FROM setting ORDER BY name").fetchall():
        yield name, _leaving_of(name, value, games)


def _leaving_of(name: str, value: str, games: Container[str]) -> str | None:
    """Return a backup's value of the setting *name*, None without one.

    Marks of deleted games stay only for the numbers in *games*.
    """
    if name == ROSTER:
        return Roster(called=read_roster(value).called).settings()[ROSTER]
    if deleted := _DELETED_GAME.fullmatch(name):
        return value if deleted[1] in games and _MOMENT.fullmatch(value) else None
    return value if name in KEPT and KEPT[name].fullmatch(value) else None
