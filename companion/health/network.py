"""Faults of the table's address and of the network for phones."""

from __future__ import annotations

import threading
from typing import Protocol

from companion.engine.values.message import Message
from companion.health.faults import Faults
from companion.model.reports.faults import Fault
from companion.network.addresses import running_links
from companion.network.judgement import Judgement, Reading, judge

JUDGEMENTS: tuple[Judgement, ...] = ("none", "no-address", "alone", "name")
"""Judgements of the network with a fault, the first to repair first."""
NO_WAY_IN: tuple[Judgement, ...] = ("none", "no-address")
"""Judgements that keep everybody out: no code or digits help."""


def port_fault(wanted: int, used: int) -> Fault:
    """Return the fault of a port that is taken or not permitted."""
    told = Message("health.port", {"wanted": str(wanted), "used": str(used)})
    short = Message("stage.fault-port", {"wanted": str(wanted), "used": str(used)})
    text, remedy = Message("health.port-taken"), Message("health.port-remedy")
    return Fault("web.port", Message("stage.network"), short, text, told, remedy)


def host_fault(host: str) -> Fault:
    """Return the fault of a host that isn't this computer's."""
    told, short = Message("health.host", {"host": host}), Message("stage.fault-host", {"host": host})
    text, remedy = Message("health.host-gone"), Message("health.host-remedy")
    return Fault("web.host", Message("stage.network"), short, text, told, remedy)


def proxy_fault(key: str) -> Fault:
    """Return the fault of the proxy's port or socket, the setting *key*."""
    told, short = Message("health.proxy", {"key": key}), Message("stage.fault-proxy", {"key": key})
    text, remedy = Message("health.proxy-gone"), Message("health.proxy-remedy")
    return Fault(key, Message("stage.network"), short, text, told, remedy)


def network_fault(judged: Judgement) -> Fault:
    """Return the fault of a judgement.

    A missing network is reported to people who want to join. Whatever else keeps phones away interrupts no game.
    """
    text, remedy = Message(f"network.{judged}"), Message(f"network.{judged}-remedy")
    title, short = Message("stage.network"), Message(f"stage.network-{judged}")
    waits = judged in NO_WAY_IN
    return Fault(f"network.{judged}", title, short, text, text, remedy, waits=waits, yields_to_game=not waits)


class Survey(Protocol):
    """A reading of the network."""

    def read(self, *, came: bool, host: str) -> Reading:
        """Read and test the network at *host* for some seconds."""


class NetworkHealth:
    """Keeps the network's faults among *faults* for a table at *host*.

    It has the network read by *survey*. Any thread may use it.
    """

    def __init__(self, faults: Faults, survey: Survey, host: str = "0.0.0.0") -> None:
        self.faults, self._survey, self._host = faults, survey, host
        self._lock = threading.Lock()
        self._addresses: tuple[str, ...] = ()
        self._came = False
        self._changes = 0

    def changed(self, addresses: tuple[str, ...]) -> None:
        """Judge the network again: the table is at *addresses* now."""
        with self._lock:
            self._addresses, self._came = addresses, False
            self._changes += 1
        judged = judge(Reading(running_links(), addresses))
        for each in ("alone", "name"):
            self.faults.clear(f"network.{each}")  # found out anew
        for way in NO_WAY_IN:
            self._say(way, is_so=way == judged)

    def named(self, is_found: bool) -> None:
        """Record whether the table could be given its name."""
        self._say("name", is_so=not is_found)

    def visited(self, address: str) -> None:
        """Note a connection from *address*, which shows that the network permits it."""
        if not self._came and address not in self._addresses:
            with self._lock:
                self._came = True
                self.faults.clear("network.alone")

    def look_for_others(self) -> None:
        """Check on a thread of its own whether phones can come.

        It does nothing once one has come.
        """
        if not self._came and self._addresses:
            threading.Thread(target=self._look, name="neighbours", daemon=True).start()

    def now(self) -> Judgement | None:
        """Judge the phones' access to the table.

        If no phone has come yet, this asks the network for one to three seconds. None means that the network doesn't
        matter. The result isn't reported elsewhere.
        """
        told = {fault.key for fault in self.faults.now}
        judged = next((word for word in JUDGEMENTS if f"network.{word}" in told), None)
        if judged in NO_WAY_IN or not self._addresses:
            return judged
        return judge(self._survey.read(came=False, host=self._host)) if judged is None and not self._came else judged

    def _look(self) -> None:
        looked_at = self._changes
        is_alone = judge(self._survey.read(came=False, host=self._host)) == "alone"
        with self._lock:  # nobody comes, and no other network, between the question and what is told
            if looked_at == self._changes:
                self._say("alone", is_so=is_alone and not self._came)

    def _say(self, judged: Judgement, *, is_so: bool) -> None:
        if is_so:
            self.faults.add(network_fault(judged))
        else:
            self.faults.clear(f"network.{judged}")
