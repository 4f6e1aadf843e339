"""What play costs a memory card: few bytes for a command, none while nobody plays."""

from __future__ import annotations

import threading
from pathlib import Path
from statistics import median

import pytest

from companion.journal.connection import PAGE_BYTES
from companion.runtime.clock import ManualClock
from tests.support.played import played
from tests.support.running import RunningTable
from tests.support.tables import Table, scripted
from tests.support.waiting import eventually
from tests.whole.crash.recorder import recorded
from tests.whole.crash.writers import DATA

LINES_BEFORE = 3000
MAX_BYTES = 10 * 1024
A_MINUTE_S = 60.0


def written_by_commands(tmp_path: Path) -> list[int]:
    """Play on a journal of some evenings; return how many bytes each command wrote, checkpoints included."""
    played(tmp_path / "disk" / DATA, LINES_BEFORE, synchronous="OFF")
    written = [0]
    for call in recorded("rolls", tmp_path / "disk"):
        if call.kind == "ack":
            written.append(0)
        elif call.kind == "write":
            written[-1] += len(call.data)
    return written[1:-1]


@pytest.mark.needs("strace")
def test_a_command_writes_at_most_ten_kilobytes_on_average_when_the_journal_is_warm(tmp_path: Path) -> None:
    written = written_by_commands(tmp_path)
    warm = written[-200:]
    assert min(warm) > 2 * PAGE_BYTES
    assert median(warm) <= 6 * PAGE_BYTES
    assert sum(warm) / len(warm) <= MAX_BYTES


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    return {path.name: (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_nothing_is_written_while_nobody_plays(tmp_path: Path) -> None:
    clock = ManualClock()
    with Table(tmp_path, scripted((3, 7, 10)), clock=clock) as table:
        table.press("roll")

        def landed() -> bool:
            clock.advance(0.2)
            return table.table["reveal"] is None and bool(table.table["log"])

        eventually(landed)
        before = stamps(tmp_path / "data")
        for _ in range(60):
            clock.advance(1)
            assert table.get("/api/v1/healthz").status == 200
        assert stamps(tmp_path / "data") == before


@pytest.mark.soak
def test_nothing_is_written_in_a_real_minute_in_which_nobody_plays(tmp_path: Path) -> None:
    with RunningTable(tmp_path) as table:
        table.do("roll dice")
        threading.Event().wait(2)
        before = table.written_bytes
        threading.Event().wait(A_MINUTE_S)
        assert table.written_bytes == before
