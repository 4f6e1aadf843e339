"""The session: the only writer of the table.

Presses, serial messages and HTTP posts all come through its queue.
"""

from __future__ import annotations

import logging
import os
import queue
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from companion.chance.dealers import Dealer
from companion.engine.game import GameInfo, OptionValue
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.journal.rows import OutboxRow
from companion.model.keeper import KeeperWords
from companion.model.new_game import Beginning
from companion.model.publication import Follower
from companion.model.reports.faults import Fault
from companion.model.requests import Answered, CommandRequest, RequestRefused, busy, give
from companion.model.roster import Roster
from companion.model.shelf.offer import BadKitRow
from companion.model.snapshot import Snapshot
from companion.model.table_menu import LANGUAGES
from companion.runtime.clock import Clock
from companion.runtime.late import Late
from companion.runtime.worker import Worker
from companion.session.commands import Commands, Queued, QueuedCommand
from companion.session.fallback_journal import Keeping, Places
from companion.session.game.reveal import NoStage, Stage
from companion.session.game.store import GameStore
from companion.session.game_table import GameTable
from companion.session.opening import load, new_game
from companion.session.outbox import Outbox, Outgoing
from companion.session.shelf import TableShelf

log = logging.getLogger(__name__)

Found = TypeVar("Found")
READ_S = 10.0
TABLE_ID = "table-id"
"""The name of the table's own id in the journal's settings."""
if TYPE_CHECKING:
    from companion.records.finished_games import Past
    from companion.session.game.archive import Archive, Kept

INBOX = 64
"""How many messages may wait; people's hands give a few a second."""


class SessionConfig(Struct, frozen=True, kw_only=True):
    """The settings and facts that a session starts with.

    *lang* is the table's language, *languages* all that it speaks, by code, each with its own name. *defaults* are the
    owner's options for games, by slug. *program* is this program's version and *name* the table's. *bad_kits* can't be
    opened. *faults* are known at the start. *places* gives other folders for the games if the journal fails.
    *must_arrive* holds the kinds of ``companion.session.outbox`` that wait for a broker when a game ends. *can_call*:
    there is a keeper to be called. *begins_first_evening*: a new table asks its first questions.
    """

    lang: str = "en"
    languages: tuple[tuple[str, Message], ...] = LANGUAGES
    defaults: Mapping[str, Mapping[str, OptionValue]] = MappingProxyType({})
    program: str = ""
    name: str = ""
    bad_kits: tuple[BadKitRow, ...] = ()
    faults: tuple[Fault, ...] = ()
    places: Places = lambda: ()
    must_arrive: frozenset[str] = frozenset()
    can_call: bool = False
    begins_first_evening: bool = False


AT_FIRST = SessionConfig()


class Session:
    """The table's session, with a thread of its own.

    Everything but ``published``, ``submit``, ``post``, ``ping`` and ``close`` is for that thread only.

    Its queue is processed in order, commands that follow each other together (``companion.session.group``). *library*
    holds the games that can be opened. *dealers* answer for chance, by a game's option ``chance``.
    """

    def __init__(
        self,
        library: Sequence[GameInfo],
        journal: Journal,
        dealers: Mapping[str, Dealer],
        clock: Clock,
        *,
        stage: Stage | None = None,
        config: SessionConfig = AT_FIRST,
    ) -> None:
        self._worker = Worker("session", clock, INBOX, rescue=self.load)
        store = GameStore(library, journal, dealers, clock, defaults=config.defaults)
        at_first = Snapshot(
            lang=config.lang,
            library=store.on_shelf(),
            program=config.program,
            bad_kits=config.bad_kits,
            languages=config.languages,
            faults=config.faults,
            can_call=config.can_call,
            name=config.name,
            name_written=config.name,
            begins_first_evening=config.begins_first_evening,
        )
        self.archive = Late(lambda: _archive(self.table))
        """The journal's games as records: for the session's own thread."""
        self.outbox = Outbox(store, self.archive, config.must_arrive)
        """Messages to the outside; for the session's own thread."""
        self.table = GameTable(store, self.outbox, at_first, stage or NoStage(), worker=self._worker)
        """The table and its open game; for the session's own thread."""
        self.shelf = TableShelf(self.table, self)
        """The games on offer, for any other thread."""
        self._keeping = Keeping(self.table, config.places)
        self._commands = Commands(self.table, self._worker, self._keeping, self.load)

    # ------------------------------------------------------------------ from any thread
    @property
    def published(self) -> Snapshot:
        """The newest published state: frozen, replaced whole."""
        return self.table.published

    def subscribe(self, follower: Follower) -> None:
        """Have *follower* hear every change from now on."""
        self.table.subscribe(follower)

    def hear_refusals(self, refused: Callable[[CommandRequest, RequestRefused], None]) -> None:
        """Have *refused* called with each refused request, on the session's thread."""
        self._commands.refused = refused

    def post(self, request: CommandRequest, answered: Answered | None = None) -> None:
        """Queue *request*; *answered* gets its version or refusal.

        It is called on the session's thread.
        """
        if not self._put(QueuedCommand(request, answered, self._commands.do)):
            log.warning("too many commands at once, or closing: one by %s was dropped", request.by)

    def submit(self, request: CommandRequest, timeout_s: float = 10.0) -> int:
        """Carry out *request* and return its version once durable.

        :raises RequestRefused: it was refused, or *timeout_s* passed (then the same id may be sent again).
        """
        box: queue.SimpleQueue[int | RequestRefused] = queue.SimpleQueue()
        self.post(request, box.put)
        return _answer(box, timeout_s)

    def ping(self, answered: Callable[[], None]) -> None:
        """Call *answered* on the session's own thread, after its queue.

        If the queue is full, it is never called.
        """
        self._worker.put(answered)

    def tell_faults(self, faults: tuple[Fault, ...]) -> None:
        """Publish *faults* as the table's current faults; returns at once."""
        if not self._worker.put(lambda: self.table.show(faults=faults)):
            log.warning("too busy to publish the table's faults; the next fault brings them along")

    def show_keeper_words(self, words: KeeperWords) -> bool:
        """Show the keeper's *words*; returns at once.

        Return False if the queue is full.
        """
        return self._worker.put(lambda: self._commands.calling.say(words))

    def end_keeper_words(self, words: KeeperWords) -> bool:
        """Stop showing the keeper's *words*; returns at once.

        Return False if the queue is full.
        """
        return self._worker.put(lambda: self._commands.calling.end(words))

    def hear_call(self, call: str) -> bool:
        """Announce that the keeper is coming for *call*; returns at once.

        Return False if the queue is full.
        """
        return self._worker.put(lambda: self._commands.calling.hear(call))

    @property
    def keeps_as_usual(self) -> bool:
        """Whether games are saved now, in the usual place."""
        return self._keeping.is_usual

    def require_usual_place(self) -> None:
        """Check that games are saved in the usual place.

        :raises RequestRefused: they aren't.
        """
        if not self.keeps_as_usual:
            raise RequestRefused(Message("keeping.not-now"), "refused")

    def look_for_places(self) -> None:
        """Look again for other folders for games; returns at once.

        It looks only if the usual one fails.
        """
        self._worker.put(self._look_for_places)

    def _look_for_places(self) -> None:
        if self.published.trouble is not None:
            self.table.show_trouble(self.published.trouble)

    def keep(self, change: Callable[[Roster], Roster], wait_s: float = 10.0) -> None:
        """Change the roster by *change*, and wait *wait_s* for it.

        It is durable and published then.

        :raises RequestRefused: it wasn't made, by *change*'s own word too, or the time passed; never where that is 0.
        """
        box: queue.SimpleQueue[int | RequestRefused] = queue.SimpleQueue()
        self._put(Queued(lambda: self._keep(change), box.put))
        if wait_s:
            _answer(box, wait_s)

    def table_id(self) -> str:
        """Return the table's own id, 12 random hex digits.

        It is made at the first call.

        :raises RequestRefused: the journal can't be read or written now.
        """
        found = self.setting(TABLE_ID)
        if not found:
            found = os.urandom(6).hex()
            self.keep_setting(TABLE_ID, found)
        return found

    def setting(self, name: str) -> str:
        """Return the table's own setting *name*, "" if there is none.

        :raises RequestRefused: it can't be read now.
        """
        return self.read(lambda: self._setting(name))

    def keep_setting(self, name: str, value: str) -> None:
        """Save *value* as the table's setting *name*, durably.

        It waits until that is done.

        :raises RequestRefused: it can't be written now.
        """
        self.read(lambda: self._keep_setting(name, value))

    def _setting(self, name: str) -> str:
        self._commands.must_be_writable()
        return self.table.store.journal.setting(name) or ""

    def _keep_setting(self, name: str, value: str) -> None:
        self._commands.must_be_writable()
        try:
            self.table.store.keep_setting(name, value)
        except JournalUnwritable as error:
            raise RequestRefused(self.table.have_trouble(error), "unwritable") from error

    def records(self) -> tuple[Kept, ...]:
        """Return all games of the journal, the newest first.

        :raises RequestRefused: they can't be read now.
        """
        return self.read(lambda: self.archive().kept())

    def record(self, number: int) -> str:
        """Return the record of game *number*, sealed if unfinished.

        :raises RequestRefused: there is no such game, or it can't be read now.
        """
        return self.read(lambda: self.archive().record(number))

    def past(self, number: int) -> Past:
        """Return the finished game *number* for viewing on any thread.

        :raises RequestRefused: there is no such game, it goes on, or it can't be read now.
        """
        return self.read(lambda: self.archive().past(number))

    def waiting(self) -> int:
        """Return the number of messages in the outbox.

        :raises RequestRefused: it can't be read now.
        """
        return self.read(self.outbox.waiting)

    def hear_outbox(self, heard: Callable[[int], None]) -> None:
        """Call *heard* once, and whenever something may be sent outside.

        It is called on the session's thread, with the number of messages dropped for lack of room since the queue was
        last empty.
        """
        self.outbox.heard = heard
        self._worker.put(self.outbox.tell)

    def outgoing(self, by_name: bool, behind: int = 0) -> Outgoing | None:
        """Return the first message after the row *behind* that can be sent.

        People are named or numbered, depending on *by_name*.

        :raises RequestRefused: it can't be read now.
        """
        return self.read(lambda: self.outbox.next(by_name, behind))

    def arrived(self, row: OutboxRow) -> None:
        """Remove *row* from the outbox: it has arrived.

        :raises RequestRefused: that can't be written now.
        """
        self.read(lambda: self.outbox.arrived(row))

    def want_record(self, asked: str, number: int = 0, answered: Answered | None = None) -> None:
        """Queue the record of game *number* for the request *asked*.

        0 is the open one. It returns at once. *answered* gets the version or the refusal, on the session's thread.
        """
        self._put(Queued(lambda: self.outbox.want(asked, number), answered))

    def read(self, look: Callable[[], Found]) -> Found:
        """Run *look* on the session's thread, which owns the journal.

        :raises RequestRefused: *look* refuses it, or the session is busy.
        """
        box: queue.SimpleQueue[int | RequestRefused] = queue.SimpleQueue()
        found: list[Found] = []

        def do() -> int:
            found.append(look())
            return 0

        self._put(Queued(do, box.put))
        _answer(box, READ_S)
        return found[0]

    def _put(self, asked: Queued | QueuedCommand) -> bool:
        fits = self._worker.put(asked)
        if not fits:
            give(asked.answered, busy())
        return fits

    def start(self) -> None:
        """Begin to take requests, on a thread of its own."""
        self._worker.start()

    def close(self) -> None:
        """Finish the current request, stop, and close the journal.

        Waiting requests are refused as busy. A motion is revealed at the next start.
        """
        for left in self._worker.close():
            if isinstance(left, Queued | QueuedCommand):
                give(left.answered, busy())
        self._keeping.close()

    def run_pending(self) -> None:
        """Process the queue and all due timers, then return.

        For tests without a thread.
        """
        self._worker.run_pending()

    # ------------------------------------------------------------------ loading
    def load(self) -> None:
        """Open the journal and resume the current game.

        The last draw is revealed again. A reveal that this very session has shown isn't repeated.

        :raises JournalInUse: another process keeps the folder.
        """
        self._commands.forget()
        load(self.table)

    def handle(self, request: CommandRequest) -> int:
        """Carry out *request* and return its version.

        It is published at the reveal if there is one.

        :raises RequestRefused: it isn't done.
        """
        answer = self._commands.answer(request)
        if isinstance(answer, RequestRefused):
            raise answer
        return answer

    def new_game(
        self, slug: str, mode: str, seats: Sequence[str], options: Mapping[str, OptionValue], *, id: str
    ) -> int:
        """Open a new game and return its version.

        The game before stays where it is.

        :raises RequestRefused: there is no such game.
        :raises BadSetup: it can't start like this.
        :raises JournalUnwritable: it didn't become durable.
        """
        request = CommandRequest(id, self.published.version, TABLE, "new", "button", frozenset({TABLE}))
        return new_game(self.table, self.table.store.find(slug, mode), Beginning(tuple(seats), options), request)

    def _keep(self, change: Callable[[Roster], Roster]) -> int:
        """Make the roster durable and known, without a version.

        Each phone has its time of joining.
        """
        self._commands.must_be_writable()
        before, store = self.published.roster, self.table.store
        roster = change(before).stamped(before, store.version)
        try:
            store.keep(roster)
        except JournalUnwritable as error:
            raise RequestRefused(self.table.have_trouble(error), "unwritable") from error
        self.table.show(roster=roster, open=self.table.view_with(roster))
        return store.version


def _archive(table: GameTable) -> Archive:
    from companion.session.game.archive import Archive

    return Archive(table.store, lambda: table.published)


def _answer(box: queue.SimpleQueue[int | RequestRefused], timeout_s: float) -> int:
    """Wait for the answer in *box*.

    :raises RequestRefused: it is one, or *timeout_s* passed.
    """
    try:
        answer = box.get(timeout=timeout_s)
    except queue.Empty:
        answer = busy()
    if isinstance(answer, RequestRefused):
        raise answer
    return answer
