"""A journal in memory alone, gone with the program."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from companion.journal.journal import Journal
from companion.journal.salvage import readable
from companion.journal.schema import migrate


class PassingJournal(Journal):
    """A journal in memory, for games that can't be saved.

    It keeps its content when it is opened again.
    """

    keeps = False

    def __init__(self) -> None:
        super().__init__(Path(os.devnull))

    def open(self) -> None:
        """Make it, once."""
        if self._database is None:
            self._database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            self._database.text_factory = readable
            migrate(self._database)
