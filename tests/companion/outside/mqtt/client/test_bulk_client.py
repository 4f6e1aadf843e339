"""Bytes of a broker read by paho, wherever they are broken off, and the newest of their messages that are enough."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from math import inf
from random import Random

import pytest
from paho.mqtt.client import MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.outside.mqtt.client.bulk_client import BulkClient, Received, newest_of
from tests.support.mosquitto import LOCALHOST

LET_IN, PROPERTIES = b"\x20\x03\0\0\0", b"\1\1"
LONGEST = 1000

Client = Callable[[], tuple[BulkClient, list[tuple[str, bytes, bool]]]]


@pytest.fixture
def client() -> Iterator[Client]:
    """Clients that a broker has let in, each with what it has heard."""
    with ExitStack() as closing:
        broker = closing.enter_context(socket.create_server((LOCALHOST, 0)))

        def connected() -> tuple[BulkClient, list[tuple[str, bytes, bool]]]:
            client = BulkClient(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5, longest=LONGEST)
            heard: list[tuple[str, bytes, bool]] = []

            def hear(_client: object, _data: object, message: MQTTMessage) -> None:
                with suppress(UnicodeDecodeError):
                    heard.append((message.topic, bytes(message.payload), message.retain))

            client.on_message = hear
            client.connect(*broker.getsockname())
            closing.enter_context(broker.accept()[0])
            closing.callback(client.feed, b"")
            client.feed(LET_IN)
            assert client.is_connected()
            return client, heard

        yield connected


def light(topic: bytes, payload: bytes, *, first: int = 0x30, properties: bytes = b"") -> bytes:
    """Return a PUBLISH of QoS 0, as section 3.3 of MQTT 5.0 has it."""
    body = len(topic).to_bytes(2) + topic + bytes([len(properties)]) + properties + payload
    size = bytes([len(body)]) if len(body) < 128 else bytes([len(body) % 128 | 0x80, len(body) // 128])
    return bytes([first]) + size + body


ALL_MESSAGES = [("a/b", b"", False), ("a/b", b"x" * 300, True), ("é", b"{}", False)]
WIRE = b"".join(
    [light(b"a/b", b""), light(b"a/b", b"x" * 300, first=0x31), light("é".encode(), b"{}", properties=PROPERTIES)]
)


def test_messages_are_heard_wherever_their_bytes_are_broken_off(client: Client) -> None:
    reader, heard = client()
    for at in (*range(12), 200, len(WIRE) - 1, len(WIRE)):
        heard.clear()
        for piece in (WIRE[:at], WIRE[at:]):
            if piece:
                reader.feed(piece)
        assert heard == ALL_MESSAGES, at
    for byte in WIRE:
        reader.feed(bytes([byte]))
    assert heard == 2 * ALL_MESSAGES


@pytest.mark.parametrize(
    "wrong",
    [b"\x30\xff\xff\xff\xff\x01", b"\x30\x00", b"\x30\x01\x00", b"\x30\x03\x00\x09a", b"\x30\xff\x7f", b""],
    ids=["endless", "empty", "no-topic", "short-topic", "too-long", "ended"],
)
def test_bytes_that_are_no_packets_end_the_connection(wrong: bytes, client: Client) -> None:
    reader, heard = client()
    reader.feed(light(b"a/b", b"{}"))
    reader.feed(wrong)
    assert reader.socket() is None
    assert heard == [("a/b", b"{}", False)]


def test_any_bytes_are_heard_or_end_the_connection(client: Client) -> None:
    draw = Random(23)
    reader, heard = client()
    for _ in range(1000):
        wire = bytearray(WIRE)
        for _ in range(draw.randint(1, 6)):
            wire[draw.randrange(len(wire))] = draw.randrange(256)
        reader.feed(bytes(wire))
        if reader.socket() is None:
            reader, heard = client()
        assert sum(len(payload) for _, payload, _ in heard) <= len(wire) + LONGEST
        heard.clear()


def only(**enough: float) -> Callable[[str], float]:
    return lambda topic: enough[topic]


def numbered(*topics: str) -> list[Received]:
    return [Received(topic, str(n).encode(), False) for n, topic in enumerate(topics)]


def test_of_each_topic_the_newest_are_given_in_their_order() -> None:
    messages = numbered("turn", "roll", "turn", "roll", "all", "roll", "turn", "all")
    given = list(newest_of(messages, only(turn=1, roll=2, all=inf)))
    assert [each.payload for each in given] == [b"3", b"4", b"5", b"6", b"7"]


def test_what_asks_for_an_answer_is_always_given() -> None:
    sure = Received("turn", b"sure", False, 1, 7)
    messages = [*numbered("turn"), sure, *numbered("turn"), sure]
    assert list(newest_of(messages, only(turn=1))) == messages[1:]
