"""A watch on this computer's addresses by a netlink socket, without polling."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator

from companion.runtime.netlink import Netlink
from companion.runtime.news import NewsWatch

GROUPS = 0x1 | 0x10 | 0x100
"""Netlink groups: links, IPv4 and IPv6 addresses.

They are RTMGRP_LINK, RTMGRP_IPV4_IFADDR and RTMGRP_IPV6_IFADDR.
"""
_HEADER = struct.Struct("=IHHII")
"""Header of a netlink message (struct nlmsghdr): length, kind, flags, number, sender."""
_KINDS = frozenset({16, 17, 20, 21})
"""Netlink messages about a link or an address.

They are RTM_NEWLINK, RTM_DELLINK, RTM_NEWADDR and RTM_DELADDR.
"""


class AddressWatch(NewsWatch):
    """Calls *changed* after changes of links or addresses.

    It does so on a thread of its own. Without the kernel's messages it is never called.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        super().__init__(_AddressNews, changed, "network")


class _AddressNews(Netlink):
    """Netlink messages about links and addresses."""

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
