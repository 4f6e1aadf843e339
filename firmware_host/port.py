"""Serial ports: found by device, opened without the surprises of modem lines."""

from __future__ import annotations

import errno
import os
import select
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Protocol

MICROPYTHON_USB = frozenset({(0x2E8A, 0x0005)})
"""Vendor and product of a Pico that runs MicroPython, over USB."""

NOT_ALLOWED = frozenset({errno.EACCES, errno.EPERM})
"""Errors of a port without permission.

With any other, another program has it.
"""

WRITE_S = 0.5
"""Timeout in seconds of a port that takes nothing."""

LARGEST_READ = 4096


class Port(Protocol):
    """An open serial port. All methods raise OSError once it has vanished."""

    def wait(self, timeout_s: float, wake: int | None = None) -> bool:
        """Wait for the port or *wake*; return True for the port."""

    def read(self) -> bytes:
        """Return at least one byte; called after `wait` returned True."""

    def write(self, data: bytes) -> None:
        """Send *data*."""

    def close(self) -> None:
        """Close the port; never raises."""


class PortNews(Protocol):
    """An open source of news of ports that come and go."""

    def fileno(self) -> int:
        """Return the file descriptor, readable once there are some."""

    def heard(self) -> bool:
        """Read all news; return True if a port may have changed."""

    def close(self) -> None:
        """Close the source."""


class SerialPort:
    """A real port, or a pseudo-terminal's.

    :raises OSError: there is none at *path*, or another program has it.
    """

    def __init__(self, path: str) -> None:
        import serial  # only where there is a tray to talk to

        self._serial: Any = serial.Serial(path, 115200, timeout=0, write_timeout=WRITE_S, exclusive=True)
        # A Pico sends nothing until somebody says to be there; a pseudo-terminal has no such line.
        with suppress(OSError):
            self._serial.dtr = True
        with suppress(OSError):
            self._serial.reset_input_buffer()

    def wait(self, timeout_s: float, wake: int | None = None) -> bool:
        own: int = self._serial.fileno()
        files = (own,) if wake is None else (own, wake)
        return own in select.select(files, (), (), max(0.0, timeout_s))[0]

    def read(self) -> bytes:
        data = os.read(self._serial.fileno(), LARGEST_READ)
        if not data:
            raise OSError("the port says that there is something to read, and there isn't: it has gone")
        return data

    def write(self, data: bytes) -> None:
        try:
            sent = os.write(self._serial.fileno(), data)
        except BlockingIOError:
            sent = 0
        if sent < len(data):
            self._serial.write(data[sent:])  # which waits for room

    def close(self) -> None:
        with suppress(OSError):
            self._serial.close()


def plugged_in() -> Sequence[str]:
    """Return the ports of all Picos with MicroPython, tidetable's or not."""
    from serial.tools import list_ports

    return [port.device for port in list_ports.comports() if (port.vid, port.pid) in MICROPYTHON_USB]
