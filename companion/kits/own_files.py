"""A family's own files in the folder of its kits, whatever lies there: nothing is waited for, and little is read."""

from __future__ import annotations

import os
import stat
from pathlib import Path

MOST_BYTES = 256 * 1024
"""Thirty times the longest kit that ships."""


class NotAFile(OSError):
    """What is there isn't a file: a pipe, a device or the like, which may never end or begin."""


class TooLong(OSError):
    """A file holds more than ``MOST_BYTES``."""


def read_own(path: Path) -> str:
    """Return the text of the file at *path*.

    :raises NotAFile: it is something else.
    :raises TooLong: it is no kit and no board.
    :raises OSError: it can't be read.
    :raises UnicodeDecodeError: it isn't UTF-8.
    """
    _must_be_file(path.stat())  # before it is opened: that alone does something to some devices
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC), "rb") as file:
        _must_be_file(os.fstat(file.fileno()))
        data = file.read(MOST_BYTES + 1) or b""  # nothing where something would have to be waited for
    if len(data) > MOST_BYTES:
        raise TooLong
    return data.decode("utf-8")


def _must_be_file(told: os.stat_result) -> None:
    if stat.S_ISDIR(told.st_mode):
        raise IsADirectoryError
    if not stat.S_ISREG(told.st_mode):
        raise NotAFile
