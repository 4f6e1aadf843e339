"""The rehearsals of a table, as an optional part."""

from __future__ import annotations

from companion.parts.optional import BENCH
from companion.parts.table import Parts
from companion.rehearsal.rehearsal import Rehearsal


def make(table: Parts) -> Rehearsal:
    """Return the rehearsals of *table*."""
    bench, later = table.optional.get(BENCH), table.timers.after
    return Rehearsal(bench, table.stage, later, cards=table.cards, utc=table.clock.utc_text)
