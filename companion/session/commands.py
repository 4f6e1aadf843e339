"""Commands: the way of each from the queue to its answer.

It is carried out alone or with the commands queued behind it. The order of the steps is fixed:

1. an id that is already in the journal gets its first answer again
2. the sender must be permitted to speak for this seat
3. nothing may be in motion
4. the seat's legal moves must be those of the version that it saw
5. ``why_not``
6. its facts, and those of chance if the dealer answers
7. durable
8. shown
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from msgspec import Struct
from msgspec.structs import replace

from companion.engine.command import Command, Refused
from companion.engine.game import BadSetup
from companion.engine.notation import Unreadable, spell
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE
from companion.engine.windows import TimeUp
from companion.journal.errors import JournalUnwritable
from companion.model.keeper import CALLING_COMMANDS
from companion.model.requests import (
    REST_OF,
    Ambiguous,
    Answered,
    CommandRequest,
    RequestRefused,
    give,
    line_for,
    line_of,
    must_have_seen,
)
from companion.model.snapshot import Snapshot
from companion.runtime.timers import Action, guarded
from companion.runtime.worker import Worker
from companion.session.fallback_journal import KEEPING_COMMANDS, Keeping
from companion.session.game.deadlines import DeadlineWatch
from companion.session.game.rests import RestOfStep
from companion.session.game_table import GameTable
from companion.session.group import Group
from companion.session.keeper_call import Calling
from companion.session.table_commands import BY_ANY_SEAT, TABLE_COMMANDS
from companion.session.table_settings import SETTINGS, setting_of

log = logging.getLogger(__name__)

NO_JOURNAL = frozenset({*CALLING_COMMANDS, *KEEPING_COMMANDS})
"""Verbs of commands that need no journal."""
PRESS = "press"
"""The verb of a press of a game's button by hand."""
NO_MOVES = frozenset({PRESS, REST_OF, *NO_JOURNAL})
"""Verbs that aren't single moves in the open game.

The table's own commands are listed elsewhere.
"""
MOST_TOGETHER = 16
"""Maximum number of commands in one transaction.

Commands that are due by then needn't wait longer.
"""
REFUSED = (Refused, Unreadable, BadSetup)
"""Errors of rules, notation and setups that refuse a command."""


def refusal_of(error: Refused | Unreadable | BadSetup) -> RequestRefused:
    """Return *error* as the session refuses a request."""
    if isinstance(error, Refused):
        return RequestRefused(error.refusal.reason, "refused", error.refusal.rule)
    return RequestRefused(error.reason, "unreadable" if isinstance(error, Unreadable) else "refused")


class Queued(Struct, frozen=True):
    """An entry of the queue with an answer.

    *do* returns its version or raises a refusal.
    """

    do: Callable[[], int]
    answered: Answered | None

    def __call__(self) -> None:
        try:
            answer: int | RequestRefused = self.do()
        except RequestRefused as refusal:
            answer = refusal
        give(self.answered, answer)


class QueuedCommand(Struct, frozen=True):
    """A *request* in the queue and the receiver of its answer, *answered*.

    *do* carries it out, together with the commands behind it if possible.
    """

    request: CommandRequest
    answered: Answered | None
    do: Callable[[QueuedCommand], None]

    def __call__(self) -> None:
        self.do(self)


class Commands:
    """Does commands by *table*, on the thread of the session's *worker*.

    *keeping* does those that need no journal; *load* takes the journal's state up again.
    """

    def __init__(self, table: GameTable, worker: Worker, keeping: Keeping, load: Action) -> None:
        self._table = table
        self._worker = worker
        self._keeping = keeping
        self._load = load
        self._deadlines = DeadlineWatch(table.store, worker.timers, self._clock_says)
        self._rests = RestOfStep(table.store, worker.timers, self._say_again)
        table.at_rest = self.at_rest
        self.calling = Calling(table)
        self.refused: Callable[[CommandRequest, RequestRefused], None] = lambda request, refusal: None
        """Hears each refused command."""

    def forget(self) -> None:
        """Stop repeated commands and restart deadlines.

        The game is read from the journal again.
        """
        self._deadlines.forget()
        self._rests.forget()

    def answer(self, request: CommandRequest) -> int | RequestRefused:
        """Carry out *request*; return its version or its refusal.

        It is published at the reveal if there is one.
        """
        try:
            return self._do(request)
        except Ambiguous as question:
            return question
        except RequestRefused as refusal:
            guarded(self.refused, request, refusal)
            return refusal

    def _do(self, request: CommandRequest) -> int:
        """Carry out *request* from any sender and return its version.

        :raises RequestRefused: it isn't done.
        """
        verb = request.do.partition(" ")[0]
        try:
            if verb in NO_JOURNAL and request.seat in request.speaks_for:
                return self._keeping.handle(request) if verb in KEEPING_COMMANDS else self.calling.handle(request)
            if self._table.published.trouble is not None:
                self.must_be_writable()
            return self._handle(request)
        except RequestRefused:
            raise
        except REFUSED as error:
            raise refusal_of(error) from error
        except JournalUnwritable as error:
            raise RequestRefused(self._table.have_trouble(error), "unwritable") from error
        except Exception as error:
            log.exception("a command failed: %s", request.do)
            return self._start_over(request, error)

    def _start_over(self, request: CommandRequest, error: Exception) -> int:
        """Reload the journal after a fault of the program.

        The game in memory may be ahead of it.
        """
        guarded(self._load)
        with suppress(JournalUnwritable):
            known = self._table.store.journal.receipt(request.id)
            if known is not None:
                return known
        raise RequestRefused(Message("session.failed"), "failed") from error

    def must_be_writable(self) -> None:
        """Try once more to open an unwritable journal.

        :raises RequestRefused: it still can't.
        """
        if self._table.published.trouble is not None:
            self._load()
        if self._table.published.trouble is not None:
            raise RequestRefused(self._table.published.trouble, "unwritable")

    def _handle(self, request: CommandRequest) -> int:
        known = self._table.store.journal.receipt(request.id)
        if known is not None:
            return known
        self._must_be_allowed(request)
        verb, *rest = request.do.split(" ")
        if verb == REST_OF:
            return self._play_rest(replace(request, do=line_of(request.do)))
        if verb == PRESS and request.by == "button":
            return self._press(request, *rest)
        if (own := TABLE_COMMANDS.get(verb)) is not None:
            return own(self._table, request, rest)
        if verb in SETTINGS and (setting := setting_of(self._table.published, request)) is not None:
            kept = {setting.name: setting.kept}
            return self._table.commit_settings(request, kept, **{setting.field: setting.value})
        return self._play(request)

    def _must_be_allowed(self, request: CommandRequest) -> None:
        """Check that *request* is allowed now.

        Its sender speaks for the seat, and nothing moves.

        :raises RequestRefused: it may not.
        """
        if request.seat == CHANCE:
            may_speak = TABLE in request.speaks_for and self._table.published.open.typed
        else:
            may_speak = request.seat in request.speaks_for or (
                bool(request.by_seats) and self._is_by_any_seat(request.do)
            )
        if not may_speak or (request.by != "clock" and self._is_of_clock(line_of(request.do))):
            raise RequestRefused(Message("session.forbidden"), "forbidden")
        if self._table.in_motion:
            raise RequestRefused(Message("session.rolling"), "rolling")

    def _is_of_clock(self, line: str) -> bool:
        """Return True if the table's clock alone may send *line*."""
        opened = self._table.store.open
        countdowns = () if opened is None else opened.state.countdowns()
        return line.startswith(TimeUp.verb) or any(line == spell(each.command) for each in countdowns)

    def _is_by_any_seat(self, line: str) -> bool:
        """Return True if any seat's phone may send *line* for the table.

        The line's verb decides.
        """
        opened = self._table.store.open
        verb = line.partition(" ")[0]
        return verb in BY_ANY_SEAT or (opened is not None and opened.game.notation.is_by_any_seat(line))

    def _press(self, request: CommandRequest, button: str) -> int:
        """Carry out the line of *button* for the table or a seat.

        That is the table, else the only seat.

        :raises Ambiguous: several people may.
        """
        opened = self._table.store.opened()
        state = opened.state
        line = opened.game.buttons(self._table.published.open.state_for(TABLE)).get(button)
        if line is None:
            return self._table.store.version
        command = opened.game.notation.read(TABLE, line)
        play = self._play_rest if command.left(state) > 1 else self._play
        try:
            return play(replace(request, do=line), command)
        except Refused:
            kinds = {ask.seat: ask.kinds for ask in state.asks()}
            seats = tuple(
                seat
                for seat in range(len(opened.setup.seats))
                if type(command) in kinds.get(seat, ()) and replace(command, seat=seat).why_not(state) is None
            )
            if not seats:
                raise
            if len(seats) > 1:
                raise Ambiguous(line_for(line, command.left(state)), seats) from None
            return play(replace(request, do=line, seat=seats[0]), replace(command, seat=seats[0]))

    def _play(self, request: CommandRequest, command: Command | None = None) -> int:
        """Carry out *request*'s line in the open game.

        The line is *command* if it was read already.
        """
        store, published = self._table.store, self._table.published
        opened = store.opened()
        must_have_seen(request, published.open.since.get(request.seat, 0), published.version)
        if command is None:
            command = opened.game.notation.read(request.seat, request.do)
        if opened.is_so_already(command, opened.state):
            return store.version
        entropy = store.entropy(request) if opened.seed else request.entropy
        by = "typed" if request.seat == CHANCE else request.by
        return self._table.perform(request, command, store.dealer(opened, opened.chance, entropy), by, entropy=entropy)

    # ------------------------------------------------------------------ commands that wait together
    def do(self, command: QueuedCommand) -> None:
        """Carry out *command* together with those behind it.

        It goes on as long as one transaction can hold them all.
        """
        group = self._new_group() if isinstance(self._worker.peek(), QueuedCommand) else None
        if group is None or (answer := self._joins(group, command.request)) is None:
            give(command.answered, self.answer(command.request))
            return
        joined = [(command, answer)]
        while len(joined) < MOST_TOGETHER and isinstance(following := self._worker.peek(), QueuedCommand):
            if (answer := self._joins(group, following.request)) is None:
                break
            self._worker.take_along()
            joined.append((following, answer))
        self._settle(group, joined)

    def _new_group(self) -> Group | None:
        """Return an empty group; None if nothing can be saved now."""
        store = self._table.store
        if self._table.published.trouble is not None:
            return None
        return Group(store.open, store.version)

    def _joins(self, group: Group, request: CommandRequest) -> int | RequestRefused | None:
        """Judge *request* after *group* and return its answer for later.

        None: it must be carried out alone.
        """
        try:
            return self._judge(group, request)
        except RequestRefused as refusal:
            return refusal
        except REFUSED as error:
            return refusal_of(error)
        except JournalUnwritable:
            return None  # carried out alone, it gets the reason
        except Exception:
            log.exception("a command can't be judged beside others, and comes alone: %s", request.do)
            return None

    def _judge(self, group: Group, request: CommandRequest) -> int | None:
        store, opened, verb = self._table.store, group.opened, request.do.partition(" ")[0]
        if not group.is_open or verb in TABLE_COMMANDS or verb in NO_MOVES or request.seat == CHANCE:
            return None
        known = group.receipt(request.id)
        if known is None and (known := store.journal.receipt(request.id)) is not None:
            group.durable[request.id] = known
        if known is not None:
            return known
        self._must_be_allowed(request)
        if (setting := setting_of(self._table.published, request)) is not None:
            return group.set(request, setting)
        if opened is None or group.state is None:
            return None
        must_have_seen(request, group.questions.since.get(request.seat, 0), group.version)
        command = opened.game.notation.read(request.seat, request.do)
        if opened.is_so_already(command, group.state):
            return group.version
        return group.move(request, command, store.clock.utc_text())

    def _settle(self, group: Group, joined: Sequence[tuple[QueuedCommand, int | RequestRefused]]) -> None:
        """Make *group* durable, show it, and answer all *joined* commands.

        If that fails, refuse all but those that were durable before.
        """
        try:
            if group.members:
                self._table.perform_together(group.members)
        except JournalUnwritable as error:
            unwritable = RequestRefused(self._table.have_trouble(error), "unwritable")
            joined = [(command, group.durable.get(command.request.id, unwritable)) for command, _ in joined]
        except Exception:
            log.exception("commands failed together: each is done alone")
            guarded(self._load)
            for command, _ in joined:
                give(command.answered, self.answer(command.request))
            return
        for command, answer in joined:
            if isinstance(answer, RequestRefused):
                guarded(self.refused, command.request, answer)
            give(command.answered, answer)

    def at_rest(self, published: Snapshot) -> None:
        """Check deadlines, repeated steps and the outbox after each *published* state."""
        self._deadlines.look(published)
        if self._rests.rest is not None:
            self._rests.look(published)
        if published.open.state is not None and published.open.state.end() is not None:
            self._table.outbox.tell()

    # ------------------------------------------------------------------ the rest of a step
    def _play_rest(self, request: CommandRequest, command: Command | None = None) -> int:
        """Carry out *request*'s line and repeat it for its step.

        It is repeated after each reveal.
        """
        before = self._table.store.opened().state
        version = self._play(request, command)
        self._rests.begin(request, before)
        return version

    def _say_again(self, request: CommandRequest) -> None:
        """Repeat *request*'s line, unless a request for an undo is open.

        :raises RequestRefused: it isn't done.
        """
        if self._table.agreement.request is not None:
            raise RequestRefused(Message("session.rolling"), "consent")
        opened = self._table.store.opened()
        # No sender's id holds a colon, and no line number comes twice.
        command_id = f"rest:{opened.id}:{opened.table.last_n}"
        self._do(replace(request, id=command_id, seen=self._table.published.version))

    # ------------------------------------------------------------------ deadlines
    def _clock_says(self, do: str) -> bool:
        """Send *do* in the open game as the table's clock.

        Return True if it was done.
        """
        opened = self._table.store.opened()
        # No sender's id holds a colon, and no line number comes twice: neither can stand in a deadline's way.
        command_id = f"clock:{opened.id}:{opened.table.last_n}"
        request = CommandRequest(command_id, self._table.published.version, TABLE, do, "clock", frozenset({TABLE}))
        try:
            self._do(request)
        except RequestRefused as refusal:
            log.debug("%s came too late: %s", request.do, refusal)
            return False
        return True
