"""A real Mosquitto of a test's own: a free port, its own folder, password file and access list on."""

from __future__ import annotations

import getpass
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from companion.outside.mqtt.client.connection import BrokerAddress
from tests.support.waiting import TIMEOUT_S

PROGRAM = "/usr/sbin/mosquitto"
USERS: Mapping[str, str] = {"table": "oak and brass", "club": "green baize", "house": "red lamp"}
"""Users and their passwords."""
ACL = """\
user table
topic readwrite tidetable/#
topic write homeassistant/device/#
topic read homeassistant/status
user club
topic readwrite tidetable/#
user house
topic readwrite tidetable/#
topic readwrite homeassistant/#
"""
LOCALHOST = "127.0.0.1"


class Mosquitto:
    """A broker in *folder*, on a ``port`` that stays the same: stopped, killed and started again as a test needs it."""

    def __init__(
        self, folder: Path, users: Mapping[str, str] = USERS, acl: str = ACL, more: str = "", port: int = 0
    ) -> None:
        self.port = port or free_port()
        self.lines: list[str] = []
        """What it has said since it was last started."""
        self.folder = folder
        self._users = users
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self.file = folder / "mosquitto.conf"
        self.file.write_text(self._config(folder, acl) + more, "utf-8")

    def _config(self, folder: Path, acl: str) -> str:
        lines = ["per_listener_settings false", f"user {getpass.getuser()}", "log_dest stderr", "log_type all"]
        lines += ["persistence false", f"listener {self.port} {LOCALHOST}"]
        if not self._users:
            return "\n".join([*lines, "allow_anonymous true", ""])
        passwords, access = folder / "passwords", folder / "acl"
        passwords.touch(mode=0o600)
        for user, password in self._users.items():
            subprocess.run(["mosquitto_passwd", "-b", passwords, user, password], check=True, capture_output=True)
        access.write_text(acl, "utf-8")
        access.chmod(0o600)
        return "\n".join([*lines, "allow_anonymous false", f"password_file {passwords}", f"acl_file {access}", ""])

    def start(self) -> None:
        """Start it, and return once it takes connections."""
        self.lines = lines = []
        self._process = process = subprocess.Popen(
            [PROGRAM, "-c", str(self.file)], stderr=subprocess.PIPE, text=True, errors="replace"
        )
        running = threading.Event()

        def read() -> None:
            assert process.stderr is not None
            for line in process.stderr:
                lines.append(line)
                if re.search(r"mosquitto version \S+ running", line):
                    running.set()
            running.set()

        self._reader = threading.Thread(target=read, name="mosquitto-log")
        self._reader.start()
        assert running.wait(TIMEOUT_S), "".join(lines)
        assert process.poll() is None, "".join(lines)

    def stop(self, by: signal.Signals = signal.SIGTERM) -> None:
        """Have it end, by the signal *by*, and return once it is gone."""
        if self._process is not None and self._reader is not None:
            self._process.send_signal(by)
            self._process.wait(TIMEOUT_S)
            self._reader.join(TIMEOUT_S)
            assert self._process.stderr is not None
            self._process.stderr.close()
            self._process = None

    def kill(self) -> None:
        """Have it end in the midst of what it does."""
        self.stop(signal.SIGKILL)

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def pause(self) -> None:
        """Have it hang: it takes connections, and neither reads nor answers."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Have it go on after a pause."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def address(self, user: str = "", password: str | None = None) -> BrokerAddress:
        """Return the way in for *user*, by its own password unless another is given."""
        return BrokerAddress(
            LOCALHOST, self.port, user=user, password=self._users.get(user, "") if password is None else password
        )


def make_key(folder: Path, name: str = LOCALHOST) -> None:
    """Make a key for *name* and its certificate, signed by itself, in *folder*: ``key.pem`` and ``cert.pem``."""
    words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=broker"]
    words += ["-addext", f"subjectAltName=IP:{name}", "-keyout", str(folder / "key.pem")]
    subprocess.run([*words, "-out", str(folder / "cert.pem")], check=True, capture_output=True, timeout=60)


def free_port() -> int:
    """Return a port that nobody has now."""
    with socket.socket() as tried:
        tried.bind((LOCALHOST, 0))
        return int(tried.getsockname()[1])


@contextmanager
def mosquitto_in(folder: Path, users: Mapping[str, str] = USERS, acl: str = ACL, more: str = "") -> Iterator[Mosquitto]:
    """Give a broker that runs in *folder*; whatever the test does, it is gone at the end."""
    broker = Mosquitto(folder, users, acl, more)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()
