"""Alternative folders for games: memory sticks, and that of the settings."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from companion.engine.values.message import Message

MOUNTS = Path("/proc/self/mounts")
BELOW = ("/media/", "/run/media/", "/mnt/")
"""Folders with mounted sticks."""
FOLDER = "tidetable"
"""Name of the folder for games on a stick."""
_ESCAPED = re.compile(r"\\([0-7]{3})")
_PLAIN = re.compile(r"[^\w .-]")
LONGEST = 16


def places(fallback: Path | None, mounts: Path = MOUNTS) -> list[tuple[Path, Message]]:
    """Return the folders that could hold games now, with their names.

    The settings' *fallback* is the last.
    """
    found = [(stick / FOLDER, Message("keeping.stick", {"name": _called(stick)})) for stick in _sticks(mounts)]
    if fallback is not None and _is_writable(fallback):
        found.append((fallback, Message("keeping.fallback")))
    return found


def mounted(mounts: Path, below: tuple[str, ...]) -> list[tuple[str, Path]]:
    """Return the devices mounted *below* one of these folders, with their folders.

    Their order is that of *mounts*.
    """
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        device, folder, *_ = [_ESCAPED.sub(lambda code: chr(int(code[1], 8)), word) for word in line.split(" ")]
        if device.startswith("/dev/") and folder.startswith(below):
            found.append((device, Path(folder)))
    return found


def _sticks(mounts: Path) -> Iterator[Path]:
    for _, folder in mounted(mounts, BELOW):
        if os.access(folder, os.W_OK | os.X_OK):
            yield folder


def _is_writable(folder: Path) -> bool:
    """Return True if *folder*, or its nearest existing parent, is writable."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), None)
    return there is not None and there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _called(stick: Path) -> str:
    return plain_name(stick.name)


def plain_name(name: str) -> str:
    """Return the untrusted *name* in a form for pages and small screens."""
    return _PLAIN.sub("?", name)[:LONGEST]
