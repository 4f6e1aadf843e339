"""The folder of a table's data put out of sight in one step, and deleted with all that lies beside it."""

from __future__ import annotations

import glob
import logging
import os
import shutil
from pathlib import Path

from companion.engine.values.message import Message
from companion.journal.errors import JournalInUse
from companion.journal.locking import take_lock
from companion.model.faults import Fault
from companion.runtime.keeping import sync

log = logging.getLogger(__name__)

CLUB = "club"
"""The folder of a club's book in the data: it isn't the table's to forget."""
_ASIDE = ".forgetting"
BESIDE = (".before-restore-*", ".restoring-*", ".uploaded*", ".taking-over")
"""What restores and older versions may have left beside the data; nothing else there is ours."""


class NotForgotten(Exception):
    """Nothing is forgotten, and nothing has changed; *said* is why."""

    def __init__(self, said: Message) -> None:
        self.said = said
        super().__init__(said.key)


def forget(data: Path) -> None:
    """Forget all of the table whose folder is *data*, which no table holds any more; an empty one takes its place.

    :raises NotForgotten: it can't be done, and nothing has changed.
    """
    data = data.resolve()
    if (data / CLUB).exists():
        raise NotForgotten(Message("forgetting.club"))
    try:
        finish(data)  # an older one must not be in the way
        lock = take_lock(data)
        try:
            data.rename(_aside(data))
        finally:
            os.close(lock)
        sync(data.parent)
    except (OSError, JournalInUse) as error:
        log.error("nothing is forgotten: %s", error)
        raise NotForgotten(Message("forgetting.cannot")) from error
    try:
        data.mkdir(mode=0o700)
        finish(data)
    except OSError as error:
        log.warning("what is forgotten will be deleted by the next start: %s", error)


def finish(data: Path) -> None:
    """Delete what is forgotten of *data*, and what lay beside it, if that was cut off.

    :raises OSError: it can't be deleted.
    """
    aside = _aside(data)
    if not aside.exists():
        return
    for mark in BESIDE:
        for beside in sorted(data.parent.glob(f"{glob.escape(data.name)}{mark}")):
            _delete(beside)
    _delete(aside)  # last: as long as it is there, the next start goes on
    sync(data.parent)
    log.info("everything is forgotten that lay in %s", data)


def not_forgotten(said: Message) -> Fault:
    """Return what is told where nothing was forgotten; *said* is why."""
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
