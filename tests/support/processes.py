"""Processes that a test starts: none outlives it, and none is waited for without an end."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any


@contextmanager
def process_of(words: list[str], **more: Any) -> Iterator[subprocess.Popen[Any]]:
    """Start *words*, its output a pipe, and give the process; whatever the test does, it is gone at the end."""
    with subprocess.Popen(words, stdout=subprocess.PIPE, **more) as process:
        try:
            yield process
        finally:
            process.kill()


def output_of(process: subprocess.Popen[Any]) -> IO[Any]:
    """Return the pipe on which *process* says something."""
    assert process.stdout is not None
    return process.stdout
