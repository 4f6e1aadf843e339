"""The keeper's orders to tables, sent while they are fresh.

They go through the broker. Nothing of them is stored: an order is for now. Each has an id of its own, so that no table
does it twice.
"""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from msgspec import Struct

from companion.outside.messages import encode
from companion.outside.mqtt.client.letter import Letter
from companion.outside.mqtt.topics import Asked, asked

FRESH_S = 10.0
"""Age at which an unsent order is dropped."""
MAX_WAITING = 5000


class Carrier(Protocol):
    """A broker for orders."""

    @property
    def is_connected(self) -> bool:
        """Whether the broker can be reached."""

    def deliver(self, letter: Letter, acknowledged: Callable[[], None]) -> bool:
        """Send *letter* and call *acknowledged* once the broker has it.

        Return False if it takes no more now.
        """


class Orders:
    """The queue of orders for *broker*. Any thread may use it.

    :param clock: monotonic seconds.
    """

    def __init__(self, broker: Carrier, clock: Callable[[], float] = time.monotonic) -> None:
        self._broker = broker
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: deque[tuple[Letter, float]] = deque()

    def send(self, name: Asked, orders: Mapping[str, Struct]) -> bool:
        """Send *orders*, each to its table.

        Return False, with nothing sent, if the broker is out of touch.
        """
        if not self._broker.is_connected or len(self._waiting) + len(orders) > MAX_WAITING:
            return False
        now_s = self._clock()
        letters = [(Letter(asked(table, name), encode(order)), now_s) for table, order in orders.items()]
        with self._lock:
            self._waiting.extend(letters)
        self._go_on()
        return True

    def _go_on(self) -> None:
        """Send as many as the broker takes now; each acknowledgement sends more."""
        with self._lock:
            while self._waiting:
                letter, since_s = self._waiting[0]
                if self._clock() - since_s < FRESH_S and not self._broker.deliver(letter, self._go_on):
                    return
                self._waiting.popleft()


def new_id() -> str:
    """Return a unique id for an order."""
    return os.urandom(8).hex()


def to_each(tables: Iterable[str], order: Struct) -> dict[str, Struct]:
    """Return the same *order* for each of *tables*."""
    return dict.fromkeys(tables, order)
