"""Temporary files in memory, where there is room: hundreds of journals a minute are else a disk's pace, not the tests'.

What a disk does when it fails, is full or loses its power is proved by the calls that were made to it, on any disk.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

PLACE = Path("/dev/shm")
ROOM_BYTES = 2**30


def has_room() -> bool:
    """Tell whether files can be put into memory, and programs among them run."""
    if not (PLACE.is_dir() and os.access(PLACE, os.W_OK)) or os.statvfs(PLACE).f_flag & os.ST_NOEXEC:
        return False
    return shutil.disk_usage(PLACE).free > ROOM_BYTES


def take() -> None:
    """Have this process and those that it starts put temporary files there, unless they were told a place."""
    if "TMPDIR" not in os.environ and has_room():
        os.environ["TMPDIR"] = tempfile.tempdir = str(PLACE)
