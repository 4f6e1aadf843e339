"""Errors of making and taking backups, with a sentence for people."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager

from companion.engine.values.message import Message, Value
from companion.journal.errors import JournalUnwritable
from companion.model.reports.faults import Fault

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Error numbers by which the system says that there is no room."""
_PLAIN = re.compile(r"[\w .,'()/+-]{1,60}")


class BackupError(Exception):
    """A backup wasn't made or taken, and nothing has changed.

    *said* is the sentence, by its text's key.
    """

    def __init__(self, key: str, **values: Value) -> None:
        self.said = Message(f"backup.{key}", values)
        super().__init__(f"{self.said.key} {values or ''}".strip())


def not_restored(said: Message) -> Fault:
    """Return the fault of a failed restore; *said* is the reason."""
    text = Message("backup.not-restored")
    title, short, remedy = Message("stage.not-restored"), Message("stage.as-it-was"), Message("backup.as-it-was")
    told = Message("backup.not-restored-why", {"why": said})
    return Fault("restore", title, short, text, told, remedy)


def not_made(key: str, said: Message) -> Fault:
    """Return the fault *key* of a failed nightly backup.

    *said* is the reason.
    """
    title, text = Message("stage.no-backup"), Message("nights.not-made")
    is_short = said.key.startswith(("backup.stick-", "backup.folder-"))
    short = said if is_short else Message("stage.see-owner")
    return Fault(key, title, short, text, said, Message("nights.tried-again"))


def shown(name: str) -> str:
    """Return the untrusted *name* in a form that is safe to show."""
    return name if _PLAIN.fullmatch(name) else "?"


@contextmanager
def disk_errors() -> Iterator[None]:
    """Convert errors of the disk in this block to :class:`BackupError`."""
    try:
        yield
    except JournalUnwritable as error:
        reasons = {"full": "full", "newer": "newer-here"}
        raise BackupError(reasons.get(error.reason, "journal-not-copied")) from error
    except OSError as error:
        key = "full" if error.errno in FULL else "disk"
        raise BackupError(key, **({} if key == "full" else {"why": error.strerror or str(error)})) from error
