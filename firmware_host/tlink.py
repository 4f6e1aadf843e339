"""The dice tray's protocol (PROTOCOL.md), for both ends of the wire.

They are CPython on the table and MicroPython on the Pico. A frame is ``00``, COBS of its body, ``00``. The body is
kind, number, payload and a CRC-32 of all that, little-endian. Nothing here does I/O, so that the very bytes can be
tested without a device.
"""

import binascii
import struct

try:
    from collections.abc import Callable
except ImportError:  # MicroPython has none, and doesn't look at annotations
    pass

VERSION_MIN = 1
VERSION_MAX = 1

# Requests are 01 to 3f, answers the same with the high bit, events 40 to 7f.
HELLO, PING, STATE, START, LAND, CLEAR, LAMPS, SOUND, BRIGHTNESS, IDOL, STOP = range(1, 12)
ASKING = (HELLO, PING, STATE)
"""Requests without visible effects, answered afresh each time.

HELLO begins a session and ends another one.
"""
ANSWER = 0x80
REFUSED = 0xFF
BUTTON, LANDED = 0x40, 0x41
TURNED = 0x42
"""Reserved for a wheel with an absolute encoder.

It is the only way in which a tray may report a result of chance.
"""

# Why a request is refused.
WRONG_VERSION, NO_HELLO, UNKNOWN, UNREADABLE = 1, 2, 3, 4

# What can be set in motion: START and LAND name one of these.
DICE, VERDICT, WHEEL, GAUGE = 1, 2, 3, 4

# What a tray is doing, in STATE.
DARK, RESTING, MOVING, LANDING = 0, 1, 2, 3

# What a button did, in BUTTON.
RELEASED, PRESSED, HELD = 0, 1, 2
BUTTONS = ("roll", "spin", "draw", "ok")
"""The tray's buttons and lamps.

A place in here is a button's number, and its lamp's bit.
"""

LARGEST_BODY = 250
"""One COBS block: a frame adds at most four bytes.

A Pico's input holds two.
"""
LONGEST_PAYLOAD = LARGEST_BODY - 6
CHECKED = 0x2144DF1C
"""The CRC-32 of any data followed by its own CRC-32, little-endian."""
REMEMBERED = 8
CLOCK_PERIOD_MS = 1 << 30
"""Where MicroPython's count of milliseconds begins again."""

HEAD = "BB"  # kind, number: quicker so on a Pico than as bytes of a tuple
HELLO_REQUEST = "<BBI"  # least and maximum version, session
HELLO_ANSWER = "<BIBB"  # version, boot id, dice windows, LEDs of the ring; then the firmware's and MicroPython's names
PING_ANSWER = "<IB"  # clock in ms, number of the last event; then what was sent
STATE_ANSWER = "<IBBIIHB"  # clock, last event, doing, motion, last landed, landings since boot, buttons down
STATE_BUTTON = "<BH"  # for each button: presses since boot (mod 256), how long ago the last was in ms (65535: longer)
START_REQUEST = "<IBB"  # motion, what, how many dice or segments
LAND_REQUEST = "<IHBB"  # motion, ms until it stands, what, how many; then a byte for each die, or what it stands on
LAMPS_REQUEST = "<B"  # the lit ones, a bit each
SOUND_REQUEST = "<B"  # which of SOUNDS, or SILENCE
BRIGHTNESS_REQUEST = "<B"  # 1 to 5
IDOL_REQUEST = "<IBB"  # motion, angle in degrees, whether to push there
BUTTON_EVENT = "<BBI"  # which, what it did, clock in ms
LANDED_EVENT = "<I"  # motion

SOUNDS = ("start", "land", "flood", "sink", "refusal", "win")
SILENCE = len(SOUNDS)
TINTS = ("sea", "coral", "kelp", "brass")
"""Tints of a gauge, by their numbers."""


def framed(body: bytes) -> bytes:
    """Return *body*, of at most 254 bytes, as a frame.

    It has no zero in it, and is between two.
    """
    frame = bytearray(b"\0\0" + body + b"\0")
    at = 1
    zero = body.find(b"\0")
    while zero >= 0:
        frame[at] = zero + 2 - at
        at = zero + 2
        zero = body.find(b"\0", zero + 1)
    frame[at] = len(frame) - 1 - at
    return bytes(frame)


def cobs_decode(coded: bytes) -> "bytes | None":
    """Return the decoded bytes, None if *coded* isn't valid COBS."""
    plain = bytearray(coded)
    at, end = 0, len(coded)
    while at < end:
        distance = coded[at]
        if distance == 0:
            return None
        plain[at] = 0
        at += distance
    return bytes(plain[1:]) if at == end else None


def pack(kind: int, number: int, payload: bytes = b"") -> bytes:
    """Return the frame of a message.

    :raises ValueError: *payload* is longer than a frame holds.
    """
    if len(payload) > LONGEST_PAYLOAD:
        raise ValueError("the payload is too long for a frame")
    body = struct.pack(HEAD, kind, number) + payload
    return framed(body + struct.pack("<I", binascii.crc32(body)))


def unpack(coded: bytes) -> "tuple[int, int, bytes] | None":
    """Return the kind, number and payload of a frame's body.

    None if it is no message.
    """
    body = cobs_decode(coded)
    if body is None or len(body) < 6 or binascii.crc32(body) != CHECKED:
        return None
    return body[0], body[1], body[2:-4]


class Decoder:
    """Decodes messages among noise; *spoilt* counts the invalid ones.

    A Pico's Python is slow byte by byte, so it works on many at once.
    """

    def __init__(self) -> None:
        self.spoilt = 0
        self._coded = b""

    def feed(self, data: "bytes | bytearray") -> "list[tuple[int, int, bytes]]":
        """Return *data*'s completed messages: kind, number and payload."""
        found = []
        pieces = (self._coded + data).split(b"\0")
        # Of what is too long for a frame only so much is kept that it still is.
        self._coded = pieces.pop()[: LARGEST_BODY + 2]
        for coded in pieces:
            if coded:
                message = unpack(coded) if len(coded) <= LARGEST_BODY + 1 else None
                if message is None:
                    self.spoilt += 1
                else:
                    found.append(message)
        return found


class TrayRefused(Exception):  # noqa: N818  # a word of the protocol, not a fault of the program
    """A request isn't done; *reason* is one of WRONG_VERSION to UNREADABLE."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


class Responder:
    """The tray's end: answers each request and carries it out once.

    A request that came already in this session is answered from memory. *do* carries out a request by its kind and
    payload and returns the answer's; *hello* returns the rest of a greeting's answer behind version and boot id.
    """

    def __init__(
        self,
        do: "Callable[[int, bytes], bytes]",
        hello: "Callable[[], bytes]",
        boot: int,
    ) -> None:
        self.session = 0
        self._do = do
        self._hello = hello
        self._boot = boot
        self._requests: list[bytes] = []
        self._answers: list[bytes] = []

    def answer(self, kind: int, number: int, payload: bytes) -> bytes:
        """Carry a request out once and return the answer's frame."""
        try:
            # What only asks is asked afresh each time: its old answer would be a wrong one.
            if kind in ASKING:
                return pack(kind | ANSWER, number, self._greet(payload) if kind == HELLO else self._done(kind, payload))
            request = struct.pack(HEAD, kind, number) + payload
            if request in self._requests:
                return self._answers[self._requests.index(request)]
            answer = pack(kind | ANSWER, number, self._done(kind, payload))
        except TrayRefused as refusal:
            return pack(REFUSED, number, bytes((kind, refusal.reason, VERSION_MIN, VERSION_MAX)))
        self._requests.append(request)
        self._answers.append(answer)
        if len(self._requests) > REMEMBERED:
            self._requests.pop(0)
            self._answers.pop(0)
        return answer

    def _greet(self, payload: bytes) -> bytes:
        (minimum, maximum, session), _ = read(HELLO_REQUEST, payload)
        version = min(maximum, VERSION_MAX)
        if version < max(minimum, VERSION_MIN):
            raise TrayRefused(WRONG_VERSION)
        if session != self.session:
            self.session = session
            self._requests, self._answers = [], []
        return struct.pack("<BI", version, self._boot) + self._hello()

    def _done(self, kind: int, payload: bytes) -> bytes:
        if not self.session:
            raise TrayRefused(NO_HELLO)
        try:
            return self._do(kind, payload)
        except (ValueError, IndexError):
            raise TrayRefused(UNREADABLE) from None


def read(shape: str, payload: bytes) -> "tuple[tuple[int, ...], bytes]":
    """Return *payload*'s leading numbers, and the rest.

    :raises TrayRefused: it is too short.
    """
    size = struct.calcsize(shape)
    if len(payload) < size:
        raise TrayRefused(UNREADABLE)
    return struct.unpack_from(shape, payload), payload[size:]


def later_ms(later: int, earlier: int) -> int:
    """Return the milliseconds between two readings of the tray's clock.

    The clock wraps around every 12 days.
    """
    half = CLOCK_PERIOD_MS >> 1
    return (later - earlier + half) % CLOCK_PERIOD_MS - half
