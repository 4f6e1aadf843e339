"""Kernel and udev events for devices that are plugged in or removed.

They come from a netlink socket, without polling.
"""

from __future__ import annotations

import errno
from pathlib import Path

from companion.runtime.netlink import Netlink

_KOBJECT_UEVENT = 15
_GROUPS = 0x1 | 0x2
"""The kernel sends at once; udev after links, names and permissions."""
_UID_MAP = Path("/proc/self/uid_map")
_EVERY_USER = ["0", "0", str(0xFFFFFFFF)]


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
