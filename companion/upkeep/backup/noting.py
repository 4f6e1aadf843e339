"""The note of the last backup: a file beside the journal, for whoever asks whether there is one."""

from __future__ import annotations

import os
from pathlib import Path

from companion.runtime.keeping import keep

LAST_BACKUP = "last-backup"
"""A file beside the journal: the moment of the last backup, "" where the date wasn't known."""


def note(data: Path, at: str) -> None:
    """Note in the folder *data* that a backup was made *at* that moment, "" where nobody knows the date.

    :raises OSError: it can't be written.
    """
    keep(data / LAST_BACKUP, at)
    give_to_owner(data / LAST_BACKUP, data)


def give_to_owner(path: Path, of: Path) -> None:
    """Give *path*, a file or a folder with all in it, to the owner *of* that folder, where root has made it.

    :raises OSError: it can't be given.
    """
    if os.geteuid() == 0:
        owner = of.stat()
        for each in (path, *(path.rglob("*") if path.is_dir() else ())):
            os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)
