"""News of what is plugged in and pulled out, by the word of the kernel and of udev: a netlink socket, no polling."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

_KOBJECT_UEVENT = 15
_GROUPS = 0x1 | 0x2
"""The kernel tells at once; udev once links, names and permissions are made."""
_LARGEST_BYTES = 8192
_UID_MAP = Path("/proc/self/uid_map")
_EVERY_USER = ["0", "0", str(0xFFFFFFFF)]


class Uevents:
    """News of devices of a *subsystem*, such as ``block``; wait for them by its `fileno`.

    They are Linux's kobject uevents.

    :raises OSError: this system tells of none.
    """

    def __init__(self, subsystem: str) -> None:
        if _UID_MAP.read_text("ascii").split() != _EVERY_USER:
            raise OSError(errno.EPERM, "the kernel tells a container of its own users of no device")
        self._wanted = f"\0SUBSYSTEM={subsystem}\0".encode()
        kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
        self._socket = socket.socket(socket.AF_NETLINK, kind, _KOBJECT_UEVENT)
        try:
            self._socket.bind((0, _GROUPS))
        except OSError:
            self._socket.close()
            raise

    def fileno(self) -> int:
        """Return the file that can be read once there are news."""
        return self._socket.fileno()

    def heard(self) -> bool:
        """Take in all news that have come; tell whether any is of the subsystem, or was lost as too many came."""
        is_heard = False
        while True:
            try:
                is_heard = self._wanted in self._socket.recv(_LARGEST_BYTES) or is_heard
            except BlockingIOError:
                return is_heard
            except OSError:
                return True

    def close(self) -> None:
        """Hear no more."""
        self._socket.close()
