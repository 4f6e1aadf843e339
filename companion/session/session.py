"""The session: the one writer of the table. Presses, serial messages and HTTP posts all come through its queue.

For each command, in this order: an id that is already in the journal gets its first answer again; may the sender
speak for this seat; is something still in motion; has what this seat may do changed since the version it saw;
``why_not``; its facts and, where chance is asked and the dealer answers, chance's; durable; only then shown.
"""

from __future__ import annotations

import logging
import os
import queue
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.chance.dealers import Dealer
from companion.engine.command import Refused
from companion.engine.game import BadSetup, GameInfo, OptionValue
from companion.engine.notation import Unreadable
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE
from companion.engine.windows import TimeUp
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.journal.rows import OutboxRow
from companion.model import rest as rest_of
from companion.model.beginning import Beginning
from companion.model.faults import Fault
from companion.model.keeper import CALLING_COMMANDS, KeeperWords
from companion.model.requests import Answered, CommandRequest, Refusal, busy, give
from companion.model.roster import Roster
from companion.model.snapshot import Snapshot
from companion.model.table_menu import LANGUAGES, BadKitRow, with_defaults
from companion.runtime.clock import Clock
from companion.runtime.late import Late
from companion.runtime.timers import Action, guarded
from companion.runtime.worker import Worker
from companion.session.deadlines import DeadlineWatch
from companion.session.group import Group
from companion.session.keeping import KEEPING_COMMANDS, Keeping, Places
from companion.session.opening import load, new_game
from companion.session.outbox import Outbox, Outgoing
from companion.session.rests import RestOfStep
from companion.session.reveal import Mirror, NoStage, Observer, Revealer, Stage
from companion.session.store import GameStore
from companion.session.table_commands import BY_ANY_SEAT, TABLE_COMMANDS
from companion.session.table_settings import setting_of
from companion.session.writer import Writer

log = logging.getLogger(__name__)

Found = TypeVar("Found")
READ_S = 10.0
TABLE_ID = "table-id"
"""Under which name the table's own id stands in the journal's settings."""
if TYPE_CHECKING:
    from companion.records.finished_games import Past
    from companion.session.archive import Archive, Kept
    from companion.session.calling import Calling

NO_MOVES = frozenset({rest_of.VERB, *CALLING_COMMANDS, *KEEPING_COMMANDS})
"""The verbs, beside those of the table's own commands, of what isn't a single move in the open game."""
INBOX = 64
"""How many messages may wait; people's hands give a few a second."""


class Session:
    """The table's session. Everything but ``published``, ``submit``, ``post``, ``ping`` and ``close`` is of its thread.

    *library* are the games that can be opened; *dealers* speak for chance, by a game's option ``chance``;
    *defaults* are the owner's options for games, by slug; *program* is this program's version; *bad_kits* can't
    be opened; *languages* are what the table can speak, by code, each with its own name; *faults* are what is wrong
    with the table at its start, *places* other folders for its games, should the journal fail; *must_arrive* are the
    kinds of ``companion.session.outbox`` that wait for somebody outside when a game ends; *can_call* tells whether
    there is a keeper to be called. *name* is what the settings call the table; *begins_first_evening* has a new table
    ask its first questions.
    """

    def __init__(
        self,
        library: Sequence[GameInfo],
        journal: Journal,
        dealers: Mapping[str, Dealer],
        clock: Clock,
        stage: Stage | None = None,
        lang: str = "en",
        defaults: Mapping[str, Mapping[str, OptionValue]] | None = None,
        program: str = "",
        bad_kits: tuple[BadKitRow, ...] = (),
        languages: tuple[tuple[str, Message], ...] = LANGUAGES,
        faults: tuple[Fault, ...] = (),
        places: Places = lambda: (),
        must_arrive: frozenset[str] = frozenset(),
        can_call: bool = False,
        name: str = "",
        begins_first_evening: bool = False,
    ) -> None:
        self._worker = Worker("session", clock, INBOX, rescue=self.load, grouped=self._grouped)
        timers, own = self._worker.timers, defaults or {}
        games = tuple(with_defaults(game, own.get(game.slug, {})) for game in library)
        at_first = Snapshot(
            lang=lang,
            library=games,
            program=program,
            bad_kits=bad_kits,
            languages=languages,
            faults=faults,
            can_call=can_call,
            name=name,
            name_written=name,
            begins_first_evening=begins_first_evening,
        )
        store = GameStore(library, journal, dealers, clock, own)
        self._deadlines = DeadlineWatch(store, timers, self._clock_says)
        self._rests = RestOfStep(store, timers, self._say_again)
        revealer = Revealer(at_first, stage or NoStage(), clock, timers, self._post_landed, self._at_rest)
        self.archive = Late(lambda: _archive(store, revealer))
        """The journal's games as records: for the session's own thread."""
        self.outbox = Outbox(store, self.archive, must_arrive)
        """What must arrive outside: for the session's own thread."""
        self.writer = Writer(store, revealer, timers, self.outbox)
        """What is durable and what is shown: for the session's own thread."""
        self._keeping = Keeping(self.writer, places)
        self._refused: Callable[[CommandRequest, Refusal], None] = lambda request, refusal: None
        self._calling = Late(lambda: _calling(self.writer))

    # ------------------------------------------------------------------ from any thread
    @property
    def published(self) -> Snapshot:
        """The newest published state: frozen, replaced whole."""
        return self.writer.published

    def subscribe(self, mirror: Mirror) -> None:
        """Tell *mirror* of everything from now on; call it before ``start``."""
        self.writer.revealer.add(mirror)

    def observe(self, observer: Observer) -> None:
        """Tell *observer* from now on, of everything as a mirror too; there is one at most."""

        def begin() -> None:
            self._refused = observer.refused
            self.writer.on_commit = observer.committed
            self.writer.revealer.add(observer)

        if not self._worker.put(begin):
            log.warning("too busy, or closing: nothing is counted")

    def post(self, request: CommandRequest, answered: Answered | None = None) -> None:
        """Put *request* in the queue; *answered* gets its version or refusal, on the session's thread."""
        if not self._put(_Command(lambda: self.handle(request), answered, request)):
            log.warning("too many commands at once, or closing: one by %s was dropped", request.by)

    def submit(self, request: CommandRequest, timeout_s: float = 10.0) -> int:
        """Have *request* done and return its version; waits until that is durable.

        :raises Refusal: it was refused, or *timeout_s* passed (then the same id may be sent again).
        """
        box: queue.SimpleQueue[int | Refusal] = queue.SimpleQueue()
        self.post(request, box.put)
        return _answer(box, timeout_s)

    def ping(self, answered: Callable[[], None]) -> None:
        """Call *answered* on the session's own thread, after all that waits there; where too much does, never."""
        self._worker.put(answered)

    def tell_faults(self, faults: tuple[Fault, ...]) -> None:
        """Have *faults* published as what is wrong with the table from now on; waits for nothing."""
        if not self._worker.put(lambda: self.writer.revealer.names_changed(faults=faults)):
            log.warning("too busy to tell what is wrong with the table; it is told with the next that is")

    def show_keeper_words(self, words: KeeperWords) -> bool:
        """Have the keeper's *words* shown; waits for nothing. Tell whether that will be done."""
        return self._worker.put(lambda: self._calling().say(words))

    def end_keeper_words(self, words: KeeperWords) -> bool:
        """Have *words* of the keeper shown no more; waits for nothing. Tell whether that will be done."""
        return self._worker.put(lambda: self._calling().end(words))

    def hear_call(self, call: str) -> bool:
        """Have people told that the keeper is coming for *call*; waits for nothing. Tell whether that will be done."""
        return self._worker.put(lambda: self._calling().hear(call))

    @property
    def keeps_as_usual(self) -> bool:
        """Whether games are kept now, and where they usually are."""
        return self._keeping.is_usual

    def look_for_places(self) -> None:
        """Look once more for other folders to keep games in, if the usual one fails; waits for nothing."""
        self._worker.put(self._look_for_places)

    def _look_for_places(self) -> None:
        if self.published.trouble is not None:
            self.writer.revealer.trouble(self.published.trouble, self.writer.look_for_places())

    def keep(self, change: Callable[[Roster], Roster], wait_s: float = 10.0) -> None:
        """Have *change* made to the roster, and wait *wait_s* until that is durable and published.

        :raises Refusal: it wasn't made, by *change*'s own word too, or the time passed; never where that is 0.
        """
        box: queue.SimpleQueue[int | Refusal] = queue.SimpleQueue()
        self._put(_Asked(lambda: self._keep(change), box.put))
        if wait_s:
            _answer(box, wait_s)

    def table_id(self) -> str:
        """Return the table's own id, 12 hex digits, made at random when it is first asked for.

        :raises Refusal: the journal can't be read or written now.
        """
        found = self.setting(TABLE_ID)
        if not found:
            found = os.urandom(6).hex()
            self.keep_setting(TABLE_ID, found)
        return found

    def setting(self, name: str) -> str:
        """Return the table's own setting *name*, "" where there is none.

        :raises Refusal: it can't be read now.
        """
        return self._read(lambda: self._setting(name))

    def keep_setting(self, name: str, value: str) -> None:
        """Keep *value* as the table's own setting *name*, and wait until that is durable.

        :raises Refusal: it can't be written now.
        """
        self._read(lambda: self._keep_setting(name, value))

    def _setting(self, name: str) -> str:
        self._must_be_writable()
        return self.writer.store.journal.setting(name) or ""

    def _keep_setting(self, name: str, value: str) -> None:
        self._must_be_writable()
        try:
            self.writer.keep_setting(name, value)
        except JournalUnwritable as error:
            raise Refusal(self.writer.have_trouble(error), "unwritable") from error

    def records(self) -> tuple[Kept, ...]:
        """Return all games of the journal, the newest first.

        :raises Refusal: they can't be read now.
        """
        return self._read(lambda: self.archive().kept())

    def record(self, number: int) -> str:
        """Return the record of game *number*, sealed while it goes on.

        :raises Refusal: there is no such game, or it can't be read now.
        """
        return self._read(lambda: self.archive().record(number))

    def past(self, number: int) -> Past:
        """Return the finished game *number*, to be looked at on any thread.

        :raises Refusal: there is no such game, it goes on, or it can't be read now.
        """
        return self._read(lambda: self.archive().past(number))

    def waiting(self) -> int:
        """Return how many messages that must arrive wait in the outbox.

        :raises Refusal: it can't be read now.
        """
        return self._read(self.outbox.waiting)

    def hear_outbox(self, heard: Callable[[int], None]) -> None:
        """Call *heard*, on the session's thread, once, and whenever something may be sent outside.

        It is given how much was dropped for want of room since all had arrived.
        """
        self.outbox.heard = heard
        self._worker.put(self.outbox.tell)

    def outgoing(self, by_name: bool, behind: int = 0) -> Outgoing | None:
        """Return what waits first *behind* that row of the outbox and can be sent, its people *by_name* or by number.

        :raises Refusal: it can't be read now.
        """
        return self._read(lambda: self.outbox.next(by_name, behind))

    def arrived(self, row: OutboxRow) -> None:
        """Let *row* of the outbox go: it has arrived.

        :raises Refusal: that can't be written now.
        """
        self._read(lambda: self.outbox.arrived(row))

    def want_record(self, asked: str, number: int = 0, answered: Answered | None = None) -> None:
        """Have the record of game *number*, 0 for the open one, sent for the request *asked*; waits for nothing.

        *answered* gets the version or the refusal, on the session's thread.
        """
        self._put(_Asked(lambda: self.outbox.want(asked, number), answered))

    def _read(self, look: Callable[[], Found]) -> Found:
        """Have the session's thread *look*: the journal is its own."""
        box: queue.SimpleQueue[int | Refusal] = queue.SimpleQueue()
        found: list[Found] = []

        def do() -> int:
            found.append(look())
            return 0

        self._put(_Asked(do, box.put))
        _answer(box, READ_S)
        return found[0]

    def _put(self, asked: _Asked) -> bool:
        fits = self._worker.put(asked)
        if not fits:
            give(asked.answered, busy())
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
        self._keeping.close()

    def run_pending(self) -> None:
        """Do everything in the queue and all due timers, then return. For tests without a thread."""
        self._worker.run_pending()

    def _post_landed(self, action: Callable[[], None]) -> None:
        if not self._worker.put(action):
            log.warning("too busy to hear that something has landed; its longest time will do")

    # ------------------------------------------------------------------ loading
    def load(self) -> None:
        """Open the journal and take the current game up where it was; chance's last word is revealed again.

        What this very session has revealed already isn't revealed a second time.

        :raises JournalInUse: another process keeps the folder.
        """
        self._deadlines.forget()
        self._rests.forget()
        load(self.writer)

    def new_game(self, slug: str, mode: str, seats: Sequence[str], options: Mapping[str, OptionValue], id: str) -> int:
        """Open a new game, leaving the one before where it is, and return its version.

        :raises Refusal: there is no such game.
        :raises BadSetup: it can't start like this.
        :raises JournalUnwritable: it didn't become durable.
        """
        request = CommandRequest(id, self.published.version, TABLE, "new", "button", frozenset({TABLE}))
        return new_game(self.writer, self.writer.store.find(slug, mode), Beginning(tuple(seats), options), request)

    # ------------------------------------------------------------------ a command
    def handle(self, request: CommandRequest) -> int:
        """Do *request* and return its version, published at the reveal if there is one.

        :raises Refusal: it isn't done.
        """
        try:
            return self._do(request)
        except Refusal as refusal:
            guarded(self._refused, request, refusal)
            raise

    def _do(self, request: CommandRequest) -> int:
        """Do *request*, whoever or whatever asks it, and return its version.

        :raises Refusal: it isn't done.
        """
        unkept = self._without_journal(request)
        if unkept is None:
            self._must_be_writable()
        try:
            return (unkept or self._handle)(request)
        except Refusal:
            raise
        except REFUSED as error:
            raise refusal_of(error) from error
        except JournalUnwritable as error:
            raise Refusal(self.writer.have_trouble(error), "unwritable") from error
        except Exception as error:
            log.exception("a command failed: %s", request.do)
            return self._start_over(request, error)

    def _without_journal(self, request: CommandRequest) -> Callable[[CommandRequest], int] | None:
        """Return the handler of what can be done while nothing can be kept, None if *request* isn't of that kind."""
        verb = request.do.partition(" ")[0]
        if request.seat not in request.speaks_for:
            return None
        if verb in CALLING_COMMANDS:
            return self._calling().handle
        return self._keeping.handle if verb in KEEPING_COMMANDS else None

    def _start_over(self, request: CommandRequest, error: Exception) -> int:
        """Take the journal's state up after a fault of the program: the game in memory may be ahead of it."""
        guarded(self.load)
        with suppress(JournalUnwritable):
            known = self.writer.store.journal.receipt(request.id)
            if known is not None:
                return known
        raise Refusal(Message("session.failed"), "failed") from error

    def _keep(self, change: Callable[[Roster], Roster]) -> int:
        self._must_be_writable()
        roster = change(self.published.roster)
        try:
            self.writer.keep(roster)
        except JournalUnwritable as error:
            raise Refusal(self.writer.have_trouble(error), "unwritable") from error
        return self.writer.store.version

    def _must_be_writable(self) -> None:
        """Try once more to open an unwritable journal.

        :raises Refusal: it still can't.
        """
        if self.published.trouble is not None:
            self.load()
        if self.published.trouble is not None:
            raise Refusal(self.published.trouble, "unwritable")

    def _handle(self, request: CommandRequest) -> int:
        known = self.writer.store.journal.receipt(request.id)
        if known is not None:
            return known
        self._must_be_allowed(request)
        verb, *rest = request.do.split(" ")
        if verb == rest_of.VERB:
            return self._play_rest(replace(request, do=rest_of.line_of(request.do)))
        if (own := TABLE_COMMANDS.get(verb)) is not None:
            return own(self.writer, request, rest)
        if (setting := setting_of(self.published, request)) is not None:
            kept = {setting.name: setting.kept}
            return self.writer.commit_settings(request, kept, **{setting.field: setting.value})
        return self._play(request)

    def _must_be_allowed(self, request: CommandRequest) -> None:
        """See that *request* may be made at all now.

        :raises Refusal: it may not.
        """
        if not self._may_speak(request):
            raise Refusal(Message("session.forbidden"), "forbidden")
        if self.writer.revealer.in_motion:
            raise Refusal(Message("session.rolling"), "rolling")

    def _may_speak(self, request: CommandRequest) -> bool:
        if request.do.startswith(TimeUp.verb) and request.by != "clock":
            return False
        if request.seat == CHANCE:
            return TABLE in request.speaks_for and self.published.typed
        if request.seat in request.speaks_for:
            return True
        return bool(request.by_seats) and self._is_by_any_seat(request.do)

    def _is_by_any_seat(self, line: str) -> bool:
        """Tell whether any seat's phone may say *line* in the table's name: by its verb alone."""
        opened = self.writer.store.open
        verb = line.partition(" ")[0]
        return verb in BY_ANY_SEAT or (opened is not None and opened.game.notation.is_by_any_seat(line))

    def _play(self, request: CommandRequest) -> int:
        store = self.writer.store
        opened = store.opened()
        self.writer.must_have_seen(request, self.published.since.get(request.seat, 0))
        command = opened.game.notation.read(request.seat, request.do)
        if opened.is_so_already(command, opened.state):
            return store.version
        entropy = store.entropy(request) if opened.seed else request.entropy
        by = "typed" if request.seat == CHANCE else request.by
        return self.writer.perform(request, command, store.dealer(opened, opened.chance, entropy), by, entropy)

    # ------------------------------------------------------------------ commands that wait together
    def _grouped(self, actions: list[Action]) -> Sequence[Action]:
        """Return *actions*, with one in the place of commands that follow each other."""
        grouped: list[Action] = []
        for _, run in groupby(actions, lambda action: isinstance(action, _Command)):
            several = list(run)
            commands = [action for action in several if isinstance(action, _Command)]
            grouped += [partial(self._do_together, commands)] if len(commands) > 1 else several
        return grouped

    def _do_together(self, commands: list[_Command]) -> None:
        """Do *commands* in their order, as many as can be in one transaction."""
        group, joined = self._new_group(), list[tuple[_Command, int | Refusal]]()
        for command in commands:
            answer = None if group is None else self._joins(group, command.request)
            if answer is not None:
                joined.append((command, answer))
                continue
            self._settle(group, joined)
            command()
            group, joined = self._new_group(), []
        self._settle(group, joined)

    def _new_group(self) -> Group | None:
        """Return an empty group; None where nothing can be kept now."""
        store = self.writer.store
        if self.published.trouble is not None:
            return None
        return Group(store.open, store.version, self.writer.revealer.questions)

    def _joins(self, group: Group, request: CommandRequest) -> int | Refusal | None:
        """Judge *request* on the state after *group*, and return the answer for later; None: it must come alone."""
        try:
            return self._judge(group, request)
        except Refusal as refusal:
            return refusal
        except REFUSED as error:
            return refusal_of(error)
        except Exception as error:
            log.info("%s comes alone: %r", request.do, error)  # where it is told what is wrong
            return None

    def _judge(self, group: Group, request: CommandRequest) -> int | None:
        store, opened, verb = self.writer.store, group.opened, request.do.partition(" ")[0]
        if verb in TABLE_COMMANDS or verb in NO_MOVES or request.seat == CHANCE:
            return None
        known = group.receipt(request.id)
        if known is None:
            known = store.journal.receipt(request.id)
        if known is not None:
            return known
        self._must_be_allowed(request)
        if (setting := setting_of(self.published, request)) is not None:
            return group.set(request, setting)
        if opened is None or group.state is None:
            return None
        self.writer.must_have_seen(request, group.questions.since.get(request.seat, 0), group.version)
        command = opened.game.notation.read(request.seat, request.do)
        if opened.is_so_already(command, group.state):
            return group.version
        return group.move(request, command, store.clock.utc_text())

    def _settle(self, group: Group | None, joined: Sequence[tuple[_Command, int | Refusal]]) -> None:
        """Make *group* durable and show it; then answer all who *joined*, or refuse them all."""
        try:
            if group is not None and group.members:
                self.writer.perform_together(group.members)
        except JournalUnwritable as error:
            unwritable = Refusal(self.writer.have_trouble(error), "unwritable")
            joined = [(command, unwritable) for command, _ in joined]
        except Exception:
            log.exception("commands failed together: each is done alone")
            guarded(self.load)
            for command, _ in joined:
                command()
            return
        for command, answer in joined:
            if isinstance(answer, Refusal):
                guarded(self._refused, command.request, answer)
            give(command.answered, answer)

    def _at_rest(self, published: Snapshot) -> None:
        self._deadlines.look(published)
        self._rests.look(published)
        if published.state is not None and published.state.end() is not None:
            self.outbox.tell()

    # ------------------------------------------------------------------ the rest of a step
    def _play_rest(self, request: CommandRequest) -> int:
        """Do *request*'s line, and after its reveal again, as long as its step has it."""
        before = self.writer.store.opened().state
        version = self._play(request)
        self._rests.begin(request, before)
        return version

    def _say_again(self, request: CommandRequest) -> None:
        """Do *request*'s line once more, as its sender asked for; not while somebody wants something taken back.

        :raises Refusal: it isn't done.
        """
        if self.writer.consent is not None:
            raise Refusal(Message("session.rolling"), "consent")
        opened = self.writer.store.opened()
        # No sender's id holds a colon, and no line number comes twice.
        command_id = f"rest:{opened.id}:{opened.table.last_n}"
        self._do(replace(request, id=command_id, seen=self.published.version))

    # ------------------------------------------------------------------ deadlines
    def _clock_says(self, do: str) -> None:
        """Have the table's clock say *do* in the open game."""
        opened = self.writer.store.opened()
        # No sender's id holds a colon, and no line number comes twice: neither can stand in a deadline's way.
        command_id = f"clock:{opened.id}:{opened.table.last_n}"
        request = CommandRequest(command_id, self.published.version, TABLE, do, "clock", frozenset({TABLE}))
        try:
            self._do(request)
        except Refusal as refusal:
            log.debug("%s came too late: %s", request.do, refusal)


def _archive(store: GameStore, revealer: Revealer) -> Archive:
    from companion.session.archive import Archive

    return Archive(store, lambda: revealer.published)


def _calling(writer: Writer) -> Calling:
    from companion.session.calling import Calling

    return Calling(writer)


REFUSED = (Refused, Unreadable, BadSetup)
"""The errors by which rules, notation and setups refuse a command."""


def refusal_of(error: Refused | Unreadable | BadSetup) -> Refusal:
    """Return *error* as the session refuses a request."""
    if isinstance(error, Refused):
        return Refusal(error.refusal.reason, "refused", error.refusal.rule)
    return Refusal(error.reason, "unreadable" if isinstance(error, Unreadable) else "refused")


class _Asked(Struct, frozen=True):
    """Something asked for, in the queue: does it and answers."""

    do: Callable[[], int]
    answered: Answered | None

    def __call__(self) -> None:
        try:
            answer: int | Refusal = self.do()
        except Refusal as refusal:
            answer = refusal
        give(self.answered, answer)


class _Command(_Asked, frozen=True):
    """A command in the queue."""

    request: CommandRequest


def _answer(box: queue.SimpleQueue[int | Refusal], timeout_s: float) -> int:
    """Wait for the answer in *box*.

    :raises Refusal: it is one, or *timeout_s* passed.
    """
    try:
        answer = box.get(timeout=timeout_s)
    except queue.Empty:
        answer = busy()
    if isinstance(answer, Refusal):
        raise answer
    return answer
