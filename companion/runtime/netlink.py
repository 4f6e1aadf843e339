"""Netlink: events from the kernel.

Each kind has a source that derives from `Netlink`.
"""

from __future__ import annotations

import errno
import socket
from pathlib import Path

_LARGEST_BYTES = 65536
_KOBJECT_UEVENT = 15
_GROUPS = 0x1 | 0x2
"""The kernel sends at once; udev after links, names and permissions."""
_UID_MAP = Path("/proc/self/uid_map")
_EVERY_USER = ["0", "0", str(0xFFFFFFFF)]


class Netlink:
    """An open socket for the kernel's *groups* of *protocol*'s events.

    It never blocks.

    :raises OSError: this system tells of none.
    """

    def __init__(self, protocol: int, groups: int) -> None:
        kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
        self._socket = socket.socket(socket.AF_NETLINK, kind, protocol)
        try:
            self._socket.bind((0, groups))
        except OSError:
            self._socket.close()
            raise

    def fileno(self) -> int:
        """Return the file descriptor, readable once there are events."""
        return self._socket.fileno()

    def _counts(self, told: bytes) -> bool:
        """Return True if this event counts."""
        raise NotImplementedError

    def heard(self) -> bool:
        """Read all messages; return True if any counts.

        Messages that were lost because too many came at once count.
        """
        is_heard = False
        while True:
            try:
                is_heard = self._counts(self._socket.recv(_LARGEST_BYTES)) or is_heard
            except BlockingIOError:
                return is_heard
            except OSError:
                return True

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()


class Uevents(Netlink):
    """News of devices of a *subsystem*, such as ``block``: Linux's kobject uevents.

    :raises OSError: this system tells of none.
    """

    def __init__(self, subsystem: str) -> None:
        if _UID_MAP.read_text("ascii").split() != _EVERY_USER:
            raise OSError(errno.EPERM, "the kernel tells a container of its own users of no device")
        super().__init__(_KOBJECT_UEVENT, _GROUPS)
        self._wanted = f"\0SUBSYSTEM={subsystem}\0".encode()

    def _counts(self, told: bytes) -> bool:
        return self._wanted in told
