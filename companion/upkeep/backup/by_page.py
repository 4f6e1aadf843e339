"""Backups by page: download and upload after the table's OK.

Law: no data leaves or is replaced before the table's OK. An upload is stored beside the data until it is restored or
removed, and no start uses it again.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from companion.engine.values.message import Message, Value
from companion.model.reports.backups import MAX_UPLOAD, Identity, InBackup
from companion.model.requests import RequestRefused
from companion.phones.confirmation import Confirmation, Decision
from companion.runtime.clock import Clock
from companion.upkeep.backup.creation import make, workplace
from companion.upkeep.backup.errors import BackupError, disk_errors
from companion.upkeep.backup.inspection import Contents, Find, look
from companion.upkeep.backup.last_note import last_backup
from companion.upkeep.backup.leftovers import UPLOADED, uploaded
from companion.upkeep.backup.source import Source

log = logging.getLogger(__name__)

GIVEN_S = 120.0
"""Time for a page to fetch its backup after the table's OK."""
ASKED: Mapping[Identity, Message] = {
    "replaces": Message("stage.ask-restore-replaces"),
    "second": Message("stage.ask-restore-second"),
}
_PIECE = 2**16


@dataclass(frozen=True)
class Wanted:
    """A restore confirmed at the table, without broken games.

    *file* is the backup, *identity* the table that it becomes.
    """

    file: Path
    identity: Identity


@dataclass(frozen=True)
class _Upload:
    """An uploaded backup: its sender, its *file* and its summary *told*.

    Nothing else is ever written to the file.
    """

    who: str
    file: Path
    told: InBackup


class PageBackups:
    """Backups requested by pages. Any thread may use it.

    *source* describes the data to back up, *find* finds its games. *start_again* restarts the table, which then
    restores the backup that is *wanted*. *must_keep* refuses if games can't be kept now. The table's yes is handled on
    the thread of its buttons, and never blocks here.
    """

    def __init__(
        self,
        source: Callable[[], Source],
        find: Find,
        clock: Clock,
        asking: Confirmation,
        *,
        start_again: Callable[[], None],
        must_keep: Callable[[], None] = lambda: None,
    ) -> None:
        self._source = source
        self._data = source().data
        self._find = find
        self._clock = clock
        self._asking = asking
        self._start_again = start_again
        self._must_keep = must_keep
        self._lock = threading.Lock()
        """Never held during reading, writing or checking."""
        self._taking = threading.Lock()
        """Held while a page's backup is checked; two might fill the disk."""
        self._given: dict[str, float] = {}
        self._expected: dict[str, str] = {}
        self._uploaded: _Upload | None = None
        self.wanted: Wanted | None = None

    def begin(self) -> None:
        """Remove backups uploaded to an earlier run of the table.

        Call this once the data is held and before pages are served.

        :raises OSError: if one can't be removed.
        """
        for file in uploaded(self._data):
            file.unlink(missing_ok=True)

    @property
    def last(self) -> str | None:
        """Moment of the last backup, "" if undated, None without one."""
        return last_backup(self._data)

    def ask(self, who: str, name: Value) -> None:
        """Ask at the table for permission to make a backup.

        It is for *who*, shown as *name*.

        :raises RequestRefused: if another question is open, *who* must pause, or nothing can be kept now.
        """
        self._must_keep()
        self._given.pop(who, None)
        self._asking.ask(_asker(who), Message("stage.ask-backup", {"name": name}), lambda: self._give(who))

    def asked(self, who: str) -> Decision:
        """Return the table's answer to a page's last question.

        A yes to *who* holds as long as the backup can be fetched.
        """
        said = self._asking.outcome(_asker(who))
        return said if said != "yes" or self._may_fetch(who) or self.wanted is not None else ""

    def _give(self, who: str) -> None:
        self._given[who] = self._clock.monotonic_s() + GIVEN_S

    def _may_fetch(self, who: str) -> bool:
        return self._given.get(who, 0.0) > self._clock.monotonic_s()

    def fetch(self, who: str) -> IO[bytes]:
        """Make a confirmed backup; return it open for reading.

        It is for *who*. Nothing else of it remains. The table's OK is for one request, even if its connection fails. It
        stays valid if no backup was made.

        :raises RequestRefused: ``forbidden`` if the table hasn't said OK, or too long ago; else if the backup can't be
            made, or not now.
        """
        self._must_keep()
        with self._lock:
            until_s = self._given.pop(who, 0.0)
        if until_s <= self._clock.monotonic_s():
            raise RequestRefused(Message("backup.not-asked"), "forbidden")
        try:
            with disk_errors(), workplace(self._data) as work:
                file = work / "backup.zip"
                make(file, self._source(), self._clock)
                return file.open("rb")
        except BackupError as error:
            with self._lock:
                self._given[who] = until_s
            raise RequestRefused(error.said, "refused") from error

    def expect(self, who: str) -> str:
        """Return a secret word that permits the upload of one backup.

        Only *who* knows it.

        :raises RequestRefused: if the table is being asked for a restore.
        """
        self._must_not_restore()
        word = secrets.token_hex(16)
        with self._lock:
            self._expected = {word: who}
        return word

    def _must_not_restore(self) -> None:
        """Refuse if a restore is asked for or under way.

        The table's OK is for the backup that was checked.

        :raises RequestRefused: if one is.
        """
        if self.wanted is not None or self._asking.question in ASKED.values():
            raise RequestRefused(Message("backup.restore-asked"), "refused")

    def room_for(self, path: str) -> int:
        """Return the maximum upload size in bytes for the address *path*.

        It is 0 unless the last part of *path* is an expected word.
        """
        return MAX_UPLOAD if path.rpartition("/")[2] in self._expected else 0

    def take(self, word: str, sent: IO[bytes]) -> InBackup:
        """Take the backup *sent* under *word* and return its summary.

        :raises RequestRefused: if nothing is expected under that word, another is being taken, a restore is asked for,
            or it is no backup that can be restored.
        """
        with self._lock:
            who = self._expected.pop(word, None)
        if who is None:
            raise RequestRefused(Message("backup.not-expected"), "forbidden")
        self._must_not_restore()
        if not self._taking.acquire(blocking=False):
            raise RequestRefused(Message("backup.taking"), "refused")
        try:
            self._let_go(of=None)
            file = self._data.with_name(f"{self._data.name}{UPLOADED}-{secrets.token_hex(8)}")
            return self._taken(who, file, sent)
        finally:
            self._taking.release()

    def _taken(self, who: str, file: Path, sent: IO[bytes]) -> InBackup:
        """Write an upload to *file*, check it and return its summary."""
        try:
            with disk_errors():
                _write(file, sent)
                told = _told(look(file, self._find, file.parent))
            with self._lock:
                self._uploaded = _Upload(who, file, told)
            return told
        except BackupError as error:
            raise RequestRefused(error.said, "refused") from error
        finally:
            if self._uploaded is None or self._uploaded.file != file:
                file.unlink(missing_ok=True)

    def _let_go(self, of: str | None) -> None:
        """Forget the backup sent by *of*, or by anyone for None.

        :raises RequestRefused: if the table is being asked to restore it.
        """
        with self._lock:
            now = self._uploaded
            if now is None or of not in (None, now.who):
                return
            self._must_not_restore()
            self._uploaded = None
            now.file.unlink(missing_ok=True)

    def held(self, who: str) -> InBackup | None:
        """Return the summary of a page's backup, None without one.

        *who* sent it.
        """
        now = self._uploaded
        return now.told if now is not None and now.who == who else None

    def put_away(self, who: str) -> None:
        """Forget an uploaded backup.

        *who* sent it.

        :raises RequestRefused: if the table is being asked to restore it.
        """
        self._let_go(of=who)

    def restore(self, who: str, identity: Identity) -> None:
        """Ask at the table whether to restore an uploaded backup.

        *who* sent it; *identity* says which table it becomes.

        :raises RequestRefused: if there is none, another question is open, or nothing can be kept now.
        """
        self._must_keep()
        with self._lock:  # it must not be let go before the question stands
            now = self._uploaded
            if now is None or now.who != who:
                raise RequestRefused(Message("backup.not-expected"), "refused")
            wanted = Wanted(now.file, identity)
            self._asking.ask(_asker(who), ASKED[identity], lambda: self._begin(wanted))

    def _begin(self, wanted: Wanted) -> None:
        log.info("a backup is to be put in the place of %s", self._data)
        self.wanted = wanted
        self._start_again()


def _write(file: Path, sent: IO[bytes]) -> None:
    left = MAX_UPLOAD
    opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(opened, "wb") as writing:
        while piece := sent.read(_PIECE):
            left -= len(piece)
            if left < 0:
                raise BackupError("too-large")
            writing.write(piece)


def _asker(who: str) -> str:
    return f"backup:{who}"


def _told(contents: Contents) -> InBackup:
    about = contents.manifest
    return InBackup(
        name=about.name,
        at=about.at,
        games=contents.games,
        goes_on=contents.goes_on,
        kits=contents.kits,
        boards=contents.boards,
        languages=contents.languages,
        broken=len(contents.broken),
    )
