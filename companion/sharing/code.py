"""The text of a QR code that holds a kit.

It is ``TIDETABLE1:`` and the kit's file, compressed (RFC 1950) and in base 45 (RFC 9285). A QR code writes all its
letters in two to eleven bits.
"""

from __future__ import annotations

import re
import zlib

from companion.engine.values.message import Message

MARK = "TIDETABLE1:"
MAX_CODE = 4296
"""Maximum number of letters in a code.

The largest QR code, version 40-L, holds as many (ISO/IEC 18004, table 7).
"""
MAX_KIT = 16_384
"""Maximum bytes of a kit in a code."""
_OTHERS_MARK = "TIDETABLE"
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}
_BASE = len(_DIGITS)
_KINDS = (
    ("game-page", re.compile(r"https?://[^/]+/k/[a-z0-9-]+/?", re.IGNORECASE)),
    ("web", re.compile(r"https?://|www\.", re.IGNORECASE)),
    ("wifi", re.compile(r"WIFI:", re.IGNORECASE)),
    ("person", re.compile(r"BEGIN:VCARD|MECARD:|mailto:|tel:|smsto:|sms:", re.IGNORECASE)),
    ("number", re.compile(r"[0-9 ]+\Z")),
)
"""The kinds of other common codes, by their first letters."""


class NotAKit(ValueError):
    """A code without a kit; *said* names its content."""

    def __init__(self, said: Message) -> None:
        super().__init__(said.key)
        self.said = said


def code_of(kit: bytes) -> str | None:
    """Return the code of the file *kit*, None if too large."""
    if len(kit) > MAX_KIT:
        return None
    code = f"{MARK}{_base45(zlib.compress(kit, 9))}"
    return code if len(code) <= MAX_CODE else None


def kit_in(code: str) -> bytes:
    """Return the kit's file in the text *code*.

    :raises NotAKit: it holds something else, or is damaged.
    """
    if not code.startswith(MARK):
        raise NotAKit(_other(code))
    packed = _from_base45(code.removeprefix(MARK)) if len(code) <= MAX_CODE else None
    kit = _unpacked(packed) if packed is not None else None
    if kit is None:
        raise NotAKit(Message("share.damaged"))
    return kit


def _other(code: str) -> Message:
    """Return a name for the content of the foreign *code*."""
    if code.startswith(_OTHERS_MARK):
        return Message("share.newer")
    kind = next((kind for kind, begins in _KINDS if begins.match(code)), "text")
    return Message(f"share.is-{kind}")


def _unpacked(packed: bytes) -> bytes | None:
    """Return the bytes in *packed*, None if damaged or too large."""
    reader = zlib.decompressobj()
    try:
        kit = reader.decompress(packed, MAX_KIT)
    except zlib.error:
        return None
    return kit if reader.eof and not reader.unused_data else None


def _base45(data: bytes) -> str:
    pairs = (int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data) - 1, 2))
    digits = [_digits(pair, 3) for pair in pairs]
    return "".join(digits) + (_digits(data[-1], 2) if len(data) % 2 else "")


def _digits(value: int, count: int) -> str:
    """Return *value* as *count* digits, the lowest first."""
    return "".join(_DIGITS[value // _BASE**place % _BASE] for place in range(count))


def _from_base45(text: str) -> bytes | None:
    """Return the bytes of *text*, None if it isn't base 45."""
    found = bytearray()
    for at in range(0, len(text), 3):
        digits = text[at : at + 3]
        size = len(digits) - 1
        if size == 0 or not _VALUES.keys() >= set(digits):
            return None
        value = sum(_VALUES[digit] * _BASE**place for place, digit in enumerate(digits))
        if value >= 256**size:
            return None
        found += value.to_bytes(size, "big")
    return bytes(found)
