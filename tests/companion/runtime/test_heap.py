from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

ARENAS = """
import ctypes, threading
from companion.runtime.heap import share_one_arena
{called}
start = threading.Barrier(8)
def work():
    start.wait()
    kept = [bytes(1000) for _ in range(100)]
    start.wait()
threads = [threading.Thread(target=work) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
libc.malloc_info(0, ctypes.c_void_p(libc.fdopen(1, b"w")))
libc.fflush(None)
"""
"""Has eight threads allocate, and prints what glibc's ``malloc_info`` says of its arenas, which it calls heaps."""


@pytest.mark.parametrize(("called", "is_shared"), [("share_one_arena()", True), ("", False)])
def test_threads_share_one_arena_once_they_are_told_to(called: str, is_shared: bool) -> None:
    line = [sys.executable, "-c", ARENAS.format(called=called)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stdout.count("<heap nr=") == 1) is is_shared
