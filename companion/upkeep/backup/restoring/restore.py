"""The restore: a backup in the place of a table's data.

A folder in use by a table is left alone. The backup is unpacked beside it, checked, prepared and opened once as a start
would. Then one step puts it in place. The replaced data is kept for a week.
"""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.health.display_driver import DISPLAY
from companion.health.settings import LAST_GOOD, MENDED
from companion.journal.errors import JournalInUse
from companion.journal.files import CLUB, LOCK
from companion.journal.journal import FILE, Journal
from companion.journal.lock import take_lock
from companion.model.reports.backups import Identity
from companion.runtime.atomic_file import keep
from companion.runtime.clock import Clock
from companion.session.session import Session
from companion.settings.reader import FILE_NAME
from companion.upkeep.backup.errors import BackupError, disk_errors
from companion.upkeep.backup.inspection import Contents, Find, found, journal_damage, unpacked
from companion.upkeep.backup.last_note import LAST_BACKUP, give_to_owner
from companion.upkeep.backup.restoring import exchange
from companion.upkeep.backup.restoring.adoption import take_over

log = logging.getLogger(__name__)

OF_COMPUTER = (FILE_NAME, LAST_GOOD, MENDED, DISPLAY)
"""Files of the computer, which a backup never replaces."""


@dataclass(frozen=True)
class Restored:
    """A restored table: its *contents* and the games *left_out*.

    *before* is the folder of the earlier data, None if there was none.
    """

    contents: Contents
    left_out: tuple[int, ...]
    before: Path | None


def restore(
    file: Path,
    data: Path,
    find: Find,
    clock: Clock,
    *,
    identity: Identity,
    leave_out_broken: bool = False,
) -> Restored:
    """Replace the folder *data* by the backup *file*; *find* finds its games.

    The table *replaces* the old one, or is a *second* one with an id of its own. Games that go on do so under a new
    promise. Games that are broken (``Contents``) are refused, or left out. The settings of
    the computer go on counting.

    :raises BackupError: if it can't be restored; nothing has changed.
    """
    data = data.resolve()
    with disk_errors(), _kept_free(data):
        exchange.settle(data, clock)
        made = exchange.begin(data, clock)
        try:
            contents = unpacked(file, made, find)
            left_out = _left_out(contents, leave_out_broken)
            with journal_damage():
                take_over(made / FILE, identity, left_out)
            keep(made / LAST_BACKUP, contents.manifest.at)
            _keep_of_computer(data, made)
            with journal_damage():
                _open_once(made, find, clock)
            give_to_owner(made, data if data.exists() else made.parent)
            before = exchange.switch(data, made)
        except BaseException:
            # Once it is in place, that folder holds the earlier data.
            if not exchange.is_in_place(data, made):
                shutil.rmtree(made, ignore_errors=True)
            raise
    log.info("a backup of %s is in %s", contents.manifest.at or "an unknown date", data)
    return Restored(contents, left_out, before)


def _left_out(contents: Contents, may_leave_out: bool) -> tuple[int, ...]:
    """Return the numbers of the broken games.

    :raises BackupError: there are some, and none may be left out.
    """
    if contents.broken and not may_leave_out:
        number, why = contents.broken[0]
        raise BackupError("broken-game", number=number, why=why, count=len(contents.broken))
    return tuple(number for number, _ in contents.broken)


def _keep_of_computer(data: Path, made: Path) -> None:
    """Copy the computer's own files from *data* to *made*."""
    for file in (data / name for name in OF_COMPUTER):
        if file.is_file():
            shutil.copy2(file, made / file.name, follow_symlinks=False)


def _open_once(made: Path, find: Find, clock: Clock) -> None:
    """Open the journal in *made* as the next start would.

    :raises BackupError: if a start would fail.
    """
    journal = Journal(made)
    try:
        journal.open()
        if journal.set_aside is not None:
            raise BackupError("bad-journal")
        kinds = journal.connection.execute("SELECT DISTINCT slug, mode FROM game").fetchall()
        games = [game for slug, mode in kinds if (game := found(find, slug, mode)) is not None]
        session = Session(games, journal, {}, clock)
        session.load()
        if session.published.trouble is not None:
            raise BackupError("bad-journal")
        session.close()
    finally:
        journal.close()
    (made / LOCK).unlink()


@contextmanager
def _kept_free(data: Path) -> Iterator[None]:
    """Keep every table out of *data* until the end of the block.

    :raises BackupError: if a table has it, or if it holds a club's book.
    """
    if not data.exists():
        yield
        return
    if (data / CLUB).exists():
        raise BackupError("club", folder=str(data / CLUB))
    try:
        lock = take_lock(data)
    except JournalInUse as error:
        raise BackupError("in-use", folder=str(data)) from error
    try:
        yield
    finally:
        os.close(lock)
