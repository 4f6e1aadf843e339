"""The heap of a long run: one glibc arena, long-lived objects frozen."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress

_ARENA_MAX = -8
"""``M_ARENA_MAX`` of glibc's ``malloc.h``."""


def share_one_arena() -> None:
    """Use one memory arena for all threads, which seldom work together.

    There are some twenty. By default glibc gives threads arenas of their own, eight for each core, so that none waits
    for another's allocation; free memory in one isn't free to others. Here the interpreter's lock orders nearly all
    allocations anyway. Another C library may know no such thing, and is left alone.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, 1)


def freeze() -> None:
    """Exempt all current objects from garbage collection."""
    gc.collect()
    gc.freeze()
