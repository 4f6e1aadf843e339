"""Bodies in JSON: read as a typed value by several threads at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.paths import ROOT
from tests.support.waiting import TIMEOUT_S

TWO_THREADS = """
import sys, threading, time
import msgspec
from web_ui.http.content.bodies import decoder_of

entered = threading.Event()

def slow(kind):
    entered.set()
    time.sleep(0.2)  # another thread has its turn while the fields are read
    return kind

class Inner(msgspec.Struct):
    one: "slow(int)"

class Outer(msgspec.Struct):
    inner: tuple[Inner, ...]

def read():
    sys.stdout.write(str({reading}.inner[0].one) + "\\n")  # in one piece: the other thread writes too

threads = [threading.Thread(target=read) for _ in range(2)]
threads[0].start()
entered.wait()
threads[1].start()
for thread in threads:
    thread.join()
"""
BODY = 'b\'{"inner": [{"one": 7}]}\''


@pytest.mark.whole
def test_two_threads_read_the_first_body_of_a_kind_at_once() -> None:
    program = TWO_THREADS.replace("{reading}", f"decoder_of(Outer).decode({BODY})")
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    assert (done.returncode, done.stdout) == (0, "7\n7\n")
