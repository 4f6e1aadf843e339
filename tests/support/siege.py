"""A table under attack by 120 addresses, in a network of its own: ``siege FOLDER ROLLS`` tells in JSON who was served.

``besiege`` starts it in a network namespace, where every address of a few networks is this machine's. They are no
loopback addresses, so nobody there counts as this computer but who calls from 127.0.0.1. Table and
attackers have a core each where there are two, as on machines of their own; the phones take either.
"""

from __future__ import annotations

import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT
from tests.support.tables import Reply
from tests.support.watchers import Watcher, Watchers

NAMESPACE = ("unshare", "--map-root-user", "--net")
NETWORK = "192.168.7"
SOURCES = tuple(f"{NETWORK}.{1 + number}" for number in range(120))
PHONE, TELEVISION, OWNER, WATCHER, ELSEWHERE, HERE = (*(f"{NETWORK}.{last}" for last in range(200, 205)), "127.0.0.1")
"""The table's own people live in the attackers' network. *ELSEWHERE* is the phone at an address it never had."""
PATIENCE_S = 20.0
PACE_S = 0.2
"""A phone may send no more than five commands a second for long."""
_SIOCSIFADDR, _SIOCSIFNETMASK, _SIOCGIFFLAGS, _SIOCSIFFLAGS, _IFF_UP = 0x8916, 0x891C, 0x8913, 0x8914, 1


def besiege(folder: Path, rolls: int) -> dict[str, Any]:
    """Run all of it, with *rolls* in peace and as many under attack; return what it tells.

    :raises RuntimeError: this machine gives no network namespace, or the siege came to no end.
    """
    tried = subprocess.run([*NAMESPACE, "true"], capture_output=True, text=True, check=False)
    if tried.returncode:
        raise RuntimeError(
            f"no network namespace can be made here ({tried.stderr.strip()}): this test needs one, for addresses that "
            "are no loopback ones; run it as root, or allow user namespaces with: "
            "sudo sysctl kernel.unprivileged_userns_clone=1 kernel.apparmor_restrict_unprivileged_userns=0"
        )
    command = [*NAMESPACE, sys.executable, "-m", "tests.support.siege", str(folder), str(rolls)]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise RuntimeError(f"the siege came to no end:\n{ended.stderr}")
    told: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return told


def own_every_address(network: str) -> None:
    """Let each address of *network*, a /24, be this machine's, on the loopback interface of this namespace."""

    def request(name: str, address: str) -> bytes:
        return struct.pack("16sH2s4s8x", name.encode(), socket.AF_INET, b"", socket.inet_aton(address))

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        (flags,) = struct.unpack_from("16xH", fcntl.ioctl(probe, _SIOCGIFFLAGS, struct.pack("16sH14x", b"lo", 0)))
        fcntl.ioctl(probe, _SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", flags | _IFF_UP))
        fcntl.ioctl(probe, _SIOCSIFADDR, request("lo:1", f"{network}.254"))
        fcntl.ioctl(probe, _SIOCSIFNETMASK, request("lo:1", "255.255.255.0"))


@dataclass(frozen=True)
class Somebody:
    """Who calls the table on *port* from *address*, with a *cookie* or without one."""

    port: int
    address: str
    cookie: str = ""

    @property
    def host(self) -> str:
        """By which name they call it."""
        return f"{HERE if self.address == HERE else socket.gethostname()}:{self.port}"

    def head(self, method: str, path: str, *more: str) -> bytes:
        cookie = [f"Cookie: {self.cookie}"] if self.cookie else []
        return "\r\n".join([f"{method} {path} HTTP/1.1", f"Host: {self.host}", *cookie, *more, "", ""]).encode()

    def connect(self) -> socket.socket:
        return socket.create_connection((self.address, self.port), PATIENCE_S, (self.address, 0))

    def ask(self, path: str, body: object = None) -> Reply:
        """Ask on a connection of its own."""
        text = b"" if body is None else json.dumps(body).encode()
        more = [f"Content-Length: {len(text)}", "Content-Type: application/json"] if text else []
        head = self.head("POST" if text else "GET", path, f"Origin: http://{self.host}", "Connection: close", *more)
        with self.connect() as connection:
            connection.sendall(head + text)
            return Reply(b"".join(iter(lambda: connection.recv(65536), b"")))

    def status(self, path: str) -> int:
        """Return the status of the answer; 0 where there is none."""
        try:
            return self.ask(path).status
        except (OSError, IndexError):
            return 0


class Listening(Watchers):
    """The stream of *somebody*."""

    def __init__(self, somebody: Somebody) -> None:
        self._somebody = somebody
        super().__init__(somebody.port, 1)

    def _connect(self, port: int, source: str) -> socket.socket:
        return self._somebody.connect()

    def _open(self, watcher: Watcher, host: str) -> None:
        watcher.connection.sendall(self._somebody.head("GET", "/api/v1/stream?seat=none"))

    @classmethod
    def status(cls, somebody: Somebody) -> str:
        """Return whether a new stream tells *somebody* the table."""
        try:
            with cls(somebody):
                return "told"
        except (OSError, EOFError, TimeoutError):
            return "not told"


class Roller:
    """A phone that rolls, as somebody does who looks at the table between one roll and the next."""

    def __init__(self, phone: Somebody) -> None:
        self._phone = phone
        self._seen = int(phone.ask("/api/v1/table").json["version"])
        self._rolled = 0

    def roll(self) -> int:
        """Roll once; return the version it led to."""
        self._rolled += 1
        body = {"id": f"roll-{self._rolled}", "seen": self._seen, "seat": 0, "do": "roll dice"}
        answer = self._phone.ask("/api/v1/commands", body)
        if answer.status != 200:
            raise RuntimeError(f"a roll was answered with {answer.raw!r}")
        self._seen = int(answer.json["version"])
        return self._seen

    def rolls_ms(self, streams: Mapping[str, Watchers], count: int) -> list[tuple[float, float]]:
        """Roll *count* times; return after how many ms each was answered, and told on the phone's own of *streams*."""
        taken = []
        for _ in range(count):
            begun_s = time.perf_counter()
            version = self.roll()
            answered_s = time.perf_counter()
            (told_s,) = streams["phone"].wait("table", version)
            taken.append((1000 * (answered_s - begun_s), 1000 * (told_s - begun_s)))
            threading.Event().wait(PACE_S)
            for stream in streams.values():
                stream.read()
        return taken


def cpu_s(process: int) -> float:
    """Return the seconds of CPU time that *process* has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def heard(streams: Mapping[str, Watchers], version: int) -> dict[str, bool]:
    """Return on which *streams* the table is told at *version*."""
    found = {}
    for name, stream in streams.items():
        try:
            found[name] = bool(stream.wait("table", version))
        except (OSError, EOFError, TimeoutError):
            found[name] = False
    return found


def main(folder: Path, rolls: int) -> None:
    """Tell how a table in *folder* bears it."""
    own_every_address(NETWORK)
    cores = os.sched_getaffinity(0)
    own_log = folder / "log"
    with ExitStack() as many:
        errors = many.enter_context(own_log.open("wb"))
        words = [sys.executable, "-m", "tests.support.besieged", str(folder), "0.0.0.0"]
        table = many.enter_context(_process(words, errors, max(cores)))
        assert table.stdout is not None
        in_ = json.loads(table.stdout.readline())
        port = in_["port"]
        phone = Somebody(port, PHONE, f"tidetable={in_['phone']}")
        television = Somebody(port, TELEVISION, f"tidetable-tv={in_['television']}")
        people = {
            "phone": phone,
            "phone elsewhere": Somebody(port, ELSEWHERE, phone.cookie),
            "television": television,
            "owner": Somebody(port, OWNER, f"tidetable={in_['owner']}"),
            "this computer": Somebody(port, HERE),
        }
        at_home = {name: who for name, who in people.items() if who.address != ELSEWHERE}
        streams = {name: many.enter_context(Listening(who)) for name, who in at_home.items()}
        streams["a watcher"] = many.enter_context(Listening(Somebody(port, WATCHER)))
        roller = Roller(phone)
        quiet = roller.rolls_ms(streams, rolls)
        words = [sys.executable, "-m", "tests.support.attackers", str(port), socket.gethostname(), *SOURCES]
        attackers = many.enter_context(_process(words, None, min(cores)))
        assert attackers.stdout is not None
        attackers.stdout.readline()
        begun = (cpu_s(table.pid), time.monotonic())
        under_attack = roller.rolls_ms(streams, rolls)
        used_s, took_s = cpu_s(table.pid) - begun[0], time.monotonic() - begun[1]
        told = {
            "cpu": used_s / took_s,
            "pages": {name: who.status("/owner" if name == "owner" else "/") for name, who in people.items()},
            "new streams": {name: Listening.status(who) for name, who in people.items()},
            "old streams": heard(streams, roller.roll()),
            "attackers": json.loads(attackers.communicate()[0]),
            "quiet": quiet,
            "under attack": under_attack,
            "log": own_log.read_text("utf-8").splitlines(),
        }
    print(json.dumps(told))


def _process(words: list[str], errors: Any, core: int) -> subprocess.Popen[bytes]:
    """Start *words* on *core*; leaving it as a context waits for it, once its stdin has ended."""
    own = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})  # inherited by every thread that it starts
    try:
        return subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
    finally:
        os.sched_setaffinity(0, own)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
