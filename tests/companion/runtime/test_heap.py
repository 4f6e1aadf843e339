from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.paths import ROOT

ARENAS = """
import threading
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
begins = [int(line.partition("-")[0], 16) for line in open("/proc/self/maps")]
print(sum(begin % (1 << 26) == 0 for begin in begins))
"""
"""A thread's own arena begins at a multiple of 64 MB."""


@pytest.mark.parametrize(("called", "is_shared"), [("share_one_arena()", True), ("", False)])
def test_threads_share_one_arena_once_they_are_told_to(called: str, is_shared: bool) -> None:
    line = [sys.executable, "-c", ARENAS.format(called=called)]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (int(done.stdout) == 0) is is_shared
