"""The evening: four phones, a television and the table's own page play game after game; then its resident memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.bench.tap import GAME, NAMES, NOT_PLAYED, SEED
from tests.support.evening_by_phones import PhoneEvening
from tests.support.running import BRISK
from tests.support.starts import libraries, started


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure games of *sizes.evening_commands* commands together, at a table whose memory is in *folder*."""
    with libraries() as process:
        alone_mb = process.memory_mb
    with started(folder / "table", "--game", GAME, "--seats", ",".join(NAMES), program=BRISK) as table:
        begun_mb = table.memory_mb
        with PhoneEvening(table.port, NAMES, SEED) as evening:
            all_in_mb = table.memory_mb
            games = evening.play(sizes.evening_commands, NOT_PLAYED)
            ended_mb = table.memory_mb
    yield Section(
        "An evening of four phones and a television: resident memory over that of its libraries alone",
        [
            Row("at READY", "MB", [begun_mb - alone_mb]),
            Row("all have joined, each with a page and a stream", "MB", [all_in_mb - alone_mb]),
            Row(f"after {sizes.evening_commands} commands", "MB", [ended_mb - alone_mb], "wanted: 9"),
            Row("games that ended meanwhile", "games", [games]),
        ],
        f"{GAME}, drawn by chance; each page is loaded with all its files. The table's own page looks on.",
    )
