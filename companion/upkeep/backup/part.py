"""Backups by page, as an optional part."""

from __future__ import annotations

from companion.parts.table import Parts
from companion.runtime.timers import guarded
from companion.upkeep.backup.by_page import PageBackups
from companion.upkeep.backup.source import Source


class OwnFiles:
    """The files of *table* to back up; its name may change."""

    def __init__(self, table: Parts) -> None:
        self._table = table

    def now(self) -> Source:
        """Return the files under the table's current name."""
        table = self._table
        return Source(table.data, table.settings.kits.folder, table.session.published.name, table.options.written)


def make(table: Parts) -> PageBackups:
    """Return the backups of *table* by page."""
    backups = PageBackups(
        OwnFiles(table).now,
        table.library.find,
        table.clock,
        table.asking,
        start_again=table.power.restart,
        must_keep=table.session.require_usual_place,
    )
    guarded(backups.begin)
    return backups
