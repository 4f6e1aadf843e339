"""Errors: reasons for an unusable journal, from SQLite's and the system's."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.journal.files import FileGone

_TRIAL_BYTES = 16384
_REASONS_BY_CODE = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_CANTOPEN: "read-only",
}
REASONS_BY_ERRNO = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.EROFS: "read-only",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
}


class JournalInUse(OSError):
    """Another process keeps this folder's journal."""


class JournalUnwritable(OSError):
    """The journal can't be written now.

    *reason* is ``full``, ``read-only``, ``gone``, ``newer`` or ``broken``.
    """

    def __init__(self, reason: str, problem: str) -> None:
        super().__init__(f"the journal can't be written: {problem}")
        self.reason = reason


class JournalTooNew(JournalUnwritable):
    """A newer program wrote this journal; nothing was touched."""

    def __init__(self, problem: str) -> None:
        OSError.__init__(self, problem)
        self.reason = "newer"


@contextmanager
def sqlite_errors(folder: Path) -> Iterator[None]:
    """Turn SQLite's refusals to write into *folder* into :class:`JournalUnwritable`."""
    try:
        yield
    except FileGone as error:
        raise JournalUnwritable("gone", str(error)) from error
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise
    except UnicodeDecodeError as error:  # SQLite's own sentence, with a name out of the file
        raise JournalUnwritable("broken", str(error)) from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
        reason = _REASONS_BY_CODE.get(code & 0xFF) or _reason_by_trying(folder)
        raise JournalUnwritable(reason, str(error)) from error


def is_refusal(error: Exception) -> bool:
    """Return True if *error* comes from the system or a lock.

    Any other, raised by opening a journal, is damage.
    """
    if isinstance(error, OSError | MemoryError):
        return True
    if not isinstance(error, sqlite3.OperationalError):
        return False
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF != sqlite3.SQLITE_ERROR


def _reason_by_trying(folder: Path) -> str:
    """Return the reason why nothing can be written in *folder*.

    SQLite reports a full disk, but no quota and no limit.
    """
    trial = folder / "trial"
    try:
        trial.write_bytes(bytes(_TRIAL_BYTES))
    except OSError as error:
        return REASONS_BY_ERRNO.get(error.errno or 0, "broken")
    finally:
        with suppress(OSError):
            trial.unlink(missing_ok=True)
    return "broken"
