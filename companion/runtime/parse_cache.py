"""The program's own TOML files, parsed once and cached beside them.

Parsing takes a start longer than all that is then done with it. Where nothing can be written it is parsed every time.
The templates of pages are cached in the same way.
"""

from __future__ import annotations

import marshal
import os
import sys
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

KEPT_IN = "__pycache__"
DAMAGED = (OSError, ValueError, EOFError, TypeError, MemoryError)
"""Errors of a cached file that is missing or damaged.

A damaged length asks for all memory.
"""


def parsed(path: Path) -> dict[str, Any]:
    """Return the parsed TOML file at *path*, one of the program's own.

    It has plain values without dates.

    :raises OSError: it can't be read.
    :raises ValueError: it isn't TOML.
    """
    found = path.stat()
    mark = (found.st_mtime_ns, found.st_size)
    kept = place_beside(path)
    try:
        kept_mark, value = marshal.loads(kept.read_bytes())
        if kept_mark == mark:
            return dict(value)
    except DAMAGED:
        pass  # it is made anew
    value = tomllib.loads(path.read_text("utf-8"))
    keep(kept, marshal.dumps((mark, value)))
    return value


def place_beside(path: Path) -> Path:
    """Return the path of this Python's cache file for *path*.

    *path* is the program's own file.
    """
    return path.parent / KEPT_IN / f"{path.name}.{sys.implementation.cache_tag}"


def keep(path: Path, content: bytes) -> None:
    """Write *content* to *path* in one step, if possible.

    Others may start at the same time.
    """
    if sys.dont_write_bytecode:
        return
    with suppress(OSError):  # an installation that only its owner may write to
        path.parent.mkdir(exist_ok=True)
        new = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            new.write_bytes(content)
            new.replace(path)
        except OSError:
            new.unlink()  # a full disk
            raise
