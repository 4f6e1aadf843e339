"""Bulk reading of a broker's bytes.

Messages that need no answer are passed on directly, all others to paho.

Law: whatever lies in the socket is taken in with few calls, for each call lets another thread go first. Of what is told
without an acknowledgement (QoS 0) the newest of each topic are enough where the hearer says so. Section numbers are
those of OASIS, MQTT Version 5.0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from paho.mqtt.client import Client

AT_ONCE = 8 << 20
"""Maximum bytes to read before handling them. A socket usually holds fewer."""
CHUNK = 1 << 18
_PUBLISH, _TYPE_AND_QOS, _RETAIN = 0x30, 0xF6, 0x01


class Light(NamedTuple):
    """A message of QoS 0."""

    topic: bytes
    payload: bytes
    retained: bool


class Malformed(Exception):
    """A violation of MQTT, or a packet longer than agreed."""


class Inflow:
    """Buffer of received bytes; a packet has at most *longest* bytes."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._bytes = bytearray()

    def feed(self, data: bytes) -> None:
        """Add *data* to the buffer."""
        self._bytes += data

    def packets(self) -> Iterator[Light | bytes]:
        """Yield and remove each whole packet.

        It is a message of QoS 0, or a packet's raw bytes.

        :raises Malformed: if the rest can't be split.
        """
        data, at = self._bytes, 0
        try:
            while (body := _body(data, at)) is not None:
                begin, size = body
                if begin + size - at > self._longest:
                    raise Malformed(f"a packet of {size} bytes")
                if begin + size > len(data):
                    return
                end, first = begin + size, data[at]
                at, packet_at = end, at
                if first & _TYPE_AND_QOS == _PUBLISH:
                    yield _light(data[begin:end], first)
                else:
                    yield bytes(data[packet_at:end])
        finally:
            del data[:at]


def newest_of(packets: Sequence[Light | bytes], enough: Callable[[bytes], float]) -> Iterator[Light | bytes]:
    """Yield *packets* with only the newest *enough* messages of each topic.

    Their order stays.
    """
    left = Counter(packet.topic for packet in packets if isinstance(packet, Light))
    limits = {topic: enough(topic) for topic, count in left.items() if count > 1}
    for packet in packets:
        if isinstance(packet, Light):
            left[packet.topic] -= 1
            if left[packet.topic] >= limits.get(packet.topic, 1):
                continue
        yield packet


class BulkClient(Client):
    """A paho client that gets packets by ``take`` instead of its socket."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._packet = memoryview(b"")
        self._has_ended = False

    def take(self, packet: bytes) -> None:
        """Handle one whole *packet* by paho."""
        self._packet = memoryview(packet)
        while self._packet and self.socket() is not None:
            self.loop_read()

    def end(self) -> None:
        """Report the end of the connection to paho."""
        self._has_ended = True
        self.loop_read()

    def _sock_recv(self, bufsize: int) -> bytes:
        if not self._packet:
            if self._has_ended:
                return b""
            raise BlockingIOError
        given, self._packet = self._packet[:bufsize], self._packet[bufsize:]
        return bytes(given)


def _body(data: bytearray, at: int) -> tuple[int, int] | None:
    """Return start and size of the packet's body at *at* (1.5.5, 2.1.4).

    None if it isn't complete yet.

    :raises Malformed: if the size is invalid.
    """
    size = 0
    for n in range(4):
        if at + 1 + n >= len(data):
            return None
        byte = data[at + 1 + n]
        size |= (byte & 0x7F) << (7 * n)
        if byte < 0x80:
            return at + 2 + n, size
    raise Malformed("a packet's size of more than four bytes")


def _light(body: bytearray, first: int) -> Light:
    """Return the message of a PUBLISH of QoS 0 (3.3.2).

    Its properties are skipped.

    :raises Malformed: if it is shorter than it says.
    """
    topic_end = 2 + int.from_bytes(body[:2])
    properties = _body(body, topic_end - 1)
    if properties is None or sum(properties) > len(body):
        raise Malformed("a message that is shorter than it says")
    return Light(bytes(body[2:topic_end]), bytes(body[sum(properties) :]), bool(first & _RETAIN))
