"""A responder for multicast DNS that tells each link the addresses of that link alone.

The library tells every link all addresses, also those that nobody reaches from there; and another responder on this
computer takes an address that it doesn't know by that name for another machine's, and gives the name up.
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
    """Responds at *addresses*; *links* gives all addresses of a link by each of them."""

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
        """Send by each link what it may know of *out*; to *addr* alone, what the link towards it may know."""
        for sender in [transport] if transport else list(self.engine.senders):
            told = self._for_link(out, address_towards(addr) if addr else sender.sock_name[0])
            if told.questions or told.answers or not out.answers:
                super().async_send(told, addr, port, v6_flow_scope, sender)

    def _for_link(self, out: DNSOutgoing, at: str) -> DNSOutgoing:
        """Return *out* without the addresses of other links than the one that has the address *at*."""
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
