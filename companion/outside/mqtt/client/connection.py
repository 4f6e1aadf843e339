"""One MQTT 5 connection to a broker, by paho."""

from __future__ import annotations

import logging
import math
import selectors
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.outside.messages import MAX_BYTES
from companion.outside.mqtt.client.bulk_client import AT_ONCE, CHUNK, BulkClient, Received, newest_of
from companion.outside.mqtt.client.letter import Heard, Letter

log = logging.getLogger(__name__)

KEEPALIVE_S = 30
CONNECT_S = 5.0
"""Timeout of the connection to a broker, handshake included."""
LOOK_S = 1.0
"""Interval between checks of the timeout while the broker must answer."""
IN_FLIGHT = 20
"""Maximum number of messages that wait for their acknowledgement."""
OVERHEAD = 1024
"""Maximum overhead in bytes of a message's packet."""

Failure = Literal["unreachable", "untrusted", "refused", "silent"]
"""Failures: no route, an untrusted certificate, a rejected login, no answer."""


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
    """The session that this client asks a broker for at each connection.

    *client_id* is the client's name there, and the broker publishes *will* once the client is gone. A received message
    has at most *longest* bytes. The broker queues messages for an absent client for *kept_s*; 0 starts a new session
    each time.
    """

    client_id: str
    will: Letter | None = None
    longest: int = MAX_BYTES
    kept_s: int = 0


class BrokerConnection:
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
            log.warning("the broker at %s refuses the login: %s", self._address.host, reason)
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
            log.warning("skipping a message: its topic isn't text")
            client.ack(number, message.qos)

    def _subscribed(  # noqa: PLR0917
        self, client: Client, data: Any, mid: int, reasons: Any, properties: Any
    ) -> None:
        for reason in reasons:
            if reason.is_failure:
                log.warning("the broker refuses a subscription: %s", reason)


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
