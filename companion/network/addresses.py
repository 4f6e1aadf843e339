"""The links and addresses that this computer has now."""

from __future__ import annotations

import fcntl
import ipaddress
import socket
import struct

_SIOCGIFFLAGS = 0x8913
_LOOPBACK, _RUNNING = 0x8, 0x40
_REQUEST = struct.Struct("16sH14x")
"""A link's name and its flags (struct ifreq)."""


def running_links() -> tuple[str, ...]:
    """Return the names of the links that are connected: a cable is in, or the Wi-Fi is joined; loopback is left out."""
    links = (name for _, name in socket.if_nameindex())
    return tuple(name for name in links if _flags(name) & (_RUNNING | _LOOPBACK) == _RUNNING)


def machine_addresses() -> tuple[str, ...]:
    """Return the addresses by which others in the network find this computer now, IPv4 first.

    Loopback is left out, what is good on one link alone in IPv6, and what a link has kept whose cable is pulled.
    """
    import ifaddr  # the start doesn't pay for it: nobody asks before the table answers

    given = [each.ip for adapter in ifaddr.get_adapters() if _flags(adapter.name) & _RUNNING for each in adapter.ips]
    addresses = [ip if isinstance(ip, str) else ip[0] for ip in given]
    return tuple(sorted(filter(_is_for_others, addresses), key=lambda each: ":" in each))


def addresses_for(host: str) -> tuple[str, ...]:
    """Return those of the machine's addresses by which a table that is served at *host* can be found.

    Only "::" serves both kinds, "0.0.0.0" and every name IPv4 alone.
    """
    is_v6 = ":" in host
    return tuple(each for each in machine_addresses() if host == "::" or (":" in each) == is_v6)


def _is_for_others(address: str) -> bool:
    read = ipaddress.ip_address(address)
    return not read.is_loopback and not (read.version == 6 and read.is_link_local)


def _flags(link: str) -> int:
    """Return the flags of *link*, 0 where it has gone meanwhile."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            answer = fcntl.ioctl(asking, _SIOCGIFFLAGS, _REQUEST.pack(link.partition(":")[0].encode()[:15], 0))
        except OSError:
            return 0
    return int(_REQUEST.unpack(answer)[1])
