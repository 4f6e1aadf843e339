"""Waiting for what nobody announces."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

TIMEOUT_S = 20.0
POLL_S = 0.01


def eventually(holds: Callable[[], bool]) -> None:
    """Look again and again until it *holds*; fail the test if it never does."""
    never = threading.Event()
    for _ in range(int(TIMEOUT_S / POLL_S)):
        if holds():
            return
        never.wait(POLL_S)
    pytest.fail("it never came true")
