"""A table that makes backups by night, driven by hand: its calendar, its sticks, what it asks and what it tells."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

from companion.engine.values.message import Message
from companion.health.faults import Faults
from companion.health.helper import Helper, HelperAnswer
from companion.model.requests import RequestRefused
from companion.phones.confirmation import Confirmation
from companion.runtime.clock import ManualClock
from companion.runtime.timers import Action, Timer
from companion.upkeep.backup import inspection
from companion.upkeep.backup.nights.by_night import DAY_S, LOOK_S, NightlyBackups
from companion.upkeep.backup.nights.table import BackedUpTable
from companion.upkeep.backup.source import Source
from companion.upkeep.backup.sticks.sticks import Sticks
from companion.upkeep.quiet import QUIET_S, Quiet
from tests.companion.upkeep.backup.tables import SETTINGS, TABLE, find, furnished, roll
from tests.support.session_bench import Bench

EVENING = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


class Calendar(ManualClock):
    """A clock whose date can be stepped, and forgotten."""

    def __init__(self, utc: datetime = EVENING) -> None:
        super().__init__(utc=utc)
        self.is_sure = True

    def step(self, utc: datetime) -> None:
        """Have it be *utc* from now on, as the network would; nobody's waiting is shorter for it."""
        self._start += utc - datetime.fromisoformat(super().utc_text())

    def utc_text(self) -> str:
        return super().utc_text() if self.is_sure else ""


class NoHelper(Helper):
    """A computer without one."""

    def ask(self, verb: str, argument: str = "") -> HelperAnswer:
        return HelperAnswer(is_done=False, why="no-helper")


def never(seconds: float, action: Action) -> Timer:
    """Set a timer whose moment doesn't come."""
    return Timer(action)


class NightTable:
    """A table with its games below *folder* that backs up *into* a folder, or onto *sticks*."""

    def __init__(
        self,
        folder: Path,
        into: Path | None = None,
        sticks: Sticks | None = None,
        clock: Calendar | None = None,
        bench: Bench | None = None,
    ) -> None:
        self.data = folder / "data"
        self.clock = clock or Calendar()
        self.bench = bench or furnished(self.data)
        self.busy = self.plays_elsewhere = False
        self.said: list[Message] = []
        self.faults = Faults()
        self.asking = Confirmation(self.clock, never)
        self.quiet = Quiet(self.clock, self, SimpleNamespace(keeps_as_usual=True))
        self.bench.session.subscribe(self.quiet)
        self.into = into
        self.sticks = sticks or Sticks(NoHelper(), folder / "no-computer")
        self.nights = self.started()

    def started(self) -> NightlyBackups:
        """Return the part that makes backups, as after a start."""
        source = Source(self.data, name="Ours", settings=SETTINGS)
        table = BackedUpTable(self, self.quiet, lambda: source, self.said.append)
        nights = NightlyBackups(table, self.into, self.sticks, clock=self.clock, faults=self.faults, asking=self.asking)
        nights.worker.put(nights.look)
        return nights

    def is_busy(self) -> bool:
        return self.busy

    def require_usual_place(self) -> None:
        if self.plays_elsewhere:
            raise RequestRefused(Message("keeping.not-now"), "refused")

    def table_id(self) -> str:
        return TABLE

    def start_again(self) -> None:
        self.nights = self.started()

    def next_night(self) -> None:
        """Start again a day later, and look once all is at rest."""
        self.start_again()
        self.clock.advance(DAY_S)
        self.look()

    def look(self) -> None:
        """Have it look once more, now."""
        self.clock.advance(LOOK_S)
        self.nights.worker.run_pending()

    def rest(self) -> None:
        """Let the table be at rest, and look."""
        self.clock.advance(QUIET_S)
        self.look()

    def roll(self) -> None:
        roll(self.bench, 1)

    def ok(self) -> None:
        """Press OK once the question can have been read."""
        self.clock.advance(1)
        self.asking.answer(is_yes=True)
        self.nights.worker.run_pending()

    def until(self, utc: datetime) -> None:
        """Let the time pass until *utc*, looking every now and then."""
        while self.now < utc:
            self.clock.advance(600)
            self.nights.worker.run_pending()

    @property
    def now(self) -> datetime:
        return datetime.fromisoformat(ManualClock.utc_text(self.clock))

    @property
    def failing(self) -> dict[str, str]:
        """What is wrong, and why: of each fault its key and its sentence's."""
        return {fault.key: fault.told.key for fault in self.faults.now}


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


def numbers(folder: Path) -> list[int]:
    """Return the numbers of the backups in *folder*, each of which is whole and can be put back."""
    backups = sorted(folder.glob(f"tidetable-{TABLE}-??????-*.zip"))
    for each in backups:
        assert inspection.look(each, find).broken == ()
    return [int(each.name.split("-")[2]) for each in backups]
