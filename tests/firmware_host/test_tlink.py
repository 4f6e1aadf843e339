"""Frames and answers, byte for byte, without a device."""

from __future__ import annotations

import pickle
import struct
import sys
import zlib
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from firmware_host import tlink
from firmware_host.tlink import Decoder, Responder, TrayRefused, pack

PAYLOADS = st.binary(max_size=tlink.LONGEST_PAYLOAD)
BYTES = st.integers(0, 255)
MESSAGES = st.tuples(BYTES, BYTES, PAYLOADS)
BOOT_ID = 0x5EAF00D5
"""The number that a tray makes up when it starts."""
EMPTY_BYTES = len(pickle.dumps(Decoder())) + 8
"""What a decoder that has kept nothing takes; and some, as pickle writes how much there is."""
TRACEBACK = b'Traceback (most recent call last):\r\n  File "main.py", line 9, in <module>\r\nValueError: \r\n>>> '


def cut(data: bytes, places: list[int]) -> list[bytes]:
    """*data* in pieces, as a port may give it."""
    ends = sorted({place % (len(data) + 1) for place in places})
    return [data[begin:end] for begin, end in zip([0, *ends], [*ends, len(data)], strict=True)]


@given(st.lists(MESSAGES, max_size=4), st.lists(st.integers(0, 2000), max_size=6))
@example([(0, 0, b"")], [1])
@example([(255, 255, bytes(tlink.LONGEST_PAYLOAD)), (1, 2, b"\xff" * tlink.LONGEST_PAYLOAD)], [3, 250])
def test_messages_come_out_as_they_went_in_however_they_are_cut(
    messages: list[tuple[int, int, bytes]], places: list[int]
) -> None:
    decoder = Decoder()
    data = b"".join(pack(*message) for message in messages)
    assert [message for piece in cut(data, places) for message in decoder.feed(piece)] == messages
    assert decoder.spoilt == 0


@given(MESSAGES)
def test_a_frame_has_zeros_at_its_ends_alone_and_three_bytes_more_than_its_body(
    message: tuple[int, int, bytes],
) -> None:
    frame = pack(*message)
    assert (frame[0], frame[-1]) == (0, 0)
    assert 0 not in frame[1:-1]
    assert len(frame) == len(message[2]) + 2 + 4 + 3 <= 253


@given(MESSAGES)
def test_the_check_is_the_crc_32_of_zlib(message: tuple[int, int, bytes]) -> None:
    kind, number, payload = message
    body = tlink.cobs_decode(pack(kind, number, payload)[1:-1])
    assert body is not None
    assert struct.unpack("<I", body[-4:])[0] == zlib.crc32(bytes((kind, number)) + payload)


def test_a_payload_that_no_frame_holds_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        pack(1, 1, bytes(tlink.LONGEST_PAYLOAD + 1))


@given(st.binary(max_size=600), MESSAGES)
@example(TRACEBACK, (1, 2, b"abc"))
@example(b"\x01" * 600, (1, 2, b"abc"))
def test_after_any_garbage_the_next_frame_is_read(garbage: bytes, message: tuple[int, int, bytes]) -> None:
    assert Decoder().feed(garbage + pack(*message))[-1] == message


@given(MESSAGES, st.integers(0, 252), st.integers(0, 7))
def test_a_frame_with_a_wrong_bit_is_never_another_message(
    message: tuple[int, int, bytes], place: int, bit: int
) -> None:
    frame = bytearray(pack(*message))
    frame[place % len(frame)] ^= 1 << bit
    assert Decoder().feed(bytes(frame) + b"\x00") in ([], [message])


@given(st.lists(st.binary(max_size=400)))
@example([b"\x01" * 400, b"\x01" * 400])
def test_a_decoder_never_fails_and_never_keeps_more_than_a_frame(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
        assert len(pickle.dumps(decoder)) <= EMPTY_BYTES + tlink.LARGEST_BODY + 1


@given(st.binary(min_size=1, max_size=tlink.LARGEST_BODY))
@example(b"\x00")
@example(b"\x02\x07\x00\x01")
def test_what_is_decoded_codes_back_and_decoding_ends(coded: bytes) -> None:
    plain = tlink.cobs_decode(coded)
    if plain is not None and 0 not in coded:
        assert tlink.framed(plain)[1:-1] == coded


def test_a_distance_of_nothing_is_no_coding() -> None:
    assert tlink.cobs_decode(b"\x02\x07\x00\x01") is None


class Counting:
    """What a tray does: it counts."""

    def __init__(self) -> None:
        self.done: list[int] = []
        self.responder = Responder(self.do, lambda: b"\x03\x21x y", BOOT_ID)

    def do(self, kind: int, payload: bytes) -> bytes:
        if kind > tlink.STOP:
            raise TrayRefused(tlink.UNKNOWN)
        if payload == b"bad":
            raise ValueError
        self.done.append(kind)
        return b"answer"

    def ask(self, kind: int, number: int, payload: bytes = b"") -> tuple[int, int, bytes]:
        (answer,) = Decoder().feed(self.responder.answer(kind, number, payload))
        return answer

    def greet(self, session: int = 7, versions: tuple[int, int] = (1, 1)) -> tuple[int, int, bytes]:
        return self.ask(tlink.HELLO, 1, struct.pack(tlink.HELLO_REQUEST, *versions, session))


def test_nothing_is_done_before_the_greeting() -> None:
    tray = Counting()
    assert tray.ask(tlink.LAND, 1) == (tlink.REFUSED, 1, bytes((tlink.LAND, tlink.NO_HELLO, 1, 1)))
    assert tray.done == []


def test_a_greeting_tells_version_boot_and_what_there_is() -> None:
    assert Counting().greet() == (tlink.HELLO | tlink.ANSWER, 1, struct.pack("<BI", 1, BOOT_ID) + b"\x03\x21x y")


@pytest.mark.parametrize(("versions", "agreed"), [((1, 1), True), ((0, 9), True), ((2, 9), False), ((0, 0), False)])
def test_both_ends_speak_the_same_version_or_not_at_all(versions: tuple[int, int], agreed: bool) -> None:
    kind, _, payload = Counting().greet(versions=versions)
    assert (kind == tlink.HELLO | tlink.ANSWER) == agreed
    if not agreed:
        assert payload == bytes((tlink.HELLO, tlink.WRONG_VERSION, 1, 1))


@pytest.mark.parametrize("kind", [tlink.START, tlink.LAND, tlink.SOUND, tlink.IDOL])
def test_what_is_asked_again_is_answered_the_same_and_done_once(kind: int) -> None:
    tray = Counting()
    tray.greet()
    assert {tray.ask(kind, 9, b"x") for _ in range(5)} == {(kind | tlink.ANSWER, 9, b"answer")}
    assert tray.done == [kind]
    tray.greet()
    tray.ask(kind, 9, b"x")
    assert tray.done == [kind], "a greeting that is asked again begins no new session"


def test_what_only_asks_is_answered_afresh() -> None:
    tray = Counting()
    tray.greet()
    for _ in range(2):
        tray.ask(tlink.STATE, 9)
    assert tray.done == [tlink.STATE] * 2


@pytest.mark.parametrize("change", ["number", "payload", "session"])
def test_another_request_is_done(change: str) -> None:
    tray = Counting()
    tray.greet()
    tray.ask(tlink.LAND, 9, b"x")
    if change == "session":
        tray.greet(session=8)
    tray.ask(tlink.LAND, 9 + (change == "number"), b"y" if change == "payload" else b"x")
    assert tray.done == [tlink.LAND] * 2


@pytest.mark.parametrize(
    ("kind", "payload", "reason"), [(0x3E, b"", tlink.UNKNOWN), (tlink.LAND, b"bad", tlink.UNREADABLE)]
)
def test_what_cannot_be_done_is_refused_with_its_reason(kind: int, payload: bytes, reason: int) -> None:
    tray = Counting()
    tray.greet()
    assert tray.ask(kind, 9, payload) == (tlink.REFUSED, 9, bytes((kind, reason, 1, 1)))


def test_a_greeting_that_is_cut_off_is_unreadable() -> None:
    assert Counting().ask(tlink.HELLO, 1, b"\x01")[2] == bytes((tlink.HELLO, tlink.UNREADABLE, 1, 1))


@given(st.lists(st.tuples(st.integers(2, 11), st.sampled_from(["carried", "lost", "answer lost"])), max_size=40))
def test_over_a_line_that_loses_messages_each_request_is_done_once(asked: list[tuple[int, str]]) -> None:
    tray = Counting()
    tray.greet()
    wanted = [kind for kind, _ in asked if kind not in (tlink.PING, tlink.STATE)]
    for number, (kind, fate) in enumerate(asked):
        if fate == "answer lost":
            tray.ask(kind, number % 256)
        tray.ask(kind, number % 256)
    assert [kind for kind in tray.done if kind not in (tlink.PING, tlink.STATE)] == wanted


@pytest.mark.parametrize(("later", "earlier", "ms"), [(50, 20, 30), (20, 50, -30), (5, tlink.CLOCK_PERIOD_MS - 5, 10)])
def test_time_between_two_readings_of_the_trays_clock_survives_its_beginning_anew(
    later: int, earlier: int, ms: int
) -> None:
    assert tlink.later_ms(later, earlier) == ms


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of tlink run in *work*: what a Pico's time goes by, which has nothing faster than its Python."""
    count = 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if frame.f_code.co_filename != tlink.__file__:
            return None
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def test_a_long_message_takes_no_more_lines_than_a_short_one() -> None:
    tray = Counting()
    tray.greet()

    def lines(payload: bytes) -> int:
        frame = pack(tlink.LAND, 9, payload)
        (message,) = Decoder().feed(frame)
        return lines_run(lambda: (pack(*message), Decoder().feed(frame), tray.responder.answer(*message)))

    # Frames without a zero but the same two, whatever their check: each is a loop of one block.
    short, long = (next(p for n in range(9) if 0 not in crc(p := bytes((1 + n,)) * many)) for many in (1, 200))
    assert lines(long) == lines(short) <= 70


def crc(payload: bytes) -> bytes:
    return struct.pack("<I", zlib.crc32(bytes((tlink.LAND, 9)) + payload))
