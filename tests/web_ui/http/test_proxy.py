"""The table behind a real proxy with TLS: what comes through it is nobody's own hands, whatever its headers say."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.paths import ROOT
from tests.support.ports import free_port, port_of_process
from tests.support.processes import process_of
from tests.support.tables import Process, running
from tests.support.waiting import eventually
from web_ui.http.access.proxy_callers import PROXIED, UNKNOWN, set_caller
from web_ui.http.server.proxy_listener import CONNECTIONS_OF_PROXY

NAME = "games.example"
FORGED = {
    "X-Forwarded-For": "127.0.0.1",
    "X-Real-IP": "127.0.0.1",
    "Forwarded": "for=127.0.0.1;host=127.0.0.1;proto=http",
    "X-Forwarded-Host": "127.0.0.1",
    "X-Forwarded-Proto": "http",
    "X_Forwarded_For": "127.0.0.1",
}
CONFIG = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ }}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    location /socket/ {{
      proxy_pass http://unix:{folder}/proxy.sock:/;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
    location / {{
      proxy_pass http://127.0.0.1:{behind};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
"""


class Behind(NamedTuple):
    """A table, its files, the port that its proxy listens at, and the one that the proxy alone calls."""

    folder: Path
    table: Process
    port: int
    own_port: int

    def ask(
        self, method: str, path: str, body: object = None, host: str = NAME, headers: Mapping[str, str] | None = None
    ) -> tuple[int, dict[str, str], Any]:
        """Ask through the proxy, as a page does that came through it by *host*."""
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=20, context=trusting)
        return _asked(connection, method, path, body, {"Host": host, "Origin": f"https://{host}", **(headers or {})})

    def ask_at_its_port(self, path: str, headers: Mapping[str, str]) -> tuple[int, dict[str, str], Any]:
        """Ask at the proxy's own port, as some other program of this computer could."""
        return _asked(http.client.HTTPConnection("127.0.0.1", self.own_port, timeout=20), "GET", path, None, headers)


def _asked(
    connection: http.client.HTTPConnection, method: str, path: str, body: object, headers: Mapping[str, str]
) -> tuple[int, dict[str, str], Any]:
    text = None if body is None else json.dumps(body)
    connection.request(method, path, text, {"Content-Type": "application/json", **headers})
    answer = connection.getresponse()
    said = answer.read()
    connection.close()
    given = dict(answer.getheaders())
    return answer.status, given, json.loads(said) if given.get("Content-Type") == "application/json" else said


@contextmanager
def taken_before_a_free_one() -> Iterator[int]:
    """Hold a port whose next one nobody has."""
    for port in range(port_of_process() or 9000, 64_000, 2):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            socket.create_server(("127.0.0.1", port + 1)).close()
            yield port
            return
    raise AssertionError("there are no two free ports side by side")


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    """Give a table whose usual port is taken, and whose proxy's port is the next one. No proxy runs."""
    folder = tmp_path_factory.mktemp("behind")
    file = folder / "tidetable.toml"
    with taken_before_a_free_one() as taken:
        at = f'proxy_port = {taken + 1}\nproxy_socket = "{folder}/proxy.sock"\n'
        file.write_text(f'[web]\nnames = ["{NAME}"]\n{at}')
        options = ("--config", str(file), "--port", str(taken), "--kit", "fireship", "--seats", "Ann,Ben")
        with running(folder, *options) as table:
            yield Behind(folder, table, free_port(), taken + 1)


@pytest.fixture(scope="module")
def nginx(proxied: Behind) -> Iterator[Behind]:
    """The same table, behind nginx."""
    folder = proxied.folder
    config = CONFIG.format(folder=folder, port=proxied.port, behind=proxied.own_port)
    (folder / "nginx.conf").write_text(config)
    certificate = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    certificate += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")]
    subprocess.run(certificate, check=True, capture_output=True, timeout=60)
    program = shutil.which("nginx") or "nginx"
    words = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    with process_of(words):
        eventually(lambda: _answers(proxied.port))
        yield proxied


def _answers(port: int) -> bool:
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize("host", [NAME, "127.0.0.1", "localhost"])
@pytest.mark.parametrize("headers", [{}, FORGED])
def test_what_comes_through_the_proxy_watches_and_nothing_more(
    nginx: Behind, host: str, headers: dict[str, str]
) -> None:
    status, _, table = nginx.ask("GET", "/api/v1/table", host=host, headers=headers)
    assert (status, table["seats"], table["table_menu"]) == (200, [], [])
    command = {"id": "forged", "seen": table["version"], "seat": "table", "do": "roll dice"}
    assert nginx.ask("POST", "/api/v1/commands", command, host, headers)[0] == 403
    assert nginx.ask("POST", "/api/v1/press", {"button": "roll"}, host, headers)[0] == 403
    owners = {"id": "forged", "seen": table["version"], "do": "mute on"}
    assert nginx.ask("POST", "/api/v1/owner", owners, host, headers)[0] == 403
    assert nginx.ask("GET", "/owner", None, host, headers)[0] == 403
    assert nginx.ask("GET", "/api/v1/invite", None, host, headers)[0] == 403
    assert nginx.ask("GET", "/api/v1/stream?screen=own", None, host, headers)[0] == 403


@pytest.mark.parametrize("origin", [f"http://{NAME}", "https://elsewhere.example", "null"])
def test_only_pages_that_came_by_tls_may_send_something(nginx: Behind, origin: str) -> None:
    status, _, said = nginx.ask("POST", "/api/v1/join", {"pin": "123456"}, headers={"Origin": origin})
    assert (status, said["error"]) == (403, "origin")
    assert nginx.ask("GET", "/api/v1/table", host="elsewhere.example", headers={"Origin": ""})[0] in (400, 403)


def test_a_phone_joins_through_the_proxy_and_its_cookie_goes_by_tls_alone(nginx: Behind) -> None:
    table = nginx.table
    table.press("ok", 1200)
    eventually(lambda: bool(table.get("/api/v1/invite").json.get("digits")))
    pin = table.get("/api/v1/invite").json["digits"]
    status, headers, _ = nginx.ask("POST", "/api/v1/join", {"pin": pin, "seats": [1], "name": "Ben"})
    assert status == 200
    assert headers["Set-Cookie"].endswith("; HttpOnly; SameSite=Strict; Secure")
    cookie = {"Cookie": headers["Set-Cookie"].partition(";")[0]}
    _, _, seen = nginx.ask("GET", "/api/v1/table", headers=cookie)
    assert seen["seats"] == [1]
    owners = {"id": "phones", "seen": seen["version"], "do": "mute on"}
    assert nginx.ask("POST", "/api/v1/owner", owners, headers=cookie)[2]["error"] == "not-owner"
    _, _, told = nginx.ask("GET", "/api/v1/invite", headers=cookie)
    assert told["address"] == f"https://{NAME}/"


@pytest.mark.parametrize("headers", [{}, FORGED])
def test_the_proxys_port_makes_nobody_the_tables_own_hands(proxied: Behind, headers: dict[str, str]) -> None:
    status, _, table = proxied.ask_at_its_port("/api/v1/table", {"Host": "127.0.0.1", **headers})
    assert (status, table["seats"]) == (200, [])


@pytest.mark.parametrize("headers", [{}, FORGED])
def test_the_proxy_may_call_at_a_socket_and_is_no_more_there(nginx: Behind, headers: dict[str, str]) -> None:
    for host in (NAME, f"{NAME}:{nginx.port}", "127.0.0.1"):
        status, _, table = nginx.ask("GET", "/socket/api/v1/table", host=host, headers=headers)
        assert (status, table["seats"], table["table_menu"]) == (200, [], [])
        owners = {"id": "forged", "seen": table["version"], "do": "mute on"}
        assert nginx.ask("POST", "/socket/api/v1/owner", owners, host, headers)[0] == 403
    assert nginx.ask("GET", "/socket/api/v1/table", host="elsewhere.example")[0] == 400


@pytest.mark.parametrize("name", [name for name in FORGED if "_" not in name] + ["Via"])
def test_who_was_passed_on_to_another_port_is_not_the_tables_own_hands(proxied: Behind, name: str) -> None:
    def asked(headers: Mapping[str, str]) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", proxied.table.port, timeout=20)
        return _asked(connection, "GET", "/api/v1/table", None, {"Host": "127.0.0.1", **headers})[2]

    assert proxied.table.port not in (proxied.port, proxied.own_port)
    assert asked({})["seats"]
    assert asked({name: FORGED.get(name, "1.1 proxy")})["seats"] == []


def test_the_lines_for_nginx_that_people_read_are_those_that_were_tried() -> None:
    lines = (ROOT / "companion" / "cli" / "README.md").read_text("utf-8").splitlines()
    read = {line.strip() for line in lines if line.strip().startswith(("proxy_set_header", "proxy_http"))}
    assert len(read) == 3
    assert read <= {line.strip() for line in CONFIG.splitlines()}


def test_who_comes_through_the_proxy_takes_no_places_from_phones(proxied: Behind) -> None:
    held = []
    try:
        for _ in range(CONNECTIONS_OF_PROXY + 40):
            held.append(socket.create_connection(("127.0.0.1", proxied.own_port), timeout=20))
        eventually(lambda: sum(map(_is_shut, held)) >= 40)
        assert proxied.table.get("/api/v1/healthz").status == 200
    finally:
        for each in held:
            each.close()
    assert proxied.ask_at_its_port("/api/v1/healthz", {"Host": NAME})[0] == 200


def _is_shut(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("127.0.0.1, 192.0.2.7", "192.0.2.7"),
        ("192.0.2.7, 2001:db8::1", "2001:db8::1"),
        ("", UNKNOWN),
        ("unknown", UNKNOWN),
        ("192.0.2.7, ", UNKNOWN),
        ("127.0.0.1:80", UNKNOWN),
    ],
)
def test_who_calls_is_read_from_the_one_header_of_the_proxy(written: str, address: str) -> None:
    environ: dict[str, Any] = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_REAL_IP": "203.0.113.1"}
    set_caller(environ, {"X_FORWARDED_FOR": written, "X_REAL_IP": "203.0.113.1"}, "X-Forwarded-For")
    assert (environ["REMOTE_ADDR"], environ["wsgi.url_scheme"], environ[PROXIED]) == (address, "https", True)
