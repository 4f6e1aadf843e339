"""The first evening's questions on the table's screen, as an optional part."""

from __future__ import annotations

from companion.parts.optional import BENCH
from companion.parts.table import Parts
from companion.upkeep.first_evening.guide import Guide


def make(table: Parts) -> Guide:
    """Return the questions of *table*."""
    return Guide(
        table.session,
        table.stage,
        table.optional.get(BENCH),
        table.options.dealers["dealer"],
        later=table.timers.after,
        open_window=table.window.open,
    )
