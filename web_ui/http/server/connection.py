"""One connection and its requests in waitress; streams take connections over.

Waitress would keep a thread for each open stream. Instead the view asks for the connection through the WSGI environment
(``HAND_OVER``); when it has returned, its response's headers and a duplicate of the socket go to the stream's thread,
and waitress closes its own copy. This leans on waitress 3's ``channel_class``, ``task_class`` and ``channel.socket``.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from copy import copy
from email.utils import formatdate
from pathlib import Path
from string import ascii_letters
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from waitress.buffers import FileBasedBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import FixedStreamReceiver
from waitress.task import ErrorTask, WSGITask

from web_ui.http.access.proxy_callers import PASSED_ON, is_passed_on, set_caller
from web_ui.http.content.headers import SECURITY_HEADERS
from web_ui.http.stream.fan_out import HAND_OVER, Receiver

if TYPE_CHECKING:
    from web_ui.http.server.listener import HttpListener

UNFINISHED_S = 20.0
"""Seconds that a request may take to arrive.

It has at most 20 KB, so even a phone at the far end of the garden is quicker. In a larger one that is expected, each
piece may take so long.
"""
FIRST_BYTES = frozenset(f"{ascii_letters}\r\n".encode())
"""Possible first bytes of a request (RFC 9112, 2.2).

A letter of the method, or an empty line before it.
"""
# The kernel alone would keep about a thousand old frames for a stalled phone.
_SEND_BUFFER_BYTES = 32 * 1024
# A phone that leaves the Wi-Fi says nothing: its place is free again after this time without an answer.
_SILENT_MS = 10_000


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
        tune(connection)
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
    """A request that waitress itself rejects, with the table's own message.

    Waitress would repeat the caller's bytes.
    """

    def execute(self) -> None:
        code = self.request.error.code
        self.status = f"{code} {self.request.error.reason}"
        body: bytes = self.channel.server.describe_error(code)
        self.response_headers = [("Content-Type", "application/json"), *SECURITY_HEADERS]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """A parser that rejects every number and address it can't read.

    Waitress's own lets some faults out.
    """

    adj: Any
    is_large = False
    path = ""  # waitress names it when the caller goes, also where it was never parsed

    def parse_header(self, header_plus: bytes) -> None:
        try:
            super().parse_header(header_plus)
        except ValueError as fault:
            raise ParsingError("a header can't be read") from fault
        room = self.adj.room_for(self.path) if self.content_length > self.adj.max_request_body_size else 0
        if room:
            self.is_large = True
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = room + 1  # waitress means "less than that"
            self.body_rcv = FixedStreamReceiver(self.content_length, _OnDisk(self.adj.large_bodies))


class _OnDisk(FileBasedBuffer):  # type: ignore[misc]
    """A body in a nameless file of *folder*.

    The system's own folder for such files may lie in memory.
    """

    def __init__(self, folder: Path | None) -> None:
        super().__init__(TemporaryFile("w+b", dir=folder))  # noqa: SIM115  # waitress closes it


class Connection(HTTPChannel):  # type: ignore[misc]
    """A connection with the start of its current request.

    For one that never sends anything it is the connection's own start. Waitress measures with the calendar's time,
    which jumps, and from the last byte, which may be one of millions.
    """

    parser_class = _Parser
    task_class = _Task
    error_task_class = _ErrorTask

    def __init__(self, server: HttpListener, *more: Any, **named: Any) -> None:
        self.arriving: object = self
        self._clock = server.clock
        self.since_s = self.begun_s = self._active_s = server.clock()
        self._rests_until_s = 0.0
        super().__init__(server, *more, **named)
        self.address = str(self.addr[0])

    def rest_after(self, status: str, headers: Iterable[tuple[str, str]]) -> None:
        """Stop reading from a stranger until their rate limit's wait is over.

        Through the proxy others may come on the same connection: there only the answer says so.
        """
        if self.server.proxy_header:
            return
        if status.startswith("429") and not self.server.is_known(self.address):
            wait_s = next(int(value) for name, value in headers if name == "Retry-After")
            self._rests_until_s = self._clock() + min(wait_s, UNFINISHED_S)

    def readable(self) -> bool:
        return bool(super().readable()) and (not self._rests_until_s or self._clock() >= self._rests_until_s)

    def received(self, data: bytes) -> Any:
        if self.request is None and not self.requests and data[0] not in FIRST_BYTES:
            self.will_close = True  # such as TLS at a port without it: no request would ever come of it
            return False
        answer = super().received(data)
        is_large = getattr(self.request, "is_large", False)
        if self.request is not self.arriving or is_large:  # of what is large each piece has its own time
            self.arriving, self.since_s = self.request, self.server.clock()
        return answer

    @property
    def last_activity(self) -> float:
        """Time of the last input or output, in monotonic seconds.

        Waitress uses the calendar, which may jump.
        """
        return self._active_s

    @last_activity.setter
    def last_activity(self, moment: float) -> None:
        self._active_s = self._clock()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being answered here."""
        return not self.requests and not self.total_outbufs_len


def tune(connection: socket.socket) -> None:
    """Limit the kernel's buffers for a slow caller; detect a lost one."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
    if connection.family == socket.AF_UNIX:
        return
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENT_MS)


def _head(status: str, headers: Iterable[tuple[str, str]]) -> bytes:
    """Return a response's head; its body ends with the connection."""
    kept = [(name, value) for name, value in headers if name.lower() != "content-length"]
    lines = [f"{name}: {value}" for name, value in [*kept, ("Date", formatdate(usegmt=True)), ("Connection", "close")]]
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode("latin-1")
