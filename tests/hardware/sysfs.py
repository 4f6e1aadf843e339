"""A folder like the kernel's `sys` of a Raspberry Pi, and a recorder of what is written into files, in its order."""

from __future__ import annotations

import ctypes
import os
import select
import struct
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

_OPENED, _WRITTEN = 0x20, 0x08
_EVENT = struct.Struct("iIII")
_LIBC = ctypes.CDLL(None, use_errno=True)

PI_4, PI_5 = "brcm,bcm2835-pwm", "raspberrypi,rp1-pwm"


def pwm_chip(root: Path, number: int, kind: str, gpios: Sequence[int], *, by_name: bool = False) -> Path:
    """Make PWM chip *number* of *kind*, which the device tree gives *gpios*; return its folder."""
    tree = root / "sys/firmware/devicetree/base/soc"
    node, pins = tree / f"pwm@{number}", tree / f"gpio@0/pwm_pins{number}"
    for folder in (node, pins):
        folder.mkdir(parents=True)
    handle = struct.pack(">I", 70 + number)
    (node / "compatible").write_bytes(kind.encode() + b"\0")
    (node / "pinctrl-0").write_bytes(handle)
    (pins / "phandle").write_bytes(handle)
    if by_name:
        (pins / "pins").write_bytes(b"".join(b"gpio%d\0" % gpio for gpio in gpios))
    else:
        (pins / "brcm,pins").write_bytes(b"".join(struct.pack(">I", gpio) for gpio in gpios))
    device = root / f"sys/devices/platform/pwm{number}"
    chip = device / f"pwm/pwmchip{number}"
    chip.mkdir(parents=True)
    (device / "of_node").symlink_to(node)
    (chip / "device").symlink_to(device)
    for name in ("export", "unexport"):
        os.mkfifo(chip / name)
    (root / "sys/class/pwm").mkdir(parents=True, exist_ok=True)
    shown = root / f"sys/class/pwm/pwmchip{number}"
    shown.symlink_to(chip)
    return shown


Write = tuple[str, int]
"""A file's name, and the value that was written into it."""


class PwmKernel:
    """The kernel behind channel *number* of *chip*: shows the channel's files while it is exported.

    *folder* is where the files are while they aren't shown.
    """

    def __init__(self, chip: Path, number: int) -> None:
        self._shown, self.folder = chip / f"pwm{number}", chip / f"unexported{number}"
        self.folder.mkdir()
        files = [self.folder / name for name in ("period", "duty_cycle", "enable")]
        for file in files:
            os.mkfifo(file)
        self._writes = Writes([*files, chip / "export", chip / "unexport"])
        self._end = os.eventfd(0, os.EFD_CLOEXEC)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def take(self) -> list[Write]:
        """Return what was written since the last time, in its order, after doing what it asks for."""
        self._writes.look(self._heed)
        return self._writes.take()

    def close(self) -> None:
        os.eventfd_write(self._end, 1)
        self._thread.join()
        os.close(self._end)
        self._writes.close()

    def _run(self) -> None:
        while self._end not in select.select([self._writes.fileno(), self._end], [], [])[0]:
            self._writes.look(self._heed)

    def _heed(self, write: Write) -> None:
        name, _ = write
        if name == "export" and self.folder.exists():
            self.folder.rename(self._shown)
        elif name == "unexport" and self._shown.exists():
            self._shown.rename(self.folder)


class Writes:
    """What is written into *files*, which are pipes: each write as (name, value), in the order that they were made.

    The pipes keep the values, and the kernel's notes (inotify) say which pipe was next.
    """

    def __init__(self, files: Sequence[Path]) -> None:
        self._notes: int = _LIBC.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self._pipes = [os.open(file, os.O_RDONLY | os.O_NONBLOCK) for file in files]
        # A file's note that equals the one before is left out: those of opening come in between.
        notes = {
            _LIBC.inotify_add_watch(self._notes, os.fsencode(file), _OPENED | _WRITTEN): at
            for at, file in enumerate(files)
        }
        self._files = {note: (files[at].name, self._pipes[at]) for note, at in notes.items()}
        self._left: dict[int, list[bytes]] = {pipe: [] for pipe in self._pipes}
        self._lock = threading.Lock()
        self._taken: list[Write] = []

    def fileno(self) -> int:
        """Return what is readable once something was written."""
        return self._notes

    def look(self, heed: Callable[[Write], None] = lambda write: None) -> None:
        """Take in what was written since the last look; *heed* is told of each."""
        with self._lock:
            for note in self._noted():
                name, pipe = self._files[note]
                if not self._left[pipe]:
                    self._left[pipe] = os.read(pipe, 65536).splitlines()
                write = (name, int(self._left[pipe].pop(0)))
                heed(write)
                self._taken.append(write)

    def take(self) -> list[Write]:
        """Return what was written and has been looked at since the last time."""
        with self._lock:
            taken, self._taken = self._taken, []
        return taken

    def _noted(self) -> list[int]:
        try:
            notes = os.read(self._notes, 65536)
        except BlockingIOError:
            return []
        return [note for note, mask, _, _ in _EVENT.iter_unpack(notes) if mask & _WRITTEN]

    def close(self) -> None:
        for opened in (self._notes, *self._pipes):
            os.close(opened)
