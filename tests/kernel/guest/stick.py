"""A memory stick on USB: the kernel's mass-storage gadget on a file, with a partition of FAT as sticks are sold."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

from tests.kernel.guest.waiting import eventually

GADGET = Path("/sys/kernel/config/usb_gadget/stick")
CONTROLLER = "dummy_udc.1"
SANDISK, CRUZER = "0x0781", "0x5567"
SECTOR = 512
FIRST_SECTOR, SECTORS = 2048, 32768
FAT32 = 0x0C
PARTITION = struct.Struct("<B3sB3sII")
CHS_UNUSED = b"\xfe\xff\xff"


class Stick:
    """A stick whose whole content is the file *image*; its partition is ``/dev/sda1`` while it is plugged in."""

    disk, partition = "sda", Path("/dev/sda1")

    def __init__(self, image: Path) -> None:
        _format(image)
        _make_gadget(image)

    def plug_in(self) -> None:
        """Plug it into the computer."""
        (GADGET / "UDC").write_text(CONTROLLER)
        eventually(self.partition.exists)

    def pull_out(self) -> None:
        """Pull it out."""
        (GADGET / "UDC").write_text("\n")
        eventually(lambda: not self.partition.exists())


def _format(image: Path) -> None:
    part = image.with_suffix(".part")
    part.write_bytes(b"")
    with part.open("r+b") as file:
        file.truncate(SECTORS * SECTOR)
    subprocess.run(["busybox", "mkdosfs", "-n", "GAMES", str(part)], check=True, stdout=subprocess.DEVNULL)
    entry = PARTITION.pack(0, CHS_UNUSED, FAT32, CHS_UNUSED, FIRST_SECTOR, SECTORS)
    table = bytes(446) + entry + bytes(3 * PARTITION.size) + b"\x55\xaa"
    image.write_bytes(table.ljust(FIRST_SECTOR * SECTOR, b"\0") + part.read_bytes())
    part.unlink()


def _make_gadget(image: Path) -> None:
    GADGET.mkdir()
    (GADGET / "idVendor").write_text(SANDISK)
    (GADGET / "idProduct").write_text(CRUZER)
    function, configuration = GADGET / "functions/mass_storage.0", GADGET / "configs/c.1"
    function.mkdir()
    (function / "lun.0/file").write_text(str(image))
    configuration.mkdir()
    (configuration / "mass_storage.0").symlink_to(function)
