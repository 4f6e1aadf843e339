"""The lock of a journal's folder, for one writing process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from companion.journal.errors import JournalInUse
from companion.journal.files import LOCK


def take_lock(folder: Path) -> int:
    """Return an open file that locks *folder* for this process.

    It is locked until the file is closed.

    :raises JournalInUse: another process has it.
    :raises OSError: it can't be written there.
    """
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
    except BlockingIOError as error:
        owner = os.pread(lock, 20, 0).decode("ascii", "replace").strip() or "unknown"
        os.close(lock)
        raise JournalInUse(
            f"another tidetable (process {owner}) uses the folder {folder}; stop it, or choose another --data"
        ) from error
    except OSError:
        os.close(lock)
        raise
    return lock
