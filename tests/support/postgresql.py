"""A real PostgreSQL of the tests' own, from Debian's package: a free port on loopback, its own folder, a password."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from tests.support.mosquitto import LOCALHOST, free_port
from tests.support.waiting import TIMEOUT_S, eventually

PROGRAMS = Path("/usr/lib/postgresql")
SERVICE_USER = "postgres"
"""As whom Debian's package runs it: it refuses to be root."""
USER, PASSWORD = "club", "green baize"


class PostgreSQL:
    """A server in *folder*, on a ``port`` that stays the same: killed and started again as a test needs it."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._programs = max(PROGRAMS.glob("*/bin"), key=lambda path: int(path.parent.name))
        self._user = SERVICE_USER if os.geteuid() == 0 else None
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        if self._user is not None:
            account = pwd.getpwnam(self._user)
            os.chown(folder, account.pw_uid, account.pw_gid)
        secret = folder / "password"
        secret.write_text(PASSWORD, "utf-8")
        secret.chmod(0o644)
        access = ["--auth=scram-sha-256", f"--username={USER}", f"--pwfile={secret}"]
        kind = ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        subprocess.run(
            [self._programs / "initdb", "-D", self._data, *access, *kind],
            check=True,
            capture_output=True,
            user=self._user,
            cwd=folder,
        )

    def start(self) -> None:
        """Start it, and return once it lets people in."""
        settings = {"port": self.port, "listen_addresses": LOCALHOST, "unix_socket_directories": ""}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._process = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
            cwd=self._data,
        )
        eventually(self._lets_in)

    def stop(self, by: signal.Signals = signal.SIGQUIT) -> None:
        """Have it end at once, as a crash would; a start after that recovers all that was committed."""
        if self._process is not None:
            self._process.send_signal(by)
            self._process.wait(TIMEOUT_S)
            self._process = None

    def new_database(self) -> str:
        """Make a database, and return its address as a club's owner writes it."""
        name = f"club{next(self._numbers)}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"postgresql://{USER}:{PASSWORD.replace(' ', '%20')}@{LOCALHOST}:{self.port}/{name}"

    def _lets_in(self) -> bool:
        try:
            psycopg.connect(self._address("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """Give a server that runs; whatever the test does, it is gone at the end, and its folder too."""
    folder = Path(tempfile.mkdtemp(prefix="tidetable-postgresql-"))  # where the service's user may go
    try:
        server = PostgreSQL(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
