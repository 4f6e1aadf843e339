"""The names of this machine, checked against a foreign page's made-up name."""

from __future__ import annotations

import ipaddress
import logging
import re
import time
from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,255})(?::([0-9]{1,5}))?", re.ASCII)
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_REFRESH_S = 5.0


class Hosts:
    """The exact names for a Host header, alone or with the *port*.

    They may be in upper or lower case.
    """

    def __init__(
        self,
        hostname: str,
        names: Sequence[str],
        addresses: Callable[[], Sequence[str]],
        clock: Callable[[], float] = time.monotonic,
        *,
        join_host: Callable[[], str] = lambda: "",
    ) -> None:
        short = hostname.partition(".")[0]
        own = (hostname, short, f"{short}.local", *names)
        self._names = _LOOPBACK_NAMES | {_in_host(name).lower() for name in own if name}
        self._read_addresses = addresses
        self._addresses: frozenset[str] = frozenset()
        self._read_at_s: float | None = None
        self._clock = clock
        self._join_host = join_host
        self.port: int | None = None
        self.announced = ""
        """This machine's short name in the network, "" for none yet."""

    def also(self, name: str) -> None:
        """Allow *name*, this machine's in the network, from now on."""
        self._names |= {name.lower()}
        self.announced = name.lower()

    def forget(self) -> None:
        """Forget the machine's addresses: they have changed."""
        self._read_at_s, self._addresses = None, frozenset()

    def allows(self, host: str, any_port: bool = False) -> bool:
        """Return True if *host*, a whole Host header, names this machine.

        *any_port* allows the port of a proxy.
        """
        name = self._name(host, any_port)
        return name is not None and (name in self._names or name in self._own_addresses(name))

    def is_loopback(self, host: str) -> bool:
        """Return True if only this computer can reach the table as *host*."""
        return self._name(host) in _LOOPBACK_NAMES

    def for_phones(self, host: str) -> str:
        """Return this machine's host and port for phones.

        The page that asks came to it by *host*.
        """
        found_at = self._join_host() if self.is_loopback(host) and self.port is not None else ""
        return f"{_in_host(found_at)}:{self.port}" if found_at else host

    def _name(self, host: str, any_port: bool = False) -> str | None:
        match = _HOST.fullmatch(host.lower())
        if match is None:
            return None
        name, port = match.groups()
        name = name.removesuffix(".")  # as a name that is whole may end (RFC 1034, 3.1)
        return name if port is None or any_port or int(port) == self.port else None

    def _own_addresses(self, wanted: str) -> frozenset[str]:
        now = self._clock()
        stale = self._read_at_s is None or now - self._read_at_s >= _REFRESH_S
        if stale and wanted not in self._addresses:
            self._read_at_s = now
            try:
                self._addresses = frozenset(_in_host(address) for address in self._read_addresses())
            except OSError as fault:  # no descriptor is left, as a rule
                log.warning("this computer's addresses can't be read now, those known before count on: %s", fault)
        return self._addresses


def is_loopback(address: str) -> bool:
    """Return True for a loopback *address* of a peer.

    An unreadable one isn't.
    """
    try:
        peer = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(peer, ipaddress.IPv6Address) and peer.ipv4_mapped is not None:
        return peer.ipv4_mapped.is_loopback
    return peer.is_loopback


def _in_host(address: str) -> str:
    return f"[{address.lower()}]" if ":" in address else address
