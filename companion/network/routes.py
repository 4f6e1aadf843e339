"""The kernel's IPv4 routes, as far as the router's link needs them."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

log = logging.getLogger(__name__)

ROUTES = Path("/proc/net/route")
_GATEWAY = 0x2
_METRIC = 6


class Route(Struct, frozen=True):
    """A route by a *link* over a *gateway*, both "" for none."""

    link: str = ""
    gateway: str = ""


def default_route() -> Route:
    """Return the default route, of several the one that the kernel uses."""
    ways = [
        (int(metric[0]), Route(link, str(ipaddress.IPv4Address(int(gateway, 16).to_bytes(4, "little")))))
        for link, to, gateway, flags, _, _, *metric in rows(ROUTES, _METRIC + 1)
        if int(to, 16) == 0 and int(flags, 16) & _GATEWAY
    ]
    return min(ways, key=lambda way: way[0])[1] if ways else Route()


def rows(table: Path, columns: int = 4) -> Iterator[list[str]]:
    """Yield the rows of a kernel table without its heading.

    There are none if it can't be read.
    """
    try:
        lines = table.read_text("ascii").splitlines()[1:]
    except OSError as error:
        log.warning("%s can't be read: %s", table, error.strerror)
        return
    yield from (words for line in lines if len(words := line.split()) >= columns)
