"""A reconnecting connection to a broker.

Law: no caller waits for it. One thread does everything slow, and only that thread touches paho's client; callers put
letters into a bounded queue. Each connection has a client of its own, so that paho never resends anything. The sender
keeps messages that must arrive.
"""

from __future__ import annotations

import logging
import math
import socket
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from paho.mqtt.matcher import MQTTMatcher

from companion.outside.mqtt.client.connection import (
    CONNECT_S,
    IN_FLIGHT,
    BrokerAddress,
    BrokerConnection,
    BrokerSession,
    Failure,
)
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.runtime.clock import Clock, SystemClock
from companion.runtime.timers import guarded

log = logging.getLogger(__name__)

ANSWER_S = 10.0
"""Timeout of the broker's answer on a new connection."""
FAREWELL_S = 2.0
"""Timeout of the last messages."""
DELAYS_S = (1.0, 60.0)
"""The first and the longest pause between tries.

Each is twice the one before.
"""
PING_LATE_S = 5.0
"""Tolerance for paho's ping after its keepalive.

The broker gives up after 1.5 keepalives.
"""
ROOM = 1000
"""Maximum queue length, after which the broker counts as gone."""
_HEAD = 1 + 4 + 2 + 2 + 1
"""Maximum overhead in bytes of a PUBLISH.

It is type, size, lengths and number (MQTT 5.0, 3.3).
"""
NO_MATCHING_SUBSCRIBERS, FAILURES = 0x10, 0x80
"""PUBACK reason codes: no subscribers, and the lowest failure (MQTT 5.0, 3.4.2)."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    letter: Letter
    acknowledged: Callable[[], None] | None = None
    unheard: Callable[[], None] | None = None


class _Hearing(NamedTuple):
    heard: Callable[[Heard], None]
    must_take: bool
    enough: float


class Broker:
    """The broker at *address*, with which *session* is held.

    The broker publishes *will* once this client is gone. Set handlers before ``start``. They are called on the broker's
    own thread, and an exception in one is only logged.

    :param delays_s: the pause in seconds before the second try, and the longest.
    """

    def __init__(
        self,
        address: BrokerAddress,
        session: BrokerSession,
        clock: Clock | None = None,
        *,
        delays_s: tuple[float, float] = DELAYS_S,
    ) -> None:
        self._address, self._session, self._delays_s = address, session, delays_s
        self._clock = clock or SystemClock()
        self._connected: list[Callable[[], None]] = []
        self._lost: list[Callable[[], None]] = []
        self._failed: list[Callable[[Failure], None]] = []
        self._hears: dict[str, list[_Hearing]] = {}
        self._matcher = MQTTMatcher()  # type: ignore[no-untyped-call]
        self._lock = threading.Lock()
        self._letters: deque[_Waiting] = deque()
        self._in_flight = 0
        self._most = math.inf
        self._is_connected = self._is_full = False
        self._farewell: tuple[Letter, ...] = ()
        self._closing = threading.Event()
        self._woken, self._wake = socket.socketpair()
        for end in (self._woken, self._wake):
            end.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    @property
    def is_connected(self) -> bool:
        """Whether the broker has accepted the connection, and it is open."""
        return self._is_connected and not self._is_full

    def start(self) -> None:
        """Start connecting to the broker, again and again."""
        self._thread.start()

    def close(self, farewell: Sequence[Letter] = ()) -> None:
        """Send *farewell* if the broker is reachable, disconnect and stop.

        It takes a few seconds at most.
        """
        self._farewell = tuple(farewell)
        self._closing.set()
        self._rouse()
        if self._thread.is_alive():
            self._thread.join(FAREWELL_S + CONNECT_S)
        if not self._thread.is_alive():
            self._woken.close()
            self._wake.close()

    def on_connected(self, connected: Callable[[], None]) -> None:
        """Call *connected* each time the broker accepts the connection."""
        self._connected.append(connected)

    def on_lost(self, lost: Callable[[], None]) -> None:
        """Call *lost* each time a connection ends, except for the last one."""
        self._lost.append(lost)

    def on_failed(self, failed: Callable[[Failure], None]) -> None:
        """Call *failed* with the reason each time a connection fails.

        The broker can't be reached, or it refuses this client.
        """
        self._failed.append(failed)

    def hear(
        self, topic_filter: str, heard: Callable[[Heard], None], *, must_take: bool = False, enough: float = math.inf
    ) -> None:
        """Subscribe to *topic_filter*; a message is acknowledged after *heard* returns.

        Of the messages at one topic with QoS 0 that arrived while this client was busy, only the newest *enough* are
        passed on. If a *must_take* handler raises, the message isn't acknowledged and the connection is opened again.
        With ``kept_s`` the broker then sends it once more.
        """
        hearings = self._hears.setdefault(topic_filter, [])
        hearings.append(_Hearing(heard, must_take, enough))
        self._matcher[topic_filter] = hearings

    def takes(self, letter: Letter) -> bool:
        """Return True if *letter* fits the broker's maximum packet size.

        The broker says so when it accepts the connection.
        """
        return _HEAD + len(letter.topic.encode()) + len(letter.payload) <= self._most

    def tell(self, letter: Letter) -> None:
        """Send *letter*, at most once.

        It is dropped without a connection, or if the broker doesn't take it.
        """
        self._put(_Waiting(letter))

    def deliver(
        self, letter: Letter, acknowledged: Callable[[], None], unheard: Callable[[], None] | None = None
    ) -> bool:
        """Send *letter* and call *acknowledged* once the broker has it.

        If the broker had no subscriber for it, and dropped it, *unheard* is called instead, if it is given. Return
        False, and send nothing, if the broker is out of touch, owes too many acknowledgements or doesn't accept that
        size. A letter is never acknowledged if its connection is lost before, or if the broker refuses it.
        """
        return self._put(_Waiting(letter, acknowledged, unheard))

    def _put(self, waiting: _Waiting) -> bool:
        with self._lock:
            if not self.is_connected or self._closing.is_set():
                return False
            if not self.takes(waiting.letter):
                log.warning("a message at %s is too long for the broker", waiting.letter.topic)
                return False
            must_be_taken = waiting.acknowledged is not None
            if must_be_taken and self._in_flight >= IN_FLIGHT:
                return False
            self._is_full = len(self._letters) >= ROOM
            if not self._is_full:
                self._in_flight += must_be_taken
                self._letters.append(waiting)
        self._rouse()
        return not self._is_full

    def _rouse(self) -> None:
        with suppress(OSError):  # full, it is awake anyhow; closed, nobody sleeps
            self._wake.send(b"\0")

    def _run(self) -> None:
        first_s, longest_s = self._delays_s
        delay_s = first_s
        while not self._closing.is_set():
            connection = self._new_connection()
            if guarded(self._serve, connection) and connection.was_let_in:
                delay_s = first_s
            self._closing.wait(delay_s)
            delay_s = min(2 * delay_s, longest_s)

    def _new_connection(self) -> BrokerConnection:
        return BrokerConnection(self._address, self._session, self._handle, self._enough)

    def _serve(self, connection: BrokerConnection) -> None:
        """Open *connection* and serve it until it is over."""
        try:
            failure = connection.open() or self._until_let_in(connection)
            if failure is not None:
                if not self._closing.is_set():
                    for failed in self._failed:
                        guarded(failed, failure)
                return
            self._attend(connection)
        finally:
            self._leave(connection)

    def _until_let_in(self, connection: BrokerConnection) -> Failure | None:
        until_s = self._clock.monotonic_s() + ANSWER_S
        while connection.is_open and not connection.was_let_in:
            if self._closing.is_set() or self._clock.monotonic_s() >= until_s:
                return "silent"
            connection.turn(self._woken)
        return None if connection.was_let_in else connection.refusal or "silent"

    def _attend(self, connection: BrokerConnection) -> None:
        connection.subscribe(list(self._hears))
        with self._lock:
            self._is_connected, self._most = True, connection.most
        for connected in self._connected:
            guarded(connected)
        while connection.is_open and not self._closing.is_set() and not self._is_full:
            while not connection.is_writing and (waiting := self._next()) is not None:
                connection.send(waiting.letter, self._acknowledgement(waiting))
            connection.turn(self._woken, PING_LATE_S)
        if self._is_full:
            log.warning("the broker accepts no more messages: reconnecting")
        elif self._closing.is_set():
            self._take_leave(connection)

    def _next(self) -> _Waiting | None:
        with self._lock:
            return self._letters.popleft() if self._letters else None

    def _acknowledgement(self, waiting: _Waiting) -> Callable[[int], None] | None:
        if (acknowledged := waiting.acknowledged) is None:
            return None

        def answered(reason: int) -> None:
            with self._lock:
                self._in_flight -= 1
            if reason == NO_MATCHING_SUBSCRIBERS and waiting.unheard is not None:
                guarded(waiting.unheard)
            elif reason < FAILURES:
                guarded(acknowledged)
            else:
                log.warning("the broker refuses a message at %s", waiting.letter.topic)

        return answered

    def _handle(self, message: Heard) -> None:
        for hearings in self._matcher.iter_match(message.topic):  # type: ignore[no-untyped-call]
            for hearing in hearings:
                if hearing.must_take:
                    hearing.heard(message)
                else:
                    guarded(hearing.heard, message)

    def _enough(self, topic: str) -> float:
        matching = self._matcher.iter_match(topic)  # type: ignore[no-untyped-call]
        return max((hearing.enough for hearings in matching for hearing in hearings), default=0)

    def _take_leave(self, connection: BrokerConnection) -> None:
        """Send the queue and the farewell, then disconnect without a will.

        It waits until the broker has them.
        """
        until_s = self._clock.monotonic_s() + FAREWELL_S
        left = [*self._letters, *map(_Waiting, self._farewell)]
        owed = len(left)

        def answered(_: int) -> None:
            nonlocal owed
            owed -= 1

        for waiting in left:
            connection.send(waiting.letter, self._acknowledgement(waiting) or answered)
            owed -= waiting.acknowledged is not None
        while owed and connection.is_open and self._clock.monotonic_s() < until_s:
            connection.turn(self._woken)
        connection.sign_off()

    def _leave(self, connection: BrokerConnection) -> None:
        connection.close()
        with self._lock:
            was_connected, self._is_connected, self._is_full = self._is_connected, False, False
            self._letters.clear()
            self._in_flight = 0
        if was_connected and not self._closing.is_set():
            for lost in self._lost:
                guarded(lost)
