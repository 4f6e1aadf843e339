"""Who is calling, and whom they may speak for.

Until people join with their phones there are two callers: *this computer*, the table's own hands, which may speak for
every seat and for the table; and everybody else, who may watch. No address and no header of a proxy is trusted, with
one exception: a peer on loopback that calls us by a loopback name.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.session import TABLE, WATCHER
from web_ui.hosts import Hosts, is_loopback
from web_ui.source import Published


@dataclass(frozen=True)
class Caller:
    """One caller: *key* tells clients apart where streams are counted."""

    this_computer: bool
    key: str

    @property
    def viewer(self) -> int:
        """As whom the caller looks: the table's hands see what lies openly on the table, no one's hidden cards."""
        return TABLE if self.this_computer else WATCHER

    def speaks_for(self, published: Published) -> frozenset[int]:
        """Return the seats that the caller may speak for; none for a watcher."""
        return frozenset({TABLE, *range(len(published.people))}) if self.this_computer else frozenset()


def caller_of(peer: str, host: str, hosts: Hosts) -> Caller:
    """Return who calls from the address *peer* by the Host header *host*."""
    return Caller(is_loopback(peer) and hosts.is_loopback(host), peer)


def origin_matches(origin: str, host: str) -> bool:
    """Tell whether a page from *origin* was served by us under the same *host*."""
    return origin.lower() == f"http://{host.lower()}"
