"""Move of a table's memory to this version's folder, once.

If it is killed, the next start continues it: nothing is opened before all of it is moved.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from companion.journal.files import CLUB
from companion.journal.lock import take_lock
from companion.runtime.atomic_file import sync

log = logging.getLogger(__name__)

LEFT = frozenset({CLUB, "lost+found"})
"""Entries that stay where they are.

They are a club's book, which its own program keeps there, and a disk's own.
"""
_ON_THE_WAY = ".taking-over"


def take_over(before: Path, data: Path) -> bool:
    """Move an older version's files from *before* to *data*.

    *data* is still empty. *data* may lie in *before* or beside it. Return True if anything was moved.

    :raises JournalInUse: if a table runs with the old folder.
    :raises OSError: if it can't be moved; a further call continues.
    """
    if not before.is_dir() or (data.is_dir() and any(data.iterdir())):
        return False
    on_the_way = data.with_name(data.name + _ON_THE_WAY)
    due = [each for each in sorted(before.iterdir()) if not _stays(each, data)]
    if not due and not on_the_way.exists():
        return False
    lock = take_lock(before)
    try:
        on_the_way.mkdir(mode=0o700, exist_ok=True)
        for each in (each for each in sorted(before.iterdir()) if not _stays(each, data)):
            each.rename(on_the_way / each.name)
        sync(on_the_way)
        sync(before)
        on_the_way.rename(data)  # an empty folder gives way
        sync(data.parent)
    finally:
        os.close(lock)
    log.info("what lay in %s is in %s now", before, data)
    return True


def _stays(path: Path, data: Path) -> bool:
    return path.name in LEFT or (path.parent == data.parent and path.name.partition(".")[0] == data.name)
