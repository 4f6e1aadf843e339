"""The service manager of this process, such as systemd.

It is notified when the process is ready, well, and ending. Each notification is one datagram to the socket in
``NOTIFY_SOCKET``; without one nothing is sent.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

log = logging.getLogger(__name__)

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"
PATIENCE_S = 1.0
_US = 1_000_000


class ServiceManager:
    """The service manager in the environment *env*, if any."""

    def __init__(self, env: Mapping[str, str]) -> None:
        where = env.get("NOTIFY_SOCKET", "")
        self._where = f"\0{where[1:]}" if where.startswith("@") else where
        self.is_there = where.startswith(("/", "@"))
        is_watched = self.is_there and env.get("WATCHDOG_PID", "") in ("", str(os.getpid()))
        self.watchdog_s = _seconds(env) if is_watched else 0.0
        """Seconds without ``ALIVE`` after which the process is restarted.

        0 without a watchdog.
        """

    def tell(self, *lines: str) -> None:
        """Send *lines*, such as ``READY``; failures are logged."""
        if not self.is_there:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as said:
                said.settimeout(PATIENCE_S)
                said.sendto("\n".join(lines).encode(), self._where)
        except OSError as error:
            log.warning("the service manager can't be told %s: %s", lines[0], error.strerror or error)


def _seconds(env: Mapping[str, str]) -> float:
    with suppress(ValueError):
        return max(0.0, int(env.get("WATCHDOG_USEC", "0")) / _US)
    return 0.0
