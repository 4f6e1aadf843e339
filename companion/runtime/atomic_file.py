"""Files written whole or not at all, readable by this user alone.

They are small ones kept with the data, and large ones anywhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


def keep(file: Path, content: str | bytes) -> None:
    """Write *content* to *file*, durably, replacing its old content.

    :raises OSError: it can't be written; its old content is left.
    """
    keep_written(file, lambda writing: writing.write(_bytes(content)))


def keep_written(file: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write *file* by *write*, durably, replacing its old content.

    :raises OSError: it can't be written; its old content is left, as it is where *write* raises anything.
    """
    with _written(file, write) as new:
        new.replace(file)


def keep_new(file: Path, content: str | bytes) -> None:
    """Write *content* to a new *file*, durably.

    :raises FileExistsError: something is; it is left as it was.
    :raises OSError: it can't be written.
    """
    with _written(file, lambda writing: writing.write(_bytes(content))) as new:
        try:
            file.hardlink_to(new)
        finally:
            new.unlink()


def sync(path: Path) -> None:
    """Make a file's content, or the names in a folder, durable."""
    opened = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


@contextmanager
def _written(file: Path, write: Callable[[IO[bytes]], object]) -> Iterator[Path]:
    """Yield a durable temporary file beside *file* that *write* has filled.

    The caller renames it; then the folder is made durable too.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    opened = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(opened, "w+b") as writing:
            write(writing)
            writing.flush()
            os.fsync(writing.fileno())
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    yield new
    sync(file.parent)
