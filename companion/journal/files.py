"""The journal's files: private, and identified before each write.

SQLite keeps writing into a file that was deleted or replaced. It also moves the rest of its log into a file that was
overwritten in place, whatever that file holds now.
"""

from __future__ import annotations

import fcntl
import logging
import os
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

log = logging.getLogger(__name__)

LOCK = "lock"
CLUB = "club"
"""The folder of a club's book, which may be beside a journal.

Another program keeps it, and no table touches it.
"""
_MAIN = ""
_LOG = "-wal"
_OWN = (_MAIN, LOCK)
_BESIDE = (_LOG, "-shm")
_SHARED_LOCK = ("hhqqi", fcntl.F_RDLCK, os.SEEK_SET, 0x40000002, 510, 0)
"""A ``struct flock``: a read lock of SQLite's own lock bytes.

SQLite locks them while it uses a file (SHARED_FIRST in its os.h).
"""
_PRIVATE = 0o600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
Place = tuple[int, int]
"""A file's identity while it is open: its device and inode."""


class FileGone(OSError):
    """A file of an open journal was removed or replaced."""


class FileOverwritten(FileGone):
    """The file of an open journal was overwritten in its place.

    It holds another journal now.
    """


class _Mark(Struct, frozen=True):
    """The identity of a file: its place and its *content*.

    The content is the size in bytes and the time of writing in ns.
    """

    place: Place
    content: tuple[int, int]


class KnownFiles:
    """The files of the journal at *path* at its opening.

    :raises FileGone: one of them isn't there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._paths = _paths(path)
        self._is_overwritten = False
        self._marks: dict[str, _Mark] = {}
        for name, mark in self._look().items():
            if mark is None:
                raise _gone(path)
            self._marks[name] = mark

    def must_be_in_place(self) -> None:
        """Check that the journal and its lock are in their places.

        SQLite's own files beside it can be made again.

        :raises FileOverwritten: the journal does, but somebody else wrote into it, now or ever since it was opened.
        :raises FileGone: they don't.
        """
        self._must_be_in_place()

    def _must_be_in_place(self) -> dict[str, _Mark | None]:
        now = self._look()
        self._must_lie(now, _OWN)
        if self._see_overwritten(now):
            raise _gone(self._path, FileOverwritten)
        return now

    def must_be_untouched(self) -> None:
        """Check that nobody has removed, replaced or overwritten any file.

        :raises FileOverwritten: somebody wrote into the journal.
        :raises FileGone: somebody has removed or replaced one.
        """
        now = self._must_be_in_place()
        self._must_lie(now, (*_OWN, *_BESIDE))

    def must_hold_what_was_written(self) -> None:
        """Check that this process's last write is in the next start's files.

        :raises FileGone: it didn't.
        """
        now = self._look()
        for name, mark in now.items():
            if mark is not None and mark.place == self._marks[name].place:
                self._marks[name] = mark
        self._must_lie(now, (*_OWN, *_BESIDE))

    def stale_log(self) -> list[Path]:
        """Return the log and index of another file at the journal's path.

        That file isn't theirs to repair. Neither if a log of its own came with it.
        """
        now = self._look()
        is_anothers = now[_MAIN] is not None and not _is_same_place(now[_MAIN], self._marks[_MAIN])
        if not (is_anothers or self._see_overwritten(now)) or now[_LOG] != self._marks[_LOG]:
            return []
        return [Path(self._paths[name]) for name in _BESIDE if _is_same_place(now[name], self._marks[name])]

    @contextmanager
    def kept_as_it_lies(self) -> Iterator[None]:
        """Close the journal here without writing into somebody else's file.

        The last connection to close moves the log into the file, unless the file was moved or can't be locked for that
        connection alone. A lock of the open file prevents it, because such a lock holds against its own process too.
        """
        if not self._see_overwritten(self._look()):
            yield
            return
        descriptor = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, struct.pack(*_SHARED_LOCK))
            yield
        finally:
            os.close(descriptor)

    def _see_overwritten(self, now: dict[str, _Mark | None]) -> bool:
        """Return True if somebody else wrote into the journal in place.

        It stays True.
        """
        is_there = _is_same_place(now[_MAIN], self._marks[_MAIN])
        self._is_overwritten |= is_there and now[_MAIN] != self._marks[_MAIN]
        return self._is_overwritten

    def _look(self) -> dict[str, _Mark | None]:
        return {name: _mark(path) for name, path in self._paths.items()}

    def _must_lie(self, now: dict[str, _Mark | None], names: tuple[str, ...]) -> None:
        if not all(_is_same_place(now[name], self._marks[name]) for name in names):
            raise _gone(self._path)


def is_at(descriptor: int, path: Path) -> bool:
    """Return True if the open file *descriptor* is at *path*."""
    return path.exists() and os.path.samestat(os.fstat(descriptor), path.stat())


def _paths(path: Path) -> dict[str, str]:
    """Return the files' paths as plain text, checked around each commit."""
    real = os.path.realpath(path)  # beside which SQLite keeps the others, whatever becomes of a link to it
    return {_MAIN: str(path), LOCK: str(path.with_name(LOCK)), **{suffix: real + suffix for suffix in _BESIDE}}


def _mark(path: str) -> _Mark | None:
    """Return the mark of the file at *path*, None if unreachable."""
    try:
        status = os.stat(path)  # noqa: PTH116 - a Path for each look costs more than the look
    except OSError:
        return None
    return _Mark(_place(status), (status.st_size, status.st_mtime_ns))


def _is_same_place(now: _Mark | None, known: _Mark) -> bool:
    return now is not None and now.place == known.place


def _gone(path: Path, kind: type[FileGone] = FileGone) -> FileGone:
    return kind(f"{path}, or a file beside it, was removed, replaced or overwritten while it was open")


def make_private_file(path: Path) -> None:
    """Make an empty private file at *path*, unless there is one.

    SQLite gives its others the same rights.
    """
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE))


def make_private(path: Path) -> None:
    """Make the journal at *path* and files with its name private.

    Copies are among them. They hold the seeds of unfinished games. Failures are logged: a file system may know no such
    rights.
    """
    real = path.resolve()
    for each in sorted({*path.parent.glob(f"{path.stem}*"), *real.parent.glob(f"{real.name}*")}):
        mode = each.lstat().st_mode
        if stat.S_ISREG(mode) and mode & _OTHERS:
            try:
                each.chmod(_PRIVATE)
            except OSError as error:
                log.warning("%s holds secrets that others can read, and can't be made private: %s", each, error)


def _place(status: os.stat_result) -> Place:
    return status.st_dev, status.st_ino
