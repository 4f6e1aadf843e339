"""The newest seven backups of one table in a folder.

Law: no link is followed and no existing file is trusted. A backup is written under another name, made durable, and then
renamed. Only plain files with this table's own strict name are removed, and only after a newer one exists.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Literal

from companion.upkeep.backup.errors import FULL, BackupError

KEPT = 7
MAX_NAMES = 10_000
"""Maximum number of names in a folder to search."""
MAX_NUMBER = 999_999
UNDATED = "undated"
NEW = ".new"
"""Suffix of a backup's name while it is being written."""
_OWN = re.compile(rf"tidetable-([0-9a-f]{{12}})-([0-9]{{6}})-(?:[0-9]{{8}}T[0-9]{{6}}Z|{UNDATED})\.zip(\{NEW})?")
_GONE = frozenset({errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.ESTALE, errno.ENOTCONN, errno.ESHUTDOWN})
_ODD = frozenset({errno.ENOTDIR, errno.ELOOP})
_PIECE = 2**16

Kind = Literal["folder", "stick"]
"""Kind of place: the folder of the settings, or a memory stick."""


class Stopped(Exception):  # noqa: N818  # a wish, not a fault
    """The table is being switched off; its unfinished backup is removed."""


class KeptBackups:
    """Backups of the table with the id *table* in an open folder.

    *folder* is the descriptor of a directory.
    """

    def __init__(self, folder: int, table: str) -> None:
        self._folder = folder
        self._table = table

    def names(self) -> list[str]:
        """Return the backups' file names, the oldest first.

        :raises BackupError: if such a name isn't a file's, or the folder holds too much.
        :raises OSError: if they can't be read.
        """
        return self._found(unfinished=False)

    def _found(self, unfinished: bool) -> list[str]:
        found: dict[int, str] = {}
        with os.scandir(self._folder) as entries:
            for seen, entry in zip(count(1), entries, strict=False):
                if seen > MAX_NAMES:
                    raise BackupError("crowded")
                own = _OWN.fullmatch(entry.name)
                if own is None or own[1] != self._table:
                    continue
                if not stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode):
                    raise BackupError("in-the-way", name=entry.name)
                if bool(own[3]) is unfinished:
                    found[int(own[2])] = entry.name
        return [found[number] for number in sorted(found)]

    def put(self, file: Path, at: str, goes_on: Callable[[], bool] = lambda: True) -> str:
        """Copy the backup *file* into the folder; return its new name.

        It was made *at* that moment, "" if the date is unknown.

        :raises BackupError: if something in the folder is in the way.
        :raises OSError: if it can't be written; the earlier ones are unchanged.
        :raises Stopped: if *goes_on* returns False; likewise.
        """
        for left in self._found(unfinished=True):
            os.unlink(left, dir_fd=self._folder)  # a pulled plug has left it
        names = self.names()
        number = 1 + max((_number(name) for name in names), default=0)
        if number > MAX_NUMBER:
            raise BackupError("in-the-way", name=names[-1])
        name = f"tidetable-{self._table}-{number:06}-{re.sub(r'[-:]|[.][0-9]+', '', at) or UNDATED}.zip"
        new = f"{name}{NEW}"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        opened = os.open(new, flags, 0o600, dir_fd=self._folder)
        try:
            try:
                _copy(file, opened, goes_on)
                os.fsync(opened)
            finally:
                os.close(opened)
            os.rename(new, name, src_dir_fd=self._folder, dst_dir_fd=self._folder)
        except BaseException:
            with suppress(OSError):  # where the disk is gone, the next one finds it
                os.unlink(new, dir_fd=self._folder)
            raise
        os.fsync(self._folder)
        return name

    def prune(self) -> None:
        """Remove all but the newest backups.

        :raises BackupError: if something with a backup's name isn't a file.
        :raises OSError: if one can't be removed.
        """
        for name in self.names()[:-KEPT]:
            os.unlink(name, dir_fd=self._folder)


def _number(name: str) -> int:
    return int(name.split("-")[2])


def _copy(file: Path, opened: int, goes_on: Callable[[], bool]) -> None:
    with file.open("rb") as source:
        while piece := source.read(_PIECE):
            if not goes_on():
                raise Stopped
            while piece:
                piece = piece[os.write(opened, piece) :]


@contextmanager
def refusals(kind: Kind) -> Iterator[None]:
    """Convert errors of a place of that *kind* to :class:`BackupError`."""
    try:
        yield
    except OSError as error:
        raise BackupError(f"{kind}-{_reason(error)}") from error


def _reason(error: OSError) -> str:
    if error.errno in FULL:
        return "full"
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return "read-only"
    if error.errno in _ODD:
        return "odd"
    return "gone" if error.errno in _GONE else "refuses"


@contextmanager
def opened_folder(path: str | Path, below: int | None = None, make: bool = False) -> Iterator[int]:
    """Open the folder *path* and give its descriptor.

    One *below* another is never a link. *make* creates it if it is missing.

    :raises OSError: if it can't be opened, or isn't a folder.
    """
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | (0 if below is None else os.O_NOFOLLOW)
    if make:
        with suppress(FileExistsError):
            os.mkdir(path, 0o700, dir_fd=below)
    opened = os.open(path, flags, dir_fd=below)
    try:
        yield opened
    finally:
        os.close(opened)
