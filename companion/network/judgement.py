"""A judgement of the network: the phones' problem, read and tested.

Its words are translated elsewhere: ``none``, no network; ``no-address``; ``alone``, an address that nobody comes to,
since the network keeps its machines apart or nobody else is in it; ``name``, only the name isn't found; ``fine``.
"""

from __future__ import annotations

import ipaddress
from typing import Literal, TypeAlias

from msgspec import Struct

Judgement: TypeAlias = Literal["fine", "none", "no-address", "alone", "name"]
_LINK_LOCAL = ipaddress.ip_network("169.254.0.0/16")


class Reading(Struct, frozen=True):
    """Knowledge of the network: connected *links*, *addresses*, *gateway*.

    *gateway* is "" for none. *neighbours* are the machines that have answered, None if none could be asked. *came* is
    true if another machine has connected since the last change of addresses. *is_found* is true if the table is found
    by its name. Both are None if unknown.
    """

    links: tuple[str, ...] = ()
    addresses: tuple[str, ...] = ()
    gateway: str = ""
    neighbours: frozenset[str] | None = None
    came: bool | None = None
    is_found: bool | None = None


def judge(reading: Reading) -> Judgement:
    """Return the phones' first problem to repair."""
    if all(_is_self_given(address) for address in reading.addresses):
        return "no-address" if reading.links else "none"
    if not reading.came and reading.neighbours is not None and reading.neighbours <= {reading.gateway}:
        return "alone"
    return "name" if reading.is_found is False else "fine"


def _is_self_given(address: str) -> bool:
    return ":" not in address and ipaddress.ip_address(address) in _LINK_LOCAL
