"""The table's address on the network, through every change of that network.

Law: the table is served whatever the settings say: at their address and port, else at another port, else for this
computer alone. Any difference from the settings is reported as a fault.
"""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Protocol

from companion.health.network import NetworkHealth, host_fault, port_fault, proxy_fault
from companion.model.publication import Published
from companion.network.address_watch import AddressWatch
from companion.network.addresses import LOOPBACKS, address_towards, addresses_for, running_links
from companion.network.own_name import Naming, is_name, soon
from companion.parts.optional import NETWORK_NAME, OptionalParts
from companion.phones.pairing import PairingWindow
from companion.runtime.timers import guarded
from companion.settings.tables import Settings
from web_ui.http.server.server import Server

log = logging.getLogger(__name__)

EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
HERE = "127.0.0.1"
NAMED_S = 5.0
"""Timeout of the start for a host name in the settings."""
PORTS_TRIED = 9
"""Number of ports tried after one in use, before any free one."""
LAST_PORT = 65535
PORT_FAULTS = frozenset({errno.EADDRINUSE, errno.EACCES})


class AddressFollower(Protocol):
    """The table's pages and screen, as far as they show addresses."""

    def readdress(self) -> None:
        """Note that the addresses have changed; this must not wait."""

    def settle(self) -> None:
        """Show the new addresses: the table is announced there."""


class Serving:
    """Serves by the *settings*, announces the table, and follows the addresses.

    Problems go to *network_health* and its faults. After a pairing *window* that no phone used, it checks whether
    phones can come.
    """

    def __init__(
        self,
        settings: Settings,
        network_health: NetworkHealth,
        window: PairingWindow,
        optional: OptionalParts,
    ) -> None:
        self._web, self._name = settings.web, settings.table.name
        self._optional = optional
        self._faults, self._network_health = network_health.faults, network_health
        self._window = window
        self._was_open = False
        self._follower: AddressFollower | None = None
        self._is_shown = False
        self._host = settings.web.host
        self._network = threading.Lock()  # guards all that follows
        self._connected: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self._follows = False
        self._naming: Naming | None = None
        self._watch: AddressWatch | None = None
        self._reached = ""
        window.subscribe(self._window_changed)

    @property
    def address(self) -> str:
        """The address that this computer itself can open."""
        host = self._host
        return self._url(HERE if host in EVERYWHERE else host)

    @property
    def join_address(self) -> str:
        """The address for phones on the network, else this computer's own."""
        host = self.join_host()
        return self._url(host) if host else self.address

    def serve_by(self, server: Server, follower: AddressFollower) -> None:
        """Serve by *server*, and tell *follower* each change of addresses.

        Call it before the start.
        """
        self._server, self._follower = server, follower

    def join_host(self) -> str:
        """Return the host of that address, "" for none.

        That is the settings' host, else the one by which phones come, else the likeliest.
        """
        if self._web.join_host:
            return self._web.join_host
        if self._host not in EVERYWHERE:
            return "" if self._host in LOOPBACKS else self._host
        addresses = addresses_for(self._host or "0.0.0.0")
        return self._reached if self._reached in addresses else next(iter(addresses), "")

    def visited(self, peer: str, is_in: bool) -> None:
        """Note a call from *peer*; joined phones show which network they use."""
        self._network_health.visited(peer)
        if not is_in or self._reached in self._connected[1]:
            return
        own = address_towards(peer)
        if own not in ("", peer) and own in self._connected[1]:
            before, self._reached = self.join_host(), own
            if self.join_host() != before:
                log.info("phones come to %s: others are told that address", own)
                threading.Thread(target=guarded, args=(self._tell_address,), name="readdressing", daemon=True).start()

    def _tell_address(self) -> None:
        if self._follower is not None:
            self._follower.readdress()
            self._follower.settle()

    def show_address(self) -> None:
        """Let the table's screen show its address, once the table answers."""
        self._is_shown = True

    def shown_address(self) -> tuple[str, str]:
        """Return the address on the table's screen, and its QR code's text.

        Both are "" until the table answers: reading addresses and drawing a code take imports that the start needn't
        wait for.
        """
        if not self._is_shown:
            return "", ""
        name = self._optional.made(NETWORK_NAME)
        address = self.join_address
        shown = address.removeprefix("http://").removesuffix("/")
        if name is not None and name.host and self._window.shown is not None:
            shown = f"{name.host}:{self._server.port}"  # typed beside the digits; the code has the address
        return shown, address

    def start(self, port_before: int | None = None) -> None:
        """Serve by the settings, at another port, or for this computer alone.

        Any difference from the settings is a fault. Open pages look for the table at *port_before*, which is tried
        first. A network may come later than the table: the wait for an address or a name goes on.

        :raises OSError: nothing can be served at all.
        """
        web = self._web
        try:
            if is_name(web.host) and soon(web.host, NAMED_S) is None:
                raise OSError(errno.EADDRNOTAVAIL, "the network doesn't know that name")
            self._serve_at(web.host, port_before)
        except OSError as error:
            if web.host == HERE:
                raise
            log.error("can't serve at %s (%s): this computer alone is served", web.host, error.strerror or error)
            self._faults.add(host_fault(web.host))
            self._serve_at(HERE, port_before, web.host)
        for key in self._server.unheard:
            self._faults.add(proxy_fault(key))

    def _serve_at(self, host: str, port_before: int | None, awaited: str = "") -> None:
        """Serve at *host* and the settings' port, or the next free one.

        The address *awaited* is served once this computer has it.

        :raises OSError: *host* is no address of this computer.
        """
        wanted = self._web.port
        for port in _ports_to_try(wanted, port_before):
            try:
                self._server.start(host, port, awaited)
            except OSError as error:
                if error.errno not in PORT_FAULTS:
                    raise
                log.error("port %d is not available (%s); trying another", port, error.strerror or error)
            else:
                self._host = host
                if wanted and self._server.port != wanted:
                    self._faults.add(port_fault(wanted, self._server.port))
                return

    def follow_network(self) -> None:
        """Announce the table, and follow every change of addresses from now on."""
        if self._host == HERE and is_name(self._web.host):
            self._naming = Naming(self._web.host, self._found_at)
        with self._network:  # what the kernel tells meanwhile comes after this
            self._follows = True
            self._watch = AddressWatch(self._network_changed)
            self._watch.start()
            self._connected = self._connected_now()
            self._judge_network()
            self._announce()
        if self._naming is not None:
            self._naming.ask()

    def leave_network(self) -> None:
        """Follow it no more, and take the table's name back."""
        with ExitStack() as last_first:
            last_first.callback(self._take_name_back)
            if self._watch is not None:
                last_first.callback(self._watch.close)
            if self._naming is not None:
                last_first.callback(self._naming.close)

    def hear(self, published: Published) -> None:
        """Take the table's name; the announcement follows soon."""
        name = published.after.name
        if name in ("", self._name):
            return
        self._name = name
        threading.Thread(target=guarded, args=(partial(self._follow, anew=True),), name="renaming", daemon=True).start()

    def _take_name_back(self) -> None:
        with self._network:
            self._follows = False
            self._withdraw_name()

    def _withdraw_name(self) -> None:
        if (name := self._optional.made(NETWORK_NAME)) is not None:
            name.withdraw()

    def _found_at(self, address: str) -> None:
        """Serve at *address* too: the name in the settings has it now."""
        self._server.also_at(address)
        self._follow(anew=True)

    def _network_changed(self) -> None:
        if self._naming is not None:
            self._naming.ask()
        self._follow()

    def _follow(self, *, anew: bool = False) -> None:
        """Update pages, screen and announcement after a change of addresses.

        *anew*: also if the addresses are the same.
        """
        with self._network:
            connected = self._connected_now()
            if (connected == self._connected and not anew) or not self._follows:
                return
            self._connected = connected
            log.info("the network has changed: this computer is at %s", ", ".join(connected[1]) or "no address")
            if self._follower is not None:
                self._follower.readdress()
            self._judge_network()
            self._withdraw_name()
            self._announce()
        if self._follower is not None:
            self._follower.settle()

    def _connected_now(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the connected links, and the addresses that lead to the table."""
        return running_links(), addresses_for(self._web.host)

    def _judge_network(self) -> None:
        """Report why phones can't come, if they should be able to."""
        if self._server.awaited in self._connected[1] and self._host != self._server.awaited:
            self._host = self._server.awaited
            self._faults.clear("web.host")
            log.info("this computer is at %s now: the table is served there", self._host)
        if self._host not in LOOPBACKS:
            self._network_health.changed(self._connected[1])

    def _window_changed(self) -> None:
        """Check whether phones can come, after a window that no phone used."""
        was_open, self._was_open = self._was_open, self._window.shown is not None
        if was_open and not self._was_open and self._host not in LOOPBACKS:
            self._network_health.look_for_others()

    def _announce(self) -> None:
        """Announce the table's name, if there is a network."""
        if self._host in LOOPBACKS or not self.join_host():
            return
        served_at = "0.0.0.0" if self._host in EVERYWHERE else self._host
        name = self._optional.get(NETWORK_NAME)
        name.announce(self._name, self._server.port, partial(addresses_for, served_at))

    def named(self, name: str) -> None:
        """Note that the network finds the table by *name*."""
        self._server.also_called(name)
        self._network_health.named(is_found=True)

    def unnamed(self) -> None:
        """Note that no name was free."""
        self._network_health.named(is_found=False)

    def _url(self, host: str) -> str:
        return f"http://{f'[{host}]' if ':' in host else host}:{self._server.port}/"


def _ports_to_try(wanted: int, before: int | None) -> Iterator[int]:
    """Yield the ports to try: *before*, *wanted*, the next ones, 0."""
    if before is not None:
        yield before
    yield from range(wanted, min(wanted + PORTS_TRIED, LAST_PORT) + 1)
    yield 0
