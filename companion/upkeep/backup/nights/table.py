"""A table as its nightly backups see it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.engine.values.message import Message
from companion.upkeep.backup.source import Source
from companion.upkeep.quiet import Quiet


class KeptSession(Protocol):
    """The session, as far as backups need it."""

    def require_usual_place(self) -> None:
        """Check that games are saved in the usual place.

        :raises RequestRefused: they aren't.
        """

    def table_id(self) -> str:
        """Return the table's own id.

        :raises RequestRefused: the journal can't be used.
        """


class BackedUpTable:
    """A table that backs itself up.

    *source* gives its files, *tell* shows a sentence on its screen.
    """

    def __init__(
        self, session: KeptSession, quiet: Quiet, source: Callable[[], Source], tell: Callable[[Message], None]
    ) -> None:
        self._session, self._quiet, self._source = session, quiet, source
        self.tell = tell

    @property
    def is_at_rest(self) -> bool:
        """Whether nobody has done anything for a while."""
        return self._quiet.is_at_rest

    def source(self) -> Source:
        """Return the files and settings to back up."""
        return self._source()

    def ready_source(self) -> Source:
        """Return the files to back up; the journal has the table's id.

        :raises RequestRefused: games can't be kept now, or are kept elsewhere, or the journal can't be used.
        """
        self._session.require_usual_place()
        self._session.table_id()
        return self._source()
