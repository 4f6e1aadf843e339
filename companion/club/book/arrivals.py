"""Arrivals: what must come from tables, heard by a connection of the book's own and acknowledged once it lies there.

The broker keeps for the book what tables tell while it is away, under a name that never changes, and tells again what
was never acknowledged. So whatever is killed between any two steps, a message comes at least once; and the book takes
it in once.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable

from sqlalchemy.exc import DataError

from companion.club.book.store import Book, Refused
from companion.outside.messages import MAX_RECORD_BYTES, BadMessage, Finished, Record, read
from companion.outside.mqtt.broker import DELAYS_S, Broker, BrokerAddress, Heard
from companion.outside.mqtt.topics import MUST_ARRIVE, ROOT, address_of

log = logging.getLogger(__name__)

KEPT_S = 7 * 24 * 3600
"""How long the broker keeps for the book what tables tell while the club is closed: a club opens once a week."""
LONGEST = 2 * MAX_RECORD_BYTES
"""The most bytes of a message with a record: JSON in JSON takes more than it holds."""


class Arrivals:
    """The way of what tables tell into *book*; *changed* is called whenever something came in.

    ``refused`` counts what wasn't taken in, by the kind of message: hostile or damaged, it is acknowledged all the
    same, for it never gets better.
    """

    def __init__(self, book: Book, changed: Callable[[], None] = lambda: None) -> None:
        self.refused: Counter[str] = Counter()
        self._book = book
        self._changed = changed

    def listen(self, address: BrokerAddress, delays_s: tuple[float, float] = DELAYS_S) -> Broker:
        """Return a connection that hears for the book, to be started and closed by the caller."""
        broker = Broker(address, self._book.client_id(), longest=LONGEST, kept_s=KEPT_S, delays_s=delays_s)
        for name in sorted(MUST_ARRIVE):
            broker.hear(f"{ROOT}/+/{name}", self.heard, must_take=True)
        return broker

    def heard(self, heard: Heard) -> None:
        """Take in what was *heard*; once this returns it is durable, or refused for ever.

        :raises sqlalchemy.exc.SQLAlchemyError: the book can't be written; it has to be told again.
        """
        address = address_of(heard.topic)
        if address is None or address.is_asked or address.name not in MUST_ARRIVE:
            self._refuse("message", "it comes from no table")
            return
        try:
            if address.name == "finished":
                is_new = self._book.finish(address.table, read(heard.payload, Finished))
            else:
                is_new = self._book.keep(address.table, read(heard.payload, Record, LONGEST))
        except (BadMessage, Refused) as error:
            self._refuse(address.name, str(error))
        except DataError:
            self._refuse(address.name, "the database can't hold it")
        else:
            if is_new:
                self._changed()

    def _refuse(self, name: str, why: str) -> None:
        self.refused[name] += 1
        log.warning("a %s isn't taken into the book: %s", name, why)
