from __future__ import annotations

import http.client
import os
import socket
import sys
import threading
import time
from contextlib import ExitStack, closing
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from waitress import server as waitress_server
from waitress import wasyncore

from companion.runtime.clock import ManualClock
from tests.support.fakes import FakeTable, settings
from tests.support.ports import port_of_process
from tests.support.sse import Reader
from tests.support.waiting import TIMEOUT_S, eventually
from web_ui.http.access.callers import COOKIE
from web_ui.http.server import server as serving
from web_ui.http.server.server import Server
from web_ui.http.server.sockets import PortTaken
from web_ui.http.stream.stream import Listener, Stream

pytestmark = pytest.mark.whole

MARK = b"CALLERSOWNBYTES"


def exchange(port: int, request: bytes) -> tuple[bytes, bytes]:
    """Send *request* as it is; return head and body of the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
        connection.sendall(request)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


def test_a_taken_port_is_said_with_what_to_do(app: Flask, server: Server) -> None:
    with pytest.raises(PortTaken, match=f"port {server.port} on 127.0.0.1 is taken .* choose another port"):
        Server(app, settings(port=server.port)).start()


def test_the_proxys_port_is_never_that_of_the_pages(app: Flask) -> None:
    before = set(threading.enumerate())
    port = port_of_process()
    for host in ("127.0.0.1", "0.0.0.0"):
        with pytest.raises(PortTaken, match=f"port {port} is the proxy's"):
            Server(app, settings(host=host, port=port, proxy_port=port)).start()
    assert set(threading.enumerate()) == before
    with socket.socket() as trying:
        assert trying.connect_ex(("127.0.0.1", port)) != 0


@pytest.mark.parametrize("awaited", ["192.0.2.1", "2001:db8::1"])
def test_an_address_that_may_come_is_listened_at_beforehand(app: Flask, awaited: str) -> None:
    server = Server(app, settings())
    server.start("127.0.0.1", 0, awaited)
    assert server.awaited == awaited
    assert exchange(server.port, b"GET /api/v1/healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")[0].split()[1] == b"200"
    server.close()


def test_a_name_that_is_no_address_is_not_awaited(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    server = Server(app, settings())
    server.start("127.0.0.1", 0, "nowhere.example")
    assert (server.awaited, "nowhere.example can't be waited for" in caplog.text) == ("", True)
    server.close()


def test_a_foreign_address_cannot_be_served(app: Flask) -> None:
    with pytest.raises(OSError, match="assign"):
        Server(app, settings(host="192.0.2.1")).start()


def test_the_loop_looks_up_only_while_a_connection_is_open(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    asleep: list[float | None] = []
    poll = wasyncore.poll2

    def sleep(timeout_s: float | None, sockets: Any) -> None:
        asleep.append(timeout_s)
        poll(timeout_s, sockets)

    monkeypatch.setattr(wasyncore, "poll2", sleep)
    with closing(Server(app, settings())) as server:
        server.start()
        with socket.create_connection(("127.0.0.1", server.port)):
            eventually(lambda: asleep[-1:] == [1.0])
        eventually(lambda: asleep[-1:] == [None])
        slept = len(asleep)
    assert asleep[0] is None
    assert len(asleep) - slept <= 2, "the end alone wakes it"


def test_there_is_no_port_before_the_start(app: Flask) -> None:
    with pytest.raises(RuntimeError, match="start"):
        _ = Server(app, settings()).port


def test_it_ends_within_a_second_with_streams_open_and_a_request_half_sent(app: Flask) -> None:
    before = set(threading.enumerate())
    server = Server(app, settings())
    server.start()
    with ExitStack() as many:
        readers = [many.enter_context(Reader(server.port)) for _ in range(4)]
        half = many.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        half.sendall(b"POST /api/v1/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{")
        for reader in readers:
            reader.next("table")
        started_s = time.monotonic()
        server.close()
        took_s = time.monotonic() - started_s
        assert set(threading.enumerate()) == before
        for reader in readers:
            reader.rest()
    assert took_s < 5, "a second is meant; five on a machine that is busy with other things"
    server.close()


def test_where_closing_the_streams_fails_all_else_ends(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(threading.enumerate())
    server = Server(app, settings())
    server.start()

    def fail(stream: Stream, timeout_s: float) -> None:
        raise OSError("the streams can't be closed")

    with monkeypatch.context() as patch:
        patch.setattr(Stream, "close", fail)
        with pytest.raises(OSError, match="the streams can't be closed"):
            server.close()
    assert set(threading.enumerate()) == before


def test_whoever_answers_longer_than_the_end_is_waited_for_wakes_nobody_elses_descriptor(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, over = threading.Event(), threading.Event()

    @app.get("/lasting")
    def lasting() -> str:
        begun.set()
        over.wait()
        return ""

    monkeypatch.setattr(serving, "_CLOSING_S", 0.05)
    server = Server(app, settings())
    server.start()
    assert server._listener is not None and server._workers is not None
    woken_by = server._listener.trigger.trigger
    pipe = os.fstat(woken_by).st_ino
    with socket.create_connection(("127.0.0.1", server.port)) as asking:
        asking.sendall(b"GET /lasting HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert begun.wait(TIMEOUT_S)
        server.close()
        assert os.fstat(woken_by).st_ino == pipe
        over.set()
    for thread in server._workers.threads:
        thread.join()
    server.close()


def test_the_port_is_free_again_after_the_end(app: Flask) -> None:
    first = Server(app, settings())
    first.start()
    port = first.port
    first.close()
    again = Server(app, settings(port=port))
    again.start()
    assert again.port == port
    again.close()


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET /" + MARK + b"\r\n\r\n", b"400"),
        (MARK + b"\r\n\r\n", b"400"),
        (b"get / HTTP/1.1\r\n" + MARK + b"\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + MARK + b" : x\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + MARK + b"\ry\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: " + MARK + b"\r\nConnection: close\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: " + MARK + b"\r\nConnection: close\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: " + MARK + b"\r\n\r\n", b"501"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + MARK + b"\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4097\r\n\r\n" + b" " * 4097, b"413"),
    ],
)
def test_what_isnt_http_is_answered_in_our_words(server: Server, request_bytes: bytes, status: bytes) -> None:
    head, body = exchange(server.port, request_bytes)
    assert head.split()[1] == status
    assert MARK not in head + body
    assert b"waitress" not in (head + body).lower()
    assert b"X-Content-Type-Options: nosniff" in head


def test_a_connection_serves_many_requests(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    local = []
    for path in ("/api/v1/table", "/", "/api/v1/nowhere", "/api/v1/healthz"):
        connection.request("GET", path)
        connection.getresponse().read()
        local.append(connection.sock.getsockname())
    connection.close()
    assert len(set(local)) == 1


def test_a_request_by_our_address_and_port_is_this_computer(server: Server, table: FakeTable) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    origin = f"http://127.0.0.1:{server.port}"
    headers = {"Content-Type": "application/json", "Origin": origin}
    connection.request("POST", "/api/v1/commands", b'{"id":"a","seen":14,"seat":"table","do":"roll"}', headers)
    assert connection.getresponse().status == 200
    connection.close()
    assert [request.do for request in table.requests] == ["roll"]


def test_a_streams_socket_keeps_little_and_notices_silence(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    options: dict[str, int] = {}
    start = Stream.start

    def look(stream: Stream, listener: Listener, connection: socket.socket, head: bytes) -> None:
        options["buffer"] = connection.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        options["keepalive"] = connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        options["nodelay"] = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        options["silence"] = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
        start(stream, listener, connection, head)

    monkeypatch.setattr(Stream, "start", look)
    with Reader(server.port) as reader:
        reader.next("table")
    # Linux doubles the buffer that is asked for.
    assert options == {"buffer": 65536, "keepalive": 1, "nodelay": 1, "silence": 10_000}


def test_streams_need_no_thread_each(server: Server) -> None:
    def threads() -> list[Any]:
        return [thread for thread in threading.enumerate() if thread.name.startswith(("web", "stream"))]

    with ExitStack() as many:
        for _ in range(4):
            many.enter_context(Reader(server.port)).next("table")
        assert len(threads()) == 8 + 1 + 1


# ---------------------------------------------------------------------- those who never finish
def http_status(port: int) -> int:
    request = b"GET /api/v1/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    return int(exchange(port, request)[0].split()[1])


def is_closed(connection: socket.socket) -> bool:
    """Whether the server ends *connection* without a word."""
    connection.settimeout(20)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def is_open(connection: socket.socket) -> bool:
    connection.settimeout(0.05)
    try:
        return connection.recv(1) != b""
    except TimeoutError:
        return True


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"POST /api/v1/join HTTP/1.1\r\nContent-Length: 9\r\n\r\n{"])
def test_a_request_that_never_ends_is_ended_after_twenty_seconds(app: Flask, clock: ManualClock, sent: bytes) -> None:
    server = Server(app, settings(clock=clock.monotonic_s))
    server.start()
    try:
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as slow:
            slow.sendall(sent)
            # Whatever was sent first has been read once this is answered.
            assert http_status(server.port) == 200
            clock.advance(19.0)
            assert http_status(server.port) == 200
            if sent:
                slow.sendall(b"X")  # a byte now and then keeps nothing open
            assert is_open(slow)
            clock.advance(1.0)
            assert is_closed(slow)
    finally:
        server.close()


@pytest.mark.parametrize("sent", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\x00", b"\xff\xff", b"{"])
@pytest.mark.parametrize("before", [b"", b"HEAD /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n"])
def test_what_can_begin_no_request_is_closed_at_once(server: Server, before: bytes, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=TIMEOUT_S) as connection:
        connection.settimeout(TIMEOUT_S)
        if before:
            connection.sendall(before)
            assert connection.recv(65536).startswith(b"HTTP/1.1 404")
        connection.sendall(sent)
        assert connection.recv(1) == b""


def test_a_connection_that_rests_between_requests_is_no_unfinished_one(app: Flask, clock: ManualClock) -> None:
    server = Server(app, settings(clock=clock.monotonic_s))
    server.start()
    try:
        kept = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        for _ in range(3):
            kept.request("GET", "/api/v1/healthz")
            assert kept.getresponse().read()
            clock.advance(25.0)
            assert http_status(server.port) == 200
        kept.close()
    finally:
        server.close()


def test_a_resting_connection_is_closed_by_a_clock_that_cannot_jump(
    app: Flask, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    calendar_s = 1_800_000_000.0
    monkeypatch.setattr(waitress_server.time, "time", lambda: calendar_s)
    server = Server(app, settings(clock=clock.monotonic_s))
    server.start()
    try:
        resting = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
        resting.request("GET", "/api/v1/healthz")
        assert resting.getresponse().read()
        assert resting.sock is not None
        for jumped_s in (+631_000_000.0, -1_262_000_000.0):
            calendar_s += jumped_s
            clock.advance(10.0)
            assert http_status(server.port) == 200
            assert is_open(resting.sock)
        clock.advance(31.0)
        assert is_closed(resting.sock)
        resting.close()
    finally:
        server.close()


def test_an_address_has_forty_connections_and_its_oldest_resting_one_goes_for_one_more(server: Server) -> None:
    with ExitStack() as many:

        def connect() -> socket.socket:
            address = ("127.0.0.1", server.port)
            return many.enter_context(socket.create_connection(address, 20, source_address=("127.0.4.1", 0)))

        own = [connect() for _ in range(40)]
        assert http_status(server.port) == 200
        assert all(is_open(each) for each in (own[0], own[-1]))
        connect()
        assert is_closed(own[0])
        assert is_open(own[1])
        assert http_status(server.port) == 200


def test_the_thread_that_reads_for_everybody_knows_a_cookie_and_waits_for_no_import(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("flask", "werkzeug", "werkzeug.sansio.http"):
        monkeypatch.setitem(sys.modules, name, None)
    admission = SimpleNamespace(met=lambda address, who: None)
    server: Any = object.__new__(Server)
    server._services = SimpleNamespace(known_by=lambda cookies: cookies.get(COOKIE, ""), admission=admission)
    of_listener = SimpleNamespace(is_known=lambda address: False, proxy_header="")

    def goes_first(header: str) -> bool:
        asked = SimpleNamespace(headers={"COOKIE": header})
        channel: Any = SimpleNamespace(server=of_listener, address="127.1.0.1", requests=[asked])
        return Server._goes_first(server, channel)

    assert goes_first(f'other=1; {COOKIE}="ours"; {COOKIE}=')
    assert not goes_first("other=1")
