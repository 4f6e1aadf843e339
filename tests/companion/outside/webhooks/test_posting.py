"""A server that never ends its answer gets so many seconds in all, however it drips."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from companion.outside.webhooks import request
from companion.outside.webhooks.request import NotSent, Poster
from companion.settings.tables import WebhookSettings

WHOLE_S = 0.6
PAUSE_S = 0.02
DRIPS: dict[str, Callable[[], Iterator[bytes]]] = {
    "continue": lambda: repeated(b"HTTP/1.1 100 Continue\r\n\r\n"),
    "status": lambda: repeated(b"H"),
    "headers": lambda: repeated(b"X: y\r\n", b"HTTP/1.1 200 OK\r\n"),
    "one header": lambda: repeated(b"y", b"HTTP/1.1 200 OK\r\nX: "),
    "nothing": lambda: iter(()),
}


def repeated(piece: bytes, first: bytes = b"") -> Iterator[bytes]:
    yield first
    while True:
        yield piece


@contextmanager
def dripping(pieces: Iterator[bytes]) -> Iterator[int]:
    """Give the port of a server that sends *pieces* until the caller hangs up."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            connection, _ = listening.accept()
            with connection:
                for piece in pieces:
                    connection.sendall(piece)
                    time.sleep(PAUSE_S)
                while connection.recv(4096):
                    pass

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield listening.getsockname()[1]
    finally:
        listening.close()
        thread.join()


@pytest.mark.parametrize("way", DRIPS)
def test_a_server_that_never_ends_is_given_up_in_time(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request, "WHOLE_S", WHOLE_S)
    with dripping(DRIPS[way]()) as port:
        began = time.monotonic()
        with pytest.raises(NotSent) as refused:
            Poster(WebhookSettings(f"http://127.0.0.1:{port}/", body="")).post(b"x")
        assert refused.value.why in ("silent", "unreachable")
        assert time.monotonic() - began < 10 * WHOLE_S


def test_ten_seconds_are_the_whole() -> None:
    assert request.WHOLE_S == 10.0
