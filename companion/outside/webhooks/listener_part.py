"""The thread that webhooks and metrics share, as an optional part."""

from __future__ import annotations

from companion.outside.distributor import StateDistributor
from companion.parts.table import Parts


def make(table: Parts) -> StateDistributor:
    """Return the thread of *table*."""
    return table.closers.joined(StateDistributor(table.for_hooks, table.library.texts))
