"""The table's requests to its helper, as an optional part."""

from __future__ import annotations

from companion.helper.requests import HelperRequests
from companion.parts.table import Parts


def make(table: Parts) -> HelperRequests:
    """Return the requests of *table*."""
    return HelperRequests(table.options.helper, table.health.faults, table.asking)
