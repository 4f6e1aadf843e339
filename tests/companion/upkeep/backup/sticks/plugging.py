"""A computer that memory sticks are plugged into: real file systems in memory, really mounted by the real helper.

Whoever uses it has mounts of its own: ``unshare --map-root-user --mount``.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from companion.health.helper import Helper, HelperAnswer
from companion.service.helper import HelpedMachine, answer
from companion.upkeep.backup.sticks.sticks import Sticks


def mount(*words: str | Path) -> None:
    subprocess.run(["mount", *map(str, words)], check=True)


class Stick:
    """A stick with so much room, as ``size`` of tmpfs says it; its content lies at *content* even while it is out."""

    def __init__(self, folder: Path, id: str, label: str = "", size: str = "2m") -> None:
        self.id, self.label = id, label
        self.content = folder / f"content-{id}"
        self.content.mkdir()
        self.hold(size)
        device = self.content.stat().st_dev
        self.number = f"{os.major(device)}:{os.minor(device)}"

    def hold(self, size: str) -> None:
        """Have room for *size* and no more."""
        mount("-t", "tmpfs", "-o", f"size={size}", "stick", self.content)

    @property
    def backups(self) -> Path:
        return self.content / "tidetable-backups"

    def fill(self) -> None:
        """Fill it up with films, but for one page."""
        room = os.statvfs(self.content)
        (self.content / "films").write_bytes(bytes((room.f_bavail - 1) * room.f_bsize))

    def be_read_only(self) -> None:
        mount("-o", "remount,ro", self.content)


class Computer(Helper):
    """A computer below *root*, and its helper."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.root = root
        self.mounted: list[tuple[str, str, Path]] = []
        self.fails = False
        self.inside: dict[str, Stick] = {}
        for folder in ("sys/class/block", "proc/self", "media", "dev/disk/by-uuid", "dev/disk/by-label"):
            (root / folder).mkdir(parents=True)
        self._write_mounts()
        self.machine = HelpedMachine(root, self.run)
        self.sticks = Sticks(self, root, (f"{root / 'media'}/",))

    def plug_in(self, stick: Stick, device: str = "sda1") -> None:
        self.inside[device] = stick
        block = self.root / "sys/devices/usb1" / device
        block.mkdir(parents=True, exist_ok=True)
        (block / "dev").write_text(f"{stick.number}\n")
        (self.root / "sys/class/block" / device).symlink_to(block)
        for how, name in (("by-uuid", stick.id), ("by-label", stick.label)):
            if name:
                (self.root / "dev/disk" / how / name).symlink_to(f"../../{device}")

    def pull_out(self, device: str = "sda1") -> None:
        stick = self.inside.pop(device)
        (self.root / "sys/class/block" / device).unlink()
        for link in (self.root / "dev/disk").glob("*/*"):
            if link.readlink().name == device:
                link.unlink()
        self._unmount(device, stick)
        assert stick.content.is_dir()

    def _unmount(self, device: str, stick: Stick | None = None) -> None:
        for each in [each for each in self.mounted if each[0] == device]:
            self.unbind((stick or self.inside[device]).content, each[2])
            self.mounted.remove(each)
        self._write_mounts()

    def ask(self, verb: str, argument: str = "") -> HelperAnswer:
        said = answer(f"{verb} {argument}\n".encode(), self.machine)
        return HelperAnswer(is_done=said == "done", why=said)

    def run(self, command: Sequence[str]) -> bool:
        """Mount and unmount as ``systemd-mount`` would, below the computer's own folder."""
        assert command[0] == "/usr/bin/systemd-mount"
        device, folder = Path(command[-2]).name, self.root / "media" / Path(command[-1]).name
        if self.fails:
            return False
        if command[-2] == "--umount":
            device = folder.name.removeprefix("stick-")
            self._unmount(device)
            return True
        self.bind(self.inside[device].content, folder)
        self.mounted.append((device, self.inside[device].number, folder))
        self._write_mounts()
        return True

    def bind(self, content: Path, folder: Path) -> None:
        """Mount *content* at *folder*."""
        folder.mkdir(exist_ok=True)
        mount("--bind", content, folder)

    def unbind(self, content: Path, folder: Path) -> None:
        """Take the mount at *folder* away, whoever uses it."""
        subprocess.run(["umount", "--lazy", folder], check=True)

    def _write_mounts(self) -> None:
        lines = [f"/dev/{device} {folder} vfat rw 0 0\n" for device, _, folder in self.mounted]
        (self.root / "proc/self/mounts").write_text("".join(lines))
        lines = [
            f"22 1 {number} / /media/{at.name} rw - vfat /dev/{device} rw\n" for device, number, at in self.mounted
        ]
        (self.root / "proc/self/mountinfo").write_text("".join(lines))


class PlainStick(Stick):
    """A stick that is no more than a folder, for whoever has no mounts of its own."""

    def hold(self, size: str) -> None:
        """Hold whatever comes."""


class PlainComputer(Computer):
    """A computer that mounts such sticks by renaming their folder."""

    def bind(self, content: Path, folder: Path) -> None:
        content.rename(folder)

    def unbind(self, content: Path, folder: Path) -> None:
        folder.rename(content)
