"""A broker in this process, for tests of what a table tells rather than of how it travels.

For the protocol, a lost connection or access rights a test takes a real one: ``tests/support/mosquitto.py``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol
from unittest.mock import patch

from paho.mqtt.client import topic_matches_sub

from companion.outside.mqtt.client.connection import BrokerAddress
from companion.outside.mqtt.client.letter import Heard, Letter
from tests.support.mosquitto import LOCALHOST, USERS

PLACES = ("companion.outside.mqtt.publisher.Broker", "tests.support.houses.Broker")
"""Who connects to it."""


class AnyBroker(Protocol):
    """A broker with its files in *folder*: a real one or this one."""

    folder: Path
    port: int

    def address(self, user: str = "", password: str | None = None) -> BrokerAddress:
        """Return the way in for *user*."""


class NearBroker:
    """Carries each letter to whoever listens at its topic, and keeps the retained ones."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.port = folder, 1883
        self._ends: list[End] = []
        self._retained: dict[str, Heard] = {}
        self._lock = threading.RLock()

    def address(self, user: str = "", password: str | None = None) -> BrokerAddress:
        """Return the way in; any user may use it."""
        return BrokerAddress(LOCALHOST, self.port, user=user, password=USERS.get(user, ""))

    def connect(self, end: End) -> None:
        """Take *end* in, and tell it what is retained."""
        with self._lock:
            self._ends.append(end)
            for heard in self._retained.values():
                end.take(heard)

    def leave(self, end: End) -> None:
        """Tell *end* nothing more."""
        with self._lock:
            self._ends.remove(end)

    def carry(self, letter: Letter) -> None:
        """Hand *letter* to everybody who listens for it, in the order in which letters come."""
        heard = Heard(*letter)
        with self._lock:
            if letter.retained:
                self._retained.pop(letter.topic, None)
            if letter.retained and letter.payload:
                self._retained[letter.topic] = heard
            for end in self._ends:
                end.take(heard)


class End:
    """A connection to a near broker, with the methods of ``Broker``; its handlers are called on a thread of its own."""

    def __init__(self, near: NearBroker) -> None:
        self._near = near
        self._connected: list[Callable[[], None]] = []
        self._hears: list[tuple[str, Callable[[Heard], None]]] = []
        self._thread = ThreadPoolExecutor(1, "near-broker")
        self.is_connected = False

    def start(self) -> None:
        self._near.connect(self)
        self.is_connected = True
        for connected in self._connected:
            self._thread.submit(connected)

    def close(self, farewell: Sequence[Letter] = ()) -> None:
        if self.is_connected:
            for letter in farewell:
                self._near.carry(letter)
            self.is_connected = False
            self._near.leave(self)
        self._thread.shutdown()

    def on_connected(self, connected: Callable[[], None]) -> None:
        self._connected.append(connected)

    def on_lost(self, lost: Callable[[], None]) -> None:
        """It is never lost."""

    def on_failed(self, failed: Callable[[str], None]) -> None:
        """It never fails."""

    def hear(self, topic_filter: str, heard: Callable[[Heard], None], **_: object) -> None:
        self._hears.append((topic_filter, heard))

    def take(self, heard: Heard) -> None:
        """Have *heard* handled where it is listened for."""
        for topic_filter, handler in self._hears:
            if topic_matches_sub(topic_filter, heard.topic):
                self._thread.submit(handler, heard)

    def takes(self, letter: Letter) -> bool:
        return True

    def tell(self, letter: Letter) -> None:
        if self.is_connected:
            self._near.carry(letter)

    def deliver(
        self, letter: Letter, acknowledged: Callable[[], None], unheard: Callable[[], None] | None = None
    ) -> bool:
        if self.is_connected:
            self._near.carry(letter)
            self._thread.submit(acknowledged)
        return self.is_connected


@contextmanager
def near_broker(folder: Path) -> Iterator[NearBroker]:
    """Give a broker that everybody who begins a connection meanwhile is connected to."""
    near = NearBroker(folder)
    with patch(PLACES[0], lambda *_, **__: End(near)), patch(PLACES[1], lambda *_, **__: End(near)):
        yield near
