"""The outbox: messages to the outside, queued until they arrive.

It belongs to the session's thread. A queued message is durable together with its event and holds no content. The
content is made of public knowledge when it is sent. So an end waits for its reveal, and a game that goes on is sent
only as its sealed record.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.engine.values.message import Message
from companion.journal.errors import JournalUnwritable
from companion.journal.rows import Batch, OutboxRow
from companion.model.requests import RequestRefused
from companion.session.game.store import GameStore, readable

if TYPE_CHECKING:
    from companion.records.record import Record
    from companion.session.game.archive import Archive, Kept

log = logging.getLogger(__name__)

FINISHED, RECORD = "finished", "record"
KINDS = frozenset({FINISHED, RECORD})
"""Kinds of messages: a game's end and its record."""


class Outgoing(Struct, frozen=True):
    """A message that can be sent now: its *row* in the journal.

    It has the game and its *record*.
    """

    row: OutboxRow
    kept: Kept
    record: Record


class Outbox:
    """The outbox in *store*'s journal, with games exported by *archive*.

    *kinds* must arrive of each game that ends. It is empty if nothing is sent outside, and then nothing is queued.
    """

    def __init__(self, store: GameStore, archive: Callable[[], Archive], kinds: frozenset[str] = frozenset()) -> None:
        self._store = store
        self._archive = archive
        self._kinds = kinds
        self.heard: Callable[[int], None] = lambda dropped: None
        """Called when something may be sent, with the number of dropped messages.

        They were dropped for lack of room since the queue was last empty.
        """

    def rows(self, version: int) -> tuple[OutboxRow, ...]:
        """Return the messages to queue for a game that ends as *version*."""
        if not self._store.journal.keeps:
            return ()
        return tuple(OutboxRow(kind=kind, version=version) for kind in sorted(self._kinds))

    def tell(self) -> None:
        """Notify the listener that messages may be sent."""
        try:
            self.heard(self._store.journal.outbox_dropped())
        except JournalUnwritable as error:
            log.warning("cannot deliver queued messages: %s", error)

    def want(self, asked: str, number: int) -> int:
        """Queue the record of game *number*, 0 for the open one, once.

        *asked* is the request's id. Return the version, which doesn't change.

        :raises RequestRefused: ``refused`` where nothing is sent at all; there is no such game; the journal can't be
            written.
        """
        store = self._store
        if not (self._kinds and store.journal.keeps):
            raise RequestRefused(Message("record.not-sent"), "refused")
        # No sender's id holds a colon.
        command_id, version = f"record:{asked}", store.version
        with readable():
            row = store.row(number or store.opened().id)
            if store.journal.receipt(command_id) is None:
                wanted = OutboxRow(kind=RECORD, version=version, asked=asked)
                store.journal.commit(Batch(id=command_id, version=version, game=row.id, outbox=(wanted,)))
        self.tell()
        return version

    def next(self, by_name: bool, behind: int = 0) -> Outgoing | None:
        """Return the first message after the row *behind* that can be sent.

        None if there is none. People are named or numbered, depending on *by_name*. A message that can never be made is
        dropped.

        :raises RequestRefused: the journal can't be read or written now.
        """
        with readable():
            rows = self._store.journal.outbox()
        for row in rows:
            if row.id > behind and (found := self._made(row, by_name)) is not None:
                return found
        return None

    def waiting(self) -> int:
        """Return the number of queued messages.

        An end that isn't revealed yet isn't counted.

        :raises RequestRefused: the journal can't be read now.
        """
        with readable():
            rows = self._store.journal.outbox()
        return sum(1 for row in rows if row.asked or self._archive().is_over(row.game))

    def _made(self, row: OutboxRow, by_name: bool) -> Outgoing | None:
        try:
            if row.kind not in (KINDS if row.asked and self._kinds else self._kinds):
                raise RequestRefused(Message("record.not-sent"), "refused")
            game = self._archive().outgoing(row.game, by_name, even_sealed=bool(row.asked))
        except RequestRefused as refusal:
            if refusal.reason == "unwritable":
                raise
            log.warning("%s of game %s isn't sent: %s", row.kind, row.game, refusal)
            self.arrived(row)
            return None
        return None if game is None else Outgoing(row, *game)

    def arrived(self, row: OutboxRow) -> None:
        """Remove *row* from the queue: it has arrived.

        :raises RequestRefused: the journal can't be written now, and it waits still.
        """
        journal = self._store.journal
        with readable():
            dropped = journal.outbox_dropped()
            journal.arrived(row)
            if dropped and not journal.outbox_dropped():
                self.tell()
