"""Exchange of the data folder in one step.

The old folder is kept for a week.

At any moment the data's path has a whole folder, the old one or the new. Beside ``DATA`` is ``DATA.restoring-STAMP``
while the new one is made, and ``DATA.before-restore-STAMP`` for a week, with the moment of the restore. Its stamp is
``undated-N`` until the computer knows the date.
"""

from __future__ import annotations

import ctypes
import errno
import logging
import os
import re
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from companion.runtime.atomic_file import keep, sync
from companion.runtime.clock import Clock, days_before
from companion.upkeep.backup.errors import BackupError

log = logging.getLogger(__name__)

KEPT_DAYS = 7
"""Days for which the replaced folder is kept."""
NOTE = "restored"
"""File in a restored folder with the stamp of its restore."""
_RESTORING, _BEFORE = ".restoring-", ".before-restore-"
_UNDATED = "undated-"
_AT_FDCWD = -100
EXCHANGE = 2
"""RENAME_EXCHANGE of linux/fs.h."""
_CANNOT = frozenset({errno.EINVAL, errno.ENOSYS, errno.EXDEV, errno.EBUSY, errno.EOPNOTSUPP})


def begin(data: Path, clock: Clock) -> Path:
    """Create the folder beside *data* for its replacement; return it.

    :raises OSError: if it can't be made.
    """
    now = _stamp(clock.sure_text())
    stamps = (f"{now}-{number}" if now else f"{_UNDATED}{number}" for number in count(1))
    taken = {stamp_in(data), *(stamp for mark in (_RESTORING, _BEFORE) for _, stamp in _beside(data, mark))}
    stamp = next(each for each in stamps if each not in taken)
    made = data.with_name(f"{data.name}{_RESTORING}{stamp}")
    made.mkdir(mode=0o700, parents=True)
    try:
        keep(made / NOTE, stamp)
    except BaseException:
        shutil.rmtree(made)
        raise
    return made


def is_in_place(data: Path, made: Path) -> bool:
    """Return True if the folder made as *made* is at *data* now."""
    stamp = stamp_in(data)
    return bool(stamp) and made.name == f"{data.name}{_RESTORING}{stamp}"


def stamp_in(folder: Path) -> str:
    """Return the stamp of the restore that made *folder*, "" for none.

    :raises OSError: if it can't be read.
    """
    try:
        return (folder / NOTE).read_text("utf-8")
    except FileNotFoundError:
        return ""


def switch(data: Path, made: Path) -> Path | None:
    """Put the folder *made* in the place of *data*.

    Return the new place of the old data, None if there was none.

    :raises BackupError: if the file system can't do it; nothing has changed.
    :raises OSError: likewise.
    """
    for each in (made, *(path for path in made.rglob("*"))):
        sync(each)
    if not data.exists():
        made.rename(data)
        sync(data.parent)
        return None
    _exchange(made, data)
    try:
        sync(data.parent)
        return _put_aside(data, made)
    except OSError as error:  # the restore is done; the next start renames the old data
        log.warning("the data before the restore is in %s: %s", made, error)
        return made


def _exchange(one: Path, other: Path) -> None:
    """Exchange two folders' names in one step."""
    library = ctypes.CDLL(None, use_errno=True)
    failed = library.renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), EXCHANGE)
    if failed:
        number = ctypes.get_errno()
        if number in _CANNOT:
            raise BackupError("cannot-switch", folder=str(other))
        raise OSError(number, os.strerror(number), str(other))


def _put_aside(data: Path, old: Path) -> Path:
    stamp = old.name.removeprefix(f"{data.name}{_RESTORING}")
    aside = old.rename(data.with_name(f"{data.name}{_BEFORE}{stamp}"))
    sync(data.parent)
    return aside


def settle(data: Path, clock: Clock) -> None:
    """Clean up after killed restores of *data*, and remove expired old folders.

    :raises OSError: if the folders can't be changed.
    """
    now_there = stamp_in(data)
    for left, stamp in _beside(data, _RESTORING):
        if stamp == now_there:
            _put_aside(data, left)
        else:
            shutil.rmtree(left)
    now = clock.sure_text()
    for kept, stamp in _beside(data, _BEFORE) if now else ():
        if stamp.startswith(_UNDATED):
            kept.rename(data.with_name(f"{data.name}{_BEFORE}{_stamp(now)}-{stamp}"))
        elif stamp[: len(_stamp(now))] < _stamp(days_before(now, KEPT_DAYS)):
            shutil.rmtree(kept)
            log.info("what was there before a restore is removed after %s days: %s", KEPT_DAYS, kept)


def _beside(data: Path, mark: str) -> Iterator[tuple[Path, str]]:
    """Yield the folders beside *data* with *mark*, and their stamps."""
    prefix = f"{data.name}{mark}"
    for path in sorted(data.parent.iterdir()) if data.parent.is_dir() else ():
        if path.name.startswith(prefix) and path.is_dir() and not path.is_symlink():
            yield path, path.name.removeprefix(prefix)


def _stamp(utc: str) -> str:
    """Return the UTC text *utc* as a name that sorts by time."""
    return re.sub(r"[^0-9TZ]", "", utc)
