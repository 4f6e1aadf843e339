"""Waiting in a slow computer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TypeVar

import pytest

PATIENCE_S = 120.0
POLL_S = 0.02
STARTS_S = 1.0
"""How long the checks leave the computer alone while its table starts: to ask again and again takes what that needs."""
TIMES = int(os.environ.get("PATIENCE") or 1)
"""So many times as long as usual everything may take: the host is busy."""
Found = TypeVar("Found")


def eventually(look: Callable[[], Found], patience_s: float = PATIENCE_S, poll_s: float = POLL_S) -> Found:
    """Look again and again until something is found; return it. Fail the test if nothing ever is."""
    end_s = time.monotonic() + patience_s * TIMES
    while True:
        if found := look():
            return found
        if time.monotonic() > end_s:
            pytest.fail(f"it never came true; last seen: {found!r}")
        time.sleep(poll_s)
