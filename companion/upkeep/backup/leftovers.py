"""Leftovers: what killed backups, and pages of a table that has ended since, have left in the data or beside them."""

from __future__ import annotations

import fcntl
import glob
import logging
import os
import shutil
from pathlib import Path

log = logging.getLogger(__name__)

WORK = "backup-making-"
"""How the folders in the data begin in which backups are made."""
UPLOADED = ".uploaded"
"""What follows the name of the data in that of a backup that a page has sent."""


def uploaded(data: Path) -> list[Path]:
    """Return the backups that pages have sent to the table whose data are *data*."""
    return sorted(data.parent.glob(f"{glob.escape(data.name)}{UPLOADED}*"))


def forget_unfinished(data: Path) -> None:
    """Remove what killed backups have left in *data*; those under way are left alone.

    :raises OSError: it can't be removed.
    """
    for work in data.glob(f"{WORK}*"):
        lock = os.open(work, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(work)
        except BlockingIOError:
            log.info("a backup is being made in %s", work)
        finally:
            os.close(lock)
