"""The webhooks of a table, as an optional part."""

from __future__ import annotations

from companion.outside.webhooks.sender import Webhooks
from companion.parts.optional import LISTENER
from companion.parts.table import Parts


def make(table: Parts) -> Webhooks:
    """Return the webhooks of *table*."""
    webhooks = table.closers.joined(Webhooks(table.settings, table.health.faults))
    if (listener := table.optional.get(LISTENER)) is not None:
        webhooks.listen(listener)
    return webhooks
