"""Something in the house that takes what webhooks send: a real HTTP server, which keeps every request."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from tests.support.waiting import TIMEOUT_S


class Got(NamedTuple):
    """A request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass
class Receiver:
    """What runs in the house: *got* is all that it was sent; *answers* are its next statuses, 204 after them.

    While it *hangs* it answers nobody. *taken* hears of each request before its answer.
    """

    port: int = 0
    got: list[Got] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    hangs: threading.Event = field(default_factory=threading.Event)
    """Set: answers go out."""
    taken: Callable[[Got], None] = lambda got: None
    more: str = ""
    """A header of its answers, as a line."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/json/state"

    def bodies(self) -> list[Any]:
        return [each.json for each in list(self.got)]


@contextmanager
def receiver(tls: Path | None = None) -> Iterator[Receiver]:
    """Run something in the house, with the key and certificate that lie in the folder *tls*, if one is given."""
    made = Receiver()
    made.hangs.set()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            got = Got(self.command, self.path, dict(self.headers.items()), body)
            made.taken(got)
            made.got.append(got)
            made.hangs.wait(TIMEOUT_S)
            self.send_response_only(made.answers.pop(0) if made.answers else 204)
            if made.more:
                self.send_header(*made.more.split(": ", 1))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def do_PUT(self) -> None:
            self.do_POST()

        def do_GET(self) -> None:
            self.do_POST()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def handle(self) -> None:
            try:
                super().handle()
            except (ConnectionError, ssl.SSLError):  # the other end has gone
                self.close_connection = True

    class Quiet(ThreadingHTTPServer):
        daemon_threads = False

        def handle_error(self, request: object, client_address: object) -> None:
            """Say nothing of who came without TLS, or didn't like ours."""

    server = Quiet(("127.0.0.1", 0), Handler)
    if tls is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(tls / "cert.pem", tls / "key.pem")
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    made.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield made
    finally:
        made.hangs.set()
        server.shutdown()
        server.server_close()
        thread.join()
