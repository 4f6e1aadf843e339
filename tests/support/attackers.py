"""One machine with many addresses: ``attackers PORT HOST ADDRESS...`` takes all the places it is given.

Each address opens streams, and connections that ask for the page again and again; what the table closes is opened
again. It says READY once it has been answered or cut off a thousand times, and served two hundred times among them;
and what it got when its stdin has ended.
"""

from __future__ import annotations

import json
import resource
import select
import selectors
import socket
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle

STREAMS, CONNECTIONS = 4, 40
"""How many of each an address wants."""
ARRIVALS_A_SECOND = 400
TURN_S = 0.02
SETTLES_S = 1.0
FULL_SWING, SERVED = 1000, 200
"""How often it must have been answered or cut off, and served, until it is under way."""


@dataclass
class Slot:
    """One connection that is wanted: by whom, what it asks for, and what it has now."""

    source: str
    is_stream: bool
    connection: socket.socket | None = None
    answered: bool = False


class Attackers:
    """All of them, in one thread. ``told`` counts the statuses they got, and what was closed without one."""

    def __init__(self, port: int, host: str, sources: Sequence[str]) -> None:
        self._port, self._host = port, f"{host}:{port}"
        wanted = [True] * STREAMS + [False] * CONNECTIONS
        # One after the other for each address, so that all of them are there from the beginning.
        self._slots = [Slot(source, is_stream) for is_stream in wanted for source in sources]
        self._selector = selectors.DefaultSelector()
        self.told: Counter[str] = Counter()

    def attack(self) -> None:
        """Attack until stdin ends."""
        idle = cycle(self._slots)
        is_ready = False
        while not select.select([sys.stdin], [], [], 0)[0]:
            turn_s = time.monotonic() + TURN_S
            self._begin(idle)
            while (left_s := turn_s - time.monotonic()) > 0:
                for key, _ in self._selector.select(left_s):
                    self._hear(key.data)
            if not is_ready and self.told.total() >= FULL_SWING and self.told["200"] > SERVED:
                is_ready = True
                print("READY", flush=True)

    def held(self) -> Counter[str]:
        """Count the connections answered and still open.

        A connection that waits for its first answer isn't served, and a busy machine lets hundreds wait. The table has
        a moment to close the streams that gave way to others.
        """
        until_s = time.monotonic() + SETTLES_S
        while (left_s := until_s - time.monotonic()) > 0:
            for key, _ in self._selector.select(left_s):
                self._hear(key.data)
        held = [each for each in self._slots if each.connection is not None and each.answered]
        return Counter("streams" if each.is_stream else "connections" for each in held)

    def _begin(self, slots: cycle[Slot]) -> None:
        for _ in range(round(ARRIVALS_A_SECOND * TURN_S)):
            for _ in self._slots:
                slot = next(slots)
                if slot.connection is None:
                    self._open(slot)
                    break

    def _open(self, slot: Slot) -> None:
        connection = socket.socket()
        connection.setblocking(False)
        connection.bind((slot.source, 0))
        if connection.connect_ex((slot.source, self._port)) not in (0, 115):
            connection.close()
            self.told["unreachable"] += 1
            return
        slot.connection, slot.answered = connection, False
        self._selector.register(connection, selectors.EVENT_WRITE, slot)

    def _hear(self, slot: Slot) -> None:
        connection = slot.connection
        assert connection is not None
        try:
            if self._selector.get_key(connection).events == selectors.EVENT_WRITE:
                self._ask(slot, connection)
                self._selector.modify(connection, selectors.EVENT_READ, slot)
                return
            received = connection.recv(1 << 18)
        except OSError:
            received = b""
        if not received:
            self.told["closed"] += not slot.answered
            self._selector.unregister(connection)
            connection.close()
            slot.connection = None
        elif received.startswith(b"HTTP/1.1 "):
            slot.answered = True
            self.told[received[9:12].decode()] += 1
            if not slot.is_stream:
                self._ask(slot, connection)

    def _ask(self, slot: Slot, connection: socket.socket) -> None:
        path = "/api/v1/stream" if slot.is_stream else "/"
        connection.send(f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode())


def main(port: int, host: str, sources: Sequence[str]) -> None:
    """Attack the table on *port* from *sources*."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    attackers = Attackers(port, host, sources)
    attackers.attack()
    print(json.dumps({"told": attackers.told, "held": attackers.held()}), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
