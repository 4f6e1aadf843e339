"""A reading of the network, which may ask it for some seconds."""

from __future__ import annotations

import ipaddress
import logging
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import ifaddr
import zeroconf

from companion.network.addresses import addresses_for, machine_addresses, running_links
from companion.network.judgement import Reading
from companion.network.routes import default_route, rows

log = logging.getLogger(__name__)

NEIGHBOURS = Path("/proc/net/arp")
DISCARD_PORT = 9
NARROWEST = 24
"""Minimum prefix length to scan in a larger network: 254 machines."""
ANSWERED_S = 1.5
"""Timeout of the machines' answers; a sleeping phone takes a second."""
NAME_MS = 1500
_COMPLETE = 0x2


def read(came: bool | None = None, name: str = "", host: str = "0.0.0.0") -> Reading:
    """Read and test the network, for one to three seconds.

    *name* is the table's announced name, "" for none. The table is served at *host*: addresses of another kind don't
    count. Every machine of the table's own network is sent one byte that it drops: a machine is there if its link
    answers.
    """
    addresses = addresses_for(host)
    is_found = _is_found(name, addresses) if name and addresses else None
    return Reading(running_links(), addresses, default_route().gateway, _neighbours(), came, is_found)


def _neighbours() -> frozenset[str] | None:
    """Return the machines that answer in this computer's IPv4 networks.

    None if it has no such network.
    """
    asked = tuple(_hosts())
    if not asked:
        return None
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.setblocking(False)
        for host in asked:
            try:
                asking.sendto(b"\0", (host, DISCARD_PORT))
            except OSError:  # nobody is there, or too many are asked at once: the next may be there
                continue
    threading.Event().wait(ANSWERED_S)  # the kernel asks each of them, and notes who answers
    return frozenset(_answered()) & {*asked, default_route().gateway}


def _hosts() -> Iterator[str]:
    """Yield the other addresses in this computer's IPv4 networks."""
    ours = set(machine_addresses())
    for adapter in ifaddr.get_adapters():
        for each in adapter.ips:
            if isinstance(each.ip, str) and each.ip in ours:
                bits = max(each.network_prefix, NARROWEST)
                network = ipaddress.ip_network(f"{each.ip}/{bits}", strict=False)
                yield from (str(host) for host in network.hosts() if str(host) not in ours)


def _answered() -> Iterator[str]:
    for line in rows(NEIGHBOURS):
        address, _, flags, *_ = line
        if int(flags, 16) & _COMPLETE:
            yield address


def _is_found(name: str, addresses: tuple[str, ...]) -> bool | None:
    """Return True if the network resolves *name* to this computer.

    A name is such as ``tidetable.local``. None means unknown.
    """
    try:
        asking = zeroconf.Zeroconf(interfaces=[each for each in addresses if ":" not in each] or list(addresses))
    except (OSError, zeroconf.Error) as error:
        log.warning("the name can't be asked for: %s", error)
        return None
    try:
        resolver = zeroconf.AddressResolver(f"{name}.")  # type: ignore[attr-defined]  # it is in zeroconf's documentation
        return bool(resolver.request(asking, NAME_MS) and set(resolver.parsed_addresses()) & set(addresses))
    finally:
        asking.close()
