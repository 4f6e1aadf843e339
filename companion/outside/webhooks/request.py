"""A request to a webhook: body, headers, and sending.

The body is made by the template; some headers are from their file.

Law: a request goes only to the address that the owner gave. No redirect is followed, and no proxy of the environment is
used. For https, the server's certificate is verified.
"""

from __future__ import annotations

import http.client
import io
import json
import re
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING
from urllib.parse import quote_plus, urlsplit

from companion.engine.values.message import Value
from companion.outside.messages import ResultMessage
from companion.runtime.foreign_file import open_file
from companion.settings.hook_body import is_json
from companion.settings.tables import WebhookSettings

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

TIMEOUT_S = 5.0
"""Timeout of the connection, and of each piece of the answer."""
WHOLE_S = 10.0
"""Timeout of the whole answer, however many pieces it has."""
AGAIN = frozenset({408, 425, 429})
"""Status codes that permit a retry, besides those from 500 on."""
MAX_HEADERS = 16 * 1024
OWN = frozenset({"host", "content-length", "transfer-encoding", "content-type", "connection", "expect"})
"""Headers reserved for the request itself."""
FORM = "application/x-www-form-urlencoded"
_HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~\t]*)")


class NotSent(Exception):
    """A result wasn't taken.

    *why* is a text's word, *values* are for the owner. *may_pass* means that a retry may succeed.
    """

    def __init__(self, why: str, *, may_pass: bool, **values: Value) -> None:
        super().__init__(" ".join([why, *map(str, values.values())]))
        self.why = why
        self.values = values
        self.may_pass = may_pass


def body_of(settings: WebhookSettings, result: ResultMessage, game: str, table: str) -> bytes:
    """Return the body of *settings*' template for *result*.

    *game* is the slug, *table* the table's name. Each value is escaped for JSON or a form, so that it can't end its
    text. Nobody's seat is ``null`` in JSON, else empty.
    """
    nobody = "null" if is_json(settings.type) else ""
    values = {
        "kind": result.kind,
        "table": table,
        "game": game,
        "seat": nobody if result.seat is None else str(result.seat),
        "who": result.who,
        "numbers": ", ".join(map(str, result.numbers)),
        "words": " ".join(result.words),
        "text": result.text,
    }
    escape = _escape_of(settings.type)
    return Template(settings.body).substitute({name: escape(value) for name, value in values.items()}).encode()


def _escape_of(media: str) -> Callable[[str], str]:
    if is_json(media):
        return lambda text: json.dumps(text)[1:-1]
    return quote_plus if media.partition(";")[0] == FORM else str


def headers_of(settings: WebhookSettings) -> dict[str, str]:
    """Return the headers of *settings*, its file read again each time.

    :raises NotSent: if the file can't be read, or has a line that is no permitted header.
    """
    own = {"Content-Type": settings.type, "User-Agent": "Tidetable"}
    return own if settings.headers_file is None else {**own, **_read_headers(settings.headers_file)}


def _read_headers(file: Path) -> Mapping[str, str]:
    try:
        with open_file(file) as opened:
            lines = opened.read(MAX_HEADERS).decode("ascii").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise NotSent("headers", may_pass=False, file=str(file)) from error
    found = {}
    for number, line in enumerate(lines, 1):
        header = _HEADER.fullmatch(line.rstrip())
        if header is not None and header[1].lower() not in OWN:
            found[header[1]] = header[2]
        elif line.strip():  # its text may be a secret, so the error has only its number
            raise NotSent("header-line", may_pass=False, file=str(file), line=number)
    return found


class _Answer(io.RawIOBase):
    """A socket's answer, read up to a deadline *by_s*.

    *by_s* is a moment of the monotonic clock. A socket's own timeout restarts with each piece: a slow server, or one
    that repeats ``100 Continue``, would never end.
    """

    def __init__(self, answering: socket.socket, by_s: float) -> None:
        self._socket, self._by_s = answering, by_s

    def makefile(self, mode: str) -> io.BufferedReader:
        """Return it in place of a socket's file for ``http.client``."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read a piece of the answer.

        :raises TimeoutError: if the deadline has passed.
        """
        left_s = self._by_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError("no whole answer")
        self._socket.settimeout(min(left_s, TIMEOUT_S))
        return self._socket.recv_into(buffer)


def _status_by(by_s: float, answering: socket.socket, method: str) -> int:
    """Return the status that *answering* gives before *by_s*; skip its body."""
    with http.client.HTTPResponse(_Answer(answering, by_s), method=method) as answer:  # type: ignore[arg-type]  # all that it asks of a socket is makefile
        answer.begin()
        return answer.status


class Poster:
    """Sends requests to the address of *settings*, one after the other.

    ``abort`` ends the one under way.
    """

    def __init__(self, settings: WebhookSettings) -> None:
        self._settings = settings
        self._address = urlsplit(settings.url)
        self._socket: socket.socket | None = None
        self._is_aborted = False

    @property
    def host(self) -> str:
        """Host of the webhook.

        The rest of an address is often a secret.
        """
        return self._address.hostname or ""

    def post(self, body: bytes) -> None:
        """Send *body*, and return once the server has taken it.

        :raises NotSent: if it hasn't.
        """
        headers = headers_of(self._settings)
        try:
            status = self._status_of(body, headers)
        except ssl.SSLError as error:
            raise NotSent("tls", may_pass=False) from error
        except TimeoutError as error:
            raise NotSent("silent", may_pass=True) from error
        except (OSError, http.client.HTTPException) as error:
            raise NotSent("unreachable", may_pass=True) from error
        if not 200 <= status < 300:
            raise NotSent("status", may_pass=status >= 500 or status in AGAIN, status=status)

    def _status_of(self, body: bytes, headers: Mapping[str, str]) -> int:
        connection, began_s = self._connection(), time.monotonic()
        try:
            connection.connect()
            self._socket = connection.sock
            if self._is_aborted:
                raise ConnectionAbortedError
            connection.request(self._settings.method, self._target, body, {**headers, "Connection": "close"})
            return _status_by(began_s + WHOLE_S, connection.sock, self._settings.method)
        finally:
            self._socket = None
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        port = self._address.port
        if self._address.scheme == "https":
            checked = ssl.create_default_context()
            return http.client.HTTPSConnection(self.host, port, timeout=TIMEOUT_S, context=checked)
        return http.client.HTTPConnection(self.host, port, timeout=TIMEOUT_S)

    @property
    def _target(self) -> str:
        path, query = self._address.path or "/", self._address.query
        return f"{path}?{query}" if query else path

    def abort(self) -> None:
        """End the current request and all later ones.

        Any thread may call this.
        """
        self._is_aborted = True
        under_way = self._socket
        if under_way is not None:
            with suppress(OSError):
                under_way.shutdown(socket.SHUT_RDWR)
