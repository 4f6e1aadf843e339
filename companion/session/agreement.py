"""The agreement: the one open request that needs somebody else's consent.

A request that fails is published as lapsed for a while, so that its asker learns why nothing happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.engine.values.message import Message
from companion.model.consent import CONSENT_S, ConsentRequest, EndRequest, LeaveRequest, UndoRequest
from companion.model.requests import CommandRequest
from companion.runtime.timers import Timers

if TYPE_CHECKING:
    from companion.session.game_table import GameTable

LAPSED_S = 8.0
"""How long a lapsed request stays published, in seconds."""


class Agreement:
    """The open request for consent at *table*, which expires by *timers*.

    It is public, and never durable. It belongs to the session's thread.
    """

    def __init__(self, table: GameTable, timers: Timers) -> None:
        self._table = table
        self._timers = timers
        self.newest: ConsentRequest | None = None
        """The newest request, which may have expired."""

    @property
    def request(self) -> ConsentRequest | None:
        """The open request for consent."""
        asked = self.newest
        if asked is None or self._table.published.consent is None:
            return None
        return asked if self._table.store.clock.monotonic_s() < asked.until_s else None

    def undo_request(self, n: int, request: CommandRequest) -> UndoRequest:
        """Return the open undo request for step *n*, else a new one.

        *request* makes the new one, which nobody knows of yet.

        :raises JournalUnwritable: the journal can't be read.
        """
        asked, store = self.request, self._table.store
        if isinstance(asked, UndoRequest) and asked.n == n:
            return asked
        version = store.journal.version_of(store.opened().id, n)
        return UndoRequest(request.seat, request.phone, request.by, self._until_s(), n=n, version=version)

    def leave_request(self, request: CommandRequest, name: Message) -> LeaveRequest:
        """Return the open request to leave for *name*, else a new one.

        *name* is the game's; *request* makes the new one.
        """
        asked = self.request
        if isinstance(asked, LeaveRequest) and asked.line == request.do:
            return asked
        phones = frozenset(self._table.published.roster.phones)
        by, until_s = request.by, self._until_s()
        return LeaveRequest(request.seat, request.phone, by, until_s, line=request.do, name=name, phones=phones)

    def end_request(self, request: CommandRequest, line: str, name: Message) -> EndRequest:
        """Return the open request for *line* of *name*, else a new one.

        *name* is the game's; *request* makes the new one.
        """
        asked = self.request
        if isinstance(asked, EndRequest) and asked.line == line:
            return asked
        phones = frozenset(self._table.published.roster.phones)
        return EndRequest(request.seat, request.phone, request.by, self._until_s(), line=line, name=name, phones=phones)

    def _until_s(self) -> float:
        return self._table.store.clock.monotonic_s() + CONSENT_S

    def ask(self, asked: ConsentRequest) -> None:
        """Ask everybody for consent to *asked*, until it expires."""
        self.newest = asked
        self._table.show(consent=asked, lapsed=None)
        self._timers.at(asked.until_s, lambda: self._expire(asked))

    def end(self, asked: ConsentRequest) -> None:
        """End the request *asked* if it is still open."""
        if self.newest is asked:
            self.newest = None
            self._table.show(consent=None)

    def lapse(self, asked: ConsentRequest) -> None:
        """End the open request *asked*, and publish its failure for a while."""
        self.newest = None
        self._table.show(consent=None, lapsed=asked)
        self._timers.at(self._table.store.clock.monotonic_s() + LAPSED_S, lambda: self._forget(asked))

    def _expire(self, asked: ConsentRequest) -> None:
        if self.newest is asked and self._table.published.consent is not None:
            self.lapse(asked)

    def _forget(self, lapsed: ConsentRequest) -> None:
        if self._table.published.lapsed is lapsed:
            self._table.show(lapsed=None)
