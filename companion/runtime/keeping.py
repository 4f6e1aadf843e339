"""Small files kept with the data: whole or not at all, for this user's eyes alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def keep(file: Path, content: str | bytes) -> None:
    """Write *content* to *file*, durably, in the place of what it held.

    :raises OSError: it can't be written; what it held before is left.
    """
    with _written(file, content) as new:
        new.replace(file)


def keep_new(file: Path, content: str | bytes) -> None:
    """Write *content* to *file*, durably, which nothing may be called yet.

    :raises FileExistsError: something is; it is left as it was.
    :raises OSError: it can't be written.
    """
    with _written(file, content) as new:
        try:
            file.hardlink_to(new)
        finally:
            new.unlink()


@contextmanager
def _written(file: Path, content: str | bytes) -> Iterator[Path]:
    """Give *content* as a durable file beside *file*; where that is put to then is made durable too."""
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.new")
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(opened, "wb") as writing:
        writing.write(content.encode() if isinstance(content, str) else content)
        writing.flush()
        os.fsync(writing.fileno())
    yield new
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
