"""The club's page behind a proxy with TLS, by the lines of its README: Caddy and nginx, each the real one."""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.club.keeper import Keeper
from tests.support.certificates import certificate_in
from tests.support.paths import ROOT
from tests.support.ports import free_port
from tests.support.processes import output_of, process_of
from tests.support.waiting import TIMEOUT_S, eventually

pytestmark = pytest.mark.whole

NAME, PASSWORD = "club.home", "oak and brass 1"
README = (ROOT / "companion" / "club" / "README.md").read_text("utf-8")
AT_ONCE = 40
"""More pages than the nine machines that a club without a proxy would serve at once."""


@dataclass(frozen=True)
class Ports:
    """Where the proxy listens, and where the club hears it."""

    proxy: int
    club: int


def from_readme(language: str, replaced: Mapping[str, str]) -> str:
    """Return the README's block in *language*; each word of *replaced* is in it."""
    found = re.search(rf"```{language}\n(.*?)```", README, re.DOTALL)
    assert found is not None
    text = found[1]
    for word, other in replaced.items():
        assert word in text
        text = text.replace(word, other)
    return text


def caddy(folder: Path, ports: Ports) -> list[str]:
    """Write Caddy's configuration into *folder*; return the command that runs it."""
    usual = f"{{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n  https_port {ports.proxy}\n"
    usual += f"  storage file_system {folder}/caddy\n}}\n"
    own = from_readme("caddy", {"127.0.0.1:8091": f"127.0.0.1:{ports.club}"})
    (folder / "Caddyfile").write_text(usual + own)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def nginx(folder: Path, ports: Ports) -> list[str]:
    """Write nginx's configuration and a certificate into *folder*; return the command that runs it."""
    certificate, key = certificate_in(folder)
    own = from_readme(
        "nginx",
        {
            "listen 443 ssl": f"listen 127.0.0.1:{ports.proxy} ssl",
            "/etc/ssl/club.pem": str(certificate),
            "/etc/ssl/club.key": str(key),
            "127.0.0.1:8091": f"127.0.0.1:{ports.club}",
        },
    )
    kept = "".join(f"{name}_temp_path {folder}/{name};\n" for name in ("proxy", "fastcgi", "uwsgi", "scgi"))
    usual = f"daemon off; master_process off; pid {folder}/pid;\nevents {{ }}\n"
    (folder / "nginx.conf").write_text(
        f"{usual}http {{\naccess_log off; client_body_temp_path {folder}/body;\n{kept}{own}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


@pytest.fixture(
    params=[
        pytest.param(caddy, id="caddy", marks=pytest.mark.needs("caddy")),
        pytest.param(nginx, id="nginx", marks=pytest.mark.needs("nginx")),
    ]
)
def port(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """Run a club and a proxy in front of it; give the port that the proxy listens at."""
    write: Callable[[Path, Ports], list[str]] = request.param
    ports = Ports(free_port(), free_port())
    Keeper(tmp_path / "club").set_password(PASSWORD)
    settings = tmp_path / "tidetable.toml"
    settings.write_text('[club]\nwatching = true\nname = "Harbour Club"\n')
    words = [sys.executable, "-m", "companion", "club", "--config", str(settings), "--data", str(tmp_path)]
    words += ["--broker", "mqtt://127.0.0.1:1", "--port", "0", "--called", NAME, "--proxy-port", str(ports.club)]
    with process_of(words, cwd=ROOT) as club:
        assert output_of(club).readline().startswith(b"READY ")
        with process_of(write(tmp_path, ports), cwd=tmp_path):
            eventually(lambda: _answers(ports.proxy))
            yield ports.proxy


def _answers(port: int) -> bool:
    try:
        return _asked(port, "/")[0] == 200
    except OSError:
        return False


def _connected(port: int) -> http.client.HTTPConnection:
    """Connect to the proxy as a browser does that was told its name; whose certificate it is doesn't matter here."""
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    raw = socket.create_connection(("127.0.0.1", port), TIMEOUT_S)
    connection = http.client.HTTPConnection(NAME, port, timeout=TIMEOUT_S)
    try:
        connection.sock = trusting.wrap_socket(raw, server_hostname=NAME)
    except OSError:
        raw.close()
        raise
    return connection


def _asked(port: int, path: str, body: Any = None, origin: str = "") -> tuple[int, Mapping[str, str], bytes]:
    connection = _connected(port)
    headers = {"Content-Type": "application/json", **({"Origin": origin} if origin else {})}
    try:
        connection.request("GET" if body is None else "POST", path, body and json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_the_page_is_served_and_its_keeper_signs_in_by_tls_alone(port: int) -> None:
    status, _, page = _asked(port, "/")
    assert (status, b"<h1>Harbour Club</h1>" in page) == (200, True)
    assert _asked(port, "/sign-in", {"password": PASSWORD}, f"http://{NAME}:{port}")[0] == 403
    status, headers, _ = _asked(port, "/sign-in", {"password": PASSWORD}, f"https://{NAME}:{port}")
    assert status == 200
    assert "; Secure" in headers["Set-Cookie"]


def test_more_pages_than_machines_have_their_stream_at_once(port: int) -> None:
    streams = []
    try:
        for _ in range(AT_ONCE):
            connection = _connected(port)
            streams.append(connection)
            connection.request("GET", "/stream")
            answer = connection.getresponse()
            assert (answer.status, answer.readline()[:1] != b"") == (200, True)
        assert _asked(port, "/")[0] == 200
    finally:
        for each in streams:
            each.close()
