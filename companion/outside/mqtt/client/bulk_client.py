"""Bulk reading of a broker's bytes by paho.

Law: few calls empty the socket, because each call lets another thread run first. For messages without an
acknowledgement (QoS 0), a handler may ask for the newest of each topic alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from paho.mqtt.client import Client

AT_ONCE = 1 << 20
"""Maximum bytes to read before their messages are heard.

More would have what comes first wait for what comes last.
"""
CHUNK = 1 << 18


class Received(NamedTuple):
    """A message of paho's, in little memory.

    Garbage collection never looks at it. Its *number* is that of its acknowledgement, 0 for *qos* 0.
    """

    topic: str
    payload: bytes
    retained: bool
    qos: int = 0
    number: int = 0


def newest_of(messages: Sequence[Received], enough: Callable[[str], float]) -> Iterator[Received]:
    """Yield *messages*, of QoS 0 only the newest *enough* of each topic.

    Their order stays.
    """
    left = Counter(message.topic for message in messages if message.qos == 0)
    limits = {topic: enough(topic) for topic, count in left.items() if count > 1}
    for message in messages:
        if message.qos == 0:
            left[message.topic] -= 1
            if left[message.topic] >= limits.get(message.topic, 1):
                continue
        yield message


class BulkClient(Client):
    """A paho client that is fed with bytes instead of its socket.

    A packet has at most *longest* bytes.
    """

    def __init__(self, *args: Any, longest: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self._longest = longest
        self._unread = memoryview(b"")
        self._has_ended = False

    def feed(self, data: bytes) -> None:
        """Handle each packet in *data*; no data is the connection's end."""
        self._unread, self._has_ended = memoryview(data), not data
        self.loop_read()
        while self._unread and self.socket() is not None:
            self.loop_read()

    def _sock_recv(self, bufsize: int) -> bytes:
        if bufsize > self._longest:
            raise ConnectionError(f"a packet of {bufsize} bytes")
        if not self._unread and not self._has_ended:
            raise BlockingIOError
        given, self._unread = self._unread[:bufsize], self._unread[bufsize:]
        return bytes(given)
