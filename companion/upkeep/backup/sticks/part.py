"""The memory sticks of a table's computer, as an optional part."""

from __future__ import annotations

from companion.parts.table import Parts
from companion.upkeep.backup.sticks.sticks import Sticks


def make(table: Parts) -> Sticks:
    """Return the sticks that *table*'s helper can mount."""
    return Sticks(table.options.helper)
