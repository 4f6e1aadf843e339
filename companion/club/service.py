"""A running club: broker connections, book and pages."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from companion.club.app import create_club
from companion.club.book.arrivals import Arrivals
from companion.club.book.database import Database
from companion.club.book.store import Book, BookRefused
from companion.club.book.upkeep import Upkeep
from companion.club.book.verification import Games
from companion.club.book_routes import create_routes
from companion.club.context import Gate, context_of
from companion.outside.mqtt.client.broker import DELAYS_S, Broker
from companion.outside.mqtt.client.connection import BrokerAddress, BrokerSession
from companion.runtime.clock import Clock, SystemClock
from companion.runtime.timers import guarded
from web_ui.http.server.server import Server
from web_ui.http.settings import WebSettings

log = logging.getLogger(__name__)

LOCALHOST = "127.0.0.1"


@dataclass(frozen=True)
class ClubOptions:
    """Addresses of a club's broker and book, and its page settings.

    *store* is the book's address. The pages are served on this computer alone, and through the proxy that *web* trusts.
    """

    broker: BrokerAddress
    store: str
    web: WebSettings
    name: str = ""
    lang: str = "en"
    forget_after: int | None = None
    """Days after which the book forgets names, None for never."""


class Club:
    """A club by *options*.

    *covers* are the files of games' pictures by slug. *games* finds the rules of one.

    The keeper's own routes are added to ``app`` before the start.

    :param gate: tells who is signed in as keeper; without one nobody is.
    :raises BadStore: there is no such place for a book.
    :raises sqlalchemy.exc.SQLAlchemyError: the book can't be reached or read.
    """

    def __init__(
        self,
        options: ClubOptions,
        covers: Mapping[str, Path],
        games: Games,
        gate: Gate | None = None,
        *,
        clock: Clock | None = None,
        delays_s: tuple[float, float] = DELAYS_S,
    ) -> None:
        self._options = options
        self._closers = ExitStack()
        try:
            clock = clock or SystemClock()
            self.book = Book(Database(options.store), clock)
            self._closers.callback(self.book.close)
            self.upkeep = Upkeep(self.book, games, clock, options.forget_after)
            self._build(covers, gate, delays_s)
        except BaseException:
            self._closers.close()
            raise

    def _build(self, covers: Mapping[str, Path], gate: Gate | None, delays_s: tuple[float, float]) -> None:
        options = self._options
        session = BrokerSession(f"tidetable-club-{token_hex(6)}")
        self.broker = broker = Broker(options.broker, session, delays_s=delays_s)
        self.app = create_club(
            self._number_of, options.web, name=options.name, lang=options.lang, gate=gate, covers=covers
        )
        self.context = context_of(self.app)
        self.app.register_blueprint(create_routes(self.book, self.context))
        self.context.live.on_named(self._named)
        for table in self.book.tables():
            self.context.live.expect(table.id, table.name)
        self.context.live.listen_to(broker)
        self.arrivals = Arrivals(self.book, self.upkeep.wake).listen(options.broker, delays_s)
        self.server = Server(self.app, options.web)

    def _number_of(self, table: str) -> int | None:
        try:
            return self.book.see(table)
        except BookRefused:
            return None

    def _named(self, table: str, name: str) -> None:
        """Store the name of *table* in the book.

        If the book can't be written now, it gets the name at the next start.
        """
        guarded(self.book.see, table, name)

    def start(self) -> None:
        """Serve the pages and connect to the broker.

        :raises OSError: if the pages can't be served there.
        """
        self.upkeep.start()
        self._closers.callback(self.upkeep.close)
        self._closers.callback(self.server.close)
        self.server.start(host=LOCALHOST)
        for broker in (self.broker, self.arrivals):
            broker.start()
            self._closers.callback(broker.close)

    @property
    def address(self) -> str:
        """The page's address for this computer's browser."""
        return f"http://{LOCALHOST}:{self.server.port}/"

    def close(self) -> None:
        """Stop everything; a second call does nothing."""
        self._closers.close()
