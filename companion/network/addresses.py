"""This computer's current links and addresses."""

from __future__ import annotations

import fcntl
import ipaddress
import re
import socket
import struct
from collections.abc import Mapping

from companion.network.routes import default_route

LOOPBACKS = frozenset({"127.0.0.1", "::1", "localhost"})
_SIOCGIFFLAGS = 0x8913
_LOOPBACK, _POINT_TO_POINT, _RUNNING = 0x8, 0x10, 0x40
_VIRTUAL = re.compile(r"docker|virbr|vnet|veth|br-|lxcbr|lxdbr|podman|cni|vmnet|vboxnet")
"""Prefixes of links of containers and virtual machines, without phones."""
_DISCARD_PORT = 9
_REQUEST = struct.Struct("16sH14x")
"""A link's name and its flags (struct ifreq)."""


def running_links() -> tuple[str, ...]:
    """Return the names of the connected links without loopback.

    A cable is in, or the Wi-Fi is joined.
    """
    links = (name for _, name in socket.if_nameindex())
    return tuple(name for name in links if _flags(name) & (_RUNNING | _LOOPBACK) == _RUNNING)


def machine_addresses() -> tuple[str, ...]:
    """Return this computer's addresses, the likeliest for phones first.

    IPv4 is before IPv6. Loopback is left out. So are link-local addresses of IPv6, and those of a link without its
    cable.
    """
    way_out = default_route().link
    ranked = [
        (":" in ip, _rank(ip, link, way_out), ip)
        for link, ips in _given().items()
        if _flags(link) & _RUNNING
        for ip in ips
        if _is_for_others(ip)
    ]
    return tuple(ip for *_, ip in sorted(ranked, key=lambda each: each[:2]))


def addresses_for(host: str) -> tuple[str, ...]:
    """Return the machine's addresses of a table that is served at *host*.

    Only "::" serves both kinds. "0.0.0.0" and every name serve IPv4 alone, loopback none, an address itself.
    """
    if host in LOOPBACKS:
        return ()
    try:
        wanted = ipaddress.ip_address(host)
    except ValueError:
        return tuple(each for each in machine_addresses() if ":" not in each)
    if wanted.is_unspecified:
        return tuple(each for each in machine_addresses() if wanted.version == 6 or ":" not in each)
    return tuple(each for each in machine_addresses() if ipaddress.ip_address(each) == wanted)


def link_addresses() -> Mapping[str, frozenset[str]]:
    """Return all addresses of a link by each of them."""
    return {ip: frozenset(ips) for ips in _given().values() for ip in ips}


def own_addresses() -> frozenset[str]:
    """Return this machine's own addresses, without loopback and containers."""
    links = {link: ips for link, ips in _given().items() if not _VIRTUAL.match(link)}
    return frozenset(ip for ips in links.values() for ip in ips if not ipaddress.ip_address(ip).is_loopback)


def address_towards(peer: str) -> str:
    """Return the address by which *peer* reaches this computer, "" if unknown.

    Nothing is sent.
    """
    with socket.socket(socket.AF_INET6 if ":" in peer else socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            ipaddress.ip_address(peer)  # a name would be asked for
            asking.connect((peer, _DISCARD_PORT))
        except (OSError, ValueError):
            return ""
        return str(asking.getsockname()[0])


def _given() -> dict[str, tuple[str, ...]]:
    """Return the addresses of each link."""
    import ifaddr  # the start doesn't pay for it: nobody asks before the table answers

    return {
        adapter.name: tuple(each.ip if isinstance(each.ip, str) else each.ip[0] for each in adapter.ips)
        for adapter in ifaddr.get_adapters()
    }


def _rank(ip: str, link: str, way_out: str) -> int:
    """Return how unlikely phones reach *ip* of *link*, 0 the best.

    *way_out* is the default route's link.
    """
    address = ipaddress.ip_address(ip)
    if address.is_link_local:
        return 3
    if _flags(link) & _POINT_TO_POINT or (_VIRTUAL.match(link) and link != way_out):
        return 4
    return 0 if link == way_out else 1 if address.is_private else 2


def _is_for_others(address: str) -> bool:
    read = ipaddress.ip_address(address)
    return not read.is_loopback and not (read.version == 6 and read.is_link_local)


def _flags(link: str) -> int:
    """Return the flags of *link*, 0 if it is gone."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            answer = fcntl.ioctl(asking, _SIOCGIFFLAGS, _REQUEST.pack(link.partition(":")[0].encode()[:15], 0))
        except OSError:
            return 0
    return int(_REQUEST.unpack(answer)[1])
