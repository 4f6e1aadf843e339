"""The session: the one writer of the table. Presses, serial messages and HTTP posts all come through its queue.

For each command, in this order: an id that is already in the journal gets its first answer again; may the sender
speak for this seat; is something still in motion; has what this seat may do changed since the version it saw;
``why_not``; its facts and, where chance is asked and the dealer answers, chance's; durable; only then shown.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from companion.chance.dealers import Dealer
from companion.chance.fairness import moment
from companion.engine.command import Refused
from companion.engine.game import BadSetup, Game, OptionValue
from companion.engine.notation import Unreadable
from companion.engine.said import Said
from companion.engine.seats import CHANCE, TABLE
from companion.engine.windows import TimeUp, open_window
from companion.journal.journal import Journal, JournalUnwritable
from companion.model.requests import Answered, CommandRequest, Refusal, busy, give
from companion.model.roster import Roster
from companion.model.snapshot import Snapshot
from companion.model.table_menu import BadKitRow, with_defaults
from companion.records.finished_games import Past
from companion.runtime.clock import Clock
from companion.runtime.timers import guarded
from companion.runtime.worker import Worker
from companion.session import archive
from companion.session.archive import Kept
from companion.session.open_game import rows_of
from companion.session.reveal import Mirror, NoStage, Revealer, Stage
from companion.session.store import GameStore
from companion.session.table_commands import BY_ANY_SEAT, TABLE_COMMANDS
from companion.session.time_limit import LimitWatch

log = logging.getLogger(__name__)

Found = TypeVar("Found")
READ_S = 10.0
INBOX = 64
"""How many messages may wait; people's hands give a few a second."""


class Session:
    """The table's session. Everything but ``published``, ``submit``, ``post`` and ``close`` is its own thread's.

    *library* are the games that can be opened; *dealers* speak for chance, by a game's option ``chance``;
    *defaults* are the owner's options for games, by slug; *program* is this program's version; *bad_kits* can't
    be opened.
    """

    def __init__(
        self,
        library: Sequence[Game],
        journal: Journal,
        dealers: Mapping[str, Dealer],
        clock: Clock,
        stage: Stage | None = None,
        lang: str = "en",
        defaults: Mapping[str, Mapping[str, OptionValue]] | None = None,
        program: str = "",
        bad_kits: tuple[BadKitRow, ...] = (),
    ) -> None:
        self._clock = clock
        self._worker = Worker("session", clock, INBOX, rescue=self.load)
        usual = defaults or {}
        games = tuple(with_defaults(game, usual.get(game.slug, {})) for game in library)
        at_first = Snapshot(lang=lang, library=games, program=program, bad_kits=bad_kits)
        devices = stage or NoStage()
        timers = self._worker.timers
        self._shower = revealer = Revealer(at_first, devices, clock, timers, self._post_landed, self._watch)
        self._store = store = GameStore(library, journal, dealers, clock, revealer, usual)
        self._limit = LimitWatch(store, clock, timers, self._clock_says)
        self._watched: tuple[int, int] | None = None

    # ------------------------------------------------------------------ from any thread
    @property
    def published(self) -> Snapshot:
        """The newest published state: frozen, replaced whole."""
        return self._shower.published

    def subscribe(self, mirror: Mirror) -> None:
        """Tell *mirror* of everything from now on; call it before ``start``."""
        self._shower.add(mirror)

    def post(self, request: CommandRequest, answered: Answered | None = None) -> None:
        """Put *request* in the queue; *answered* gets its version or refusal, on the session's thread."""
        if not self._put(lambda: self.handle(request), answered):
            log.warning("too many commands at once, or closing: one by %s was dropped", request.by)

    def submit(self, request: CommandRequest, timeout_s: float = 10.0) -> int:
        """Have *request* done and return the version it led to; waits until that is durable.

        :raises Refusal: it was refused, or *timeout_s* passed (then the same id may be sent again).
        """
        box: queue.SimpleQueue[int | Refusal] = queue.SimpleQueue()
        self.post(request, box.put)
        return _answer(box, timeout_s)

    def keep(self, change: Callable[[Roster], Roster], wait_s: float = 10.0) -> None:
        """Have *change* made to the phones that are in, and wait *wait_s* until that is durable and published.

        :raises Refusal: it wasn't made, by *change*'s own word too, or the time passed; never where that is 0.
        """
        box: queue.SimpleQueue[int | Refusal] = queue.SimpleQueue()
        self._put(lambda: self._keep(change), box.put)
        if wait_s:
            _answer(box, wait_s)

    def records(self) -> tuple[Kept, ...]:
        """Return all games of the journal, the newest first.

        :raises Refusal: they can't be read now.
        """
        return self._read(archive.kept)

    def record(self, number: int) -> str:
        """Return the record of game *number*, sealed while it goes on.

        :raises Refusal: there is no such game, or it can't be read now.
        """
        return self._read(lambda store: archive.record(store, number))

    def past(self, number: int) -> Past:
        """Return game *number*, which is over, to be looked at on any thread.

        :raises Refusal: there is no such game, it goes on, or it can't be read now.
        """
        return self._read(lambda store: archive.past(store, number))

    def _read(self, look: Callable[[GameStore], Found]) -> Found:
        """Have the session's thread *look*: the journal is its own."""
        box: queue.SimpleQueue[int | Refusal] = queue.SimpleQueue()
        found: list[Found] = []

        def do() -> int:
            found.append(look(self._store))
            return 0

        self._put(do, box.put)
        _answer(box, READ_S)
        return found[0]

    def _put(self, do: Callable[[], int], answered: Answered | None) -> bool:
        fits = self._worker.put(_Asked(do, answered))
        if not fits:
            give(answered, busy())
        return fits

    def start(self) -> None:
        """Begin to take requests, on a thread of its own."""
        self._worker.start()

    def close(self) -> None:
        """Finish the request at hand, stop, and close the journal; requests that wait are told that it is busy.

        What is in motion is revealed at the next start.
        """
        for left in self._worker.close():
            if isinstance(left, _Asked):
                give(left.answered, busy())
        self._store.journal.close()

    def run_pending(self) -> None:
        """Do everything that waits in the queue and all that is due, then return. For tests without a thread."""
        self._worker.run_pending()

    def _post_landed(self, action: Callable[[], None]) -> None:
        if not self._worker.put(action):
            log.warning("too busy to hear that something has landed; its longest time will do")

    # ------------------------------------------------------------------ loading
    def load(self) -> None:
        """Open the journal and take the current game up where it was; what chance said last is revealed again.

        What this very session has revealed already isn't revealed a second time.

        :raises JournalInUse: another process keeps the folder.
        :raises JournalTooNew: a newer program wrote it.
        """
        self._watched = None
        self._store.load()

    def new_game(self, slug: str, mode: str, seats: Sequence[str], options: Mapping[str, OptionValue], id: str) -> int:
        """Open a new game, leaving the one before where it is, and return the version that shows it.

        :raises Refusal: there is no such game.
        :raises BadSetup: it can't start like this.
        :raises JournalUnwritable: it didn't become durable.
        """
        entropy = moment(self._clock.monotonic_s())
        request = CommandRequest(id, self.published.version, TABLE, "new", "button", frozenset({TABLE}), entropy)
        return self._store.new_game(self._store.find(slug, mode), seats, options, request)

    # ------------------------------------------------------------------ a command
    def handle(self, request: CommandRequest) -> int:
        """Do *request* and return the version it leads to (which is published at the reveal, if there is one).

        :raises Refusal: it isn't done.
        """
        if self.published.trouble is not None:
            self.load()
        if self.published.trouble is not None:
            raise Refusal(self.published.trouble, "unwritable")
        try:
            return self._handle(request)
        except Refusal:
            raise
        except Refused as error:
            raise Refusal(error.refusal.reason, "refused", error.refusal.rule) from error
        except Unreadable as error:
            raise Refusal(error.reason, "unreadable") from error
        except BadSetup as error:
            raise Refusal(error.reason, "refused") from error
        except JournalUnwritable as error:
            raise Refusal(self._store.have_trouble(error), "unwritable") from error
        except Exception as error:
            log.exception("a command failed: %s", request.do)
            return self._start_over(request, error)

    def _start_over(self, request: CommandRequest, error: Exception) -> int:
        """Take up what the journal holds after a fault of the program: the game in memory may be ahead of it."""
        guarded(self.load)
        with suppress(JournalUnwritable):
            known = self._store.journal.receipt(request.id)
            if known is not None:
                return known
        raise Refusal(Said("session.failed"), "failed") from error

    def _keep(self, change: Callable[[Roster], Roster]) -> int:
        if self.published.trouble is not None:
            self.load()
        if self.published.trouble is not None:
            raise Refusal(self.published.trouble, "unwritable")
        roster = change(self.published.roster)
        try:
            self._store.keep(roster)
        except JournalUnwritable as error:
            raise Refusal(self._store.have_trouble(error), "unwritable") from error
        return self._store.version

    def _handle(self, request: CommandRequest) -> int:
        known = self._store.journal.receipt(request.id)
        if known is not None:
            return known
        if not self._may_speak(request):
            raise Refusal(Said("session.forbidden"), "forbidden")
        if self._shower.in_motion:
            raise Refusal(Said("session.rolling"), "rolling")
        verb, *rest = request.do.split(" ")
        own = TABLE_COMMANDS.get(verb)
        return own(self._store, request, rest) if own else self._play(request)

    def _may_speak(self, request: CommandRequest) -> bool:
        if request.do.startswith(TimeUp.verb) and request.by != "clock":
            return False
        if request.seat == CHANCE:
            return TABLE in request.speaks_for and self.published.typed
        if request.seat in request.speaks_for:
            return True
        return bool(request.by_seats) and self._is_by_any_seat(request.do)

    def _is_by_any_seat(self, line: str) -> bool:
        """Tell whether *line* is one that the phone of any seat may say in the table's name: by its verb alone."""
        opened = self._store.open
        verb = line.partition(" ")[0]
        return verb in BY_ANY_SEAT or (opened is not None and opened.game.notation.is_by_any_seat(line))

    def _play(self, request: CommandRequest) -> int:
        store, revealer = self._store, self._shower
        opened = store.opened()
        store.must_have_seen(request, self.published.since.get(request.seat, 0))
        command = opened.game.notation.read(request.seat, request.do)
        if opened.is_so_already(command):
            return store.version
        entropy = store.entropy(request) if opened.seed else request.entropy
        reveal_steps = opened.take(
            command, store.dealer(opened, opened.chance, entropy), store.version, request.by_seats
        )
        first = reveal_steps[0]
        by = "typed" if request.seat == CHANCE else request.by
        rows = rows_of(reveal_steps, by, entropy, store.now())
        started_s = revealer.start(opened, first) if first.request else None
        hidden = first.version == store.version
        store.commit(request, first.version, opened, rows)
        store.version = reveal_steps[-1].version
        if hidden:
            revealer.update(state=opened.state)
        else:
            # Who plays on has read what was to be known of the last start, and has a board like it.
            revealer.update(notice=None, taken_up=False)
            revealer.go(opened, reveal_steps, started_s)
        return first.version

    # ------------------------------------------------------------------ deadlines
    def _watch(self) -> None:
        self._watch_window()
        self._limit.look()

    def _watch_window(self) -> None:
        """Give the window that was just published, if any, its deadline, unless that is running already."""
        window = None if self.published.state is None else open_window(self.published.state)
        if window is None or not window.answer_s or self._store.open is None:
            self._watched = None
            return
        if self._watched != (self._store.open.id, window.number):
            watched = self._watched = (self._store.open.id, window.number)
            due_s = self._clock.monotonic_s() + window.answer_s
            self._worker.timers.at(due_s, lambda: self._time_up(watched))

    def _time_up(self, watched: tuple[int, int]) -> None:
        if watched is not self._watched or self._store.open is None:
            return
        self._watched = None
        self._clock_says(f"time-up {watched[1]}")

    def _clock_says(self, do: str) -> None:
        """Have the table's clock say *do* in the game that is open."""
        opened = self._store.opened()
        # No sender's id holds a colon, and no line number comes twice: neither can stand in a deadline's way.
        command_id = f"clock:{opened.id}:{opened.table.last_n}"
        request = CommandRequest(command_id, self.published.version, TABLE, do, "clock", frozenset({TABLE}))
        try:
            self.handle(request)
        except Refusal as refusal:
            log.debug("%s came too late: %s", request.do, refusal)


@dataclass(frozen=True)
class _Asked:
    """Something asked for, in the queue: does it and answers."""

    do: Callable[[], int]
    answered: Answered | None

    def __call__(self) -> None:
        try:
            answer: int | Refusal = self.do()
        except Refusal as refusal:
            answer = refusal
        give(self.answered, answer)


def _answer(box: queue.SimpleQueue[int | Refusal], timeout_s: float) -> int:
    """Wait for the answer that comes in *box*.

    :raises Refusal: it is one, or *timeout_s* passed.
    """
    try:
        answer = box.get(timeout=timeout_s)
    except queue.Empty:
        answer = busy()
    if isinstance(answer, Refusal):
        raise answer
    return answer
