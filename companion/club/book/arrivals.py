"""Arrivals: messages that must reach the book, acknowledged once stored.

They come by a connection of its own. While the book is closed, the broker keeps its messages under a client id that
never changes, and repeats any that weren't acknowledged. So a message arrives at least once after any kill, and the
book stores it once.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable

from sqlalchemy.exc import DataError

from companion.club.book.store import Book, BookRefused
from companion.outside.messages import MAX_RECORD_BYTES, BadMessage, Finished, RecordMessage, read
from companion.outside.mqtt.client.broker import DELAYS_S, Broker
from companion.outside.mqtt.client.connection import BrokerAddress, BrokerSession
from companion.outside.mqtt.client.letter import Heard
from companion.outside.mqtt.topics import MUST_ARRIVE, ROOT, address_of

log = logging.getLogger(__name__)

KEPT_S = 7 * 24 * 3600
"""Expiry of the broker's session: a club opens once a week.

The broker keeps the book's messages while the club is closed.
"""
LONGEST = 2 * MAX_RECORD_BYTES
"""Maximum size in bytes of a message with a record.

JSON in JSON takes more than the record.
"""


class Arrivals:
    """Messages on their way into *book*; *changed* is called after each change.

    ``refused`` counts refused messages by kind. They are hostile or damaged, and are acknowledged all the same, since a
    repeat is no better.
    """

    def __init__(self, book: Book, changed: Callable[[], None] = lambda: None) -> None:
        self.refused: Counter[str] = Counter()
        self._book = book
        self._changed = changed

    def listen(self, address: BrokerAddress, delays_s: tuple[float, float] = DELAYS_S) -> Broker:
        """Return a connection for the book.

        The caller starts and closes it.
        """
        session = BrokerSession(self._book.client_id(), longest=LONGEST, kept_s=KEPT_S)
        broker = Broker(address, session, delays_s=delays_s)
        for name in sorted(MUST_ARRIVE):
            broker.hear(f"{ROOT}/+/{name}", self.heard, must_take=True)
        return broker

    def heard(self, heard: Heard) -> None:
        """Store the message *heard* durably, or refuse it for ever.

        :raises sqlalchemy.exc.SQLAlchemyError: if the book can't be written; the message must be sent again.
        """
        address = address_of(heard.topic)
        if address is None or address.is_asked or address.name not in MUST_ARRIVE:
            self._refuse("message", "it comes from no table")
            return
        try:
            if address.name == "finished":
                is_new = self._book.finish(address.table, read(heard.payload, Finished))
            else:
                is_new = self._book.keep(address.table, read(heard.payload, RecordMessage, LONGEST))
        except (BadMessage, BookRefused) as error:
            self._refuse(address.name, str(error))
        except DataError:
            self._refuse(address.name, "the database can't hold it")
        else:
            if is_new:
                self._changed()

    def _refuse(self, name: str, why: str) -> None:
        self.refused[name] += 1
        log.warning("a %s isn't taken into the book: %s", name, why)
