"""Other places for games than the usual folder: memory sticks that are in, and the one that the settings name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from companion.engine.values.message import Message

MOUNTS = Path("/proc/self/mounts")
BELOW = ("/media/", "/run/media/", "/mnt/")
"""Where sticks are mounted."""
FOLDER = "tidetable"
"""What the folder for games on a stick is called."""
_ESCAPED = re.compile(r"\\([0-7]{3})")
_PLAIN = re.compile(r"[^\w .-]")
LONGEST = 16


def places(fallback: Path | None, mounts: Path = MOUNTS) -> list[tuple[Path, Message]]:
    """Return each folder that games could be kept in now, with its name; the *fallback* of the settings last."""
    found = [(stick / FOLDER, Message("keeping.stick", {"name": _called(stick)})) for stick in _sticks(mounts)]
    if fallback is not None and _is_writable(fallback):
        found.append((fallback, Message("keeping.fallback")))
    return found


def mounted(mounts: Path, below: tuple[str, ...]) -> list[tuple[str, Path]]:
    """Return each device that is mounted *below* one of these folders, with its own, in the order of *mounts*."""
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
    """Tell whether *folder*, or what it can be made in, can be written."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), None)
    return there is not None and there.is_dir() and os.access(there, os.W_OK | os.X_OK)


def _called(stick: Path) -> str:
    return plain_name(stick.name)


def plain_name(name: str) -> str:
    """Return *name*, which anybody may have given a stick, as a page or a small screen may show it."""
    return _PLAIN.sub("?", name)[:LONGEST]
