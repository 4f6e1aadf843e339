"""TLS by the server itself, as the club's page has it: pages, streams, callers, and whoever speaks none."""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask, request

from companion.club.app import create_club
from companion.club.context import context_of
from companion.outside.messages import Status, encode
from companion.outside.mqtt import topics
from companion.outside.mqtt.broker import Heard
from companion.texts.say import Texts
from tests.support.certificates import certificate_in
from tests.support.club_tables import id_of
from tests.support.waiting import TIMEOUT_S, eventually
from web_ui.http.server import Server
from web_ui.http.settings import WebSettings
from web_ui.http.tls import CONNECTIONS_EACH, HANDSHAKE_S, BadKey, tls_of

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return certificate_in(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def app() -> Flask:
    app = create_club(lambda table: 1, Texts.load(), WebSettings(host="127.0.0.1", port=0, watching=True))
    app.add_url_rule("/caller", "caller", lambda: f"{request.scheme} {request.remote_addr}")
    return app


@pytest.fixture
def server(app: Flask, files: tuple[Path, Path]) -> Iterator[Server]:
    server = Server(app, WebSettings(host="127.0.0.1", port=0, watching=True))
    server.start(tls=tls_of(*files))
    yield server
    server.close()


@pytest.fixture
def trusting(files: tuple[Path, Path]) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(files[0]))


def connected(server: Server, trusting: ssl.SSLContext) -> http.client.HTTPSConnection:
    return http.client.HTTPSConnection("127.0.0.1", server.port, timeout=TIMEOUT_S, context=trusting)


def test_requests_come_by_tls_from_their_own_address_one_after_the_other(
    server: Server, trusting: ssl.SSLContext
) -> None:
    connection = connected(server, trusting)
    for _ in range(3):
        connection.request("GET", "/caller")
        assert connection.getresponse().read() == b"https 127.0.0.1"
    connection.close()


def test_a_page_may_only_post_from_an_address_with_tls(server: Server, trusting: ssl.SSLContext) -> None:
    connection = connected(server, trusting)
    for scheme, status in (("https", 405), ("http", 403)):
        connection.request("POST", "/caller", headers={"Origin": f"{scheme}://127.0.0.1:{server.port}"})
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status
    connection.close()


def test_a_stream_goes_on_by_tls_and_its_place_is_free_once_its_reader_has_gone(
    app: Flask, server: Server, trusting: ssl.SSLContext
) -> None:
    live = context_of(app).live
    connection = connected(server, trusting)
    connection.request("GET", "/stream")
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
    lines = iter(answer.readline, b"")
    assert next(line for line in lines if line.startswith(b"event")) == b"event: table\n"
    live.hear(Heard(topics.told(id_of(1), "status"), encode(Status(True, "Window")), retained=True))
    assert b"Window" in next(line for line in lines if b"Window" in line)
    assert live.open_streams == 1
    answer.close()
    connection.close()
    eventually(lambda: live.open_streams == 0)


def test_who_speaks_no_tls_is_told_nothing(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S) as plain:
        plain.sendall(b"GET /caller HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert b"HTTP" not in plain.recv(4096)


def test_one_machine_has_no_more_than_its_connections_and_others_go_on(
    server: Server, trusting: ssl.SSLContext
) -> None:
    silent = [socket.create_connection(("127.0.0.1", server.port), TIMEOUT_S) for _ in range(CONNECTIONS_EACH)]
    with socket.create_connection(("127.0.0.1", server.port), HANDSHAKE_S / 2) as one_more:
        assert one_more.recv(1) == b""  # at once, not when its time is over
    for each in silent:
        each.close()

    def is_answered() -> bool:
        connection = connected(server, trusting)
        try:
            connection.request("GET", "/caller")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    eventually(is_answered)


def test_a_long_answer_arrives_whole(app: Flask, server: Server, trusting: ssl.SSLContext) -> None:
    live = context_of(app).live
    sentence = "x" * 1000
    live.hear(Heard(topics.told(id_of(1), "status"), encode(Status(True, trouble=(sentence,) * 40)), retained=True))
    connection = connected(server, trusting)
    connection.request("GET", f"/api/tables/{id_of(1)}")
    assert connection.getresponse().read().count(sentence.encode()) == 41
    connection.close()


def test_files_that_are_no_certificate_with_its_key_are_told_in_a_sentence(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    for certificate, key in ((tmp_path / "none.pem", files[1]), (files[0], files[0]), (files[1], files[1])):
        with pytest.raises(BadKey, match=r"can't be used for TLS \(.+\): give a certificate and its key"):
            tls_of(certificate, key)
