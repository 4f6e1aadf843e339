"""Errors: why a backup isn't made or taken, in a sentence for people."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from contextlib import contextmanager

from companion.engine.values.message import Message, Value
from companion.journal.errors import JournalUnwritable
from companion.model.faults import Fault

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""The numbers of the system's refusals that say that there is no room."""
_PLAIN = re.compile(r"[\w .,'()/+-]{1,60}")


class BackupError(Exception):
    """A backup wasn't made or wasn't taken, and nothing has changed; *said* is the sentence, by its text's key."""

    def __init__(self, key: str, **values: Value) -> None:
        self.said = Message(f"backup.{key}", values)
        super().__init__(f"{self.said.key} {values or ''}".strip())


def not_restored(said: Message) -> Fault:
    """Return what is told of a restore that the table's OK has said and that wasn't done; *said* is why."""
    text = Message("backup.not-restored")
    title, short, remedy = Message("stage.not-restored"), Message("stage.as-it-was"), Message("backup.as-it-was")
    told = Message("backup.not-restored-why", {"why": said})
    return Fault("restore", title, short, text, told, remedy)


def not_made(key: str, said: Message) -> Fault:
    """Return the fault *key*, told of a backup by night that wasn't made because of what is *said*."""
    title, text = Message("stage.no-backup"), Message("nights.not-made")
    is_short = said.key.startswith(("backup.stick-", "backup.folder-"))
    short = said if is_short else Message("stage.see-owner")
    return Fault(key, title, short, text, said, Message("nights.tried-again"))


def shown(name: str) -> str:
    """Return *name*, which anybody may have written, as a sentence may hold it."""
    return name if _PLAIN.fullmatch(name) else "?"


@contextmanager
def disk_errors() -> Iterator[None]:
    """Turn a disk's refusals in here into :class:`BackupError`."""
    try:
        yield
    except JournalUnwritable as error:
        reasons = {"full": "full", "newer": "newer-here"}
        raise BackupError(reasons.get(error.reason, "journal-not-copied")) from error
    except OSError as error:
        key = "full" if error.errno in FULL else "disk"
        raise BackupError(key, **({} if key == "full" else {"why": error.strerror or str(error)})) from error
