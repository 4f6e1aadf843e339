"""Upkeep: verifies records as they arrive, and forgets names after a time.

All of it is done on one thread of its own, and nobody waits for it.
"""

from __future__ import annotations

import logging

from sqlalchemy.exc import SQLAlchemyError

from companion.club.book.store import Book
from companion.club.book.verification import Games, check_all
from companion.runtime.clock import Clock
from companion.runtime.timers import Action
from companion.runtime.worker import Worker

log = logging.getLogger(__name__)

AGAIN_S = 5.0
"""Pause before a retry after a failed access to the database."""
FORGET_S = 3600.0
"""Interval of the search for expired names."""
ROOM = 8


class Upkeep:
    """The upkeep of *book*, with the rules found by *games*.

    :param forget_after: number of days after which names are forgotten, None for never.
    """

    def __init__(self, book: Book, games: Games, clock: Clock, forget_after: int | None = None) -> None:
        self._book, self._games, self._clock = book, games, clock
        self._forget_after = forget_after
        self._is_closing = self._is_woken = False
        self._worker = Worker("book-upkeep", clock, ROOM, lambda: None)

    def start(self) -> None:
        """Start, first with the records of games unknown until now."""
        self._worker.put(lambda: self._do(self._book.reconsider))
        self.wake()
        if self._forget_after is not None:
            self._worker.put(self._forget)
        self._worker.start()

    def wake(self) -> None:
        """Verify all pending records; any thread may call this."""
        if not self._is_woken:
            self._is_woken = True
            self._worker.put(self._check)

    def close(self) -> None:
        """Finish the current record and stop."""
        self._is_closing = True
        self._worker.close()

    def _check(self) -> None:
        self._is_woken = False
        self._do(lambda: check_all(self._book, self._games, lambda: not self._is_closing))

    def _forget(self) -> None:
        days = self._forget_after
        assert days is not None
        self._do(lambda: self._book.forget_after(days))
        self._after(FORGET_S, self._forget)

    def _do(self, action: Action) -> None:
        """Run *action*, with a retry after a pause if the database fails."""
        try:
            action()
        except SQLAlchemyError:
            log.exception("the book can't be read or written; it is tried again")
            self._after(AGAIN_S, lambda: self._do(action))

    def _after(self, seconds: float, action: Action) -> None:
        self._worker.timers.at(self._clock.monotonic_s() + seconds, action)
