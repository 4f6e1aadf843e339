"""Leftovers of killed backups and of uploads to earlier runs."""

from __future__ import annotations

import fcntl
import glob
import logging
import os
import shutil
from pathlib import Path

log = logging.getLogger(__name__)

WORK = "backup-making-"
"""Prefix of the folders in the data folder for backups under way."""
UPLOADED = ".uploaded"
"""Suffix after the data folder's name in that of an uploaded backup."""


def uploaded(data: Path) -> list[Path]:
    """Return the uploaded backups that lie beside the folder *data*."""
    return sorted(data.parent.glob(f"{glob.escape(data.name)}{UPLOADED}*"))


def forget_unfinished(data: Path) -> None:
    """Remove the work folders of killed backups from *data*.

    Those of backups under way are left alone.

    :raises OSError: if one can't be removed.
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
