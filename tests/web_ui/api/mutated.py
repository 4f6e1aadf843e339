"""Requests as a table gets them, and what can be wrong with them: for tests that send thousands."""

from __future__ import annotations

import json
import random
import re
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tests.support.waiting import TIMEOUT_S

STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) ")
_STREAM = b"text/event-stream"
MAX_BODY = 4096
"""More than this no request has: what follows it is never taken for its body."""
_JSON = {
    "/api/v1/commands": b'{"id":"a","seen":1,"seat":"table","do":"roll dice","entropy":"00ff"}',
    "/api/v1/join": b'{"pin":"123456","token":"ABCDEFGHJKM","seats":[0,1],"name":"Ada"}',
    "/api/v1/leave": b"{}",
    "/api/v1/owner": b'{"id":"a","seen":1,"do":"mute on"}',
    "/api/v1/games/take": b'{"do":"put-away"}',
    "/api/v1/games/spinner/share": b'{"shown":true}',
    "/api/v1/first-evening": b'{"id":"a","seen":1,"do":"answer language fr"}',
    "/api/v1/wiring": b'{"do":"save","values":{"pins.roll":"4"}}',
    "/api/v1/first-evening/enter": b'{"digits":"123456"}',
    "/api/v1/maker": b'{"text":"slug = \\"a\\"\\n","edits":[{"do":"add","table":"dice"}],"presses":["press roll"]}',
    "/api/v1/press": b'{"buttons":["roll","ok"],"for_ms":20}',
}
_PATHS = (
    *("/", "/J/ABCDEFGHJKM", "/first", "/owner", "/verify", "/records", "/panel", "/tv", "/tv/ABCDEFGHJKM", "/nowhere"),
    *("/manifest.webmanifest", "/static/0/pages/phone.js", "/api", "/api/v1/table", "/api/v1/stream?screen=1"),
    *("/api/v1/join", "/api/v1/invite", "/api/v1/records", "/api/v1/records/1", "/api/v1/records/1/draws"),
    *("/api/v1/records/1/moves?from=0", "/api/v1/records/1/moves/0", "/api/v1/records/1/report", "/api/v1/words"),
    *("/api/v1/rules/fireship/FS-A1", "/api/v1/screen.png?scale=1", "/api/v1/tray", "/api/v1/openapi.json"),
    *("/api/v1/how-to-play/spinner", "/api/v1/healthz", "/k/spinner", "/take", "/api/v1/games/spinner/kit.toml"),
    *("/api/v1/games/spinner/share", "/api/v1/games/offer", "/api/v1/maker"),
)
_METHODS = (b"GET", b"HEAD", b"POST", b"PUT", b"DELETE", b"OPTIONS", b"TRACE", b"CONNECT", b"get", b"G\x00T", b"!#$")
_HOSTS = (
    *(b"a..b", b".", b"..", b"a." * 40, b"x" * 64, b"\xff\xfe", "é.example".encode(), b"xn--", b"xn--a..b", b"[::1"),
    *(b"[::1]", b"[v1.x]", b"localhost:", b"localhost:0", b"localhost:99999999", b"localhost:x", b"a b", b"a@b", b""),
    *(b"a/b", b"a?b", b"a#b", b"-", b"127.0.0.1:8080:8080", b"%00", b"%", b"0x7f.1", b"localhost", b"table.local"),
)
_PIECES = (
    *(
        b"\x00",
        b"\xff",
        b"\r",
        b"\n",
        b"\r\n",
        b"%",
        b"%00",
        b"%ff",
        b"%2f",
        b"..",
        b"//",
        b"?",
        b"#",
        b"&",
        b"=",
        b"+",
    ),
    *(
        b" ",
        b"\t",
        b";",
        b",",
        b":",
        b"@",
        b"[",
        b"]",
        b"{",
        b"}",
        b'"',
        b"'",
        b"\\",
        b"-",
        b"0",
        b"9" * 30,
        b"9" * 5000,
    ),
    *(b"lang=fr", b"seat=none", b"seat=9", b"screen=own", b"scale=0", "é".encode(), "𝟙".encode(), "\u2028".encode()),
    *(b"\xed\xa0\x80", b"null", b"true", b"1e999", b"-1", b"[" * 500, b"http://[", b"http://[::1", b"*", b"x" * 300),
)
_HEADERS = (
    *(b"Content-Length: -1", b"Content-Length: +5", b"Content-Length: 5, 5", b"Content-Length: 0x5"),
    *(b"Content-Length: 99999999999999999999", b"Content-Length: 4095", b"Content-Length: 3", b"Content-Length:"),
    *(b"Content-Length: " + b"9" * 5000, b"Transfer-Encoding: chunked", b"Transfer-Encoding: gzip, chunked"),
    *(b"Transfer-Encoding: chunked, chunked", b"Transfer-Encoding: identity", b"Transfer-Encoding: ,"),
    *(b"Expect: 100-continue", b"Upgrade: h2c", b"Connection: keep-alive, x", b"Range: bytes=0-", b"Range: bytes=9-1"),
    *(b"If-None-Match: *", b'If-None-Match: W/"', b"If-Modified-Since: Thu, 99 Foo", b"If-Range: x", b"Accept: \xff"),
    *(b"Cookie: tidetable=" + b"x" * 43, b"Cookie: tidetable", b"Cookie: ;;=;tidetable=\xff", b'Cookie: tidetable="\\'),
    *(b"Cookie: tidetable-tv=ABCDEFGHJKM", b"Origin: http://", b"Origin: http://[", b"Origin: null", b"Origin: \xff"),
    *(b"Content-Type: application/json; charset=utf-7", b"Content-Type: multipart/form-data; boundary="),
    *(
        b"Content-Type: application/x-www-form-urlencoded",
        b"Content-Type: \xff",
        b"Last-Event-ID: x",
        b"X: " + b"y" * 20000,
    ),
    *(b" folded", b"No-Colon", b": empty", b"Bad Name: x", b"X-Forwarded-For: 127.0.0.1", b"Date: 1\x0b2"),
)
_CHUNKS = (
    *(
        b"0\r\n\r\n",
        b"5\r\nhello\r\n0\r\n\r\n",
        b"-1\r\n",
        b"zz\r\n",
        b"5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n",
        b"5\r\nhell",
    ),
    *(
        b"5\nhello\n0\n\n",
        b"FFFFFFFFFFFFFFFFFFFF\r\nx",
        b"1001\r\n" + b"x" * 4097 + b"\r\n0\r\n\r\n",
        b"0" * 3000 + b"\r\n\r\n",
    ),
)
_VALUES: tuple[object, ...] = (
    *(None, True, -1, 0, 1, 64, 10**18, 10**400, 1e300, float("inf"), "", "table", "chance", "0", "a" * 3000, "\ud800"),
    *("\x00", "é\u202e", "roll", "roll " + "9" * 400, "undo -1", "correct x=", "new fireship kit seats=99", "lang xx"),
    *("resume 99999999999999999999", "delete x", "sign-out " + "f" * 16, [], [[]], [0] * 65, ["roll"], {}, {"a": 1}),
)


@dataclass(frozen=True)
class Sent:
    """One request in its parts."""

    method: bytes
    target: bytes
    headers: tuple[bytes, ...]
    body: bytes = b""
    ends: bytes = b"\r\n"
    version: bytes = b"HTTP/1.1"

    def bytes(self) -> bytes:
        """Return it as it goes over the wire."""
        return self.ends.join((b" ".join((self.method, self.target, self.version)), *self.headers, b"", self.body))


def mutated(seed: int, port: int) -> Iterator[bytes]:
    """Yield, for ever, requests of this computer with one to three things wrong; the same ones for the same *seed*."""
    lots = random.Random(seed)
    while True:
        sent = _good(lots, port)
        for _ in range(lots.randint(1, 3)):
            sent = lots.choice(_MUTATIONS)(lots, sent)
        yield sent.bytes()


def _good(lots: random.Random, port: int) -> Sent:
    here = f"127.0.0.1:{port}".encode()
    if lots.random() < 0.4:
        path, body = lots.choice(list(_JSON.items()))
        headers = (b"Host: " + here, b"Origin: http://" + here, b"Content-Type: application/json")
        return Sent(b"POST", path.encode(), (*headers, b"Content-Length: %d" % len(body)), body)
    return Sent(b"GET", lots.choice(_PATHS).encode(), (b"Host: " + here,))


def _spoilt(lots: random.Random, text: bytes) -> bytes:
    """Return *text* with a piece put in, put in place of another, or left out."""
    at = lots.randint(0, len(text))
    cut = lots.choice((0, 0, 1, 4))
    return text[:at] + lots.choice((*_PIECES, b"")) + text[at + cut :]


def _with_body(sent: Sent, body: bytes) -> Sent:
    kept = tuple(each for each in sent.headers if not each.startswith(b"Content-Length"))
    return replace(sent, headers=(*kept, b"Content-Length: %d" % len(body)), body=body)


def _with_field(lots: random.Random, sent: Sent) -> Sent:
    """Give one of the fields of a JSON body another value, or a field that nobody knows."""
    if sent.body not in _JSON.values():
        return sent  # it is spoilt already
    fields = json.loads(sent.body)
    fields[lots.choice((*fields, "unknown"))] = lots.choice(_VALUES)
    return _with_body(sent, json.dumps(fields).encode())


def _chunked(lots: random.Random, sent: Sent) -> Sent:
    kept = tuple(each for each in sent.headers if not each.startswith(b"Content-Length"))
    return replace(sent, headers=(*kept, b"Transfer-Encoding: chunked"), body=lots.choice(_CHUNKS))


def _with_host(lots: random.Random, sent: Sent) -> Sent:
    host = lots.choice((*_HOSTS, _spoilt(lots, b"127.0.0.1:8080")))
    others = tuple(each for each in sent.headers if not each.startswith(b"Host"))
    return replace(sent, headers=(*lots.choice(((b"Host: " + host,), (b"Host: x", b"Host: " + host), ())), *others))


_MUTATIONS: tuple[Callable[[random.Random, Sent], Sent], ...] = (
    lambda lots, sent: replace(sent, method=lots.choice(_METHODS)),
    lambda lots, sent: replace(sent, target=_spoilt(lots, sent.target)),
    lambda lots, sent: replace(sent, target=lots.choice(_PATHS).encode()),
    lambda lots, sent: replace(sent, headers=(*sent.headers, lots.choice(_HEADERS))),
    lambda lots, sent: replace(
        sent, headers=(_spoilt(lots, sent.headers[0]) if sent.headers else b"", *sent.headers[1:])
    ),
    lambda lots, sent: _with_body(sent, _spoilt(lots, sent.body)),
    lambda lots, sent: replace(sent, body=_spoilt(lots, sent.body)),
    lambda lots, sent: replace(sent, ends=lots.choice((b"\n", b"\r", b"\r\n\r\n", b"\r\n "))),
    lambda lots, sent: replace(sent, version=lots.choice((b"HTTP/1.0", b"HTTP/2.0", b"HTTP/9.9", b"", b"HTTP/1.1 x"))),
    _with_field,
    _chunked,
    _with_host,
    _with_host,
)


def answers(port: int, request: bytes, source: str = "127.0.0.1") -> bytes:
    """Send *request* and one that ends whatever it has begun; return all that comes until the server hangs up.

    Of a stream, which has no end, the beginning is enough.
    """
    last = b"\r\n\r\nGET /api/v1/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: "
    received = b""
    with socket.create_connection(("127.0.0.1", port), TIMEOUT_S, (source, 0)) as connection:
        try:
            connection.sendall(request + last + b"x" * MAX_BODY + b"\r\n\r\n")
            while _STREAM not in received and (chunk := connection.recv(65536)):
                received += chunk
        except ConnectionError:
            return received  # it hung up before it had read all: its right, and what it said before counts
    return received
