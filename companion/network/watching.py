"""A watch on this computer's addresses by the kernel's own word: a netlink socket, no polling."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator

from companion.runtime.netlink import Netlink
from companion.runtime.news import NewsWatch

GROUPS = 0x1 | 0x10 | 0x100
"""The news that are wanted: links, IPv4 and IPv6 addresses (RTMGRP_LINK, RTMGRP_IPV4_IFADDR, RTMGRP_IPV6_IFADDR)."""
_HEADER = struct.Struct("=IHHII")
"""What each piece of news begins with: its length, its kind, flags, number, sender (struct nlmsghdr)."""
_KINDS = frozenset({16, 17, 20, 21})
"""A link or an address came or went: RTM_NEWLINK, RTM_DELLINK, RTM_NEWADDR, RTM_DELADDR."""


class AddressWatch(NewsWatch):
    """Calls *changed*, on a thread of its own, after links or addresses of this computer have changed.

    Where the kernel gives no such news all stays as it was at the start.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__(_AddressNews, changed, "network")


class _AddressNews(Netlink):
    """News of links and addresses."""

    def __init__(self) -> None:
        super().__init__(socket.NETLINK_ROUTE, GROUPS)

    def _counts(self, told: bytes) -> bool:
        return any(kind in _KINDS for kind in _kinds(told))


def _kinds(data: bytes) -> Iterator[int]:
    at = 0
    while at + _HEADER.size <= len(data):
        length, kind, *_ = _HEADER.unpack_from(data, at)
        if length < _HEADER.size:
            return
        yield kind
        at += (length + 3) & ~3
