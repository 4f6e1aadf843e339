"""Runs before the firmware: what a Pico has and the WebAssembly build lacks, or does otherwise."""

import errno
import os
import sys

import _bench

sys.path.insert(0, "/")
if not hasattr(os, "urandom"):
    os.urandom = lambda count: bytes(_bench.random() for _ in range(count))

_stat = os.stat


def stat(path: str) -> "tuple[int, ...]":
    """Be os.stat as a Pico has it: nothing is the top folder, and what is missing has the usual number."""
    try:
        return _stat(path or "/")
    except OSError:
        raise OSError(errno.ENOENT) from None


os.stat = stat
