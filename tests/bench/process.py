"""The daemon as a process: start, memory, bytes to the disk, and what it does when nobody plays."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.running import BRISK, TICKS_A_SECOND, RunningTable, woken, written_bytes
from tests.support.starts import libraries
from tests.support.watchers import Watchers

OCTOPRINT = {"start": "OctoPrint: 6.3", "memory": "OctoPrint: 139"}
"""OctoPrint 1.11.8 without a printer, process to its real page: measured once, on Debian 12 with two cores."""
JOURNAL = "journal.sqlite"


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure processes that keep their memory in *folder*."""
    starts = [_start(folder / f"start-{number}") for number in range(sizes.starts)]
    bare = [_bare_start() for _ in range(sizes.starts)]
    with RunningTable(folder / "rolls", BRISK) as table:
        written = _written_by_rolls(table, sizes.rolls)
        after_rolls_mb = table.memory_mb
        wal_bytes = (folder / "rolls" / f"{JOURNAL}-wal").stat().st_size
        journal_bytes = (folder / "rolls" / JOURNAL).stat().st_size
    yield Section(
        "Start and memory",
        [
            Row("start to READY", "s", [start_s for start_s, _ in starts], OCTOPRINT["start"]),
            Row("its libraries imported, alone", "s", [start_s for start_s, _ in bare]),
            Row("resident memory at READY", "MB", [memory_mb for _, memory_mb in starts], OCTOPRINT["memory"]),
            Row(f"resident memory after {sizes.rolls} rolls", "MB", [after_rolls_mb]),
            Row("resident memory of its libraries alone", "MB", [memory_mb for _, memory_mb in bare]),
        ],
        "From the making of the process; a fresh folder each time.",
    )
    yield Section(
        "Bytes to the disk for each roll",
        [
            Row("given to storage", "bytes", written, f"mean {sum(written) / len(written):,.0f}"),
            Row("a line of 200 bytes appended and synced", "bytes", _written_by_lines(folder, len(written))),
            Row("journal", "bytes", [journal_bytes]),
            Row("its write-ahead log", "bytes", [wal_bytes], "written over from its beginning once it is long enough"),
        ],
        "As the kernel counts the process's pages (/proc/PID/io); the file system's own journal isn't in it.",
    )
    yield _idle(sizes, folder / "idle")


def _start(folder: Path) -> tuple[float, float]:
    with RunningTable(folder) as table:
        return table.start_s, table.memory_mb


def _bare_start() -> tuple[float, float]:
    with libraries() as process:
        return process.start_s, process.memory_mb


def _written_by_rolls(table: RunningTable, rolls: int) -> list[float]:
    written = []
    for _ in range(rolls):
        before = table.written_bytes
        table.do("roll dice")
        written.append(float(table.written_bytes - before))
    return written


def _written_by_lines(folder: Path, count: int) -> list[float]:
    """Append a short line and sync it: the least that keeping a roll can cost."""
    written = []
    own = Path("/proc/self")
    with (folder / "lines").open("wb", buffering=0) as file:
        for _ in range(count):
            before = written_bytes(own)
            file.write(b"." * 199 + b"\n")
            os.fdatasync(file.fileno())
            written.append(float(written_bytes(own) - before))
    return written


def _idle(sizes: Sizes, folder: Path) -> Section:
    rows = []
    with RunningTable(folder) as table:
        table.do("roll dice")
        table.hang_up()
        threading.Event().wait(sizes.settled_s)
        rows += _idle_rows(table, sizes.idle_s, "nobody looks")
        with Watchers(table.port, 1):
            rows += _idle_rows(table, sizes.idle_s, "one phone looks")
    remark = (
        f"From {sizes.settled_s:g} s after a roll and the start: the dice lie, and the doctor has looked. "
        f"A tick is {1000 // TICKS_A_SECOND} ms of CPU time; a phone is sent a heartbeat every 2 s."
    )
    return Section(f"{sizes.idle_s:g} s in which nobody plays", rows, remark)


def _idle_rows(table: RunningTable, idle_s: float, who: str) -> list[Row]:
    ticks, slept, written = table.cpu_ticks, table.wakeups, table.written_bytes
    threading.Event().wait(idle_s)
    woke = woken(slept, table.wakeups)
    found = {"CPU ticks": table.cpu_ticks - ticks, "wake-ups": woke, "bytes to the disk": table.written_bytes - written}
    return [Row(who, unit, [float(count)]) for unit, count in found.items()]
