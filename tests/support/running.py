"""A table in a process of its own, and what the kernel says of that process."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any, Self

from tests.support.paths import ROOT

PATIENCE_S = 30.0
POLL_S = 0.002
TICKS_A_SECOND = os.sysconf("SC_CLK_TCK")

USUAL = "from companion.cli.main import main; main()"
BRISK = (
    f"from companion.session.game.reveal import TIMES_S; TIMES_S.update(dict.fromkeys(TIMES_S, (0.0, 0.02)));{USUAL}"
)
"""The same table, but nothing is in motion for more than 20 ms: it has imported nothing that the usual one hasn't."""
HURRIED = f"import companion.rehearsal.rehearsal as rehearsal; rehearsal.TOLD_S = 0.3;{BRISK}"
"""The same, and what a rehearsal tells is there for an instant."""


class Running:
    """A server in a process of its own, *told* something on stdin, that says READY and its address or port on stdout.

    ``start_s``: from the making of the process to that; ``start_cpu_s``: the CPU time of all its threads until then.
    With *closes_stdin* it is told no more.
    """

    def __init__(
        self,
        command: Sequence[str],
        told: bytes = b"",
        environment: Mapping[str, str] | None = None,
        closes_stdin: bool = True,
    ) -> None:
        begun_s = time.perf_counter()
        self._process = process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(told)
        if closes_stdin:
            process.stdin.close()
        ready = process.stdout.readline().decode()
        self._proc = Path("/proc") / str(process.pid)
        self.start_cpu_s = self.cpu_s
        self.start_s = time.perf_counter() - begun_s
        if not ready.startswith("READY "):
            self.close()
            raise RuntimeError(f"it didn't start; run this to see why: {' '.join(command)}")
        self.port = int(re.split("[: ]", ready.strip().rstrip("/"))[-1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        assert self._process.stdout is not None
        self._process.terminate()
        self._process.wait(PATIENCE_S)
        self._process.stdout.close()
        if self._process.stdin is not None:
            self._process.stdin.close()

    @property
    def memory_mb(self) -> float:
        """Resident memory now, in units of 1,000,000 bytes."""
        return resident_mb(self._proc)

    @property
    def cpu_s(self) -> float:
        """CPU time used so far by all threads that there are, in seconds."""
        used_ns = 0
        for task in (self._proc / "task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                used_ns += int((task / "schedstat").read_text().split()[0])
        return used_ns / 1e9

    @property
    def cpu_ticks(self) -> int:
        """CPU time used so far by all threads, in ticks of the kernel's clock."""
        fields = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) + int(fields[12])


class RunningTable(Running):
    """A Fireship table with two people on a free port; *folder* keeps its memory. *devices* says which it has.

    It is run by *python*, this one unless said otherwise, in *environment*.
    """

    def __init__(
        self,
        folder: Path,
        program: str = USUAL,
        devices: Sequence[str] = ("--simulate",),
        python: Sequence[str] = (sys.executable,),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        settings = folder / "settings.toml"
        settings.touch()
        options = ["--config", str(settings), "--data", str(folder), "--host", "127.0.0.1", "--port", "0", *devices]
        command = [*python, "-c", program, "run", *options, "--kit", "fireship", "--seats", "Ann,Ben"]
        self._connection: http.client.HTTPConnection | None = None
        super().__init__(command, environment=environment)
        self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        self._ids = (f"bench-{number}" for number in count())
        try:
            self._seen = int(self._call("GET", "/api/v1/table")[1]["version"])
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Hang up, and end the process."""
        self.hang_up()
        super().close()

    def hang_up(self) -> None:
        """End the connection that commands go by; the next one makes another."""
        if self._connection is not None:
            self._connection.close()

    def do(self, line: str, seat: int | str = "table") -> int:
        """Have *line* done by *seat*, waiting while something is in motion; return the version it led to."""
        end_s = time.perf_counter() + PATIENCE_S
        body = {"id": next(self._ids), "seat": seat, "do": line}
        while True:
            status, answer = self._call("POST", "/api/v1/commands", body | {"seen": self._seen})
            if status == 200:
                self._seen = int(answer["version"])
                return self._seen
            if answer.get("error") != "rolling" or time.perf_counter() > end_s:
                raise RuntimeError(f"{line!r} was answered with {status} {answer}")
            time.sleep(POLL_S)

    def wait(self) -> None:
        """Wait until what was done last, and what that has brought, is revealed."""
        while (table := self._call("GET", "/api/v1/table")[1])["reveal"] or table["version"] < self._seen:
            time.sleep(POLL_S)
        self._seen = int(table["version"])

    def seen_by(self, host: str) -> dict[str, Any]:
        """Return the table as it is shown to those who call it by the name *host*."""
        return dict(self._call("GET", "/api/v1/table", host=host)[1])

    def _call(self, method: str, path: str, body: Any = None, host: str = "127.0.0.1") -> tuple[int, Any]:
        here = f"{host}:{self.port}"
        headers = {"Host": here, "Origin": f"http://{here}", "Content-Type": "application/json"}
        assert self._connection is not None
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        return answer.status, json.loads(answer.read())

    @property
    def written_bytes(self) -> int:
        """What the process has given to storage so far, in whole pages of 4,096 bytes."""
        return written_bytes(self._proc)

    @property
    def wakeups(self) -> Mapping[str, int]:
        """How often each of its threads has woken up so far."""
        return wakeups(self._proc)


def wakeups(proc: Path) -> Mapping[str, int]:
    """Return how often each thread of the process at *proc* has gone to sleep so far, and been woken up.

    How often others took its core isn't in it.
    """
    slept = {}
    for task in (proc / "task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            slept[task.name] = int(_field((task / "status").read_text(), "voluntary_ctxt_switches"))
    return slept


def woken(before: Mapping[str, int], after: Mapping[str, int]) -> int:
    """Return how often the threads that there are *after* have woken up since *before*; one may have ended."""
    return sum(times - before.get(thread, 0) for thread, times in after.items())


def resident_mb(proc: Path) -> float:
    """Return the resident memory of the process at *proc*, in units of 1,000,000 bytes."""
    return int(_field((proc / "status").read_text(), "VmRSS").split()[0]) * 1024 / 1e6


def written_bytes(proc: Path) -> int:
    """Return what the process at *proc* has given to storage; the file system's own book-keeping isn't in it."""
    return int(_field((proc / "io").read_text(), "write_bytes"))


def _field(text: str, name: str) -> str:
    return next(line.partition(":")[2].strip() for line in text.splitlines() if line.startswith(f"{name}:"))
