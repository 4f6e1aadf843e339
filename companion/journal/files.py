"""The journal's files: nobody else may read them, and they are known again, so that nothing is written into nowhere.

SQLite goes on writing into a file that has been deleted, or that another has taken the place of; and into one that was
overwritten where it lies it moves what its log still holds, whatever is there now.
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
"""The folder of a club's book, which may lie beside a journal: another program keeps it, and no table touches it."""
_MAIN = ""
_LOG = "-wal"
_OWN = (_MAIN, LOCK)
_BESIDE = (_LOG, "-shm")
_SHARED_LOCK = ("hhqqi", fcntl.F_RDLCK, os.SEEK_SET, 0x40000002, 510, 0)
"""A ``struct flock``: a lock to read of the bytes that SQLite locks while it uses a file (SHARED_FIRST in its os.h)."""
_PRIVATE = 0o600
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
Place = tuple[int, int]
"""A file as the system tells it from all others while it is open: its device and its number there."""


class FileGone(OSError):
    """A file of an open journal was removed or replaced."""


class FileOverwritten(FileGone):
    """The file of an open journal was overwritten in its place: it holds another journal now."""


class _Mark(Struct, frozen=True):
    """The identity of a file: its place, and its *content*, the size in bytes and the time of writing in ns."""

    place: Place
    content: tuple[int, int]


class KnownFiles:
    """The files of the journal at *path*, as they are now that it is open.

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
        """See that the journal and its lock lie where they did; SQLite's own files beside it can be made again.

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
        """See that nobody else has removed, replaced or overwritten any of them.

        :raises FileOverwritten: somebody wrote into the journal.
        :raises FileGone: somebody has removed or replaced one.
        """
        now = self._must_be_in_place()
        self._must_lie(now, (*_OWN, *_BESIDE))

    def must_hold_what_was_written(self) -> None:
        """See that the last write of this process went into the next start's files.

        :raises FileGone: it didn't.
        """
        now = self._look()
        for name, mark in now.items():
            if mark is not None and mark.place == self._marks[name].place:
                self._marks[name] = mark
        self._must_lie(now, (*_OWN, *_BESIDE))

    def stale_log(self) -> list[Path]:
        """Return the log and its index, if another file, not theirs to mend, lies at the journal's path.

        Neither if a log of its own came with it.
        """
        now = self._look()
        is_anothers = now[_MAIN] is not None and not _is_same_place(now[_MAIN], self._marks[_MAIN])
        if not (is_anothers or self._see_overwritten(now)) or now[_LOG] != self._marks[_LOG]:
            return []
        return [Path(self._paths[name]) for name in _BESIDE if _is_same_place(now[name], self._marks[name])]

    @contextmanager
    def kept_as_it_lies(self) -> Iterator[None]:
        """Close the journal in here: SQLite then writes nothing into somebody else's file.

        The last connection that closes moves the log into the file, unless that lies elsewhere now, or can't be locked
        for this one alone: a lock of an open file, which also holds against its own process, is in the way of that.
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
        """Tell whether somebody else wrote into the journal where it lies; it never becomes ours again."""
        is_there = _is_same_place(now[_MAIN], self._marks[_MAIN])
        self._is_overwritten |= is_there and now[_MAIN] != self._marks[_MAIN]
        return self._is_overwritten

    def _look(self) -> dict[str, _Mark | None]:
        return {name: _mark(path) for name, path in self._paths.items()}

    def _must_lie(self, now: dict[str, _Mark | None], names: tuple[str, ...]) -> None:
        if not all(_is_same_place(now[name], self._marks[name]) for name in names):
            raise _gone(self._path)


def is_at(descriptor: int, path: Path) -> bool:
    """Tell whether the open file *descriptor* lies at *path*."""
    return path.exists() and os.path.samestat(os.fstat(descriptor), path.stat())


def _paths(path: Path) -> dict[str, str]:
    """Return where the files lie now, as plain text: they are looked at around each commit."""
    real = os.path.realpath(path)  # beside which SQLite keeps the others, whatever becomes of a link to it
    return {_MAIN: str(path), LOCK: str(path.with_name(LOCK)), **{suffix: real + suffix for suffix in _BESIDE}}


def _mark(path: str) -> _Mark | None:
    """Return the mark of the file at *path*, None if there is none to be reached."""
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
    """Make an empty private file at *path*, unless there is one; SQLite gives its others the same rights."""
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, _PRIVATE))


def make_private(path: Path) -> None:
    """Make the journal at *path* and all files beside it under its name private, copies among them.

    They hold the seeds of games that go on. What can't be changed is logged: a file system may know no such rights.
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
