"""The fallback journal: in use if the usual one can't be written.

The table never decides by itself to save nothing. A person at the table does, and every screen shows it until the end.
Such a game has no commitment, and no record.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct

from companion.engine.values.message import Message
from companion.journal.errors import JournalInUse, JournalUnwritable
from companion.journal.journal import Journal
from companion.journal.memory import PassingJournal
from companion.journal.rows import Batch
from companion.model.requests import CommandRequest, RequestRefused, must_be_table, read_nothing, read_number
from companion.model.snapshot import Snapshot
from companion.session.game_table import GameTable
from companion.session.opening import load
from companion.session.table_commands import end_unkept

log = logging.getLogger(__name__)

KEEPING_COMMANDS = frozenset({"keep-again", "keep-nothing", "keep-at"})


class JournalPlace(Struct, frozen=True):
    """Another folder for the journal, and its name for people."""

    folder: Path
    name: Message


Places = Callable[[], Sequence[JournalPlace]]
"""Looks for the places there are now."""


class Keeping:
    """The journals of a session: the usual, others, and one without storage.

    The usual one is *table*'s store's; the others are in *places*.
    """

    def __init__(self, table: GameTable, places: Places) -> None:
        self._table = table
        self._usual = table.store.journal
        self._look = places
        self._places: tuple[JournalPlace, ...] = ()
        table.keeping = self

    @property
    def is_usual(self) -> bool:
        """Whether games are kept now, and in the usual journal."""
        return self._table.store.journal is self._usual and self._table.published.trouble is None

    def look(self) -> tuple[Message, ...]:
        """Look for other places and return their names."""
        self._places = tuple(self._look())
        return tuple(place.name for place in self._places)

    def handle(self, request: CommandRequest) -> int:
        """Carry out one of ``KEEPING_COMMANDS`` and return the new version.

        :raises RequestRefused: it isn't done.
        """
        must_be_table(request)
        verb, *words = request.do.split(" ")
        published = self._table.published
        if published.trouble is None and not (published.keeps_nothing and verb == "keep-again"):
            raise RequestRefused(Message("keeping.well"), "refused")
        if verb == "keep-at":
            number = read_number(words)
            if not 1 <= number <= len(self._places):
                raise RequestRefused(Message("keeping.gone"), "refused")
            return self._go_on_in(Journal(self._places[number - 1].folder))
        read_nothing(words)
        if verb == "keep-nothing":
            log.warning("nothing is saved, as chosen at the table: %s", published.trouble)
            return self._go_on_in(PassingJournal())
        if published.keeps_nothing and self._table.store.open is not None:
            return end_unkept(self._table, request)
        return self.keep_again()

    def keep_again(self) -> int:
        """Return to the usual journal, and the version that shows it.

        :raises RequestRefused: it can't be written yet.
        """
        return self._go_on_in(self._usual)

    def close(self) -> None:
        """Close the journal in use, and the usual one."""
        self._table.store.journal.close()
        self._usual.close()

    def _go_on_in(self, journal: Journal) -> int:
        """Continue in *journal*; versions keep rising.

        In another journal than the usual one, everybody who has joined stays in.

        :raises RequestRefused: it can't be written either.
        """
        store, published = self._table.store, self._table.published
        try:
            journal.open()
            settings = {} if journal is self._usual else _settings_of(published)
            version = max(journal.last_version(), published.version)
            if settings or version > journal.last_version():
                journal.commit(Batch(id=f"keeping-{os.urandom(12).hex()}", version=version + 1, settings=settings))
        except JournalInUse as error:
            raise RequestRefused(Message("keeping.taken"), "unwritable") from error
        except JournalUnwritable as error:
            if journal is not store.journal:
                journal.close()  # else it keeps its folder from this very table's next start
            raise RequestRefused(Message(f"session.unwritable.{error.reason}"), "unwritable") from error
        before, store.journal = store.journal, journal
        if before is not journal:
            before.close()
        load(self._table)
        return store.version


def _settings_of(published: Snapshot) -> dict[str, str]:
    """Return the table's own settings in *published*, as a journal stores them."""
    return {
        **published.roster.settings(),
        "lang": published.lang,
        "brightness": str(published.brightness),
        "muted": "on" if published.muted else "off",
    }
