"""The start: what it takes until READY, beside the import of the table's libraries alone, the one after the other."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.starts import (
    ENDED,
    LIBRARIES,
    can_count,
    imported_by_ready,
    instructions,
    libraries,
    line_of,
    of_ours,
    started,
)

GAME = ("--kit", "fireship", "--seats", "Ann,Ben")


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure tables that keep their memory in *folder*."""
    imported = imported_by_ready(folder / "imported", *GAME)  # from here on all is compiled
    tables, alone = [], []
    for number in range(sizes.starts):
        with started(folder / f"start-{number}", *GAME) as table:
            tables.append((table.start_cpu_s, table.memory_mb))
        with libraries() as process:
            alone.append((process.start_cpu_s, process.memory_mb))
    pairs = list(zip(tables, alone, strict=True))
    yield Section(
        "The start, beside the import of its libraries alone",
        [
            Row("CPU until READY", "s", [cpu_s for cpu_s, _ in tables]),
            Row("CPU of its libraries' import", "s", [cpu_s for cpu_s, _ in alone]),
            Row("the one over the other", "times", [ours[0] / theirs[0] for ours, theirs in pairs], "wanted: 1.6"),
            Row("resident memory over theirs", "MB", [ours[1] - theirs[1] for ours, theirs in pairs], "wanted: 6"),
            Row("modules of its own at READY", "modules", [len(of_ours(imported))], "wanted: 65"),
            Row("all modules at READY", "modules", [len(imported)], "wanted: 390"),
        ],
        "A fresh folder each time, a kit opened, devices drawn; all modules compiled before.",
    )
    if sizes.counts_instructions and can_count():
        yield _instructions(folder)


def _instructions(folder: Path) -> Section:
    whole = instructions(line_of(folder / "counted", ENDED, *GAME), folder)
    theirs = instructions([sys.executable, "-c", f"{LIBRARIES}, os; os._exit(0)"], folder)
    rows = [
        Row("until READY", "instructions", [whole]),
        Row("its libraries' import", "instructions", [theirs]),
        Row("its own", "instructions", [whole - theirs], f"{(whole - theirs) / theirs:.2f} of its libraries'"),
    ]
    return Section("Instructions of a start", rows, "Counted by Valgrind's callgrind, so no other work changes them.")
