"""The strangers' share of connections and time: joined callers always find some.

This computer, phones that have joined and registered televisions are *in*. Everybody else is a stranger. Strangers are
served while there is room and share it out among their addresses and networks.
"""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from web_ui.http.access.rate_limit import Limit

OWN_REQUESTS = (15, 0.2)
"""Requests of a stranger's machine: burst, then rate per second.

A page counts as one, each of its files a tenth, and a stream one: enough to join in spite of other strangers.
"""
SHARED_REQUESTS = (400, 10.0)
"""Further requests shared by the strangers of one network.

The values are burst and rate per second: a family behind one router.
"""
FILE_COST = 0.1
"""The cost of a static file, sent from memory as it is."""
ARRIVALS = (60, 1.0)
"""New connections of a stranger's machine: burst, then rate per second."""
REMEMBERED_S = 3600.0
"""Seconds for which an address counts as joined after its last request."""
_ADDRESSES = 256

Place = TypeVar("Place")


@lru_cache(maxsize=4096)
def machine_of(address: str) -> str:
    """Return the part of *address* that belongs to one machine.

    The IPv4 address; in IPv6 the /64, since the machine may use any address in it.
    """
    network = network_of(address)
    return network if ":" in network else address


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Return the network that most likely owns *address*: /24, in IPv6 /64.

    A string that isn't an address is its own network.
    """
    try:
        peer = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(peer, ipaddress.IPv6Address) and peer.ipv4_mapped is not None:
        peer = peer.ipv4_mapped
    return str(ipaddress.ip_network((peer.packed, 24 if peer.version == 4 else 64), strict=False))


def first_to_go(places: Iterable[Place], address_of: Callable[[Place], str]) -> Place | None:
    """Return the place of a stranger to give up, None without any.

    *places* are strangers' only, the longest held first. The one to go is of the address that holds most, then of the
    network that holds most, and the newest there. The longest held place of an address, maybe a television, goes only
    when nobody has any other.
    """
    held = [(place, address_of(place)) for place in places]
    addresses = Counter(address for _, address in held)
    networks = Counter(network_of(address) for _, address in held)
    seen: set[str] = set()
    ranked = []
    for number, (place, address) in enumerate(held):
        ranked.append(((address in seen, addresses[address], networks[network_of(address)], number), place))
        seen.add(address)
    return max(ranked, key=lambda pair: pair[0])[1] if ranked else None


class Admission:
    """Remembers the addresses of joined callers and limits the rate of strangers.

    Any thread may use it.

    :param has_joined: returns True if the phone or television with this roster key is still in.
    :param clock: monotonic seconds.
    """

    def __init__(self, has_joined: Callable[[str], bool], clock: Callable[[], float] = time.monotonic) -> None:
        self._has_joined = has_joined
        self._clock = clock
        self._lock = threading.Lock()
        # For each address, who has called from it, and when last.
        self._met_s: OrderedDict[str, dict[str, float]] = OrderedDict()
        self._arrivals = Limit(*ARRIVALS, clock)
        self._own = Limit(*OWN_REQUESTS, clock)
        self._shared = Limit(*SHARED_REQUESTS, clock)

    def met(self, address: str, who: str) -> None:
        """Note the *address* of a joined caller."""
        with self._lock:
            others = {each: met_s for each, met_s in self._met_s.get(address, {}).items() if self._has_joined(each)}
            self._met_s[address] = {**others, who: self._clock()}
            self._met_s.move_to_end(address)
            if len(self._met_s) > _ADDRESSES:
                self._met_s.popitem(last=False)

    def knows(self, address: str) -> bool:
        """Return True if somebody still in has called from *address* lately.

        Nothing else is known about a new connection.
        """
        with self._lock:
            met_s = self._met_s.get(address)
        if met_s is None:
            return False
        since_s = self._clock() - REMEMBERED_S
        return any(at_s > since_s and self._has_joined(who) for who, at_s in met_s.items())

    def may_arrive(self, address: str) -> bool:
        """Count a stranger's new connection; return False if it is too many."""
        return self._arrivals.wait_s(machine_of(address)) == 0

    def wait_s(self, address: str, cost: float = 1.0) -> float:
        """Count a stranger's request; return 0 or the seconds to wait.

        After that time the request surely succeeds.
        """
        own_s = self._own.wait_s(machine_of(address), cost)
        return own_s if own_s and self._shared.wait_s(network_of(address), cost) else 0.0
