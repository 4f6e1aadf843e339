"""A joined phone's roll while one machine with 120 addresses takes all that strangers get, beside its quiet time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.siege import SOURCES, besiege


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure *sizes.besieged_rolls* rolls in peace and as many under attack."""
    told = besiege(folder, sizes.besieged_rolls)
    rows = []
    for number, what in enumerate(("answered", "told on the phone's stream")):
        quiet, attacked = ([roll[number] for roll in told[when]] for when in ("quiet", "under attack"))
        beside = f"limit {2 * Row(what, 'ms', quiet).middle:.3g}"
        rows += [Row(f"a roll {what}, quiet", "ms", quiet), Row(f"a roll {what}, attacked", "ms", attacked, beside)]
    rows.append(Row("of a core, by a table under attack", "%", [100 * told["cpu"]]))
    got = ", ".join(f"{count} {what}" for what, count in sorted(told["attackers"]["told"].items()))
    remark = (
        f"{len(SOURCES)} addresses on the same machine; what they got: {got}. They have one core and the table "
        "another, quiet or attacked; phones take either. The limit is twice the quiet middle."
    )
    yield Section("Under attack", rows, remark)
