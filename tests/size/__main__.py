"""`make size`: figures of the code's size and shape, beside the most they may be and the figures wanted."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from tests.size.counting import figures
from tests.size.record import WANTED, keep, recorded
from tests.size.tracing import one_roll


def table_of(counted: Mapping[str, int]) -> str:
    """Return the figures as a table: counted now, at most so far, and wanted."""
    most = recorded()
    rows = [("", "now", "at most", "wanted")]
    rows += [(name, f"{now:,}", f"{most.get(name, now):,}", f"{WANTED[name]:,}") for name, now in counted.items()]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    )


def main(words: list[str]) -> None:
    """Print the table; with ``--record`` keep what has become better."""
    counted = figures()
    trace = one_roll()
    traced = {"modules of one ROLL": len(trace.modules), "functions of one ROLL": len(trace.functions)}
    print(table_of({**counted, **traced}))
    if "--record" in words:
        keep(counted)


if __name__ == "__main__":
    main(sys.argv[1:])
