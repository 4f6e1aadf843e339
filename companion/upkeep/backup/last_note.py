"""Note of the last backup: a file beside the journal."""

from __future__ import annotations

import os
from pathlib import Path

from companion.runtime.atomic_file import keep

LAST_BACKUP = "last-backup"
"""A file beside the journal with the last backup's moment.

It is "" if the date was unknown.
"""


def note(data: Path, at: str) -> None:
    """Note in *data* that a backup was made *at* that moment.

    It is "" if the date is unknown.

    :raises OSError: if it can't be written.
    """
    keep(data / LAST_BACKUP, at)
    give_to_owner(data / LAST_BACKUP, data)


def last_backup(data: Path) -> str | None:
    """Return the moment of the last backup, None without one.

    It is "" if the date was unknown.
    """
    try:
        return (data / LAST_BACKUP).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None


def give_to_owner(path: Path, of: Path) -> None:
    """Give *path* to the owner *of* that folder, if root made it.

    *path* is a file, or a folder with everything in it.

    :raises OSError: if it can't be given.
    """
    if os.geteuid() == 0:
        owner = of.stat()
        for each in (path, *(path.rglob("*") if path.is_dir() else ())):
            os.chown(each, owner.st_uid, owner.st_gid, follow_symlinks=False)
