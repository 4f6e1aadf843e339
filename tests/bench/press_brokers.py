"""The same press of ROLL at three tables in turn: beside no broker, a working one, and one that never answers."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from companion.app import build, close
from companion.opening import Opening
from companion.parts.options import TableOptions
from companion.parts.table import Parts
from companion.settings.reader import load
from companion.settings.tables import Settings
from companion.start import start
from tests.bench.figures import NotMeasured, Row, Section
from tests.bench.press import Tape, press_roll, simulated, taped
from tests.bench.sizes import Sizes
from tests.support.houses import house_at, told_to
from tests.support.mosquitto import LOCALHOST, PROGRAM, mosquitto_in
from tests.support.waiting import eventually
from tests.support.watchers import Watchers

NONE, WORKING, HANGING = "no broker", "a working broker", "a hanging broker"
MOMENTS: Mapping[str, str] = {
    "oled": "first byte on the OLED's bus",
    "durable": "durable in the journal",
    "cue": "`cue` on a phone",
}


@dataclass(frozen=True)
class _Table:
    daemon: Parts
    tape: Tape
    phone: Watchers

    def press(self) -> Mapping[str, float]:
        return press_roll(self.daemon, self.tape, self.phone)


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure presses of ROLL at three tables, one after the other, as often as *sizes* says."""
    if shutil.which(PROGRAM) is None:
        raise NotMeasured("Mosquitto is missing: sudo apt-get install mosquitto")
    with ExitStack() as stack:
        tape = stack.enter_context(taped())
        broker = stack.enter_context(mosquitto_in(folder / "broker"))
        ear = stack.enter_context(house_at(broker))
        hanging = stack.enter_context(socket.create_server((LOCALHOST, 0)))  # it lets in, and nobody reads
        changes: Mapping[str, Callable[[Settings], Settings]] = {
            NONE: lambda settings: settings,
            WORKING: told_to(broker),
            HANGING: told_to(broker, broker=f"mqtt://{LOCALHOST}:{hanging.getsockname()[1]}"),
        }
        tables = {
            name: stack.enter_context(_table(change, folder / name.replace(" ", "-"), tape))
            for name, change in changes.items()
        }
        eventually(lambda: bool(ear.of("status")))
        found: dict[str, list[Mapping[str, float]]] = {name: [] for name in tables}
        for _ in range(sizes.presses):
            for name, table in tables.items():
                found[name].append(table.press())
        eventually(lambda: len(ear.of("result")) == sizes.presses)
    rows = [
        Row(f"press to {what}, beside {name}", "ms", [each[moment] for each in found[name]])
        for moment, what in MOMENTS.items()
        for name in tables
    ]
    rows += [
        Row(f"press to {what}, {name} to none", "times", [_ratio(found, name, moment)], "1 is as without")
        for moment, what in MOMENTS.items()
        for name in (WORKING, HANGING)
    ]
    yield Section(
        "A press of ROLL beside a broker", rows, "The three tables take turns; a ratio is that of the medians."
    )


def _ratio(found: Mapping[str, list[Mapping[str, float]]], name: str, moment: str) -> float:
    with_it, without = (Row("", "ms", [each[moment] for each in found[who]]).middle for who in (name, NONE))
    return with_it / without


@contextmanager
def _table(change: Callable[[Settings], Settings], folder: Path, tape: Tape) -> Iterator[_Table]:
    """Give a table in *folder* with a screen of its own on the *tape*."""
    folder.mkdir()
    own = Tape(commits=tape.commits, revealed=tape.revealed)
    settings = change(simulated(load(None, {}, folder, folder / "none")))
    daemon = build(settings, folder / "data", TableOptions(tape=lambda _: own.bus.append(perf_counter())))
    try:
        start(daemon, Opening("fireship", "kit", ("Ann", "Ben")))
        with Watchers(daemon.server.port, 1) as phone:
            yield _Table(daemon, own, phone)
    finally:
        close(daemon)
