"""A reconnecting connection to a broker: MQTT 5, by paho.

Law: nobody waits for it. All that takes time is done on one thread of its own, which alone touches paho's client;
others leave letters in a queue of bounded room. A connection begins afresh each time, with a client of its own, so that
nothing of a former one is sent by paho's own doing: what must arrive is kept by whoever sends it.
"""

from __future__ import annotations

import logging
import math
import selectors
import socket
import ssl
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from msgspec import Struct
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.matcher import MQTTMatcher
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.outside.messages import MAX_BYTES
from companion.outside.mqtt.bulk_client import AT_ONCE, CHUNK, BulkClient, Received, newest_of
from companion.runtime.clock import Clock, SystemClock
from companion.runtime.timers import guarded

log = logging.getLogger(__name__)

KEEPALIVE_S = 30
CONNECT_S = 5.0
"""Timeout of the connection to a broker, handshake included."""
ANSWER_S = 10.0
"""Timeout of the broker's answer on a new connection."""
FAREWELL_S = 2.0
"""Timeout of the last messages."""
DELAYS_S = (1.0, 60.0)
"""The first and the longest pause between tries. Each is twice the one before."""
LOOK_S = 1.0
"""Interval between checks of the timeout while the broker must answer."""
PING_LATE_S = 5.0
"""Tolerance for paho's ping after its keepalive. The broker gives up after 1.5 keepalives."""
ROOM = 1000
"""Maximum queue length. A broker that takes nothing for so long counts as gone."""
IN_FLIGHT = 20
"""Maximum number of messages that wait for their acknowledgement."""
OVERHEAD = 1024
"""Maximum overhead in bytes of a message's packet."""
_HEAD = 1 + 4 + 2 + 2 + 1
"""Maximum overhead in bytes of a PUBLISH.

It is type, size, lengths and number (MQTT 5.0, 3.3).
"""
NO_MATCHING_SUBSCRIBERS, FAILURES = 0x10, 0x80
"""PUBACK reason codes: no subscribers, and the lowest failure (MQTT 5.0, 3.4.2)."""

Failure = Literal["unreachable", "untrusted", "refused", "silent"]
"""Failures: no route, an untrusted certificate, a rejected login, no answer."""


class Letter(NamedTuple):
    """A message to a *topic*.

    The broker keeps a *retained* one for later subscribers. An empty one deletes it.
    """

    topic: str
    payload: bytes
    retained: bool = False


class Heard(NamedTuple):
    """A received message, *retained* if its sender asked for that."""

    topic: str
    payload: bytes
    retained: bool


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker's address and login.

    *ca* is the certificate authority's file, None for those that the system trusts.
    """

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = ""
    ca: Path | None = None


class BrokerSession(Struct, frozen=True):
    """A session with a broker, as this end asks for it at each connection.

    *client_id* is what the broker knows it by, *will* what it tells once this end is gone, *longest* the most bytes of
    a message that is heard. It keeps what is told for *kept_s* while this end is away; 0 begins afresh each time.
    """

    client_id: str
    will: Letter | None = None
    longest: int = MAX_BYTES
    kept_s: int = 0


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
                log.warning("the broker takes no letter so long as one at %s", waiting.letter.topic)
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

    def _new_connection(self) -> _Connection:
        return _Connection(self._address, self._session, self._handle, self._enough)

    def _serve(self, connection: _Connection) -> None:
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

    def _until_let_in(self, connection: _Connection) -> Failure | None:
        until_s = self._clock.monotonic_s() + ANSWER_S
        while connection.is_open and not connection.was_let_in:
            if self._closing.is_set() or self._clock.monotonic_s() >= until_s:
                return "silent"
            connection.turn(self._woken)
        return None if connection.was_let_in else connection.refusal or "silent"

    def _attend(self, connection: _Connection) -> None:
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
            log.warning("the broker takes no letters any more: the connection is begun afresh")
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
                log.warning("the broker refuses what is told at %s", waiting.letter.topic)

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

    def _take_leave(self, connection: _Connection) -> None:
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

    def _leave(self, connection: _Connection) -> None:
        connection.close()
        with self._lock:
            was_connected, self._is_connected, self._is_full = self._is_connected, False, False
            self._letters.clear()
            self._in_flight = 0
        if was_connected and not self._closing.is_set():
            for lost in self._lost:
                guarded(lost)


class _Connection:
    """One connection from start to end, with its own paho client.

    It belongs to one thread. ``refusal`` is the reason of a refused connection, once it is over.
    """

    def __init__(
        self,
        address: BrokerAddress,
        session: BrokerSession,
        heard: Callable[[Heard], None],
        enough: Callable[[str], float],
    ) -> None:
        self.was_let_in = False
        self.refusal: Failure | None = None
        self.most = math.inf
        """The broker's maximum packet size in bytes, once it accepted the connection."""
        self._address, self._session = address, session
        self._answered: dict[int, Callable[[int], None]] = {}
        self._heard, self._enough = heard, enough
        self._received: list[Received] = []
        """Messages that are read and not yet handled."""
        self._client = client = BulkClient(
            CallbackAPIVersion.VERSION2,
            session.client_id,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
            manual_ack=True,
            longest=session.longest + OVERHEAD,
        )
        client.connect_timeout = CONNECT_S
        client.max_inflight_messages_set(0)  # counted by the broker's queue
        client.on_connect, client.on_publish = self._let_in, self._published
        client.on_message, client.on_subscribe = self._message, self._subscribed
        if address.user:
            client.username_pw_set(address.user, address.password)
        if (will := session.will) is not None:
            client.will_set(will.topic, will.payload, 1, will.retained)
        self._selector = selectors.DefaultSelector()
        self._watched: dict[socket.socket, int] = {}

    def open(self) -> Failure | None:
        """Connect; return the failure, None for success.

        The broker's answer comes later.
        """
        connect = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        connect.MaximumPacketSize = self._session.longest + OVERHEAD
        connect.ReceiveMaximum = IN_FLIGHT
        connect.SessionExpiryInterval = self._session.kept_s
        address, begins_afresh = self._address, self._session.kept_s == 0
        try:
            if address.tls:
                self._client.tls_set_context(_trust_in(address.ca))
            self._client.connect(address.host, address.port, KEEPALIVE_S, clean_start=begins_afresh, properties=connect)
        except ssl.SSLError as error:
            log.warning("the broker at %s isn't trusted: %s", address.host, error)
            return "untrusted"
        except OSError as error:
            log.warning("the broker at %s can't be reached: %s", address.host, error)
            return "unreachable"
        return None

    @property
    def is_open(self) -> bool:
        return self._client.socket() is not None

    @property
    def is_writing(self) -> bool:
        """Whether sent data is still waiting to be written."""
        return self._client.want_write()

    def turn(self, woken: socket.socket, longest_s: float = LOOK_S) -> None:
        """Wait for input, for room to write, or for *woken*.

        *woken* means that there is more to send. After *longest_s* without any, check the keepalive and return.
        """
        own: Any = self._client.socket()
        if own is None:
            return
        self._watch(own, selectors.EVENT_READ | (selectors.EVENT_WRITE if self.is_writing else 0))
        self._watch(woken, selectors.EVENT_READ)
        ready = {key.fileobj: mask for key, mask in self._selector.select(longest_s)}
        if woken in ready:
            woken.recv(4096)
        self._turn(own, ready.get(own, 0))

    def _watch(self, end: socket.socket, events: int) -> None:
        """Watch *events* of *end* with the selector. A repeated call costs nothing."""
        if self._watched.get(end) == events:
            return
        (self._selector.modify if end in self._watched else self._selector.register)(end, events)
        self._watched[end] = events

    def _turn(self, own: Any, mask: int) -> None:
        if mask & selectors.EVENT_READ:
            self._take_in(own)
        if mask & selectors.EVENT_WRITE:
            self._client.loop_write()
        self._client.loop_misc()

    def _take_in(self, own: Any) -> None:
        """Read the data in the socket and handle each packet of it."""
        room = AT_ONCE
        while self.is_open and (room > 0 or _has_more(own)):
            try:
                data = own.recv(CHUNK)
            except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                break
            except OSError as error:
                log.warning("the broker can't be read: %s", error)
                data = b""
            self._client.feed(data)
            room -= len(data)
        self._hear_newest()

    def _hear_newest(self) -> None:
        received, self._received = self._received, []
        for message in newest_of(received, self._enough):
            if not self.is_open:
                return
            self._heard(Heard(message.topic, message.payload, message.retained))
            self._client.ack(message.number, message.qos)

    def subscribe(self, filters: Sequence[str]) -> None:
        if filters:
            options = SubscribeOptions(qos=1, retainAsPublished=True)
            self._client.subscribe([(topic_filter, options) for topic_filter in filters])

    def send(self, letter: Letter, answered: Callable[[int], None] | None = None) -> None:
        """Send *letter*; *answered*, if given, gets the acknowledgement's reason code."""
        qos = 0 if answered is None else 1
        sent = self._client.publish(letter.topic, letter.payload, qos, letter.retained)
        if answered is not None:
            self._answered[sent.mid] = answered

    def sign_off(self) -> None:
        if self.is_open:
            self._client.disconnect()

    def close(self) -> None:
        self._selector.close()
        own: Any = self._client.socket()
        if own is not None:
            own.close()

    # Paho hands over what each of these takes by its place.
    def _let_in(  # noqa: PLR0917
        self, client: Client, data: Any, flags: Any, reason: ReasonCode, properties: Any
    ) -> None:
        self.was_let_in = not reason.is_failure
        self.most = getattr(properties, "MaximumPacketSize", math.inf)
        if reason.is_failure:
            log.warning("the broker at %s doesn't let the table in: %s", self._address.host, reason)
            self.refusal = "refused"

    def _published(  # noqa: PLR0917
        self, client: Client, data: Any, mid: int, reason: ReasonCode, properties: Any
    ) -> None:
        if (answered := self._answered.pop(mid, None)) is not None:
            answered(reason.value)

    def _message(self, client: Client, data: Any, message: MQTTMessage) -> None:
        payload, number = bytes(message.payload), message.mid
        try:
            self._received.append(Received(message.topic, payload, message.retain, message.qos, number))
        except UnicodeDecodeError:
            log.warning("a message at a topic that isn't text is passed over")
            client.ack(number, message.qos)

    def _subscribed(  # noqa: PLR0917
        self, client: Client, data: Any, mid: int, reasons: Any, properties: Any
    ) -> None:
        for reason in reasons:
            if reason.is_failure:
                log.warning("the broker lets nobody listen there: %s", reason)


def _has_more(own: Any) -> bool:
    """Return True if TLS has buffered data of *own*, invisible to selectors."""
    return isinstance(own, ssl.SSLSocket) and own.pending() > 0


def _trust_in(ca: Path | None) -> ssl.SSLContext:
    """Return the TLS context that checks a broker's certificate.

    :raises ssl.SSLError: if *ca* holds no certificates, or can't be read.
    """
    try:
        context = ssl.create_default_context(cafile=None if ca is None else str(ca))
    except ssl.SSLError:
        raise
    except OSError as error:
        raise ssl.SSLError(f"the file of who signed its key can't be read: {error.strerror}") from error
    context.sslsocket_class = _TlsSocket
    return context


class _TlsSocket(ssl.SSLSocket):
    """A TLS socket that closes itself after a failed handshake.

    paho forgets to.
    """

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise
