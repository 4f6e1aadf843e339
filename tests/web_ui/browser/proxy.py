"""A network between a page and the table that can be cut, stalled and mended, on plain sockets."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Literal, Self

from tests.support.waiting import TIMEOUT_S

_POLL_S = 0.02
_CHUNK = 65536
_POST = b"POST "

Posts = Literal["pass", "lost", "unanswered", "held"]
"""What becomes of POSTs: lost before they arrive, their answers lost, or held back until they are let go."""


class Proxy:
    """Listens at *host* on the same *port* as the table on 127.0.0.1; *received* is all that pages have sent.

    One thread serves every connection, so that none is started while a test runs.
    """

    def __init__(self, host: str, port: int) -> None:
        self.received = b""
        self.posts: Posts = "pass"
        self._unanswered: set[socket.socket] = set()
        self._held: list[tuple[socket.socket, bytes]] = []
        self._port = port
        self._listening = socket.create_server((host, port), backlog=64)
        self._peers: dict[socket.socket, socket.socket] = {}
        self._pages: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._flows = threading.Event()
        self._flows.set()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Break every connection now; new ones work. The thread that looks at them puts them away."""
        with self._lock:
            for end in self._peers:
                with suppress(OSError):  # it has gone by itself
                    end.shutdown(socket.SHUT_RDWR)

    def stall(self) -> None:
        """Let no byte through in either direction from now on, and say nothing."""
        with self._lock:
            self._flows.clear()

    def flow(self) -> None:
        """Let everything through again, what has waited first."""
        self._flows.set()

    @property
    def asked(self) -> int:
        """How many POSTs have come from pages so far, those included that were lost."""
        return self.received.count(_POST)

    def let_go(self) -> None:
        """Have what was held back arrive at the table; nobody is given the answers."""
        with self._lock:
            self.posts = "pass"
            while self._held:
                table, chunk = self._held.pop()
                table.sendall(chunk)
                table.shutdown(socket.SHUT_WR)
                while table.recv(_CHUNK):
                    pass
                table.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._closed = True
        self.flow()
        self._thread.join(TIMEOUT_S)
        for end in (self._listening, *self._peers):
            end.close()

    def _run(self) -> None:
        while not self._closed:
            if not self._flows.wait(_POLL_S):
                continue
            with self._lock:
                if not self._flows.is_set():
                    continue
                ready, _, _ = select.select([self._listening, *self._peers], [], [], 0)
                for end in ready:
                    if end is self._listening:
                        self._connect()
                    elif end in self._peers:
                        self._pass_on(end)
            if not ready:
                select.select([self._listening, *list(self._peers)], [], [], _POLL_S)

    def _connect(self) -> None:
        page, _ = self._listening.accept()
        table = socket.create_connection(("127.0.0.1", self._port), timeout=TIMEOUT_S)
        self._peers |= {page: table, table: page}
        self._pages.add(page)

    def _pass_on(self, end: socket.socket) -> None:
        try:
            chunk = end.recv(_CHUNK)
            if end in self._pages:
                self.received += chunk
            if chunk and self._sent(end, chunk):
                return
        except OSError:
            pass  # the other end has gone: so does this one
        self._part(end)

    def _sent(self, end: socket.socket, chunk: bytes) -> bool:
        """Pass *chunk* on, or do with it what becomes of POSTs; tell whether the connection stays."""
        peer = self._peers[end]
        if end in self._pages and chunk.startswith(_POST):
            if self.posts == "held":
                self._held.append((peer, chunk))
                del self._peers[peer]  # the table's end stays, whatever the page does with its own
            if self.posts == "unanswered":
                self._unanswered.add(peer)
            if self.posts in ("lost", "held"):
                return self.posts == "held"
        if end in self._unanswered:
            return False
        peer.sendall(chunk)
        return True

    def _part(self, end: socket.socket) -> None:
        other = self._peers.pop(end)
        self._peers.pop(other, None)
        self._pages -= {end, other}
        end.close()
        if other not in [table for table, _ in self._held]:
            other.close()
