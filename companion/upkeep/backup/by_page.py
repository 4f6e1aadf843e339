"""Backups by page: one is given out, or taken in, once the table's OK has said so.

Law: nothing leaves and nothing is replaced before that; what a page has sent lies beside the data until it is restored
or put away, and no start finds it again.
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
from companion.model.backups import MAX_UPLOAD, Identity, InBackup
from companion.model.requests import Refusal
from companion.phones.confirmation import Confirmation, Decision
from companion.runtime.clock import Clock
from companion.upkeep.backup.errors import BackupError, disk_errors
from companion.upkeep.backup.leftovers import UPLOADED, uploaded
from companion.upkeep.backup.looking import Contents, Find, look
from companion.upkeep.backup.making import make, workplace
from companion.upkeep.backup.noting import last_backup
from companion.upkeep.backup.source import Source

log = logging.getLogger(__name__)

GIVEN_S = 120.0
"""So long a page may fetch its backup after the table's OK."""
ASKED: Mapping[Identity, Message] = {
    "replaces": Message("stage.ask-restore-replaces"),
    "second": Message("stage.ask-restore-second"),
}
_PIECE = 2**16


@dataclass(frozen=True)
class Wanted:
    """A restore that the table's OK has said: of *file*, as which table, without the games that are broken."""

    file: Path
    identity: Identity


@dataclass(frozen=True)
class _Upload:
    """A backup that *who* has sent: its *file*, which nothing else is ever written to, and what is *told* of it."""

    who: str
    file: Path
    told: InBackup


class PageBackups:
    """The backups that pages ask for. Any thread may come here.

    *source* tells what a backup is made of, *find* finds its games; *start_again* ends the table so that it starts
    again, with what is *wanted* by then in its place. *must_keep* refuses where games can't be kept now.
    The table's yes comes on the thread of its hands, and waits for nothing here.
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
        """Never held while anything is read, written or looked at."""
        self._taking = threading.Lock()
        """Held by the one page whose backup is looked at: two of them may have no room."""
        self._given: dict[str, float] = {}
        self._expected: dict[str, str] = {}
        self._uploaded: _Upload | None = None
        self.wanted: Wanted | None = None

    def begin(self) -> None:
        """Remove what a page has sent to a table that has ended since; before this one is served, and holds its data.

        :raises OSError: it can't be removed.
        """
        for file in uploaded(self._data):
            file.unlink(missing_ok=True)

    @property
    def last(self) -> str | None:
        """The moment of the last backup, "" where the date wasn't known then, None where there is none."""
        return last_backup(self._data)

    def ask(self, who: str, name: Value) -> None:
        """Ask the table whether *who*, whom people know by that *name*, may have a backup.

        :raises Refusal: the table is asked something else, or they have to pause; or nothing can be kept now.
        """
        self._must_keep()
        self._given.pop(who, None)
        self._asking.ask(_asker(who), Message("stage.ask-backup", {"name": name}), lambda: self._give(who))

    def asked(self, who: str) -> Decision:
        """Return the table's answer to the last question of *who*; a yes holds as long as the backup can be fetched."""
        said = self._asking.outcome(_asker(who))
        return said if said != "yes" or self._may_fetch(who) or self.wanted is not None else ""

    def _give(self, who: str) -> None:
        self._given[who] = self._clock.monotonic_s() + GIVEN_S

    def _may_fetch(self, who: str) -> bool:
        return self._given.get(who, 0.0) > self._clock.monotonic_s()

    def fetch(self, who: str) -> IO[bytes]:
        """Make a backup for *who*, and return it, open to be read from its beginning; nothing else is left of it.

        The table's OK is for one request, whatever becomes of its connection; it counts on where no backup was made.

        :raises Refusal: ``forbidden``: the table hasn't said OK, or too long ago; or it can't be made, or not now.
        """
        self._must_keep()
        with self._lock:
            until_s = self._given.pop(who, 0.0)
        if until_s <= self._clock.monotonic_s():
            raise Refusal(Message("backup.not-asked"), "forbidden")
        try:
            with disk_errors(), workplace(self._data) as work:
                file = work / "backup.zip"
                make(file, self._source(), self._clock)
                return file.open("rb")
        except BackupError as error:
            with self._lock:
                self._given[who] = until_s
            raise Refusal(error.said, "refused") from error

    def expect(self, who: str) -> str:
        """Return a word, known to *who* alone, under which one backup may be sent now.

        :raises Refusal: the table is being asked for a restore.
        """
        self._must_not_restore()
        word = secrets.token_hex(16)
        with self._lock:
            self._expected = {word: who}
        return word

    def _must_not_restore(self) -> None:
        """See that no restore is asked for or under way: what its OK is for is what was looked at.

        :raises Refusal: one is.
        """
        if self.wanted is not None or self._asking.question in ASKED.values():
            raise Refusal(Message("backup.restore-asked"), "refused")

    def room_for(self, path: str) -> int:
        """Return how many bytes may be sent to the address *path*, whose last part is an expected word; else 0."""
        return MAX_UPLOAD if path.rpartition("/")[2] in self._expected else 0

    def take(self, word: str, sent: IO[bytes]) -> InBackup:
        """Take the backup that is *sent* under *word*, and return what is in it.

        :raises Refusal: nothing is expected under that word, another is being taken or a restore is asked for; or it
            is no backup that can be put back.
        """
        with self._lock:
            who = self._expected.pop(word, None)
        if who is None:
            raise Refusal(Message("backup.not-expected"), "forbidden")
        self._must_not_restore()
        if not self._taking.acquire(blocking=False):
            raise Refusal(Message("backup.taking"), "refused")
        try:
            self._let_go(of=None)
            file = self._data.with_name(f"{self._data.name}{UPLOADED}-{secrets.token_hex(8)}")
            return self._taken(who, file, sent)
        finally:
            self._taking.release()

    def _taken(self, who: str, file: Path, sent: IO[bytes]) -> InBackup:
        """Write to *file* what *who* has *sent*, look at it, and return what is in it."""
        try:
            with disk_errors():
                _write(file, sent)
                told = _told(look(file, self._find, file.parent))
            with self._lock:
                self._uploaded = _Upload(who, file, told)
            return told
        except BackupError as error:
            raise Refusal(error.said, "refused") from error
        finally:
            if self._uploaded is None or self._uploaded.file != file:
                file.unlink(missing_ok=True)

    def _let_go(self, of: str | None) -> None:
        """Forget the backup that was sent, if it was *of* that one, None for anybody.

        :raises Refusal: the table is being asked to restore it.
        """
        with self._lock:
            now = self._uploaded
            if now is None or of not in (None, now.who):
                return
            self._must_not_restore()
            self._uploaded = None
            now.file.unlink(missing_ok=True)

    def held(self, who: str) -> InBackup | None:
        """Return what is in the backup that *who* has sent, None where there is none."""
        now = self._uploaded
        return now.told if now is not None and now.who == who else None

    def put_away(self, who: str) -> None:
        """Forget the backup that *who* has sent.

        :raises Refusal: the table is being asked to restore it.
        """
        self._let_go(of=who)

    def restore(self, who: str, identity: Identity) -> None:
        """Ask the table whether the backup that *who* has sent is to be put in its place, as *identity* says.

        :raises Refusal: there is none; or the table is asked something else; or nothing can be kept now.
        """
        self._must_keep()
        with self._lock:  # it must not be let go before the question stands
            now = self._uploaded
            if now is None or now.who != who:
                raise Refusal(Message("backup.not-expected"), "refused")
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
    own = (contents.kits, contents.boards, contents.languages)
    return InBackup(about.name, about.at, contents.games, contents.goes_on, *own, broken=len(contents.broken))
