"""Files that a stranger may have written, read within bounds.

Law: reading never waits, and never reads more than such a file may hold. Python's TOML reader gets no text that would
cost it much time or memory: a dotted key takes the square of its parts, and a dictionary each.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import IO, Any

MAX_BYTES = 256 * 1024
"""Maximum bytes: thirty times the longest shipped kit."""
MAX_DOTS = 40
"""Maximum dots of one line outside its strings; shipped ones have three."""
MAX_ALL_DOTS = 5_000
"""Maximum dots of a file outside its strings.

Shipped files have ninety.
"""
MAX_DEPTH = 20
"""Maximum nested brackets; shipped files have two."""
MAX_DIGITS = 64
"""Maximum digits of a whole number outside strings.

TOML asks for numbers of 64 bits.
"""
CURLY_QUOTES = frozenset("“”„‘’«»")
"""Typographic quotes, as word processors write them; TOML has none."""
_TEXTS = re.compile(
    r'"""(?:\\.?|[^\\])*?(?:"""|\Z)|\'\'\'.*?(?:\'\'\'|\Z)|"(?:\\.?|[^"\\\n])*"?|\'[^\'\n]*\'?|#[^\n]*', re.DOTALL
)
"""Strings and comments.

One that never ends is taken to the file's end at once: looking again from each quote takes minutes.
"""
_ENDING = re.compile(r"\.toml(\.txt)?$", re.IGNORECASE)
_MARKS = re.compile(r"[\n.\[{\]}]")
_HUGE = re.compile(rf"(?<![\w.])(?:0[xob][0-9A-Fa-f_]{{{MAX_DIGITS + 1},}}|[0-9][0-9_]{{{MAX_DIGITS},}})")
"""A number too long for Python to write.

Python may read it, but refuses to write over 4,300 digits.
"""


class NotAFile(OSError):
    """The path names no regular file, but a pipe, device or similar.

    These may never end or begin.
    """

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, "not a regular file")


class TooLong(OSError):
    """A file holds more than *maximum* bytes."""

    def __init__(self, maximum: int) -> None:
        super().__init__(f"more than {maximum} bytes")
        self.maximum = maximum


class TooTangled(ValueError):
    """A TOML text has too many dots or brackets in its *line*."""

    def __init__(self, line: int) -> None:
        super().__init__(f"too many dots or brackets (line {line})")
        self.line = line


class HugeNumber(ValueError):
    """A TOML text with an overlong whole number in its *line*."""

    def __init__(self, line: int) -> None:
        super().__init__(f"a number of more than {MAX_DIGITS} digits (line {line})")
        self.line = line


def own_files(folder: Path, pattern: str) -> list[Path]:
    """Return the paths in *folder* that match *pattern*, sorted by name.

    Nothing if there is no folder.

    :raises OSError: it can't be looked into.
    """
    try:
        return sorted(path for path in folder.iterdir() if path.match(pattern))
    except (FileNotFoundError, NotADirectoryError):
        return []


def misnamed(folder: Path) -> list[Path]:
    """Return the files in *folder* with a mistaken ending.

    They are probably meant to end in ``.toml``: ``.TOML``, or ``.toml.txt``.

    :raises OSError: it can't be looked into.
    """
    return [path for path in own_files(folder, "*") if path.suffix != ".toml" and _ENDING.search(path.name)]


def read_bytes(path: Path, maximum: int = MAX_BYTES) -> bytes:
    """Return the content of the file at *path*, at most *maximum* bytes.

    :raises NotAFile: it is something else.
    :raises TooLong: it has more.
    :raises OSError: it can't be read.
    """
    with open_file(path) as file:
        data = file.read(maximum + 1) or b""  # nothing where something would have to be waited for
    if len(data) > maximum:
        raise TooLong(maximum)
    return data


def open_file(path: Path) -> IO[bytes]:
    """Open the regular file at *path* to read it.

    :raises NotAFile: it is something else.
    :raises OSError: it can't be opened.
    """
    _must_be_file(path.stat())  # before it is opened: that alone does something to some devices
    file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC), "rb")
    try:
        _must_be_file(os.fstat(file.fileno()))
    except OSError:
        file.close()
        raise
    return file


def read_own(path: Path, maximum: int = MAX_BYTES) -> str:
    """Return the text of the file at *path*, at most *maximum* bytes.

    It raises as :func:`read_bytes`.

    :raises UnicodeDecodeError: it isn't UTF-8.
    """
    return read_bytes(path, maximum).decode("utf-8").removeprefix("\ufeff")  # some editors begin a file with it


def toml_of(text: str) -> dict[str, Any]:
    """Return the content of the TOML *text*.

    :raises TooTangled: it has more dots or brackets than it may have.
    :raises HugeNumber: it has a number of more digits than it may have.
    :raises ValueError: it isn't TOML.
    """
    _must_be_plain(text)
    return tomllib.loads(text)


def _must_be_plain(text: str) -> None:
    plain = _TEXTS.sub(lambda found: "\n" * found[0].count("\n"), text)
    line, dots, all_dots, depth = 1, 0, 0, 0
    for mark in _MARKS.findall(plain):
        if mark == "\n":
            line, dots = line + 1, 0
        elif mark == ".":
            dots, all_dots = dots + 1, all_dots + 1
        else:
            depth = max(0, depth + (1 if mark in "[{" else -1))
        if dots > MAX_DOTS or all_dots > MAX_ALL_DOTS or depth > MAX_DEPTH:
            raise TooTangled(line)
    if (huge := _HUGE.search(plain)) is not None:
        raise HugeNumber(plain.count("\n", 0, huge.start()) + 1)


def _must_be_file(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        raise NotAFile
