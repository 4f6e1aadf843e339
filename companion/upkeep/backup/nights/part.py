"""Backups by night, as an optional part."""

from __future__ import annotations

from companion.parts.optional import STICKS
from companion.parts.table import Parts
from companion.upkeep.backup.nights.by_night import NightlyBackups
from companion.upkeep.backup.nights.table import BackedUpTable
from companion.upkeep.backup.part import OwnFiles


def make(table: Parts) -> NightlyBackups:
    """Return the backups that *table* makes by itself."""
    nights = NightlyBackups(
        BackedUpTable(table.session, table.quiet, OwnFiles(table).now, table.stage.tell),
        table.settings.backup.folder,
        table.optional.get(STICKS),
        clock=table.clock,
        faults=table.health.faults,
        asking=table.asking,
    )
    nights.subscribe(table.mirror.look_anew)
    return table.closers.joined(nights)
