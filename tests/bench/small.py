"""A Pi's processor without a Pi: start, tap and memory of a table whose Python is an emulated arm64's.

QEMU translates each instruction, so such a table is many times slower than here, and not as a Pi is: a figure of these
says nothing by itself. What counts are ratios: ours over the same libraries under the same emulation, and one version
of ours over another, measured on the same machine.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.figures import NotMeasured, Row, Section, times
from tests.bench.sizes import Sizes
from tests.support import arm64
from tests.support.paths import ROOT
from tests.support.running import Running, RunningTable
from tests.support.starts import BARE
from tests.support.watchers import Watcher, Watchers

TAPS = ("gain fog", "undo")
"""Said in turns: what needs no chance, so that nothing has to come to rest."""


class Phone(Watchers):
    """One phone that is sent what has changed, as pages ask for it."""

    def __init__(self, port: int) -> None:
        super().__init__(port, 1)

    def _open(self, watcher: Watcher, host: str) -> None:
        head = f"GET /api/v1/stream?changes=1 HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        watcher.connection.sendall(head.encode())


@dataclass(frozen=True)
class Computer:
    """A Python that runs the table, and its *environment*; its modules are compiled once."""

    python: Sequence[str]
    environment: Mapping[str, str]

    def table(self, folder: Path) -> RunningTable:
        """Return a table that has said READY."""
        return RunningTable(folder, python=self.python, environment=self.environment)

    def libraries(self) -> Running:
        """Return a process that has imported the table's libraries and nothing else."""
        return Running([*self.python, "-c", BARE], environment=self.environment, closes_stdin=False)


@dataclass
class Found:
    """What was measured of a computer, in the order of its starts."""

    start_s: list[float] = field(default_factory=list)
    cpu_s: list[float] = field(default_factory=list)
    libraries_s: list[float] = field(default_factory=list)
    tap_ms: list[float] = field(default_factory=list)
    tap_cpu_ms: list[float] = field(default_factory=list)
    memory_mb: list[float] = field(default_factory=list)
    over_mb: list[float] = field(default_factory=list)
    """What a table holds over its libraries alone."""

    @property
    def ratios(self) -> list[float]:
        """The CPU time of each start over that of its libraries' import."""
        return [ours / theirs for ours, theirs in zip(self.cpu_s, self.libraries_s, strict=True)]


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure *sizes.starts* tables of an emulated arm64, each beside one of this machine.

    :raises NotMeasured: there is no emulator.
    """
    if shutil.which(arm64.QEMU) is None:
        raise NotMeasured("QEMU is missing; on Debian: sudo apt-get install -y qemu-user-static")
    cache = arm64.prepare()
    small = Computer(arm64.command(cache), _compiled(folder / "arm64", arm64.environment(cache)))
    here = Computer((sys.executable,), _compiled(folder / "here", {"PYTHONPATH": str(ROOT)}))
    for computer, name in ((small, "arm64"), (here, "here")):
        _measure(computer, folder / f"warm-{name}", 1, Found())  # from here on all is compiled
    emulated, usual = Found(), Found()
    for number in range(sizes.starts):
        _measure(small, folder / f"arm64-{number}", sizes.presses, emulated)
        _measure(here, folder / f"here-{number}", sizes.presses, usual)
    slower = times(sum(emulated.libraries_s), sum(usual.libraries_s))
    yield Section(
        "A small computer, emulated",
        [
            Row("start to READY", "s", emulated.start_s, _beside(usual.start_s, "s")),
            Row("CPU until READY", "s", emulated.cpu_s, _beside(usual.cpu_s, "s")),
            Row("the same over its libraries' import alone", "times", emulated.ratios, _beside(usual.ratios, "times")),
            Row("a tap until the phone has it", "ms", emulated.tap_ms, _beside(usual.tap_ms, "ms")),
            Row("CPU of a tap, pushed to one phone", "ms", emulated.tap_cpu_ms, _beside(usual.tap_cpu_ms, "ms")),
            Row("resident memory, the emulator's too", "MB", emulated.memory_mb, _beside(usual.memory_mb, "MB")),
            Row("the same over its libraries alone", "MB", emulated.over_mb, _beside(usual.over_mb, "MB")),
        ],
        f"An arm64 Python under QEMU, for the same imports {slower} times slower than this machine: not as a Pi is.\n"
        "No figure here is a Pi's. Ratios count: ours over its libraries, and one version of ours over another.",
    )


def _compiled(folder: Path, environment: Mapping[str, str]) -> Mapping[str, str]:
    """Return *environment* with a place for compiled modules, which no other Python's are taken from."""
    own = {**os.environ, **environment, "PYTHONPYCACHEPREFIX": str(folder)}
    return {name: value for name, value in own.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _measure(computer: Computer, folder: Path, taps: int, found: Found) -> None:
    """Note in *found* a start of *computer*, *taps* of its phone, and its libraries alone."""
    with computer.libraries() as alone:
        found.libraries_s.append(alone.start_cpu_s)
        alone_mb = alone.memory_mb
    with computer.table(folder) as table:
        found.start_s.append(table.start_s)
        found.cpu_s.append(table.start_cpu_s)
        found.memory_mb.append(table.memory_mb)
        found.over_mb.append(table.memory_mb - alone_mb)
        with Phone(table.port) as phone:
            for number in range(taps):
                before_s, begun_s = table.cpu_s, time.perf_counter()
                version = table.do(TAPS[number % len(TAPS)], 0)
                (at_s,) = phone.wait("change", version)
                found.tap_ms.append(1000 * (at_s - begun_s))
                found.tap_cpu_ms.append(1000 * (table.cpu_s - before_s))


def _beside(samples: Sequence[float], unit: str) -> str:
    return f"here: {Row('', unit, samples).middle:.3g} {unit}"
