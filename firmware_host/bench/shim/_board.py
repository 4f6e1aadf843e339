"""Runs before the firmware: adapts the WebAssembly build to a Pico."""

import errno
import os
import sys
import time

import _bench

sys.path.insert(0, "/")
if not hasattr(os, "urandom"):
    os.urandom = lambda count: bytes(_bench.random() for _ in range(count))

_stat = os.stat


def stat(path: str) -> "tuple[int, ...]":
    """os.stat as on a Pico: "" is the root, missing files ENOENT."""
    try:
        return _stat(path or "/")
    except OSError:
        raise OSError(errno.ENOENT) from None


os.stat = stat
time.sleep_ms = _bench.wait  # this build's own goes round and round until the time is over


def load() -> None:
    """Load the firmware; its rounds are still to be gone."""
    global _rounds
    names = {"__name__": "main"}
    with open("/main.py") as file:
        exec(file.read(), names)
    _rounds = iter(names["rounds"]() if "rounds" in names else ())


def go_round() -> bool:
    """Run one more round of the firmware; return False at its end.

    Garbage is collected where this build is entered from outside, and nowhere else: a firmware that ran without end
    would never get its memory back.
    """
    for _ in _rounds:
        return True
    return False
