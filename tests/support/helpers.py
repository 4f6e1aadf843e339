"""A pretended Raspberry Pi for the helper to change, and a helper behind a socket."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.health.helper import Helper
from companion.service.helper import HelpedMachine, serve
from tests.support.waiting import TIMEOUT_S

CONFIG = "# For more options see\ndtparam=audio=on\n[pi4]\narm_boost=1\n[all]\n"


class Pretended:
    """A pretended Raspberry Pi below *root*, with a stick ``sdb1`` and its own system on the USB disk ``sda``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ran: list[tuple[str, ...]] = []
        self.fails: set[str] = set()
        self.write("boot/firmware/config.txt", CONFIG)
        self.write("etc/hostname", "table")
        for name, number, bus in (("sda", "8:0", "usb1"), ("sdb", "8:16", "usb2"), ("sdc", "8:32", "ata1")):
            for part, minor in (("", 0), ("1", 1), ("2", 2)):
                block = root / "sys" / "devices" / bus / name / (f"{name}{part}" if part else "")
                block.mkdir(parents=True)
                major, first = number.split(":")
                (block / "dev").write_text(f"{major}:{int(first) + minor}\n")
                (root / "sys" / "class" / "block").mkdir(parents=True, exist_ok=True)
                (root / "sys" / "class" / "block" / f"{name}{part}").symlink_to(block)
        self.write("proc/self/mountinfo", "22 1 8:2 / / rw - ext4 /dev/root rw\n23 22 0:5 / /proc rw - proc proc rw\n")
        self.machine = HelpedMachine(root, self.run)

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, "utf-8")

    def run(self, command: Sequence[str]) -> bool:
        self.ran.append(tuple(command))
        return Path(command[0]).name not in self.fails

    @property
    def config(self) -> str:
        return (self.root / "boot/firmware/config.txt").read_text("utf-8")

    @property
    def files(self) -> dict[str, bytes]:
        found = (path for path in self.root.rglob("*") if path.is_file())
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in found}


@contextmanager
def helper_at(path: Path, pi: Pretended) -> Iterator[Helper]:
    """Run a helper behind the socket at *path*."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listening:
        listening.bind(str(path))
        listening.listen()

        def run() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                with connection:
                    serve(connection, pi.machine, os.getuid())

        running = threading.Thread(target=run)
        running.start()
        try:
            yield Helper(path)
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            running.join(TIMEOUT_S)
