"""An emulated tray: the firmware on MicroPython for WebAssembly under Node.

The firmware is unchanged. Its serial port is a pseudo-terminal, `Emulator.path`. The changes of the board's pins are
recorded, and any pin can be pulled from outside.
"""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
import tempfile
import threading
import tty
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

HERE = Path(__file__).parent
FIRMWARE = HERE.parent / "firmware"
TLINK = HERE.parent / "tlink.py"
PACKAGE = "@micropython/micropython-webassembly-pyscript"
PACKAGE_VERSION = "1.27.0"
BOOT_S = 30.0
GONE_S = 5.0


class NoEmulator(OSError):  # noqa: N818  # as people say it
    """The emulated tray can't be started; the message names the remedy.

    It says which program is missing and how to get it.
    """


def find_micropython() -> Path:
    """Return MicroPython's module for Node.

    It is looked for where `make` puts it, then in the current folder.

    :raises NoEmulator: it isn't there.
    """
    for folder in (Path(sys.prefix) / "micropython", Path.cwd()):
        module = folder / "node_modules" / PACKAGE / "micropython.mjs"
        if module.is_file():
            return module
    raise NoEmulator(f"MicroPython for Node isn't installed; get it with: npm install {PACKAGE}@{PACKAGE_VERSION}")


def find_node() -> str:
    """Return Node's program.

    :raises NoEmulator: there is none.
    """
    node = shutil.which("node")
    if node is None:
        raise NoEmulator("Node isn't installed; on Debian: sudo apt-get install -y nodejs npm")
    return node


def disk_files() -> dict[str, bytes]:
    """Return the files to flash, by their names on the Pico.

    They are every file of the firmware and the protocol.
    """
    return {path.name: path.read_bytes() for path in (*sorted(FIRMWARE.glob("*.py")), TLINK)}


class VirtualPico:
    """The state of a board's pins.

    A level or duty that was never set is 0. One thread writes, any thread reads. *given* counts how often each pin was
    given each duty, *pulsed* keeps the last that wasn't 0.
    """

    def __init__(self) -> None:
        self.pixels: dict[int, bytes] = {}
        self.levels: Counter[int] = Counter()
        self.duty: Counter[int] = Counter()
        self.freq: dict[int, int] = {}
        self.given: Counter[tuple[int, int]] = Counter()
        self.pulsed: dict[int, int] = {}

    def take(self, event: Mapping[str, Any]) -> None:
        """Take one event of the bench."""
        pin, value = event.get("pin", -1), event.get("value")
        if event["event"] == "pixels":
            self.pixels[pin] = _rgb(bytes.fromhex(str(value)))
        elif event["event"] == "pin":
            self.levels[pin] = int(str(value))
        elif event["event"] == "duty":
            self.duty[pin] = duty = int(str(value))
            self.given[pin, duty] += 1
            if duty:
                self.pulsed[pin] = duty
        elif event["event"] == "freq":
            self.freq[pin] = int(str(value))


def _rgb(wire: bytes) -> bytes:
    """Return the bytes of WS2812 in people's order: red, green, blue."""
    out = bytearray(len(wire))
    out[0::3], out[1::3], out[2::3] = wire[1::3], wire[0::3], wire[2::3]
    return bytes(out)


def _disk(files: Mapping[str, bytes], ring_leds: int | None) -> tempfile.TemporaryDirectory[str]:
    """Return the folder of a board's disk.

    :raises NoEmulator: no folder for temporary files can be written.
    """
    shim = {path.name: path.read_bytes() for path in (HERE / "shim").glob("*.py")}
    ring = {"ring.txt": str(ring_leds).encode()} if ring_leds is not None else {}
    try:
        folder = tempfile.TemporaryDirectory(prefix="tidetable-tray-")
        for name, content in {**shim, **files, **ring}.items():
            (Path(folder.name) / name).write_bytes(content)
    except OSError as fault:
        why = f"no folder for temporary files can be written ({fault.strerror})"
        raise NoEmulator(
            f"{why}: make room in {os.environ.get('TMPDIR', '/tmp')}, or name another by TMPDIR"
        ) from fault
    return folder


class Emulator:
    """A tray, plugged in when this is built and unplugged at `close`.

    *ring_leds* is the length of its ring, None for the usual; *on_event* hears every event of the bench on this
    object's thread; *files* replace the firmware's on its disk. Unless it shall *wait*, it is still starting when this
    returns.

    :raises NoEmulator: Node or MicroPython is missing, or the firmware doesn't start.
    """

    def __init__(
        self,
        *,
        ring_leds: int | None = None,
        on_event: Callable[[Mapping[str, Any]], None] = lambda event: None,
        files: Mapping[str, bytes] | None = None,
        wait: bool = True,
    ) -> None:
        command = [find_node(), str(HERE / "bench.mjs"), "--micropython", str(find_micropython())]
        self.board = VirtualPico()
        self.boots = 0
        self._on_event = on_event
        self._booted = threading.Event()
        self._folder = _disk(disk_files() if files is None else files, ring_leds)
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path = os.ttyname(self._slave)
        command += ["--files", self._folder.name, "--fd", str(self._master)]
        self._process = subprocess.Popen(
            command, pass_fds=[self._master], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._thread = threading.Thread(target=self._listen, name="emulated-tray", daemon=True)
        self._thread.start()
        if wait and not (self._booted.wait(BOOT_S) and self.boots):
            self.close()
            raise NoEmulator("the emulated dice tray doesn't start; Node says above why")

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def pull(self, pin: int, down: bool) -> None:
        """Pull *pin* to ground like a pressed button, or let it go."""
        self._command({"pin": pin, "level": 0 if down else 1})

    def reset(self) -> None:
        """Switch the board off and on; its port stays."""
        self._command({"reset": True})

    def close(self) -> None:
        """Unplug it; open ports are lost. May be called again."""
        if self._folder is None:
            return
        with suppress(OSError):
            self._stdin.close()
        try:
            self._process.wait(GONE_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        os.close(self._master)
        os.close(self._slave)
        self._thread.join(GONE_S)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._folder.cleanup()
        self._folder = None  # type: ignore[assignment]  # closed

    @property
    def _stdin(self) -> IO[bytes]:
        assert self._process.stdin is not None
        return self._process.stdin

    def _command(self, command: Mapping[str, object]) -> None:
        with suppress(OSError, ValueError):  # it is unplugged already
            self._stdin.write(json.dumps(command).encode() + b"\n")
            self._stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            event = json.loads(line)
            self.board.take(event)
            if event["event"] == "boot":
                self.boots += 1
                self._booted.set()
            self._on_event(event)
        self._booted.set()
