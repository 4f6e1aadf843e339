"""A club's book as a process, to be killed: ``python -m tests.companion.club.book.keeping STORE PORT [STEP]``.

It says READY once it listens. With a STEP it kills itself in the midst of it, at the third message.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from itertools import count
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine

from companion.club.book.arrivals import Arrivals
from companion.club.book.database import Database
from companion.club.book.store import Book
from companion.outside.mqtt.client.connection import BrokerAddress
from companion.runtime.clock import SystemClock
from tests.support.mosquitto import LOCALHOST, USERS

STEPS = ("before-commit", "after-commit", "after-acknowledged")
DIES_AT = 3
"""Which step of its kind kills the process."""


def _dies(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _at_third(then: Callable[..., Any]) -> Callable[..., Any]:
    numbers = count(1)
    return lambda *given: _dies() if next(numbers) == DIES_AT else then(*given)


def plant(step: str) -> None:
    """Have this process killed at *step* of the third message that it takes in."""
    finish = Book.finish
    if step == "before-commit":
        numbers = count(1)

        def committing(connection: object) -> None:
            if next(numbers) == DIES_AT:
                _dies()

        event.listen(Engine, "commit", committing)
    elif step == "after-commit":
        kept = count(1)

        def finished(book: Book, *given: Any) -> bool:
            is_new = finish(book, *given)
            if next(kept) == DIES_AT:
                _dies()
            return is_new

        Book.finish = finished  # type: ignore[method-assign, assignment]
    else:
        Book.finish = _at_third(finish)  # type: ignore[method-assign]  # two are acknowledged


def main() -> None:
    """Keep the book until somebody kills this process."""
    store, port, *step = sys.argv[1:]
    book = Book(Database(store), SystemClock())
    book.client_id()
    broker = Arrivals(book).listen(
        BrokerAddress(LOCALHOST, int(port), user="club", password=USERS["club"]), (0.02, 0.1)
    )
    for each in step:
        plant(each)
    broker.on_connected(lambda: print("READY", flush=True))
    broker.start()
    threading.Event().wait()


if __name__ == "__main__":
    main()
