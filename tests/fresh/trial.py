"""A trial of the README's two commands in one bare Debian, step by step."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.fresh.bare import BareDebian
from tests.fresh.press import roll

RUN = 'make run ARGS="--port 0"'
ORIGIN = "/srv/tidetable.git"
START_S, STOP_S, INSTALL_S, TEST_S = 1200.0, 60.0, 3600.0, 7200.0
"""Limits: many times what each step takes on an idle computer."""
POLL_S = 0.2
TAIL = 40
READY = re.compile(r"^READY (http://\S+)$", re.MULTILINE)
COMMAND = re.compile(r"^  (sudo apt-get .+)$", re.MULTILINE)
CLOSING = re.compile(r"^=+ (.+ in [\d.]+s.*?) =+$", re.MULTILINE)
FAILED = re.compile(r"^(?:FAILED|ERROR) .+$", re.MULTILINE)


class TrialFailed(Exception):  # noqa: N818  # as people say it
    """A step failed; the message has the end of its log."""


class Trial:
    """Steps of one *user* in the clone of a bare Debian, with one *log* of them all."""

    def __init__(self, debian: BareDebian, user: str, log: Path, tell: Callable[[str], None]) -> None:
        self._debian, self._user, self._log, self._tell = debian, user, log, tell
        self._clone = "/root/tidetable" if user == "root" else f"/home/{user}/tidetable"

    def clone(self) -> None:
        """Clone the repository into the user's home."""
        with self._step("clone"):
            self._must_pass(f"git clone --quiet {ORIGIN} {self._clone}", self._user, "/", INSTALL_S)

    def play(self) -> None:
        """Start the table, press ROLL, tell the result, and stop the table as Ctrl-C does.

        :raises TrialFailed: it didn't get ready, or didn't stop.
        """
        with self._step("make run"):
            begin, begun_s = self._size(), time.monotonic()
            with self._started(self._user, self._clone, RUN) as table:
                address = self._address(table, begin)
                self._tell(f"  READY {address} after {time.monotonic() - begun_s:.0f} s")
                try:
                    self._tell(f"  ROLL: {roll(address)}")
                except OSError as fault:
                    raise self._failure(f"a press of ROLL: {fault}", begin) from fault
                os.killpg(table.pid, signal.SIGINT)
                try:
                    table.wait(STOP_S)
                except subprocess.TimeoutExpired:
                    raise self._failure(f"{RUN} didn't stop within {STOP_S:.0f} s", begin) from None
                if "Traceback" in self._text(begin):
                    raise self._failure(f"{RUN} printed a traceback", begin)

    def be_refused(self) -> str:
        """Call ``make test`` without the packages; return the command that it prints.

        :raises TrialFailed: it did or printed anything else.
        """
        with self._step("make test, refused"):
            begin = self._size()
            code = self._run(self._user, self._clone, "make test", INSTALL_S)
            text = self._text(begin)
            if (fault := fault_of_refusal(code, text)) or self._has(".venv"):
                raise self._failure(f"make test without its packages: {fault or 'it made .venv'}", begin)
            for line in text.splitlines():
                self._tell(f"  {line}")
            return str(COMMAND.findall(text)[0])

    def install(self, command: str) -> None:
        """Run a printed *command* as root, who needs no sudo."""
        with self._step("the command, as root"):
            self._must_pass(command.replace("sudo ", ""), "root", "/", INSTALL_S)

    def test(self, arguments: str) -> None:
        """Run ``make test``; tell pytest's closing line.

        :raises TrialFailed: it failed, or pytest hasn't closed.
        """
        with self._step("make test"):
            begin = self._size()
            line = f'make test ARGS="{arguments}"' if arguments else "make test"
            code = self._run(self._user, self._clone, line, TEST_S)
            text = self._text(begin)
            closing = CLOSING.findall(text)
            if code or not closing:
                failed = "".join(f"\n  {each}" for each in FAILED.findall(text))
                raise self._failure(f"make test ended with {code}{failed}", begin)
            self._tell(f"  {closing[-1]}")

    def _must_pass(self, line: str, user: str, folder: str, limit_s: float) -> None:
        begin = self._size()
        if code := self._run(user, folder, line, limit_s):
            raise self._failure(f"{line} ended with {code}", begin)

    def _run(self, user: str, folder: str, line: str, limit_s: float) -> int:
        begin = self._size()
        with self._started(user, folder, line) as process:
            try:
                return process.wait(limit_s)
            except subprocess.TimeoutExpired:
                raise self._failure(f"{line} wasn't finished after {limit_s:.0f} s", begin) from None

    @contextmanager
    def _started(self, user: str, folder: str, line: str) -> Iterator[subprocess.Popen[bytes]]:
        command = self._debian.command(user, folder, line)
        with self._log.open("ab") as log:
            log.write(f"\n$ {line}  # {user}\n".encode())
            log.flush()
            with subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, start_new_session=True
            ) as process:
                try:
                    yield process
                finally:
                    process.kill()  # all that it has started ends with it

    def _address(self, table: subprocess.Popen[bytes], begin: int) -> str:
        end_s = time.monotonic() + START_S
        while time.monotonic() < end_s:
            if found := READY.search(self._text(begin)):
                return found[1]
            if table.poll() is not None:
                raise self._failure(f"{RUN} ended with {table.returncode}", begin)
            time.sleep(POLL_S)
        raise self._failure(f"{RUN} wasn't ready after {START_S:.0f} s", begin)

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        begun_s = time.monotonic()
        yield
        self._tell(f"{name}: {(time.monotonic() - begun_s) / 60:.1f} min")

    def _has(self, name: str) -> bool:
        return (self._debian.root / self._clone.removeprefix("/") / name).exists()

    def _size(self) -> int:
        return self._log.stat().st_size if self._log.exists() else 0

    def _text(self, begin: int) -> str:
        """Return what the log has since *begin*, without the line that names the command."""
        return self._log.read_bytes()[begin:].decode("utf-8", "replace").lstrip("\n").partition("\n")[2]

    def _failure(self, fault: str, begin: int) -> TrialFailed:
        tail = "\n".join(self._text(begin).splitlines()[-TAIL:])
        return TrialFailed(f"{fault}\nThe end of its log:\n{tail}")


def fault_of_refusal(code: int, text: str) -> str:
    """Return what is wrong with the output of a refused ``make``, empty if nothing is.

    It names the missing packages, prints one command, and ends with 1, which make reports in its own line.
    """
    lines = text.splitlines()
    if not code or not lines or not lines[-1].endswith("Error 1"):
        return f"it ended with {code}"
    if len(COMMAND.findall(text)) != 1 or len(lines) != 3:  # noqa: PLR2004  # missing, command, make's own
        return "it printed more or less than one command"
    return ""
