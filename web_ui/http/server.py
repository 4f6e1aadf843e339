"""The HTTP server: waitress, with the sockets of streams handed over to the fan-out.

Waitress would keep a thread for each open stream. Instead the view asks for the connection through the WSGI environment
(``HAND_OVER``); when it has returned, its response's headers and a duplicate of the socket go to the stream's thread,
and waitress closes its own copy. This leans on waitress 3's ``channel_class``, ``task_class`` and ``channel.socket``.
"""

from __future__ import annotations

import errno
import ipaddress
import logging
import math
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack
from email.utils import formatdate
from pathlib import Path
from typing import Any, Protocol

import msgspec
from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask
from werkzeug.sansio.http import parse_cookie

from companion.texts.say import Texts
from web_ui.http.admission import Admission, first_to_go
from web_ui.http.errors import body_of, problem_of
from web_ui.http.headers import MAX_BODY_BYTES, SECURITY_HEADERS
from web_ui.http.hosts import Hosts, is_loopback
from web_ui.http.proxied import PASSED_ON, is_passed_on, set_caller
from web_ui.http.settings import WebSettings
from web_ui.http.stream import HAND_OVER, Receiver, Stream
from web_ui.http.workers import Workers
from web_ui.source import TableSource

log = logging.getLogger(__name__)

EXTENSION = "tidetable"
"""The key in ``Flask.extensions`` of the application's `Services`."""
_MAX_HEAD_BYTES = 16384
_THREADS = 8
_THREADS_FOR_STRANGERS = 1
_CONNECTIONS = 400
_CONNECTIONS_OF_STRANGERS = 300
_CLOSING_CONNECTIONS = 64
"""How many more there may be for a moment: one that is given up goes a turn later."""
_ARRIVALS_A_TURN = 32
_INTRODUCTION_S = 1.0
"""So long somebody who has just come needn't have said who they are, and isn't given up while others can be."""
_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})
_EXHAUSTED_S = 1.0
"""So long nobody is let in after there was no descriptor left for one more."""
_CLOSING_S = 0.4
_UNFINISHED_S = 20.0
"""How long a request may take to arrive: at most 20 KB, so even a phone at the far end of the garden is quicker."""
CONNECTIONS_OF_PROXY = 200
"""How many connections the owner's proxy may have besides streams: all who come through it share them."""
_CONNECTIONS_EACH = 40
"""How many connections an address may have besides streams: a browser opens six, a router may stand for a family."""
_POLL_S = 1.0
_TURN_S = 0.001
"""So long a thread goes on while others wait for the interpreter: strangers' work must not hold a phone's up."""
_HERE = frozenset({"127.0.0.1", "::1", "::ffff:127.0.0.1"})
# The kernel alone would keep about a thousand old frames for a stalled phone.
_SEND_BUFFER_BYTES = 32 * 1024
# A phone that leaves the Wi-Fi says nothing: its place is free again after this time without an answer.
_SILENT_MS = 10_000
_IP_FREEBIND = 15
"""Linux's word for an address that may come later; Python 3.11 has no name for it."""


class PortTaken(OSError):
    """Another program listens where we should; the message says where and what to do."""


class _Task(WSGITask):  # type: ignore[misc]
    """A request; its view may take the connection over."""

    connection: socket.socket | None = None
    receiver: Receiver | None = None

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ[HAND_OVER] = self._hand_over
        if self.channel.server.proxy_header:
            set_caller(environ, self.request.headers, self.channel.server.proxy_header)
        elif is_passed_on(self.request.headers):
            environ[PASSED_ON] = True
        return environ

    def _hand_over(self, receiver: Receiver) -> None:
        connection = self.channel.socket.dup()
        _tune(connection)
        self.connection, self.receiver = connection, receiver

    def write(self, data: bytes) -> None:
        if self.connection is None:
            super().write(data)

    def finish(self) -> None:
        if self.connection is None or self.receiver is None:
            super().finish()
            self.channel.rest_after(self.status, self.response_headers)
            return
        self.close_on_finish = True
        self.receiver(self.connection, _head(self.status, self.response_headers))


class _ErrorTask(ErrorTask):  # type: ignore[misc]
    """A request that waitress itself turns down: said in our words, for waitress would repeat the caller's."""

    def execute(self) -> None:
        code = self.request.error.code
        self.status = f"{code} {self.request.error.reason}"
        body: bytes = self.channel.server.describe_error(code)
        self.response_headers = [("Content-Type", "application/json"), *SECURITY_HEADERS]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """A request's parser that turns down every number and address it can't read; waitress's lets some faults out."""

    path = ""  # waitress names it when the caller goes, also where it was never parsed

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as fault:
            raise ParsingError("a header can't be read") from fault


class _Ping:
    """A question for a sign of life, in the place of a request."""

    def __init__(self, ask: Callable[[], None]) -> None:
        self.service = ask

    def cancel(self) -> None:
        """Leave it unanswered."""


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows since when a request has been arriving; one that never says anything, since it is made.

    Waitress measures with the calendar's time, which jumps, and from the last byte, which may be one of millions.
    """

    parser_class = _Parser
    task_class = _Task
    error_task_class = _ErrorTask

    def __init__(self, server: _Waitress, *more: Any, **named: Any) -> None:
        self.arriving: object = self
        self._clock = server.clock
        self.since_s = self.begun_s = self._active_s = server.clock()
        self._rests_until_s = 0.0
        super().__init__(server, *more, **named)
        self.address = str(self.addr[0])

    def rest_after(self, status: str, headers: Iterable[tuple[str, str]]) -> None:
        """Read nothing from a stranger for as long as their last answer has asked them to wait.

        Through the proxy others may come on the same connection: there the answer alone tells them.
        """
        if self.server.proxy_header:
            return
        if status.startswith("429") and not self.server.is_known(self.address):
            wait_s = next(int(value) for name, value in headers if name == "Retry-After")
            self._rests_until_s = self._clock() + min(wait_s, _UNFINISHED_S)

    def readable(self) -> bool:
        return bool(super().readable()) and (not self._rests_until_s or self._clock() >= self._rests_until_s)

    def received(self, data: bytes) -> Any:
        answer = super().received(data)
        if self.request is not self.arriving:
            self.arriving, self.since_s = self.request, self.server.clock()
        return answer

    @property
    def last_activity(self) -> float:
        """When something last came or went, in monotonic seconds: waitress goes by the calendar, which may jump."""
        return self._active_s

    @last_activity.setter
    def last_activity(self, moment: float) -> None:
        self._active_s = self._clock()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered here."""
        return not self.requests and not self.total_outbufs_len


class _Waitress(TcpWSGIServer):  # type: ignore[misc]
    """Waitress, which also ends requests that never end, and shares its connections out among addresses.

    It looks after connections by a clock that can't jump; waitress's own look, by the calendar, never comes.
    """

    channel_class = _Channel
    describe_error: Callable[[int], bytes]
    admission: Admission
    clock: Callable[[], float] = staticmethod(time.monotonic)
    looked_s = 0.0
    next_channel_cleanup = math.inf
    exhausted_s: float | None = None
    """Since when no descriptor was left for one more connection."""
    proxy_header = ""
    """How the proxy names its callers, where this listens to the owner's proxy alone."""
    proxy = ""
    """From where alone it calls; "" at a socket in a folder, which says itself who may."""
    _nobody_waits = False

    def is_known(self, address: str) -> bool:
        """Tell whether a connection from *address* is probably of somebody who has joined."""
        return not self.proxy_header and (address in _HERE or self.admission.knows(address))

    def close(self) -> None:
        """Listen no more; the trigger stays: a thread that answers may still wake the loop by its descriptor."""
        wasyncore.dispatcher.close(self)

    def end(self) -> None:
        """Close all connections, so that the loop ends; in its own thread alone."""
        self.trigger.del_channel()
        wasyncore.close_all(self._map, ignore_all=True)

    def readable(self) -> bool:
        now_s = self.clock()
        if now_s - self.looked_s >= _POLL_S:
            self.looked_s = now_s
            self._end_unfinished(now_s)
            self.maintenance(now_s)
        rests = self.exhausted_s is not None and now_s - self.exhausted_s < _EXHAUSTED_S
        return not rests and bool(super().readable())

    def _end_unfinished(self, now_s: float) -> None:
        for channel in self.active_channels.values():
            if channel.arriving is not None and channel.is_idle and now_s - channel.since_s >= _UNFINISHED_S:
                channel.will_close = True

    def handle_accept(self) -> None:
        for _ in range(_ARRIVALS_A_TURN):
            super().handle_accept()
            if self._nobody_waits:
                break

    def accept(self) -> tuple[socket.socket, Any] | None:
        self._nobody_waits = True
        try:
            accepted: tuple[socket.socket, Any] | None = super().accept()
        except OSError as fault:
            if fault.errno not in _EXHAUSTED:
                raise
            self._rest(fault)
            return None
        if accepted is None:
            self._all_taken()
            return None
        self._nobody_waits = False
        if self._makes_room(str(self.fix_addr(accepted[1])[0])):
            return accepted
        accepted[0].close()
        return None

    def _rest(self, fault: OSError) -> None:
        """Take no connection for a while, and give one of the strangers' up."""
        if self.exhausted_s is None:
            log.warning("no connection is taken until others end: %s", fault)
        self.exhausted_s = self.clock()
        self._give_up(self._strangers(self._open()))

    def _all_taken(self) -> None:
        """Note that nobody waits any more, and there is a descriptor for whoever comes next."""
        if self.exhausted_s is not None:
            self.exhausted_s = None
            log.info("connections are taken again")

    def _makes_room(self, address: str) -> bool:
        """Tell whether *address* may have one more connection; some other goes for it where there are too many."""
        if self.proxy_header:
            is_it = not self.proxy or _plain(address) == _plain(self.proxy)
            return is_it and _has_room_among_its_own(address, self._open(), CONNECTIONS_OF_PROXY)
        if address in _HERE:
            return True
        is_known = self.admission.knows(address)
        if not is_known and not self.admission.may_arrive(address):
            return False
        if not _has_room_among_its_own(address, self._open()):
            return False
        taken = self._open()
        if len(taken) < (_CONNECTIONS if is_known else _CONNECTIONS_OF_STRANGERS):
            return True
        strangers = self._strangers(taken)
        if len(strangers) >= _CONNECTIONS_OF_STRANGERS and not is_known:
            return self._give_up(strangers)
        return len(taken) < _CONNECTIONS or self._give_up(strangers)

    def _open(self) -> list[_Channel]:
        """Return the connections that nobody has given up, the oldest first."""
        return [each for each in self.active_channels.values() if not each.will_close]

    def _strangers(self, taken: Sequence[_Channel]) -> list[_Channel]:
        known = {address for address in {each.address for each in taken} if self.is_known(address)}
        return [each for each in taken if each.address not in known]

    def _give_up(self, strangers: Sequence[_Channel]) -> bool:
        """Have one of *strangers* go, if there is one; who has just come only if there is nobody else."""
        now_s = self.clock()
        introduced = [each for each in strangers if now_s - each.begun_s >= _INTRODUCTION_S]
        leaving = first_to_go(introduced or strangers, lambda each: each.address)
        if leaving is not None:
            leaving.will_close = True
        return leaving is not None


class _AtSocket(_Waitress):
    """The same at a socket in a folder, which has no addresses."""

    def getsockname(self) -> tuple[str, str]:
        return "unix", str(self.socket.getsockname())

    def fix_addr(self, address: Any) -> tuple[str, None]:
        return "localhost", None

    def set_socket_options(self, connection: socket.socket) -> None:
        """Set none: they are TCP's."""

    def close(self) -> None:
        """Listen no more, and leave no socket behind."""
        Path(self.effective_port).unlink(missing_ok=True)
        super().close()


def _plain(address: str) -> str:
    """Return *address* as it is written shortest, an IPv4 one as such."""
    read = ipaddress.ip_address(address)
    return str(getattr(read, "ipv4_mapped", None) or read)


def _has_room_among_its_own(address: str, taken: Iterable[_Channel], most: int = _CONNECTIONS_EACH) -> bool:
    """Tell whether *address* holds not *most*; the oldest one of its own that rests goes for one more."""
    own = [each for each in taken if each.address == address]
    if len(own) < most:
        return True
    idle = min((each for each in own if each.is_idle), key=lambda each: each.since_s, default=None)
    if idle is None:
        return False
    idle.will_close = True
    return True


class Services(Protocol):
    """The server's view of the application that it serves."""

    @property
    def source(self) -> TableSource:
        """The table, for the language of errors."""

    @property
    def texts(self) -> Texts:
        """The sentences."""

    @property
    def hosts(self) -> Hosts:
        """The names and addresses of this machine."""

    @property
    def stream(self) -> Stream:
        """The fan-out that connections are handed over to."""

    @property
    def admission(self) -> Admission:
        """The shares of strangers."""

    def known_by(self, cookies: Mapping[str, str]) -> str:
        """Return the roster's key of the phone or television that has sent *cookies*, "" if neither is in."""


class Server:
    """Serves *app* at ``settings.host`` and ``settings.port``; port 0 takes a free one."""

    def __init__(self, app: Flask, settings: WebSettings) -> None:
        self.app = app
        self._services: Services = app.extensions[EXTENSION]
        self._settings = settings
        self._map: dict[int, Any] = {}
        self._workers: Workers[_Channel] | None = None
        self._waitress: _Waitress | None = None
        self._loop: threading.Thread | None = None
        self.unheard: tuple[str, ...] = ()
        """The settings' keys by which the proxy should be listened to, and can't be."""
        self.awaited = ""
        """The address that is listened at for the day this computer has it, the newest; "" for none."""
        self._awaited: set[str] = set()

    @property
    def port(self) -> int:
        """The port that is listened to, once started."""
        if self._waitress is None:
            raise RuntimeError("the server has no port yet: start() it first")
        return int(self._waitress.effective_port)

    def also_called(self, name: str) -> None:
        """Answer to *name* too, from now on."""
        self._services.hosts.also(name)

    def ping(self, answered: Callable[[], None]) -> None:
        """Call *answered* once the loop, a thread that answers requests and the streams have come to it, in turn."""
        workers = self._workers
        if self._waitress is None or workers is None:
            return
        work = _Ping(lambda: self._services.stream.ping(answered))
        self._waitress.trigger.pull_trigger(lambda: workers.add_first(work))

    def start(self, host: str = "", port: int | None = None, awaited: str = "") -> None:
        """Listen and serve, in threads of our own, at another *host* or *port* than the settings' where they are given.

        Listen at the address *awaited* too, which this computer may be given later. The proxy's own port is never
        another's: whoever came through the proxy would be taken for this computer's own hands there.

        :raises PortTaken: another program has the port, or it is the proxy's.
        :raises OSError: the host isn't an address of this machine.
        """
        sys.setswitchinterval(_TURN_S)
        with ExitStack() as unless_served:
            for_proxy = self._listen_to_proxy(unless_served)
            at = host or self._settings.host
            listening = _listen_beside(at, self._settings.port if port is None else port, self._settings.proxy_port)
            unless_served.pop_all()
        adjustments = Adjustments(
            sockets=[listening],
            threads=_THREADS,
            connection_limit=_CONNECTIONS + CONNECTIONS_OF_PROXY + _CLOSING_CONNECTIONS,
            asyncore_use_poll=True,
            channel_timeout=30,
            cleanup_interval=10,
            max_request_body_size=MAX_BODY_BYTES,
            max_request_header_size=_MAX_HEAD_BYTES,
            clear_untrusted_proxy_headers=True,
            ident=None,
        )
        self._workers = Workers(_THREADS, _THREADS_FOR_STRANGERS, self._goes_first)
        self._workers.start()
        # A line for each one that hangs up would wear out an SD card.
        logging.getLogger("waitress").setLevel(logging.WARNING)
        self._waitress = self._accepting(_Waitress, listening, adjustments)
        self._waitress.accept_connections()
        for kind, proxys in for_proxy:
            self._accept_proxy(kind, proxys, adjustments)
        self._adjustments = adjustments
        self._await(awaited)
        self._services.hosts.port = self.port
        self._loop = threading.Thread(target=self._waitress.run, name="web", daemon=True)
        self._loop.start()
        log.info("the mirror listens on port %d", self.port)

    def _accepting(self, kind: type[_Waitress], listening: socket.socket, adjustments: Adjustments) -> _Waitress:
        sockinfo = (listening.family, listening.type, listening.proto, listening.getsockname())
        waitress = kind(self.app, self._map, False, listening, self._workers, adjustments, sockinfo, bind_socket=False)
        waitress.clock = self._settings.clock
        waitress.admission = self._services.admission
        waitress.describe_error = self._describe_error
        return waitress

    def _listen_to_proxy(self, unless_served: ExitStack) -> list[tuple[type[_Waitress], socket.socket]]:
        """Return sockets that listen at the proxy's own port and path, if there are any; *unless_served* closes them.

        One that can't be had is noted.
        """
        settings, proxy = self._settings, self._settings.trusted_proxy
        here = "::1" if ":" in proxy else "127.0.0.1"
        wanted: list[tuple[str, type[_Waitress], Callable[[], socket.socket]]] = []
        if settings.proxy_port:
            at = here if is_loopback(proxy) else settings.host
            wanted.append(("web.proxy_port", _Waitress, lambda: _listen_once_there(at, settings.proxy_port)))
        if settings.proxy_socket:
            path = Path(settings.proxy_socket)
            wanted.append(("web.proxy_socket", _AtSocket, lambda: _listen_at(path)))
        self.unheard, found = (), []
        for key, kind, listen in wanted:
            try:
                found.append((kind, unless_served.enter_context(listen())))
            except OSError as fault:
                log.error("%s can't be listened to for the proxy: %s", key, fault.strerror or fault)
                self.unheard = (*self.unheard, key)
        return found

    def _accept_proxy(self, kind: type[_Waitress], listening: socket.socket, adjustments: Adjustments) -> None:
        waitress = self._also_accepting(kind, listening, adjustments)
        waitress.proxy = self._settings.trusted_proxy if kind is _Waitress else ""
        waitress.proxy_header = self._settings.proxy_header
        waitress.accept_connections()
        log.info("the proxy is listened to at %s", listening.getsockname())

    def also_at(self, address: str) -> None:
        """Listen at *address* too from now on, also while this computer hasn't got it; that is so on return."""
        if self._waitress is None:
            return
        done = threading.Event()

        def listen() -> None:
            self._await(address)
            done.set()

        self._waitress.trigger.pull_trigger(listen)
        done.wait(_CLOSING_S)

    def _await(self, address: str) -> None:
        """Listen at *address*, if it is one, also while this computer hasn't got it; before the loop, or on it."""
        try:
            if not address or not ipaddress.ip_address(address):
                return
            at = str(ipaddress.ip_address(address))
            if at in self._awaited:
                self.awaited = at
                return
            listening = _listen_once_there(at, self.port)
        except (OSError, ValueError) as fault:
            log.error("%s can't be waited for: %s", address, fault)
            return
        self._also_accepting(_Waitress, listening, self._adjustments).accept_connections()
        self._awaited.add(at)
        self.awaited = at

    def _also_accepting(self, kind: type[_Waitress], listening: socket.socket, adjustments: Adjustments) -> _Waitress:
        waitress = self._accepting(kind, listening, adjustments)
        assert self._waitress is not None
        waitress.trigger.close()
        waitress.trigger = self._waitress.trigger  # one loop, woken in one way
        return waitress

    def close(self) -> None:
        """End every stream and connection and all threads, within a second; called again it waits for those that last.

        Where closing one of them fails, the others are closed all the same.
        """
        deadline_s = time.monotonic() + 2 * _CLOSING_S
        with ExitStack() as last_first:
            if self._waitress is not None and self._workers is not None and self._loop is not None:
                threads = (self._loop, *self._workers.threads)
                last_first.callback(self._join, self._waitress, threads, deadline_s)
                if self._map:
                    last_first.callback(self._waitress.trigger.pull_trigger, self._waitress.end)
                    last_first.callback(self._workers.shutdown, timeout=_CLOSING_S)
            last_first.callback(self._services.stream.close, _CLOSING_S)

    @staticmethod
    def _join(waitress: _Waitress, threads: Sequence[threading.Thread], deadline_s: float) -> None:
        """Wait for all *threads* until *deadline_s*, and close what wakes the loop once nobody is left to do so."""
        for thread in threads:
            thread.join(max(0.0, deadline_s - time.monotonic()))
        if not any(thread.is_alive() for thread in threads):
            waitress.trigger.close()

    def _goes_first(self, channel: _Channel) -> bool:
        """Tell whether the first request of *channel* comes from somebody who has joined, by address or cookie."""
        if channel.server.is_known(channel.address):
            return True
        who = self._services.known_by(parse_cookie(channel.requests[0].headers.get("COOKIE", "")))
        if who and not channel.server.proxy_header:
            self._services.admission.met(channel.address, who)
        return bool(who)

    def _describe_error(self, code: int) -> bytes:
        lang = self._services.source.published.lang
        return msgspec.json.encode(body_of(problem_of(code), self._services.texts, lang))


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens; on "::" to IPv4 as well."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128, dualstack_ipv6=host == "::")
    except OSError as fault:
        if fault.errno != errno.EADDRINUSE:
            raise
        advice = "stop that program, or choose another port with --port or in the settings under [web] port"
        raise PortTaken(fault.errno, f"port {port} on {host} is taken by another program: {advice}") from fault


def _listen_beside(host: str, port: int, proxy_port: int) -> socket.socket:
    """Return a socket that listens at any other port than the proxy's.

    :raises PortTaken: another program has the port, or it is the proxy's.
    """
    if port and port == proxy_port:
        raise PortTaken(errno.EADDRINUSE, f"port {port} is the proxy's by the settings under [web] proxy_port")
    listening = _listen(host, port)
    if listening.getsockname()[1] != proxy_port:
        return listening
    with listening:  # held meanwhile, so that the system names another
        return _listen(host, port)


def _listen_once_there(host: str, port: int) -> socket.socket:
    """Return a socket that listens at *host*, also where that is an address which this computer has only later."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.setsockopt(socket.SOL_IP, _IP_FREEBIND, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != "::")
        listening.bind((host, port))
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def _listen_at(path: Path) -> socket.socket:
    """Return a socket that listens at *path*, for this user and its group; one that nobody listens to any more goes.

    :raises OSError: something else is there, or the folder isn't or can't be written.
    """
    listening = socket.socket(socket.AF_UNIX)
    try:
        if path.is_socket():
            with socket.socket(socket.AF_UNIX) as asking:
                if asking.connect_ex(str(path)) == errno.ECONNREFUSED:
                    path.unlink()
        listening.bind(str(path))
        path.chmod(0o660)
        listening.listen(128)
    except OSError:
        listening.close()
        raise
    return listening


def _tune(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    if connection.family == socket.AF_UNIX:
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENT_MS)


def _head(status: str, headers: Iterable[tuple[str, str]]) -> bytes:
    """Return the head of a response whose body ends with the connection."""
    kept = [(name, value) for name, value in headers if name.lower() != "content-length"]
    lines = [f"{name}: {value}" for name, value in [*kept, ("Date", formatdate(usegmt=True)), ("Connection", "close")]]
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode("latin-1")
