"""The last picture: shown on the table's screen at power-off.

It stays there as long as the screen has power. systemd runs this last of all before the power goes: every program has
ended by then, and every disk is unmounted, or read-only. It knows no display: it writes the bytes that the helper was
given.
"""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.service.helper import LAST_PICTURE, PICTURE

I2C_SLAVE = 0x0703
"""The ioctl of linux/i2c-dev.h that sets the address of writes."""
ENDS = frozenset({"poweroff", "halt"})
"""Ends without a restart, after which the plug may be pulled."""
Write = Callable[[int, int, Sequence[bytes]], None]


def write(bus: int, address: int, messages: Sequence[bytes]) -> None:
    """Write *messages* to *address* on the I2C bus of that number.

    :raises OSError: if there is no such bus, or nothing answers.
    """
    device = os.open(f"/dev/i2c-{bus}", os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.ioctl(device, I2C_SLAVE, address)
        for message in messages:
            os.write(device, message)
    finally:
        os.close(device)


def show(end: str, root: Path = Path("/"), write: Write = write) -> bool:
    """Show the stored picture if *end* is a power-off.

    Return True if it was shown. *root* is the computer's.

    :raises OSError: if it can't be read or shown.
    """
    file = root / LAST_PICTURE
    if end not in ENDS or not file.is_file():
        return False
    picture = file.read_text("ascii")
    if not picture or not PICTURE.fullmatch(picture):
        return False
    bus, address, *messages = picture.split(".")
    write(int(bus), int(address, 16), [bytes.fromhex(each) for each in messages])
    return True


def main() -> None:
    """Show the picture, unless the argument by systemd-shutdown is a restart."""
    show(sys.argv[1] if len(sys.argv) > 1 else "")
