"""The table's name on the network, as an optional part."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.network.mdns.announcer import Announcer
from companion.parts.address import Serving
from companion.parts.table import Parts


class NetworkName:
    """The name under which the network finds the table at *serving*.

    It is announced again after each change of addresses.
    """

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._announcer: Announcer | None = None

    @property
    def host(self) -> str:
        """The name on the network, "" while it isn't announced."""
        return self._announcer.host if self._announcer is not None else ""

    def announce(self, name: str, port: int, addresses: Callable[[], Sequence[str]]) -> None:
        """Announce the table *name* on *port* at *addresses*; returns at once."""
        self.withdraw()
        serving = self._serving
        self._announcer = Announcer(name, port, addresses, serving.named, failed=serving.unnamed)
        self._announcer.start()

    def withdraw(self) -> None:
        """Take the name back."""
        if self._announcer is not None:
            self._announcer.close()
            self._announcer = None


def make(table: Parts) -> NetworkName:
    """Return the name of *table*, not announced yet."""
    return NetworkName(table.serving)
