"""Taking over: a table's memory moved to the folder where this version looks for it, once.

Killed at any moment, the next start goes on: nothing is opened before all of it is in its place.
"""

from __future__ import annotations

import logging
import os
from pathlib import Path

from companion.journal.files import CLUB
from companion.journal.locking import take_lock
from companion.runtime.keeping import sync

log = logging.getLogger(__name__)

LEFT = frozenset({CLUB, "lost+found"})
"""What stays where it is: a club's book, which its own program keeps there, and what belongs to a disk itself."""
_ON_THE_WAY = ".taking-over"


def take_over(before: Path, data: Path) -> bool:
    """Move what an older version kept in the folder *before* to *data*, in it or beside it, if that is still empty.

    Return whether anything was moved.

    :raises JournalInUse: a table runs with the old folder.
    :raises OSError: it can't be moved; a further call goes on.
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
