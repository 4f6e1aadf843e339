"""A watch on this computer's addresses by the kernel's own word: a netlink socket, no polling."""

from __future__ import annotations

import logging
import select
import socket
import struct
import threading
from collections.abc import Callable, Iterator

log = logging.getLogger(__name__)

GROUPS = 0x1 | 0x10 | 0x100
"""The news that are wanted: links, IPv4 and IPv6 addresses (RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV6_IFADDR)."""
SETTLED_S = 0.3
"""News come in bursts: so long after the last of them it counts."""
CLOSING_S = 2.0
_BUFFER_BYTES = 65536
_HEADER = struct.Struct("=IHHII")
"""What each piece of news begins with: its length, its kind, flags, number, sender (struct nlmsghdr)."""
_KINDS = frozenset({16, 17, 20, 21})
"""A link or an address came or went: RTM_NEWLINK, RTM_DELLINK, RTM_NEWADDR, RTM_DELADDR."""


class AddressWatch:
    """Calls *changed*, on a thread of its own, after links or addresses of this computer have changed."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._ends: tuple[socket.socket, socket.socket] | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to listen; where the kernel gives no such news, that is logged and all stays as it was at the start."""
        try:
            news = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW | socket.SOCK_CLOEXEC, socket.NETLINK_ROUTE)
        except OSError as error:
            log.warning("changes of the network can't be followed: %s", error)
            return
        try:
            news.bind((0, GROUPS))
        except OSError as error:
            news.close()
            log.warning("changes of the network can't be followed: %s", error)
            return
        self._ends = socket.socketpair()
        self._thread = threading.Thread(target=self._run, args=(news, self._ends[1]), name="network", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listen no more."""
        if self._ends is None or self._thread is None:
            return
        self._ends[0].close()
        self._thread.join(CLOSING_S)

    def _run(self, news: socket.socket, end: socket.socket) -> None:
        with news, end:
            is_new = False
            while True:
                ready, _, _ = select.select([news, end], [], [], SETTLED_S if is_new else None)
                if end in ready:
                    return
                if news in ready:
                    is_new = _tells_of_addresses(news) or is_new
                elif is_new:
                    is_new = False
                    self._tell()

    def _tell(self) -> None:
        try:
            self._changed()
        except Exception:
            log.exception("following a change of the network failed")


def _tells_of_addresses(news: socket.socket) -> bool:
    """Read what has come; news that were lost, as too many came at once, count as well."""
    try:
        return any(kind in _KINDS for kind in _kinds(news.recv(_BUFFER_BYTES)))
    except OSError:
        return True


def _kinds(data: bytes) -> Iterator[int]:
    at = 0
    while at + _HEADER.size <= len(data):
        length, kind, *_ = _HEADER.unpack_from(data, at)
        if length < _HEADER.size:
            return
        yield kind
        at += (length + 3) & ~3
