"""The digits in the log, as an optional part."""

from __future__ import annotations

from companion.parts.table import Parts
from companion.upkeep.first_evening.digits import LoggedDigits


def make(table: Parts) -> LoggedDigits:
    """Return the digits that let a phone in to *table*."""
    return LoggedDigits(table.session)
