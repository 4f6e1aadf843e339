"""The real program in the guest, asked from outside as a page asks it."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from PIL import Image

from tests.kernel.guest.rig import DIALOUT, GPIO, I2C, PI, Rig
from tests.kernel.guest.waiting import eventually
from tests.support.paths import ROOT
from tests.support.running import wakeups

PORT, HTTP = 8080, 80
SIZE = (128, 64)
RESULTS = Path("/mnt/results")
ENDS_S = 60.0
CALLED_S = 60.0
JournalLine: TypeAlias = tuple[int, str | None, str | None, int | None]
"""A line's number, what was done, by what, and which line it undid."""


class Asked:
    """A table that answers on *port*, with its journal in *data*."""

    def __init__(self, data: Path, port: int = PORT) -> None:
        self.data, self.here = data, f"http://127.0.0.1{'' if port == HTTP else f':{port}'}"

    def get(self, path: str) -> bytes:
        """Return what is at *path*."""
        with urllib.request.urlopen(f"{self.here}{path}", timeout=CALLED_S) as answer:
            body: bytes = answer.read()
            return body

    def post(self, path: str, **body: object) -> dict[str, Any]:
        """Ask for what *body* says at *path*, as a page of this computer does; return the answer, also a refusal."""
        return self.tell(path, id=f"guest-{os.urandom(8).hex()}", seen=self.shown["version"], **body)

    def tell(self, path: str, **told: object) -> dict[str, Any]:
        """Send just what is *told* to *path*; return the answer, also a refusal."""
        headers = {"Origin": self.here, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.here}{path}", json.dumps(told).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=CALLED_S) as answer:
                said: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as refused:
            said = json.load(refused)
        return said

    @property
    def shown(self) -> dict[str, Any]:
        """The table as the pages are told it."""
        told: dict[str, Any] = json.loads(self.get("/api/v1/table"))
        return told

    @property
    def devices(self) -> dict[str, dict[str, Any]]:
        """How each device is, by its name."""
        return {device["name"]: device for device in self.shown["devices"]}

    @property
    def mirror(self) -> bytes:
        """The OLED's picture as the pages show it, in `Rig.picture`'s bytes."""
        return Image.open(io.BytesIO(self.get("/api/v1/screen.png"))).convert("L").tobytes()

    def journal(self) -> list[JournalLine]:
        """Return each line of the journal."""
        return lines_of(self.data / "journal.sqlite")

    def pressed(self) -> list[str]:
        """Return what the buttons have done, oldest first."""
        return [str(do) for _, do, by, _ in self.journal() if by == "button"]

    def dice(self) -> list[int]:
        """Return what the dice show on the pages."""
        return list(self.shown["state"]["dice"][0]["values"] or ())

    def shows_as_mirrored(self, rig: Rig) -> None:
        """Wait until the glass shows just what the pages show of it; what else both showed is kept as pictures."""
        try:
            eventually(lambda: rig.glass.on and rig.picture() == self.mirror)
        except pytest.fail.Exception:
            for name, picture in (("glass", rig.picture()), ("mirror", self.mirror)):
                Image.frombytes("L", SIZE, picture).save(RESULTS / f"{name}.png")
            raise

    def works(self, name: str) -> bool:
        """Tell whether the real device *name* works."""
        device = self.devices.get(name, {})
        return bool(device.get("working") and not device.get("simulated"))


class Table(Asked):
    """``tidetable run`` in a process of its own, as the plain user of a Raspberry Pi and in a folder it can't write."""

    def __init__(
        self,
        data: Path,
        words: Sequence[str] = (),
        groups: Sequence[int] = (GPIO, I2C, DIALOUT),
        tray: str = "auto",
    ) -> None:
        super().__init__(data)
        data.mkdir(exist_ok=True)
        os.chown(data, PI, PI)
        runtime = data.with_suffix(".runtime")
        runtime.mkdir(exist_ok=True)
        os.chown(runtime, PI, PI)
        settings = data.with_suffix(".toml")
        web = f'[web]\nhost = "127.0.0.1"\nport = {PORT}\n'
        settings.write_text(f'[table]\nname = "Kernel"\n{web}[dicetray]\nport = "{tray}"\n')
        settings.chmod(0o644)
        own = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent", "TMPDIR": "/run/tmp"}
        own |= {"RUNTIME_DIRECTORY": str(runtime), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "companion", "run", "--no-first-evening", "--config", str(settings)]
        command += ["--data", str(data), *words]
        self._log = data.with_suffix(".log")
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd="/",
                env=own,
                stdout=subprocess.PIPE,
                stderr=log,
                user=PI,
                group=PI,
                extra_groups=groups,
            )

    def ready(self) -> float:
        """Wait for READY; return how many seconds that took."""
        assert self.process.stdout is not None
        begun_s = time.monotonic()
        line = self.process.stdout.readline().decode()
        assert line.startswith("READY "), f"{line!r}; {self.log}"
        return time.monotonic() - begun_s

    @property
    def log(self) -> str:
        """All that it has logged."""
        return self._log.read_text("utf-8", "replace")

    def end(self, number: signal.Signals) -> int:
        """Send it the signal *number*; return the code that it ends with."""
        self.process.send_signal(number)
        try:
            return self.process.wait(ENDS_S)
        finally:
            assert self.process.stdout is not None
            self.process.stdout.close()

    @property
    def wakeups(self) -> Mapping[str, int]:
        """How often each of its threads has woken up so far."""
        return wakeups(Path(f"/proc/{self.process.pid}"))


def lines_of(journal: Path) -> list[JournalLine]:
    """Return each line of a *journal*, game by game."""
    with closing(sqlite3.connect(f"file:{journal}?mode=ro", uri=True)) as database:
        return list(database.execute("SELECT n, do, by, undo FROM line ORDER BY game, n"))
