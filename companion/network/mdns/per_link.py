"""A multicast DNS responder with each link's own addresses.

The library announces all addresses on every link, also those that nobody reaches from there. Another responder on this
computer takes an unknown address under that name for another machine's, and gives the name up.
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any

import zeroconf
from zeroconf._dns import DNSAddress
from zeroconf._protocol.outgoing import DNSOutgoing

from companion.network.addresses import address_towards


class PerLink(zeroconf.Zeroconf):
    """Responds at *addresses*; *links* maps each to all of its link."""

    def __init__(self, addresses: list[str], links: Mapping[str, frozenset[str]]) -> None:
        self._links = links
        super().__init__(interfaces=addresses)

    def async_send(  # noqa: PLR0917  # as zeroconf has it
        self,
        out: DNSOutgoing,
        addr: str | None = None,
        port: int = 5353,
        v6_flow_scope: Any = (),
        transport: Any = None,
    ) -> None:
        """Send on each link only its own addresses in *out*.

        With *addr*, send only to it, with those of the link towards it.
        """
        for sender in [transport] if transport else list(self.engine.senders):
            told = self._for_link(out, address_towards(addr) if addr else sender.sock_name[0])
            if told.questions or told.answers or not out.answers:
                super().async_send(told, addr, port, v6_flow_scope, sender)

    def _for_link(self, out: DNSOutgoing, at: str) -> DNSOutgoing:
        """Return *out* with only the addresses of the link at *at*."""
        of_link = {_packed(each) for each in self._links.get(at, (at,)) if each}

        def is_told(record: object) -> bool:
            return not isinstance(record, DNSAddress) or record.address in of_link

        told = DNSOutgoing(out.flags, out.multicast, out.id)
        told.questions, told.authorities = out.questions, out.authorities
        told.answers = [each for each in out.answers if is_told(each[0])]
        told.additionals = [each for each in out.additionals if is_told(each)]
        return told


def _packed(address: str) -> bytes:
    return socket.inet_pton(socket.AF_INET6 if ":" in address else socket.AF_INET, address.partition("%")[0])
