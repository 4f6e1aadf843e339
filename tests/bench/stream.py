"""One change, many phones: from the command's sending until each of them has the whole new state."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.running import RunningTable
from tests.support.watchers import Watchers

STATE_BYTES = 3000
"""About what a whole state of the Fireship kit takes on the wire."""


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure changes of the table's language, each a new state in full for everybody."""
    rows = []
    with RunningTable(folder) as table:
        for count in sizes.watchers:
            with Watchers(table.port, count) as watchers:
                answered, told = _changes(table, watchers, sizes.changes)
            rows += [
                Row(f"command answered, {count} watch", "ms", answered),
                Row(f"state at each of {count} phones", "ms", told, f"limit p99 {_limit(count, sizes.changes):.3g}"),
            ]
    remark = "From the POST's sending, the journal's commit included; the limit is a bare loop of send() over as many."
    yield Section("Fan-out", rows, remark)


def _changes(table: RunningTable, watchers: Watchers, changes: int) -> tuple[list[float], list[float]]:
    answered, told = [], []
    for change in range(changes):
        begun_s = time.perf_counter()
        version = table.do("lang fr" if change % 2 == 0 else "lang en")
        answered.append(1000 * (time.perf_counter() - begun_s))
        told += [1000 * (at_s - begun_s) for at_s in watchers.wait("table", version)]
    return answered, told


def _limit(count: int, rounds: int) -> float:
    """Return the 99th percentile of a bare loop that sends a state to *count* sockets, in milliseconds."""
    taken: list[float] = []
    with ExitStack() as stack, selectors.DefaultSelector() as selector:
        pairs = [socket.socketpair() for _ in range(count)]
        for near, far in pairs:
            stack.enter_context(near)
            stack.enter_context(far)
            selector.register(far, selectors.EVENT_READ)
        for _ in range(rounds):
            begun_s = time.perf_counter()
            for near, _ in pairs:
                near.sendall(bytes(STATE_BYTES))
            taken += _received_ms(selector, count, begun_s)
    return Row("limit", "ms", taken).at(0.99)


def _received_ms(selector: selectors.BaseSelector, count: int, begun_s: float) -> list[float]:
    left = {key.fileobj: STATE_BYTES for key in selector.get_map().values()}
    taken: list[float] = []
    while len(taken) < count:
        for key, _ in selector.select(1.0):
            assert isinstance(key.fileobj, socket.socket)
            left[key.fileobj] -= len(key.fileobj.recv(STATE_BYTES))
            if not left[key.fileobj]:
                taken.append(1000 * (time.perf_counter() - begun_s))
    return taken
