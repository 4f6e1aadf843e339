"""The start: what it takes until READY, beside the import of the table's libraries alone, the one after the other."""

from __future__ import annotations

import http.client
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.running import PATIENCE_S
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
    tables, paged, alone = [], [], []
    for number in range(sizes.starts):
        with started(folder / f"start-{number}", *GAME) as table:
            tables.append((table.start_cpu_s, table.memory_mb))
            _load_page(table.port)
            paged.append((table.cpu_s, table.memory_mb))
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
            Row("CPU until a first page", "s", [cpu_s for cpu_s, _ in paged], "Flask comes with the pages"),
            Row(
                "memory over theirs then",
                "MB",
                [ours[1] - theirs[1] for ours, theirs in zip(paged, alone, strict=True)],
            ),
            Row("modules of its own at READY", "modules", [len(of_ours(imported))], "wanted: 65"),
            Row("all modules at READY", "modules", [len(imported)], "wanted: 390"),
        ],
        "A fresh folder each time, a kit opened, devices drawn; all modules compiled before.",
    )
    if sizes.counts_instructions and can_count():
        yield _instructions(folder)


def _load_page(port: int) -> None:
    """Load the phone's page, as soon as the table gives it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    connection.request("GET", "/")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise RuntimeError(f"the page was answered with {answer.status}")


def _instructions(folder: Path) -> Section:
    whole = instructions(line_of(folder / "counted", ENDED, *GAME), folder)
    theirs = instructions([sys.executable, "-c", f"{LIBRARIES}, os; os._exit(0)"], folder)
    rows = [
        Row("until READY", "instructions", [whole]),
        Row("its libraries' import", "instructions", [theirs]),
        Row("its own", "instructions", [whole - theirs], f"{(whole - theirs) / theirs:.2f} of its libraries'"),
    ]
    return Section("Instructions of a start", rows, "Counted by Valgrind's callgrind, so no other work changes them.")
