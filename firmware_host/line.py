"""One open port to a tray: requests with retries, events, and clock.

The clock is the tray's. It isn't thread-safe: one thread does all the talking. Every call ends in bounded time.
"""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable

from msgspec import Struct

from firmware_host import tlink
from firmware_host.port import Port

Event = tuple[int, int, bytes]
"""Kind, the event's own number, payload."""

TRY_S = 0.06
TRIES = 25
GREETING_TRIES = 8
HARMFUL = frozenset(b"\x03\x04")
"""Ctrl-C and Ctrl-D, which interrupt and restart a program at the prompt."""
SHARP_S = 0.1
"""Seconds beyond which an answer says too little about the clock.

It is the tray's clock.
"""
BLUNT_S = 30.0
"""After so long without a sharp answer a blunt one is better."""


class Silent(OSError):  # noqa: N818  # what a tray is
    """The tray doesn't answer."""


class Greeting(Struct, frozen=True):
    """A greeting, with a *boot* id that changes at each start.

    It has the tray's *windows* and *ring_leds* and its programs' names.
    """

    boot: int
    windows: int
    ring_leds: int
    firmware: str
    micropython: str


class TrayButton(Struct, frozen=True):
    """A button in a tray's state.

    It has the presses since the start (mod 256), and the time since the last one, in seconds.
    """

    down: bool
    presses: int
    since_s: float


class TrayState(Struct, frozen=True):
    """The state of a tray: its last *event* and its *motion*.

    *landed* is the motion that landed last, *landings* their number since boot.
    """

    event: int
    doing: int
    motion: int
    landed: int
    landings: int
    buttons: tuple[TrayButton, ...]


class SerialLine:
    """Talks over *port*.

    *clock* gives monotonic seconds; *try_s* is the timeout of an answer before the request is repeated. *spoilt* counts
    the invalid messages, *asked_again* the repeated requests.
    """

    def __init__(self, port: Port, clock: Callable[[], float] = time.monotonic, try_s: float = TRY_S) -> None:
        self.spoilt = 0
        self.asked_again = 0
        self._port = port
        self._clock = clock
        self._try_s = try_s
        self._decoder = tlink.Decoder()
        self._number = 0
        self._events: list[Event] = []
        self._tray_ms, self._tray_s = 0, -BLUNT_S

    def greet(self, session: int | None = None) -> Greeting:
        """Begin *session*, not 0, or a random one; earlier messages are dropped.

        Nobody knows yet who hears the greeting: a random one holds no byte that breaks off a program at a prompt.

        :raises Silent: nobody answers who speaks this protocol.
        :raises tlink.TrayRefused: the tray speaks another version of it.
        """
        asked = _greeting(session) if session is not None else self._harmless_greeting()
        answer = self.request(tlink.HELLO, asked, GREETING_TRIES)
        (_, boot, windows, ring_leds), names = tlink.read(tlink.HELLO_ANSWER, answer)
        self._events = []
        firmware, _, micropython = names.decode("ascii", "replace").partition(" ")
        return Greeting(boot, windows, ring_leds, firmware, micropython)

    def _harmless_greeting(self) -> bytes:
        while self._number + 1 in HARMFUL:
            self._number += 1
        while True:
            asked = _greeting(int.from_bytes(os.urandom(4), "little") | 1)
            if not HARMFUL & {*tlink.pack(tlink.HELLO, (self._number + 1) % 256, asked)}:
                return asked

    def request(self, kind: int, payload: bytes = b"", tries: int = TRIES) -> bytes:
        """Send a request, carried out once, and return its answer's payload.

        :raises Silent: no answer came, however often it was asked.
        :raises tlink.TrayRefused: it isn't done.
        """
        self._number = (self._number + 1) % 256
        frame = tlink.pack(kind, self._number, payload)
        for tried in range(tries):
            self.asked_again += tried > 0
            self._port.write(frame)
            answer = self._answer(kind)
            if answer is not None:
                return answer
        raise Silent("the dice tray doesn't answer")

    def ping(self) -> int:
        """Ask whether it is there; return the number of its last event."""
        sent_s = self._clock()
        (tray_ms, event), _ = tlink.read(tlink.PING_ANSWER, self.request(tlink.PING))
        self._set_clock(tray_ms, sent_s)
        return event

    def state(self) -> TrayState:
        """Ask for its state."""
        sent_s = self._clock()
        state, rest = tlink.read(tlink.STATE_ANSWER, self.request(tlink.STATE))
        tray_ms, event, doing, motion, landed, landings, down = state
        self._set_clock(tray_ms, sent_s)
        buttons = []
        for place in range(len(tlink.BUTTONS)):
            (presses, since_ms), rest = tlink.read(tlink.STATE_BUTTON, rest)
            buttons.append(TrayButton(bool(down >> place & 1), presses, since_ms / 1000))
        return TrayState(event, doing, motion, landed, landings, tuple(buttons))

    def events(self, timeout_s: float = 0.0, wake: int | None = None) -> list[Event]:
        """Wait for events or a readable *wake*, and return the events."""
        if not self._events and self._port.wait(timeout_s, wake):
            self._take_in()
        events, self._events = self._events, []
        return events

    def moment_s(self, tray_ms: int) -> float:
        """Return the time of *tray_ms* on the tray's clock.

        It is in monotonic seconds, and rather too early than too late.
        """
        return self._tray_s + tlink.later_ms(tray_ms, self._tray_ms) / 1000

    def _answer(self, kind: int) -> bytes | None:
        """Wait for the answer to the newest request; None after the timeout."""
        due_s = self._clock() + self._try_s
        while (left_s := due_s - self._clock()) > 0:
            if not self._port.wait(left_s):
                continue
            for answered, number, payload in self._take_in():
                if number != self._number:
                    continue  # to an earlier request, or to one of another session
                if answered == kind | tlink.ANSWER:
                    return payload
                if answered == tlink.REFUSED and len(payload) >= 2 and payload[0] == kind:
                    raise tlink.TrayRefused(payload[1])
        return None

    def _take_in(self) -> list[tuple[int, int, bytes]]:
        """Read the new messages; queue the events and return the rest."""
        messages = self._decoder.feed(self._port.read())
        self.spoilt = self._decoder.spoilt
        self._events += [message for message in messages if tlink.BUTTON <= message[0] < tlink.ANSWER]
        return [message for message in messages if message[0] >= tlink.ANSWER]

    def _set_clock(self, tray_ms: int, sent_s: float) -> None:
        now_s = self._clock()
        if now_s - sent_s <= SHARP_S or now_s - self._tray_s >= BLUNT_S:
            self._tray_ms, self._tray_s = tray_ms, sent_s


def _greeting(session: int) -> bytes:
    return struct.pack(tlink.HELLO_REQUEST, tlink.VERSION_MIN, tlink.VERSION_MAX, session)
