"""TLS in front of the server: each connection goes on in the clear, inside this process, with its caller's address.

Waitress speaks no TLS, and its streams are handed over as plain sockets. So a thread of its own takes connections,
shakes hands, and passes one end of a socket pair on; it copies bytes between the other end and the caller. Buffers are
small: whoever reads slowly is felt at the far end as without TLS.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

from web_ui.http.admission import machine_of
from web_ui.http.connection import tune
from web_ui.http.listener import Listener

log = logging.getLogger(__name__)

HANDSHAKE_S = 10.0
"""So long a caller may take to shake hands."""
CONNECTIONS = 500
"""So many connections there are at once at most, those that still shake hands included."""
CONNECTIONS_EACH = 60
"""So many of them for one caller's machine."""
_BUFFER_BYTES = 32 * 1024
_ADDRESS_BYTES = 100


class BadKey(ValueError):
    """A certificate or its key can't be used; the message says which files and why."""


def tls_of(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return how TLS is spoken with *certificate*, its chain behind it, and its *key*, both in PEM.

    :raises BadKey: they can't be read, or don't belong together.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key, password=lambda: "")
    except (OSError, ValueError) as fault:  # an SSLError is an OSError
        why = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        advice = "give a certificate and its key without a password, both in PEM"
        raise BadKey(f"{certificate} and {key} can't be used for TLS ({why}): {advice}") from fault
    return context


class TlsFront:
    """Takes the connections of *listening*, and hands them on at ``handed``: an address, and with it a socket."""

    def __init__(self, listening: socket.socket, context: ssl.SSLContext) -> None:
        self.name = listening.getsockname()
        self._listening, self._context = listening, context
        self.handed, self._hand = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._loop = asyncio.new_event_loop()
        self._taken: Counter[str] = Counter()
        self._copying: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._run, name="tls", daemon=True)

    def start(self) -> None:
        """Begin to take connections."""
        self._listening.setblocking(False)
        for end in (self._hand, self.handed):
            end.setblocking(False)
        self._thread.start()

    def close(self, timeout_s: float) -> None:
        """End all connections and the thread; ``handed`` is closed by whoever reads it."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._end)
            self._thread.join(timeout_s)

    def _run(self) -> None:
        try:
            self._serving = self._loop.create_task(self._serve())
            with suppress(asyncio.CancelledError):
                self._loop.run_until_complete(self._serving)
        finally:
            self._listening.close()
            self._hand.close()
            self._loop.close()

    def _end(self) -> None:
        self._serving.cancel()

    async def _serve(self) -> None:
        try:
            await self._accept()
        finally:
            copying = tuple(self._copying)
            for task in copying:
                task.cancel()
            await asyncio.gather(*copying, return_exceptions=True)

    async def _accept(self) -> None:
        while True:
            try:
                connection, address = await self._loop.sock_accept(self._listening)
            except OSError as fault:
                log.warning("a connection by TLS can't be taken: %s", fault)
                await asyncio.sleep(1.0)
                continue
            machine = machine_of(str(address[0]))
            if self._taken.total() >= CONNECTIONS or self._taken[machine] >= CONNECTIONS_EACH:
                connection.close()
                continue
            self._taken[machine] += 1
            task = self._loop.create_task(self._pass_on(connection, str(address[0])))
            self._copying.add(task)
            task.add_done_callback(lambda done, machine=machine: self._done(done, machine))  # type: ignore[misc]

    def _done(self, task: asyncio.Task[None], machine: str) -> None:
        self._copying.discard(task)
        self._taken[machine] -= 1
        if not self._taken[machine]:
            del self._taken[machine]
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("a connection by TLS failed", exc_info=fault)

    async def _pass_on(self, connection: socket.socket, address: str) -> None:
        with connection:
            tune(connection)
            try:
                outer = await self._open(connection, tls=True)
            except (TimeoutError, OSError):  # no TLS, or a key that it doesn't trust: every scanner's call
                return
            ours, theirs = socket.socketpair()
            with ours:
                with theirs:
                    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BUFFER_BYTES)
                    try:
                        socket.send_fds(self._hand, [address.encode()[:_ADDRESS_BYTES]], [theirs.fileno()])
                    except OSError:  # the server is gone, or too far behind
                        outer[1].close()
                        return
                inner = await self._open(ours)
                await self._copy_both(outer, inner)

    async def _open(
        self, connection: socket.socket, *, tls: bool = False
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader = asyncio.StreamReader(_BUFFER_BYTES, self._loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=self._loop)
        connection.setblocking(False)
        transport, _ = await self._loop.connect_accepted_socket(
            lambda: protocol,
            connection,
            ssl=self._context if tls else None,
            ssl_handshake_timeout=HANDSHAKE_S if tls else None,
        )
        transport.set_write_buffer_limits(high=_BUFFER_BYTES)
        return reader, asyncio.StreamWriter(transport, protocol, reader, self._loop)

    @staticmethod
    async def _copy_both(
        outer: tuple[asyncio.StreamReader, asyncio.StreamWriter],
        inner: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    ) -> None:
        ways = [asyncio.ensure_future(_copy(*each)) for each in ((outer[0], inner[1]), (inner[0], outer[1]))]
        try:
            # Whichever way ends, the connection is over; what it has still to say is sent by then.
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            for _, writer in (outer, inner):
                writer.close()
            for _, writer in (outer, inner):
                with suppress(OSError, asyncio.TimeoutError):
                    await asyncio.wait_for(writer.wait_closed(), 1.0)


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(_BUFFER_BYTES):
            writer.write(data)
            await writer.drain()


class TlsListener(Listener):
    """The same where a `TlsFront` hands connections on, at its ``handed``."""

    has_tls = True

    def getsockname(self) -> tuple[str, int]:
        return "tls", 0  # the front knows where it listens

    def accept_connections(self) -> None:
        self.accepting = True

    def handle_close(self) -> None:
        self.close()  # the front has closed: nobody comes any more

    def set_socket_options(self, connection: socket.socket) -> None:
        """Set none: they are TCP's."""

    def _take(self) -> tuple[socket.socket, Any] | None:
        try:
            address, handed, _, _ = socket.recv_fds(self.socket, _ADDRESS_BYTES, 1)
        except BlockingIOError:
            return None
        return (socket.socket(fileno=handed[0]), (address.decode(), 0)) if handed else None
