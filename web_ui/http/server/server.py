"""The HTTP server: waitress at several ports, in one loop.

Its own threads answer the requests.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, Protocol, TypeVar

import msgspec
from waitress.adjustments import Adjustments

from companion.texts.say import Texts
from web_ui.http.access.admission import Admission
from web_ui.http.access.callers import cookies_in
from web_ui.http.access.hosts import Hosts
from web_ui.http.content.errors import body_of, problem_of
from web_ui.http.server.connection import Connection
from web_ui.http.server.listener import CONNECTIONS, HttpListener
from web_ui.http.server.proxy_listener import CONNECTIONS_OF_PROXY, ProxyListener, listen_to_proxy
from web_ui.http.server.sockets import listen_beside, listen_once_there
from web_ui.http.server.workers import Workers
from web_ui.http.settings import WebSettings
from web_ui.http.stream.fan_out import FanOut

log = logging.getLogger(__name__)

EXTENSION = "tidetable"
"""The key in ``Flask.extensions`` of the application's `Services`."""
_MAX_HEAD_BYTES = 16384
_THREADS = 8
_THREADS_FOR_STRANGERS = 1
_CLOSING_CONNECTIONS = 64
"""Extra connections for a moment: a closed one ends a turn later."""
_CLOSING_S = 0.4
_TURN_S = 0.001
"""Seconds a thread keeps the interpreter while others wait.

Strangers' work must not delay a phone's.
"""

Kind = TypeVar("Kind", bound=HttpListener)


class _OfSockets(Adjustments):  # type: ignore[misc]
    """Waitress's settings for open sockets: no address is looked up."""

    listen: Sequence[str] = ()


class _Ping:
    """A ping, queued in the place of a request."""

    def __init__(self, ask: Callable[[], None]) -> None:
        self.service = ask

    def cancel(self) -> None:
        """Do nothing: it stays unanswered."""


class Services(Protocol):
    """The server's view of its application."""

    @property
    def own_lang(self) -> str:
        """The language of errors, for every caller."""

    @property
    def texts(self) -> Texts:
        """The sentences."""

    @property
    def hosts(self) -> Hosts:
        """The names and addresses of this machine."""

    @property
    def stream(self) -> FanOut[Any]:
        """The fan-out for handed-over connections."""

    @property
    def admission(self) -> Admission:
        """The shares of strangers."""

    def known_by(self, cookies: Mapping[str, str]) -> str:
        """Return the roster's key of the phone or television with *cookies*.

        "" if neither has joined.
        """


class Application(Protocol):
    """A WSGI application with its `Services`, such as a Flask one."""

    @property
    def extensions(self) -> Mapping[str, Any]:
        """The services, by the name of ``EXTENSION``."""

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """Answer a request, as WSGI has it."""


class Server:
    """Serves *app* at ``settings.host`` and ``settings.port``; port 0 takes a free one."""

    def __init__(self, app: Application, settings: WebSettings) -> None:
        self.app = app
        self._services: Services = app.extensions[EXTENSION]
        self._settings = settings
        self._map: dict[int, Any] = {}
        self._workers: Workers[Connection] | None = None
        self._listener: HttpListener | None = None
        self._loop: threading.Thread | None = None
        self.unheard: tuple[str, ...] = ()
        """The settings' keys of the proxy's sockets that can't be opened."""
        self.awaited = ""
        """The newest address that is listened to in advance, "" for none.

        This computer may get it later.
        """
        self._awaited: set[str] = set()

    @property
    def port(self) -> int:
        """The port in use, once started."""
        if self._listener is None:
            raise RuntimeError("the server has no port yet: start() it first")
        return int(self._listener.effective_port)

    def also_called(self, name: str) -> None:
        """Answer to *name* too, from now on."""
        self._services.hosts.also(name)

    def ping(self, answered: Callable[[], None]) -> None:
        """Call *answered* after the loop, a worker and the streams, in turn."""
        workers = self._workers
        if self._listener is None or workers is None:
            return
        work = _Ping(lambda: self._services.stream.ping(answered))
        self._listener.trigger.pull_trigger(lambda: workers.add_first(work))

    def start(self, host: str = "", port: int | None = None, awaited: str = "") -> None:
        """Start listening and serving, on threads of the server's own.

        *host* and *port* replace the settings' address. Listen at the address *awaited* too, which this computer may
        get later. The proxy's own port is never another's: a caller through the proxy would count as this computer's
        own hands there.

        :raises PortTaken: another program has the port, or it is the proxy's.
        :raises OSError: the host isn't an address of this machine.
        """
        sys.setswitchinterval(_TURN_S)
        with ExitStack() as unless_served:
            for_proxy, self.unheard = listen_to_proxy(self._settings, unless_served)
            at = host or self._settings.host
            listening = listen_beside(at, self._settings.port if port is None else port, self._settings.proxy_port)
            unless_served.pop_all()
        self._adjustments = adjustments = self._adjustments_of(listening)
        self._workers = Workers(_THREADS, _THREADS_FOR_STRANGERS, self._goes_first)
        self._workers.start()
        # A line for each one that hangs up would wear out an SD card.
        logging.getLogger("waitress").setLevel(logging.WARNING)
        self._listener = self._accepting(HttpListener, listening, adjustments)
        self._listener.accept_connections()
        for kind, proxies in for_proxy:
            self._accept_proxy(kind, proxies, adjustments)
        self._await(awaited)
        self._services.hosts.port = self.port
        self._loop = threading.Thread(target=self._listener.run, name="web", daemon=True)
        self._loop.start()
        log.info("the mirror listens on port %d", self.port)

    def _adjustments_of(self, listening: socket.socket) -> _OfSockets:
        """Return waitress's settings for the socket *listening* and all others."""
        adjustments = _OfSockets(
            sockets=[listening],
            threads=_THREADS,
            connection_limit=CONNECTIONS + CONNECTIONS_OF_PROXY + _CLOSING_CONNECTIONS,
            channel_timeout=30,
            cleanup_interval=10,
            max_request_body_size=self._settings.body_bytes,
            max_request_header_size=_MAX_HEAD_BYTES,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
        adjustments.room_for, adjustments.large_bodies = self._settings.room_for, self._settings.large_bodies
        return adjustments

    def _accepting(self, kind: type[Kind], listening: socket.socket, adjustments: Adjustments) -> Kind:
        sockinfo = (listening.family, listening.type, listening.proto, listening.getsockname())
        listener = kind(self.app, self._map, False, listening, self._workers, adjustments, sockinfo, bind_socket=False)
        listener.clock = self._settings.clock
        listener.admission = self._services.admission
        listener.describe_error = self._describe_error
        return listener

    def _accept_proxy(self, kind: type[ProxyListener], listening: socket.socket, adjustments: Adjustments) -> None:
        listener = self._also_accepting(kind, listening, adjustments)
        listener.proxy = self._settings.trusted_proxy
        listener.proxy_header = self._settings.proxy_header
        listener.accept_connections()
        log.info("the proxy is listened to at %s", listening.getsockname())

    def also_at(self, address: str) -> None:
        """Also listen at *address*, which this computer may get later.

        It is done on return.
        """
        if self._listener is None:
            return
        done = threading.Event()

        def listen() -> None:
            self._await(address)
            done.set()

        self._listener.trigger.pull_trigger(listen)
        done.wait(_CLOSING_S)

    def _await(self, address: str) -> None:
        """Listen at *address*, if any, which this computer may get later.

        Call it before the loop, or on it.
        """
        try:
            if not address or not ipaddress.ip_address(address):
                return
            at = str(ipaddress.ip_address(address))
            if at in self._awaited:
                self.awaited = at
                return
            listening = listen_once_there(at, self.port)
        except (OSError, ValueError) as fault:
            log.error("%s can't be waited for: %s", address, fault)
            return
        self._also_accepting(HttpListener, listening, self._adjustments).accept_connections()
        self._awaited.add(at)
        self.awaited = at

    def _also_accepting(self, kind: type[Kind], listening: socket.socket, adjustments: Adjustments) -> Kind:
        listener = self._accepting(kind, listening, adjustments)
        assert self._listener is not None
        listener.trigger.close()
        listener.trigger = self._listener.trigger  # one loop, woken in one way
        return listener

    def close(self) -> None:
        """End every stream, connection and thread within a second.

        Called again it waits for threads that still run. If closing one of them fails, the others are closed all the
        same.
        """
        deadline_s = time.monotonic() + 2 * _CLOSING_S
        with ExitStack() as last_first:
            if self._listener is not None and self._workers is not None and self._loop is not None:
                threads = (self._loop, *self._workers.threads)
                last_first.callback(self._join, self._listener, threads, deadline_s)
                if self._map:
                    last_first.callback(self._listener.trigger.pull_trigger, self._listener.end)
                    last_first.callback(self._workers.shutdown, timeout=_CLOSING_S)
            last_first.callback(self._services.stream.close, _CLOSING_S)

    @staticmethod
    def _join(listener: HttpListener, threads: Sequence[threading.Thread], deadline_s: float) -> None:
        """Wait for all *threads* until *deadline_s*, then close the loop's trigger.

        The trigger stays open while a thread is alive.
        """
        for thread in threads:
            thread.join(max(0.0, deadline_s - time.monotonic()))
        if not any(thread.is_alive() for thread in threads):
            listener.trigger.close()

    def _goes_first(self, channel: Connection) -> bool:
        """Return True if *channel*'s first request comes from a joined caller.

        They are known by address or cookie.
        """
        if channel.server.is_known(channel.address):
            return True
        who = self._services.known_by(cookies_in(channel.requests[0].headers.get("COOKIE", "")))
        if who and not channel.server.proxy_header:
            self._services.admission.met(channel.address, who)
        return bool(who)

    def _describe_error(self, code: int) -> bytes:
        lang = self._services.own_lang
        return msgspec.json.encode(body_of(problem_of(code), self._services.texts, lang))
