"""From the edge on ROLL's pin to the journal, the screen and a phone, in one process and on one clock."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from companion.app import build, close
from companion.journal.journal import Journal
from companion.journal.rows import Batch
from companion.opening import Opening
from companion.parts.options import TableOptions
from companion.parts.table import Parts
from companion.session.game_table import GameTable
from companion.settings.reader import load
from companion.settings.tables import Settings
from companion.start import start
from hardware.board.wiring import Wiring
from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.watchers import Watchers

QUIET_S = 0.1
"""The screen is at rest when nothing has gone over its bus for this long."""
GIVE_UP_S = 10.0


@dataclass
class Tape:
    """When what happened inside the table, in seconds of ``time.perf_counter``."""

    bus: list[float] = field(default_factory=list)
    commits: list[tuple[float, float]] = field(default_factory=list)
    revealed: list[float] = field(default_factory=list)


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure presses of ROLL on a table in *folder*."""
    settings = load(None, {}, folder, folder / "none")
    with taped() as tape:
        daemon = build(
            simulated(settings), folder / "data", TableOptions(tape=lambda _: tape.bus.append(time.perf_counter()))
        )
        try:
            start(daemon, Opening("fireship", "kit", ("Ann", "Ben")))
            with Watchers(daemon.server.port, 1) as phone:
                found = [press_roll(daemon, tape, phone) for _ in range(sizes.presses)]
        finally:
            close(daemon)
    synced = Row("a bare page written and synced there", "ms", synced_ms(folder, sizes.presses))
    rows = [
        Row("press to first byte on the OLED's bus", "ms", [press["oled"] for press in found], "a frame is 40 ms"),
        Row("press to `cue` on a phone", "ms", [press["cue"] for press in found]),
        Row("press to durable in the journal", "ms", [press["durable"] for press in found]),
        Row("the journal's commit alone", "ms", [press["commit"] for press in found], f"limit {synced.middle:.3g}"),
        synced,
        Row("press to reveal", "ms", [press["reveal"] for press in found], "dice are 900 to 3,000 in motion"),
        Row("reveal to `table` on a phone", "ms", [press["table"] for press in found]),
    ]
    yield Section("A press of ROLL", rows, "From the edge on the simulated pin; the phone is a socket on loopback.")


@contextmanager
def taped() -> Iterator[Tape]:
    """Give a tape on which every commit is noted, and every reveal before anybody is told of it."""
    tape = Tape()
    commit_all, publish = Journal.commit_all, GameTable.publish

    def noted_commit(journal: Journal, batches: Sequence[Batch]) -> list[int]:
        begun_s = time.perf_counter()
        games = commit_all(journal, batches)
        tape.commits.append((begun_s, time.perf_counter()))
        return games

    def noted_publish(table: GameTable, *step: Any, **more: Any) -> None:
        tape.revealed.append(time.perf_counter())
        publish(table, *step, **more)

    with patch.object(Journal, "commit_all", noted_commit), patch.object(GameTable, "publish", noted_publish):
        yield tape


def simulated(settings: Settings) -> Settings:
    """Return *settings* for a table with simulated pins, on this computer alone."""
    web = replace(settings.web, host="127.0.0.1", port=0)
    return replace(settings, web=web, pins=replace(settings.pins, choice="simulated"))


def press_roll(daemon: Parts, tape: Tape, phone: Watchers) -> dict[str, float]:
    """Press ROLL once the screen is at rest; return milliseconds by what took them."""
    never = threading.Event()
    while tape.bus and time.perf_counter() - tape.bus[-1] < QUIET_S:
        never.wait(QUIET_S / 4)
    tape.bus.clear()
    tape.commits.clear()
    tape.revealed.clear()
    roll: Any = daemon.devices.pins.factory.pin(Wiring().roll)
    pressed_s = time.perf_counter()
    roll.drive_low()
    (cue_s,) = phone.wait("cue")
    roll.drive_high()
    (table_s,) = phone.wait("table")
    while not tape.revealed:  # it told of something else, such as a fault
        (table_s,) = phone.wait("table")
    begun_s, durable_s = tape.commits[0]
    revealed_s = tape.revealed[0]
    at_s = {"oled": _first(tape.bus), "cue": cue_s, "durable": durable_s, "reveal": revealed_s}
    found = {name: 1000 * (moment_s - pressed_s) for name, moment_s in at_s.items()}
    return found | {"commit": 1000 * (durable_s - begun_s), "table": 1000 * (table_s - revealed_s)}


def _first(times_s: Sequence[float]) -> float:
    """Return the first of *times_s*, once there is one: a loaded machine may draw after all have heard.

    :raises TimeoutError: there is none for too long.
    """
    never = threading.Event()
    for _ in range(round(GIVE_UP_S / QUIET_S)):
        if times_s:
            return times_s[0]
        never.wait(QUIET_S)
    raise TimeoutError(f"nothing came to the screen within {GIVE_UP_S} s of a press")


def synced_ms(folder: Path, count: int) -> list[float]:
    """Append a page to a file and sync it, *count* times: the least that making anything durable there can take."""
    taken = []
    with (folder / "synced").open("wb", buffering=0) as file:
        for _ in range(count):
            begun_s = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            taken.append(1000 * (time.perf_counter() - begun_s))
    return taken
