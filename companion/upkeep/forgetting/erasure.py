"""Deletion of a table's data, put out of sight in one step.

Everything that lies beside it goes too.
"""

from __future__ import annotations

import glob
import logging
import os
import shutil
from pathlib import Path

from companion.engine.values.message import Message
from companion.journal.errors import JournalInUse
from companion.journal.files import CLUB, LOCK
from companion.journal.journal import FILE
from companion.journal.lock import take_lock
from companion.model.reports.faults import Fault
from companion.runtime.atomic_file import sync

log = logging.getLogger(__name__)

_ASIDE = ".forgetting"
BESIDE = (".before-restore-*", ".restoring-*", ".uploaded*", ".taking-over")
"""Leftovers of restores and older versions beside the data."""

GAMES = (
    *("journal.damaged-*.sqlite*", "journal.mend*.sqlite*", "journal.smaller.sqlite*", "journal.stale-*"),
    *(LOCK, f"{FILE}-*"),
)
"""Files of games in a folder that may hold others' too.

The journal goes last, so that an interruption shows.
"""
LINKED = (".damaged-*.sqlite*", ".mend*.sqlite*", ".smaller.sqlite*")
"""Suffixes of files beside a linked journal, after its stem."""


class NotForgotten(Exception):
    """Nothing is deleted or changed; *said* is the reason."""

    def __init__(self, said: Message) -> None:
        self.said = said
        super().__init__(said.key)


def forget(data: Path, elsewhere: Path | None = None) -> None:
    """Delete all of the table in *data*, leaving an empty folder.

    No table may hold it any more. Games *elsewhere*, in the other folder of its settings, are deleted too; other files
    there stay.

    :raises NotForgotten: if it can't be done; nothing has changed.
    """
    data = data.resolve()
    if (data / CLUB).exists():
        raise NotForgotten(Message("forgetting.club"))
    try:
        finish(data, elsewhere)  # an older one must not be in the way
        locks = [take_lock(folder) for folder in (data, *_with_games(data, elsewhere))]
        try:
            data.rename(_aside(data))
        finally:
            for lock in locks:
                os.close(lock)
        sync(data.parent)
    except (OSError, JournalInUse) as error:
        log.error("nothing is forgotten: %s", error)
        raise NotForgotten(Message("forgetting.cannot")) from error
    try:
        data.mkdir(mode=0o700)
        finish(data, elsewhere)
    except OSError as error:
        log.warning("what is forgotten will be deleted by the next start: %s", error)


def finish(data: Path, elsewhere: Path | None = None) -> None:
    """Finish an interrupted deletion of *data* and of games *elsewhere*.

    Folders beside *data* are deleted too.

    :raises OSError: if something can't be deleted.
    """
    aside = _aside(data)
    if not aside.exists():
        return
    for mark in BESIDE:
        for beside in sorted(data.parent.glob(f"{glob.escape(data.name)}{mark}")):
            _delete(beside)
    _delete_linked(aside)
    for folder in _with_games(data, elsewhere):
        _delete_linked(folder)
        for file in [file for name in GAMES for file in sorted(folder.glob(name))]:
            file.unlink()
        (folder / FILE).unlink()
        sync(folder)
    _delete(aside)  # last: as long as it is there, the next start goes on
    sync(data.parent)
    log.info("everything is forgotten that lay in %s", data)


def _delete_linked(folder: Path) -> None:
    """Delete the files behind a linked journal in *folder*, the journal last.

    :raises OSError: if they can't be deleted.
    """
    link = folder / FILE
    if not link.is_symlink() or not link.exists():
        return
    journal = link.resolve()
    names = (*(f"{glob.escape(journal.stem)}{mark}" for mark in LINKED), f"{glob.escape(journal.name)}-*")
    for beside in [each for name in names for each in sorted(journal.parent.glob(name))]:
        beside.unlink()
    journal.unlink()
    sync(journal.parent)


def _with_games(data: Path, elsewhere: Path | None) -> list[Path]:
    """Return *elsewhere* if it is another folder with games.

    It is returned in a list, which is empty otherwise.
    """
    is_another = elsewhere is not None and elsewhere.resolve() != data.resolve()
    return [elsewhere] if elsewhere is not None and is_another and os.path.lexists(elsewhere / FILE) else []


def not_forgotten(said: Message) -> Fault:
    """Return the fault of a failed reset; *said* is the reason."""
    title, short = Message("stage.not-forgotten"), Message("stage.as-it-was")
    text, told = Message("forgetting.not-done"), Message("forgetting.not-done-why", {"why": said})
    return Fault("forgetting", title, short, text, told, Message("backup.as-it-was"))


def _aside(data: Path) -> Path:
    return data.with_name(f"{data.name}{_ASIDE}")


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
