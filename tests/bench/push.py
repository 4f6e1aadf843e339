"""What one push costs: the whole table made for each kind of viewer, its bytes and the CPU time that they take.

Forbidden Island with four people is the largest kit: a tree with two lines for each of 24 tiles, for every seat.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.engine.values.seats import TABLE, WATCHER
from companion.library.games import Library
from companion.model.snapshot import Snapshot
from companion.phones.confirmation import Confirmation
from companion.phones.membership import Phones
from companion.phones.pairing import PairingWindow
from companion.runtime.clock import SystemClock
from companion.runtime.timers import TimerThread
from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.snapshots import replace, snapshot
from web_ui.api.views import Views
from web_ui.http.access.callers import ViewKey

NAMES = ("Ann", "Ben", "Cy", "Dee")
KITS = ("fireship", "forbidden-island")
VIEWS = {
    "the table's own page": ViewKey(TABLE, frozenset({TABLE, *range(len(NAMES))}), "en"),
    "a phone": ViewKey(0, frozenset({0}), "en", joined=True),
    "a watcher": ViewKey(WATCHER, frozenset(), "en"),
}


@dataclass(frozen=True)
class Still:
    """A table at which nothing happens."""

    published: Snapshot

    def keep(self, change: object, wait_s: float = 10.0) -> None:
        """Nobody joins here.

        :raises RuntimeError: somebody tried to.
        """
        raise RuntimeError("nobody joins while a push is measured")


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure *sizes.changes* pushes of each kit to each kind of viewer."""
    library = Library(folder / "kits")
    rows = []
    for slug in KITS:
        game = library.find(slug)
        assert game is not None
        setup = game.setup(NAMES, {})
        table = Still(snapshot(game=game, setup=setup, state=game.start(setup), library=library.games))
        clock, later = SystemClock(), TimerThread().after
        views = Views(
            library.texts,
            None,
            Phones(table, PairingWindow(clock, later), Confirmation(clock, later)),
        )
        for name, view in VIEWS.items():
            taken, size = _pushes(views, table.published, view, sizes.changes)
            rows.append(Row(f"{slug}, {name}", "ms", taken, f"{size:,} bytes"))
    yield Section("A push, CPU time", rows, f"{len(NAMES)} people, the game just begun; it is made once for each view.")


def _pushes(views: Views, published: Snapshot, view: ViewKey, count: int) -> tuple[list[float], int]:
    """Return the milliseconds that each of *count* pushes took, and the bytes of one."""
    taken, size = [], 0
    for _ in range(count):
        fresh = replace(published)  # nothing that the push before has worked out is there already
        begun_s = time.thread_time()
        size = len(msgspec.json.encode(views.table(fresh, view, ())))
        taken.append(1000 * (time.thread_time() - begun_s))
    return taken, size
