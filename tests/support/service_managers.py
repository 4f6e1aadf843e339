"""A service manager for a table to tell of itself, as systemd would be one."""

from __future__ import annotations

import socket
from pathlib import Path


class Manager:
    """The socket at *path* of a service manager that gives up after *watchdog_s*, and what it has been told."""

    def __init__(self, path: Path, watchdog_s: float) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)
        self.env = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": str(int(watchdog_s * 1_000_000))}

    def close(self) -> None:
        self._socket.close()

    def heard(self) -> list[str]:
        """Return what it was told since it was last asked."""
        found = []
        while True:
            try:
                found.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return found
