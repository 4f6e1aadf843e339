"""Nightly backups into a folder and onto memory sticks.

Law: a stick is written only after the table's OK for it. No game waits for a backup. If one fails, the earlier ones
stay, the failure is reported, and the next night tries again. A backup equal to the last one isn't made.
"""

from __future__ import annotations

import logging
import os
import stat
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.engine.values.message import Message
from companion.health.faults import Faults
from companion.model.reports.backups import NewStick, NightPlace, Nights
from companion.model.requests import RequestRefused
from companion.phones.confirmation import Confirmation
from companion.runtime.clock import Clock, night_of
from companion.runtime.netlink import Uevents
from companion.runtime.news import NewsWatch
from companion.runtime.timers import Timer, guarded
from companion.runtime.worker import Worker
from companion.upkeep.backup.creation import pack, workplace
from companion.upkeep.backup.errors import BackupError, disk_errors, not_made
from companion.upkeep.backup.last_note import note
from companion.upkeep.backup.nights.memory import Failure, Made, Remembered, remember, remembered
from companion.upkeep.backup.nights.position import position_of
from companion.upkeep.backup.nights.retention import KeptBackups, Kind, Stopped, opened_folder, refusals
from companion.upkeep.backup.nights.table import BackedUpTable
from companion.upkeep.backup.sticks.stick_watch import StickWatch
from companion.upkeep.backup.sticks.sticks import Stick, Sticks

log = logging.getLogger(__name__)

LOOK_S = 5.0
"""Interval between looks after a new stick, or without system events."""
RARELY_S = 60.0
"""Interval between all other looks."""
DAY_S = 24 * 3600.0
"""Time from one backup to the next without a known date."""
ON_STICK = "tidetable-backups"
"""Name of the folder for backups on a stick."""
FOLDER = "folder"
"""The id of the settings' folder among the places."""
_ROOM = 50


@dataclass(frozen=True)
class BackupPlace:
    """A place for backups, shown as *called*.

    *opened* gives its folder's descriptor.
    """

    id: str
    kind: Kind
    called: str
    opened: Callable[[], AbstractContextManager[int]]


class NightlyBackups:
    """The backups that *table* makes by itself, into *folder* and onto *sticks*.

    They are made once a night as soon as all is quiet, and onto a known stick as soon as it is put in. Any thread may
    come here.
    """

    def __init__(
        self,
        table: BackedUpTable,
        folder: Path | None,
        sticks: Sticks,
        *,
        clock: Clock,
        faults: Faults,
        asking: Confirmation,
    ) -> None:
        self._table = table
        self._folder = folder
        self._sticks = sticks
        self._clock = clock
        self._faults = faults
        self._data = table.source().data
        self._changing = threading.Lock()
        self._known = remembered(self._data)
        self._watch = StickWatch(sticks, self, asking, faults=faults, clock=clock)
        self._tried: dict[str, tuple[str, float]] = {}
        self._failing: dict[str, tuple[Kind, Message]] = {}
        self._making = self._closing = False
        self._listeners: list[Callable[[], None]] = []
        self.worker = Worker("backups", clock, _ROOM, lambda: None)
        self._next: Timer | None = None
        self._news = NewsWatch(lambda: Uevents("block"), lambda: self.worker.put(self.look), "sticks")
        self.is_told = False
        """Whether the system reports sticks plugged in or pulled out."""

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Call *changed* whenever the report may have changed; on any thread."""
        self._listeners.append(changed)

    def tell_listeners(self) -> None:
        """Tell all listeners that the state of the backups has changed."""
        for changed in self._listeners:
            guarded(changed)

    def start(self) -> None:
        """Start looking for due backups and new sticks, on an own thread.

        It looks at once, at intervals, and whenever something is plugged in.
        """
        self.is_told = self._news.start()
        self.worker.put(self.look)
        self.worker.start()

    def close(self) -> None:
        """Stop; a backup under way is removed."""
        self._closing = True
        self._news.close()
        self.worker.close()

    # ------------------------------------------------------------------ for pages
    def told(self) -> Nights:
        """Return the owner's report on nightly backups."""
        known, seen = self._known, self._watch.seen
        there = {stick.id for stick in seen}
        folder = [NightPlace("folder", FOLDER, str(self._folder), True, None)] if self._folder else []
        places = [*folder, *(NightPlace("stick", id, name, id in there, None) for id, name in known.sticks.items())]
        new = [stick for stick in seen if stick.id and stick.id not in known.sticks]
        return Nights(
            tuple(self._with_last(place) for place in places),
            tuple(NewStick(stick.id, stick.name, self._watch.outcome(stick.id)) for stick in new),
            self._making,
            bool(self._clock.sure_text()),
        )

    def _with_last(self, place: NightPlace) -> NightPlace:
        made, failed = self._known.made.get(place.id), self._known.failed.get(place.id)
        return NightPlace(
            place.kind,
            place.id,
            place.name,
            there=place.there,
            at=made.at if made else None,
            failed=failed.said if failed else None,
            failed_at=failed.at if failed else "",
        )

    def ask(self, id: str) -> None:
        """Ask at the table whether backups may go onto the stick *id*.

        A stick that has permission needs no question.

        :raises RequestRefused: if the stick isn't in, another question is open, or the table was asked a moment ago.
        """
        stick = next((stick for stick in self._watch.seen if stick.id == id), None)
        if stick is None:
            raise RequestRefused(Message("backup.stick-gone"), "refused")
        if id not in self._known.sticks:
            self._watch.ask(stick)

    @property
    def known_sticks(self) -> Collection[str]:
        return self._known.sticks

    def agree(self, stick: Stick) -> None:
        self._making = True
        if not self.worker.put(lambda: self._take(stick)):
            self._making = False

    def forget(self, id: str) -> None:
        """Write nothing more onto the stick *id*. Backups on it stay."""
        self._change(lambda known: known.without(id))
        self._failing.pop(id, None)
        self._tried.pop(id, None)
        self._watch.let_be(id)
        self._tell_failures()
        self.tell_listeners()

    # ------------------------------------------------------------------ on the worker's thread
    def look(self) -> None:
        """Make the backups that are due, and schedule the next look."""
        self._look_again_in(LOOK_S)
        put_in = self._watch.look()
        if self.is_told and self._watch.is_settled:
            self._look_again_in(RARELY_S)
        for place in self._places():
            if place.id in put_in:
                self._back_up(place, aloud=True)
            elif self._is_due(place) and self._table.is_at_rest:
                self._back_up(place)

    def _look_again_in(self, seconds: float) -> None:
        """Schedule the next look in *seconds*, replacing an earlier one."""
        if self._next is not None:
            self._next.cancel()
        self._next = self.worker.timers.at(self._clock.monotonic_s() + seconds, self.look)

    def _places(self) -> list[BackupPlace]:
        """Return the currently writable places."""
        folder = self._folder
        own = [] if folder is None else [BackupPlace(FOLDER, "folder", str(folder), lambda: self._open_folder(folder))]
        return [*own, *(self._place_of(stick) for stick in self._watch.seen if stick.id in self._known.sticks)]

    def _place_of(self, stick: Stick) -> BackupPlace:
        return BackupPlace(stick.id, "stick", stick.name, lambda: self._open_stick(stick.id))

    @contextmanager
    def _open_folder(self, folder: Path) -> Iterator[int]:
        if folder.resolve().is_relative_to(self._data.resolve()):
            raise BackupError("folder-inside")
        with opened_folder(folder) as opened:
            yield opened

    @contextmanager
    def _open_stick(self, id: str) -> Iterator[int]:
        with self._sticks.opened(id) as stick, opened_folder(ON_STICK, stick, make=True) as opened:
            yield opened

    def _is_due(self, place: BackupPlace) -> bool:
        night = night_of(self._clock.sure_text())
        if place.id in self._tried:
            last_night, at_s = self._tried[place.id]
            return night != last_night if night else self._clock.monotonic_s() - at_s >= DAY_S
        made = self._known.made.get(place.id)
        return made is None or not night or night_of(made.at) != night

    def _back_up(self, place: BackupPlace, aloud: bool = False) -> None:
        """Make a backup at *place* and remember the result.

        *aloud* also shows it on the table's screen, when people wait for it.
        """
        self._tried[place.id] = night_of(self._clock.sure_text()), self._clock.monotonic_s()
        self._making = True
        try:
            made = self._made_at(place)
            if made is not None:
                log.info("a backup lies in %s as %s", place.called, made.file)
                self._change(lambda known: known.with_made(place.id, made))
            elif place.id in self._known.failed:
                self._change(lambda known: known.mended(place.id))
            self._failing.pop(place.id, None)
            self._tell_failures()
            if aloud:
                self._table.tell(Message("stage.on-stick"))
        except Stopped:
            log.info("the backup to %s is left: the table is switched off", place.called)
        except BackupError as error:
            self._fail(place, error.said)
        except RequestRefused as refusal:
            self._fail(place, refusal.said)
        finally:
            self._making = False
            self.tell_listeners()

    def _made_at(self, place: BackupPlace) -> Made | None:
        """Make a backup at *place*, unless nothing has changed since the last.

        :raises BackupError: if it can't be made; the earlier ones are unchanged.
        :raises RequestRefused: if the journal can't be read now, or games are kept elsewhere.
        :raises Stopped: if the table is being switched off.
        """
        source = self._table.ready_source()
        with disk_errors():
            position = position_of(source)
        last = self._known.made.get(place.id)
        if not position or (last is not None and last.position == position and _is_there(place, last.file)):
            return None
        with disk_errors(), workplace(source.data) as work:
            file = work / "backup.zip"
            manifest = pack(file, work, source, self._clock)
            with refusals(place.kind), place.opened() as folder:
                kept = KeptBackups(folder, manifest.table)
                name = kept.put(file, self._clock.sure_text(), lambda: not self._closing)
                kept.prune()
            note(source.data, manifest.at)
        return Made(self._clock.sure_text(), name, position)

    def _fail(self, place: BackupPlace, said: Message) -> None:
        log.warning("no backup is made in %s: %s %s", place.called, said.key, said.values)
        failure = Failure(self._clock.sure_text(), said)
        self._change(lambda known: known.with_failure(place.id, failure))
        self._failing[place.id] = place.kind, said
        self._tell_failures()

    def _tell_failures(self) -> None:
        """Report the newest failure of each kind of place."""
        for kind in ("folder", "stick"):
            said = [said for failing, said in [*self._failing.values()] if failing == kind]
            if said:
                self._faults.add(not_made(f"backup.{kind}", said[-1]))
            else:
                self._faults.clear(f"backup.{kind}")

    def _take(self, stick: Stick) -> None:
        """Register *stick* for backups, and make the first."""
        self._change(lambda known: known.with_stick(stick.id, stick.name))
        self._back_up(self._place_of(stick), aloud=True)

    def _change(self, change: Callable[[Remembered], Remembered]) -> None:
        with self._changing:
            self._known = change(self._known)
            try:
                remember(self._data, self._known)
            except OSError as error:
                log.warning("what is known of nightly backups can't be written: %s", error)


def _is_there(place: BackupPlace, file: str) -> bool:
    """Return True if *file* is still in *place*.

    :raises BackupError: if the place can't be read.
    """
    with refusals(place.kind), place.opened() as folder:
        try:
            return stat.S_ISREG(os.stat(file, dir_fd=folder, follow_symlinks=False).st_mode)
        except FileNotFoundError:
            return False
