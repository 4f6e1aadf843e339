"""Bytes of a broker cut into packets, wherever they are broken off, and the newest of them that are enough."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random

import pytest

from companion.outside.mqtt.inflow import Inflow, Light, Malformed, newest_of

PING, PROPERTIES = b"\xd0\x00", b"\1\1"
LONGEST = 1000


def light(topic: bytes, payload: bytes, *, first: int = 0x30, properties: bytes = b"") -> bytes:
    """Return a PUBLISH of QoS 0, as section 3.3 of MQTT 5.0 has it."""
    body = len(topic).to_bytes(2) + topic + bytes([len(properties)]) + properties + payload
    size = bytes([len(body)]) if len(body) < 128 else bytes([len(body) % 128 | 0x80, len(body) // 128])
    return bytes([first]) + size + body


def cut(*pieces: bytes) -> list[Light | bytes]:
    inflow, found = Inflow(LONGEST), list[Light | bytes]()
    for piece in pieces:
        inflow.feed(piece)
        found += inflow.packets()
    return found


ALL_LETTERS = [Light(b"a/b", b"", False), PING, Light(b"a/b", b"x" * 300, True), Light("é".encode(), b"{}", False)]
WIRE = b"".join(
    [
        light(b"a/b", b""),
        PING,
        light(b"a/b", b"x" * 300, first=0x31),
        light("é".encode(), b"{}", properties=PROPERTIES),
    ]
)


@pytest.mark.parametrize("first", [0x32, 0x3A, 0x34, 0x20, 0x40, 0x90])
def test_what_asks_for_an_answer_is_given_as_it_came(first: int) -> None:
    packet = light(b"a/b", b"{}", first=first)
    assert cut(packet + PING) == [packet, PING]


@pytest.mark.parametrize(
    "wrong",
    [
        b"\x30\xff\xff\xff\xff\x01",
        b"\x30\x80\x80\x80\x80",
        b"\x30\x00",
        b"\x30\x01\x00",
        b"\x30\x03\x00\x09a",
        b"\x30\x04\x00\x01a\x05",
        b"\x30\xff\x7f",
    ],
    ids=["endless", "size", "empty", "no-topic", "short-topic", "short-properties", "too-long"],
)
def test_what_can_not_be_cut_is_told_once_what_came_before_is_given(wrong: bytes) -> None:
    inflow, found = Inflow(LONGEST), list[Light | bytes]()
    inflow.feed(PING + wrong)
    with pytest.raises(Malformed):
        found.extend(inflow.packets())
    assert found == [PING]


def test_any_bytes_are_cut_or_refused() -> None:
    draw = Random(23)
    for _ in range(3000):
        wire = bytearray(WIRE)
        for _ in range(draw.randint(1, 6)):
            wire[draw.randrange(len(wire))] = draw.randrange(256)
        try:
            found = cut(bytes(wire))
        except Malformed:
            continue
        assert sum(len(each) if isinstance(each, bytes) else len(each.payload) for each in found) <= len(wire)


def only(**enough: float) -> Callable[[bytes], float]:
    return lambda topic: enough[topic.decode()]


def numbered(*topics: str) -> list[Light | bytes]:
    return [Light(topic.encode(), str(n).encode(), False) for n, topic in enumerate(topics)]


def test_of_each_topic_the_newest_are_given_in_their_order() -> None:
    packets = numbered("turn", "roll", "turn", "roll", "all", "roll", "turn", "all")
    given = list(newest_of(packets, only(turn=1, roll=2, all=inf)))
    assert [each.payload for each in given if isinstance(each, Light)] == [b"3", b"4", b"5", b"6", b"7"]


def test_what_asks_for_an_answer_is_always_given() -> None:
    packets: list[Light | bytes] = [*numbered("turn"), PING, *numbered("turn"), PING]
    assert list(newest_of(packets, only(turn=1))) == packets[1:]
