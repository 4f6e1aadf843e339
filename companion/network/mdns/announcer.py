"""The table's name on the network: NAME.local and its page's service.

Both are announced by multicast DNS. Nothing waits for it: it comes up on a thread of its own after the table answers,
and a machine without a network simply isn't announced. The name is the one in the settings. If another machine has it,
a number is appended.
"""

from __future__ import annotations

import logging
import re
import socket
import threading
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

import zeroconf

from companion.network.addresses import link_addresses, own_addresses
from companion.network.mdns.per_link import PerLink

log = logging.getLogger(__name__)

SERVICE = "_http._tcp.local."
LONGEST = 40
_ASK_MS = 500
_CLOSING_S = 1.5
_NAMES = 9
_LONGEST_LABEL = 63
"""Maximum bytes of a label in UTF-8 (RFC 1035)."""
_OTHER = len("-99")
"""Length of the library's suffix for a name that is taken."""


def host_label(name: str) -> str:
    """Return *name* as a host name, ``tidetable`` if nothing is left.

    It has small letters, digits and hyphens.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].rstrip("-") or "tidetable"


def service_label(name: str, host: str) -> str:
    """Return the name of a service for the table *name* at *host*.

    *name* is shortened if it is too long.
    """
    behind = f" ({host.partition('.')[0]})"
    room = _LONGEST_LABEL - _OTHER - len(behind)
    return f"{name.encode()[:room].decode(errors='ignore').strip()}{behind}".strip()


class Announcer:
    """Announces the table *name* on *port* at this machine's *addresses*.

    The addresses are those at its start. *announced* is called on a thread of its own with the valid name, such as
    ``tidetable.local``. *failed* is called if there is a network, but no name was free.
    """

    def __init__(
        self,
        name: str,
        port: int,
        addresses: Callable[[], Sequence[str]],
        announced: Callable[[str], None],
        *,
        failed: Callable[[], None] = lambda: None,
    ) -> None:
        self._name = name
        self._port = port
        self._addresses = addresses
        self._announced = announced
        self._failed = failed
        self._lock = threading.Lock()
        self._closed = False
        self._zeroconf: Any = None
        self._thread: threading.Thread | None = None
        self.host = ""
        """Name of the table on the network, "" while it isn't announced."""

    def start(self) -> None:
        """Start; returns at once."""
        self._thread = threading.Thread(target=self._run, name="announcing", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Withdraw the name, within two seconds."""
        with self._lock:
            self._closed = True
            self.host = ""
        if self._thread is not None:
            self._thread.join(_CLOSING_S)  # first: what asks a loop that has ended waits ten seconds for it
        with self._lock:
            announced, self._zeroconf = self._zeroconf, None
        if announced is not None:
            announced.close()  # says goodbye for all that it announced

    def _run(self) -> None:
        addresses = list(self._addresses())
        if not addresses:
            log.info("no network: the table isn't announced by a name")
            return
        try:
            self._announce(addresses)
        except (OSError, zeroconf.Error) as error:
            if not self._closed:
                log.warning("the table can't be announced by its name (%s): its address works", error)
                self._failed()
        except RuntimeError:
            if not self._closed:  # else the library's loop was closed under it, by `close`
                raise

    def _announce(self, addresses: list[str]) -> None:
        own = PerLink(addresses, link_addresses())
        with self._lock:
            if self._closed:
                own.close()
                return
            self._zeroconf = own
        host = self._free_name(own, addresses)
        if self._closed:
            return
        info = zeroconf.ServiceInfo(
            SERVICE,
            f"{service_label(self._name, host)}.{SERVICE}",
            addresses=[socket.inet_pton(_family(address), address) for address in addresses],
            port=self._port,
            server=f"{host}.",
        )
        own.register_service(info, allow_name_change=True)
        with self._lock:
            if self._closed:
                return
            self.host = host
        log.info("the table is announced as %s", host)
        self._announced(host)

    def _free_name(self, own: Any, addresses: list[str]) -> str:
        label, ours = host_label(self._name), {*addresses, *own_addresses()}
        for host in (f"{label}.local", *(f"{label}-{number}.local" for number in range(2, _NAMES + 1))):
            if self._closed:
                break
            asked = zeroconf.AddressResolver(f"{host}.")  # type: ignore[attr-defined]  # it is in zeroconf's documentation
            found = set(asked.parsed_addresses()) if asked.request(own, _ASK_MS) else set()
            # One address in common is enough: this computer's own responder has its name by all of them.
            if not found or found & ours:
                return host
        raise OSError(f"every name from {label}.local on is taken")


def _family(address: str) -> int:
    return socket.AF_INET6 if ":" in address else socket.AF_INET
