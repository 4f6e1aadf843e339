"""Throws bytes at both ends of the wire until something breaks: ``python -m tests.firmware_host.fuzz_frames``.

The arguments are libFuzzer's, such as ``-atheris_runs=1000`` or ``-max_total_time=600``.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["firmware_host.tlink"]):
    from firmware_host import tlink

LARGEST_ANSWER = 253


def decode(data: bytes) -> None:
    """Whatever comes, the decoder gives messages that a frame can carry, and then reads the next frame."""
    decoder = tlink.Decoder()
    for kind, number, payload in decoder.feed(data):
        assert tlink.Decoder().feed(tlink.pack(kind, number, payload)) == [(kind, number, payload)]
    assert decoder.feed(tlink.pack(1, 2, b"\x00"))[-1:] == [(1, 2, b"\x00")]


def answer(data: bytes) -> None:
    """Whatever is asked, the tray answers with one frame, and the same again."""
    responder = tlink.Responder(lambda kind, payload: payload[:9], lambda: b"", 7)
    for at in range(0, len(data) - 2, 12):
        kind, number, payload = data[at], data[at + 1], data[at + 2 : at + 12]
        first = responder.answer(kind & 0x3F, number, payload)
        assert len(first) <= LARGEST_ANSWER
        assert len(tlink.Decoder().feed(first)) == 1
        assert responder.answer(kind & 0x3F, number, payload) == first


def one(data: bytes) -> None:
    """Try one input, as it is and as what stands in a sound frame."""
    decode(data)
    if len(data) >= 2:
        decode(tlink.pack(data[0], data[1], data[2 : 2 + tlink.LONGEST_PAYLOAD]))
    answer(data)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
