"""A table in a process of its own that has no descriptor left: it says so once, and goes on when it has some again."""

from __future__ import annotations

import json
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes import output_of, process_of
from tests.support.sse import Reader
from tests.support.tables import Phone
from tests.support.waiting import TIMEOUT_S, eventually

pytestmark = pytest.mark.whole

FILES_LEFT = 6
"""So many descriptors the table may still open."""
NO_CONNECTION, AGAIN, NO_STREAM = "no connection is taken until others end", "connections are taken again", "a stream"


@dataclass(frozen=True)
class Table:
    """The table on *port*, which is *process* and writes its log to *file*."""

    process: subprocess.Popen[bytes]
    port: int
    file: Path

    def may_open(self, more: int | None) -> None:
        """Let it open so many *more* descriptors than it has now; None for as many as it likes."""
        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE)
        # The limit is what every new descriptor's number stays below, and the lowest free number is taken.
        used = {int(each.name) for each in Path(f"/proc/{self.process.pid}/fd").iterdir()}
        soft = hard if more is None else next(islice((n for n in count() if n not in used), more, None))
        resource.prlimit(self.process.pid, resource.RLIMIT_NOFILE, (soft, hard))

    def lines(self, beginning: str) -> list[str]:
        """Return the lines of its log that tell something with this *beginning*."""
        return [line for line in self.file.read_text("utf-8").splitlines() if f": {beginning}" in line]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    log = tmp_path / "log"
    words = [sys.executable, "-m", "tests.support.besieged", str(tmp_path), "127.0.0.1"]
    with log.open("wb") as errors, process_of(words, cwd=ROOT, stdin=subprocess.PIPE, stderr=errors) as process:
        port = json.loads(output_of(process).readline())["port"]
        with Reader(port) as first:
            first.next("table")  # from now on all threads run
        yield Table(process, port, log)


@pytest.mark.long
def test_without_descriptors_connections_wait_and_are_taken_again_and_the_log_has_two_lines(table: Table) -> None:
    table.may_open(FILES_LEFT)
    with ExitStack() as many:
        for _ in range(4 * FILES_LEFT):
            connection = many.enter_context(socket.create_connection(("127.0.0.1", table.port), TIMEOUT_S))
            connection.sendall(b"GET / HT")
        eventually(lambda: len(table.lines(NO_CONNECTION)) == 1)
    assert Phone(table.port).get("/api/v1/healthz").status == 200
    eventually(lambda: len(table.lines(AGAIN)) == 1)
    assert len(table.lines(NO_CONNECTION)) == 1
    assert not table.lines("Traceback") and len(table.file.read_text("utf-8").splitlines()) < 10
    table.may_open(None)
    with Reader(table.port) as reader:
        assert reader.next("table").json["version"] > 0


@pytest.mark.long
def test_a_stream_without_a_descriptor_is_turned_down_in_words_and_the_others_go_on(table: Table) -> None:
    with Reader(table.port) as early, ExitStack() as many:
        early.next("table")
        table.may_open(2)  # a stream takes one, and another while its connection is handed over
        told = (many.enter_context(Reader(table.port)).status for _ in range(3))
        assert 503 in told  # which asks for no more of them than it takes
        early.next("heartbeat")
        table.may_open(None)
        with Reader(table.port) as again:
            again.next("table")
    assert len(table.lines(NO_STREAM)) == 1
    assert "Traceback" not in table.file.read_text("utf-8")
