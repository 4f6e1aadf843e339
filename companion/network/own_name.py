"""Resolver of this computer's name until the network knows its address."""

from __future__ import annotations

import ipaddress
import logging
import socket
import threading
from collections.abc import Callable, Sequence

log = logging.getLogger(__name__)

PAUSES_S = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Pauses before each try after a network change.

Name servers know an address a moment late.
"""
CLOSING_S = 1.0


def is_name(host: str) -> bool:
    """Return True if *host* is a name and not an address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(host)
    return False


def address_of(name: str) -> str | None:
    """Return the IPv4 address of *name*, None for none.

    That may take as long as the network likes.
    """
    try:
        found = socket.getaddrinfo(name, None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return None
    return str(found[0][4][0])


def soon(name: str, patience_s: float) -> str | None:
    """Return the address of *name* if found within *patience_s*, else None."""
    found: list[str | None] = []
    asking = threading.Thread(target=lambda: found.append(address_of(name)), name="naming", daemon=True)
    asking.start()
    asking.join(patience_s)
    return found[0] if found else None


class Naming:
    """Resolves *name* on a thread of its own; *found* gets new addresses.

    It tries a few times after ``ask`` and then no more. *resolve* gives the address, None for none.
    """

    def __init__(
        self,
        name: str,
        found: Callable[[str], None],
        resolve: Callable[[str], str | None] = address_of,
        pauses_s: Sequence[float] = PAUSES_S,
    ) -> None:
        self._name, self._found, self._resolve, self._pauses_s = name, found, resolve, pauses_s
        self._changed = threading.Condition()  # guards the next two
        self._asked = 0
        self._closed = False
        self._last = ""
        self._thread = threading.Thread(target=self._run, name="naming", daemon=True)
        self._thread.start()

    def ask(self) -> None:
        """Start resolving again after a change of the network."""
        with self._changed:
            self._asked += 1
            self._changed.notify()

    def close(self) -> None:
        """Stop; a pending query of the network is abandoned."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join(CLOSING_S)

    def _run(self) -> None:
        done = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda done=done: self._closed or self._asked != done)  # type: ignore[misc]
                done = self._asked
            for pause_s in self._pauses_s:
                with self._changed:
                    self._changed.wait_for(lambda done=done: self._closed or self._asked != done, pause_s)  # type: ignore[misc]
                    if self._closed:
                        return
                    if self._asked != done:
                        break
                if self._is_found():
                    break

    def _is_found(self) -> bool:
        address = self._resolve(self._name)
        if address is None or self._closed:
            return False
        if address != self._last:
            self._last = address
            log.info("%s is at %s", self._name, address)
            self._found(address)
        return True
