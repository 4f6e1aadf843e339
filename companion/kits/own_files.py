"""A family's own files in its folders, whatever lies there: nothing is waited for, and little is read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

MAX_BYTES = 256 * 1024
"""Thirty times the longest kit that ships."""


class NotAFile(OSError):
    """The path names no regular file: a pipe, a device or the like, which may never end or begin."""


class TooLong(OSError):
    """A file holds more than *maximum* bytes."""

    def __init__(self, maximum: int) -> None:
        super().__init__(f"more than {maximum} bytes")
        self.maximum = maximum


def own_files(folder: Path, pattern: str) -> list[Path]:
    """Return what lies in *folder* under a name like *pattern*, in the order of names; nothing where no folder is.

    :raises OSError: it can't be looked into.
    """
    try:
        return sorted(path for path in folder.iterdir() if path.match(pattern))
    except (FileNotFoundError, NotADirectoryError):
        return []


def read_own(path: Path, maximum: int = MAX_BYTES) -> str:
    """Return the text of the file at *path*, which may have *maximum* bytes.

    :raises NotAFile: it is something else.
    :raises TooLong: it has more.
    :raises OSError: it can't be read.
    :raises UnicodeDecodeError: it isn't UTF-8.
    """
    _must_be_file(path.stat())  # before it is opened: that alone does something to some devices
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC), "rb") as file:
        _must_be_file(os.fstat(file.fileno()))
        data = file.read(maximum + 1) or b""  # nothing where something would have to be waited for
    if len(data) > maximum:
        raise TooLong(maximum)
    return data.decode("utf-8")


def _must_be_file(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(status.st_mode):
        raise NotAFile
