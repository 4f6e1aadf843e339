"""The game table: the one path from a request to everybody.

Law: nothing is shown before it is durable.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

from msgspec import structs

from companion.chance.dealers import Dealer
from companion.engine.command import Command
from companion.engine.fact import Facts
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.seats import WATCHER, seat_word
from companion.journal.errors import JournalUnwritable
from companion.journal.rows import Batch, GameRow
from companion.model.consent import ConsentRequest
from companion.model.entry import By, Entry, LogEntry
from companion.model.game_view import GameView
from companion.model.publication import Follower, Published
from companion.model.requests import CommandRequest
from companion.model.roster import NOBODY, Roster
from companion.model.snapshot import LOG_KEPT, Motion, Snapshot, motion_of
from companion.runtime.clock import moment_of
from companion.runtime.timers import guarded
from companion.runtime.worker import Worker
from companion.session.agreement import Agreement
from companion.session.game.open_game import OpenGame, Origin, RevealStep, turned_back
from companion.session.game.reveal import PROMISE_S, TIMES_S, RevealTimer, Stage
from companion.session.game.store import GameStore
from companion.session.group import GroupMove, SettingChange
from companion.session.outbox import Outbox

log = logging.getLogger(__name__)


class OtherJournals(Protocol):
    """The journals beside the usual one."""

    def look(self) -> tuple[Message, ...]:
        """Look for other folders and return their names."""

    def keep_again(self) -> int:
        """Return to the usual journal; return the version that shows it."""


class GameTable:
    """Performs commands in *store*'s open game, commits them and reveals them.

    *published* is the first state; it is replaced whole, and only by states that belong together, so that any thread
    may read it. All else belongs to *worker*'s thread. Messages to the outside are queued in *outbox*.
    """

    def __init__(
        self,
        store: GameStore,
        outbox: Outbox,
        published: Snapshot,
        stage: Stage,
        *,
        worker: Worker,
    ) -> None:
        self.store = store
        self.outbox = outbox
        self.published = published
        """The newest published state."""
        self.agreement = Agreement(self, worker.timers)
        self.keeping: OtherJournals | None = None
        self._stage = stage
        self._followers: tuple[Follower, ...] = ()
        self._worker = worker
        self.at_rest: Callable[[Snapshot], None] = lambda published: None
        """Called last with each published state of the game."""
        self._reveal_timer: RevealTimer | None = None
        self._waiting: deque[RevealStep] = deque()

    @property
    def in_motion(self) -> bool:
        """Whether something durable hasn't been revealed yet."""
        return self._reveal_timer is not None

    def subscribe(self, follower: Follower) -> None:
        """Have *follower* hear every change from now on."""
        self._followers = (*self._followers, follower)

    def view_with(self, roster: Roster) -> GameView:
        """Return the published game with the people of *roster*."""
        view = self.published.open
        people = roster.names(view.setup.seats)
        return view if people == view.people else structs.replace(view, people=people)

    # ------------------------------------------------------------------ perform
    def perform(
        self, request: CommandRequest, command: Command | None, dealer: Dealer, by: By, *, entropy: bytes
    ) -> int:
        """Carry out *command* in the open game, with chance's answers.

        It is judged, set in motion, durable and revealed. Without a command only chance acts, by *dealer*. *by* and
        *entropy* are saved with the first step. Return the version that *request* led to.

        :raises Refused: the rules refuse it; nothing has changed.
        :raises JournalUnwritable: it didn't become durable.
        """
        store, opened = self.store, self.store.opened()
        origin = Origin(by, store.clock.utc_text(), entropy, request.by_seats)
        reveal_steps = opened.take(command, dealer, store.version, origin)
        first, is_noticed = reveal_steps[0], reveal_steps[0].version > store.version
        started_s = self._start(opened, first) if first.request else None
        self._commit_lines(request, first.version, opened, [line for each in reveal_steps for line in each.lines])
        store.version = reveal_steps[-1].version
        self._reveal(opened, reveal_steps, is_noticed, started_s)
        return first.version

    def perform_together(self, members: Sequence[GroupMove | SettingChange]) -> None:
        """Make a group's *members* durable, then show them in turn.

        :raises JournalUnwritable: they didn't become durable; nothing has changed.
        """
        now_s = self.store.clock.monotonic_s()
        self._write([self._batch_of(member) for member in members])
        for member in members:
            if isinstance(member, GroupMove):
                opened = self.store.opened()
                opened.accept(member.step, member.reveal.state)
                self._has_played(opened, now_s)
                self._has_arrived(member.request, member.version)
                self._reveal(opened, [member.reveal], member.is_noticed)
            else:
                self._has_arrived(member.request, member.version)
                self.show(version=member.version, **{member.setting.field: member.setting.value})

    def begin(
        self, request: CommandRequest, opened: OpenGame, row: GameRow, roster: Roster, *, dealer: Dealer, entropy: bytes
    ) -> int:
        """Put the new game *opened* on the table, with its first draws.

        They are durable with its *row*, and revealed. *entropy* is saved with the first draw. Return the version that
        shows how it starts, for its own *roster*.

        :raises JournalUnwritable: it didn't become durable; the game before is still the open one.
        """
        store, version, start = self.store, self.store.version + 1, opened.state
        reveal_steps = opened.take(None, dealer, version, Origin("dealer", store.clock.utc_text(), entropy))
        lines = [line for each in reveal_steps for line in each.lines]
        opened.id = self._commit_lines(request, version, opened, lines, new_game=row, roster=roster)
        store.open, store.version = opened, version + len(reveal_steps)
        self.forget()
        self.publish(opened, version, start, (), changes={"saved": store.saved(), "taken_up": False, "roster": roster})
        self.go(opened, reveal_steps, is_new=True)
        return version

    def turn_back(
        self,
        request: CommandRequest,
        asker: CommandRequest | ConsentRequest,
        lines: set[int],
        agreed: tuple[int, ...] = (),
        *,
        undo: int | None = None,
        redo: int | None = None,
    ) -> int:
        """Make the undo or redo of *lines* durable and show it.

        They are undone from *undo* on, or restored by *redo*. *asker* requested it first, *agreed* are the consenting
        seats. Return the version that shows it.

        :raises JournalUnwritable: it didn't become durable.
        """
        store, opened, before = self.store, self.store.opened(), self.published
        n, version, state = opened.table.last_n, store.version + 1, opened.state
        entry = Entry(
            n=n,
            seat=seat_word(asker.seat),
            by=asker.by,
            at=store.clock.utc_text(),
            undo=undo,
            redo=redo,
            agreed=tuple(map(seat_word, agreed)),
        )
        line = LogEntry(entry, version, asker.seat, state)
        self._commit_lines(request, version, opened, (line,))
        watched = state.seen_by(WATCHER).named(before.open.names)
        put_back = opened.game.differences(before.open.state_for(WATCHER), watched)
        log_now = turned_back(before.open.log, line, lines)
        self.publish(opened, version, state, log_now, changes={"taken_up": False, "put_back": put_back})
        return version

    # ------------------------------------------------------------------ commit
    def commit(self, request: CommandRequest, batch: Batch) -> int:
        """Make *batch* of *request* durable and return its game's number.

        Its page is notified from now on.

        :raises JournalUnwritable: it didn't become durable.
        """
        [number] = self._write([batch])
        self._has_arrived(request, batch.version)
        if batch.outbox:
            self.outbox.tell()
        return number

    def commit_settings(self, request: CommandRequest, settings: Mapping[str, str], **changes: object) -> int:
        """Make *settings* durable, and publish the table's *changes*.

        They aren't the open game's.

        :raises JournalUnwritable: it didn't become durable.
        """
        version = self.store.version + 1
        self.commit(request, Batch(id=request.id, version=version, settings=dict(settings)))
        self.show(version=version, **changes)
        return version

    def _commit_lines(
        self,
        request: CommandRequest,
        version: int,
        opened: OpenGame,
        lines: Sequence[LogEntry],
        *,
        new_game: GameRow | None = None,
        roster: Roster = NOBODY,
    ) -> int:
        """Make *lines* of *opened* durable and return its number.

        Its *roster* comes with a *new_game*.
        """
        now_s = self.store.clock.monotonic_s()
        batch = opened.batch(request.id, version, lines, self.store.clock)
        if new_game is not None:
            undated = batch.undated or ("" if new_game.at else moment_of(self.store.clock))
            called = roster.names(new_game.seats)
            batch = structs.replace(
                batch, new_game=new_game, settings=roster.settings(), called=called, undated=undated
            )
        if (ended := opened.ended) is not None:
            batch = structs.replace(batch, ended=ended, outbox=self.outbox.rows(lines[-1].version))
        number = self.commit(request, batch)
        self._has_played(opened, now_s)
        return number

    def _batch_of(self, member: GroupMove | SettingChange) -> Batch:
        if isinstance(member, GroupMove):
            return self.store.opened().batch(member.request.id, member.version, member.reveal.lines, self.store.clock)
        kept = {member.setting.name: member.setting.kept}
        return Batch(id=member.request.id, version=member.version, settings=kept)

    def _write(self, batches: Sequence[Batch]) -> list[int]:
        """Make *batches* durable together; return the numbers of their games.

        Games deleted long ago are purged after the command, which may restore one.

        :raises JournalUnwritable: they didn't become durable.
        """
        numbers = self.store.write(batches)
        try:
            if self.store.forget_deleted():
                self.update(deleted=self.store.deleted())
        except JournalUnwritable as error:
            log.warning("deleted games can't be forgotten yet: %s", error)
        return numbers

    def _has_played(self, opened: OpenGame, now_s: float) -> None:
        """Note that *opened* has gone on at *now_s*, durably."""
        opened.played.settle(now_s, opened.state)
        self.agreement.newest = None

    def _has_arrived(self, request: CommandRequest, version: int) -> None:
        """Note that *request*'s *version* is durable, for its page too."""
        self.store.version = version
        if request.by == "phone":
            self.update(arrived=self.published.with_arrived(request.phone, request.id))

    def have_trouble(self, error: JournalUnwritable) -> Message:
        """Drop all steps, publish *error*, and stay read-only until repaired."""
        log.error("%s", error)
        trouble = Message(f"session.unwritable.{error.reason}")
        self.show_trouble(trouble)
        return trouble

    def show_trouble(self, trouble: Message) -> None:
        """Drop all steps; publish *trouble* and the other folders."""
        self.forget()
        places = () if self.keeping is None else self.keeping.look()
        self.show(trouble=trouble, other_folders=places, reveal=None)

    # ------------------------------------------------------------------ reveal
    def update(self, **changes: object) -> None:
        """Change the published state without telling anybody."""
        self.published = structs.replace(self.published, **changes)

    def show(self, **changes: object) -> None:
        """Change the published state and tell everybody."""
        before = self.published
        self.update(**changes)
        self._tell(before)

    def _tell(self, before: Snapshot, motion: Motion | None = None, facts: Facts = ()) -> None:
        published = Published(before, self.published, motion, facts, self.store.took_s)
        self.store.took_s = None
        guarded(self._stage.hear, published)
        for follower in self._followers:
            guarded(follower.hear, published)

    def publish(
        self,
        opened: OpenGame,
        version: int,
        state: State,
        log: Sequence[LogEntry],
        *,
        facts: Facts = (),
        changes: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        """Publish *state* as *version* of *opened*, with *changes*.

        *facts* led to it just now.
        """
        before = self.published
        roster = changes.get("roster", before.roster)
        view = opened.view(state, version, clock=self.store.clock, roster=roster, log=tuple(log[-LOG_KEPT:]))
        usual = {"version": version, "open": view, "reveal": None, "consent": None, "lapsed": None, "put_back": ()}
        self.update(**{**usual, **changes})
        self._tell(before, facts=facts)
        self.at_rest(self.published)

    def forget(self) -> None:
        """Drop all motion.

        It is read from the journal again, or never became durable.
        """
        self._reveal_timer = None
        self._waiting.clear()

    def _start(self, opened: OpenGame, reveal_step: RevealStep) -> float:
        """Announce *reveal_step*'s motion without its result; return its time.

        It is in monotonic seconds.
        """
        assert reveal_step.request is not None
        before = self.published
        motion = motion_of(opened.game, reveal_step.version, reveal_step.seat, reveal_step.request)
        self.update(reveal=motion, consent=None, lapsed=None)
        self._tell(before, motion)
        return self.store.clock.monotonic_s()

    def _reveal(
        self, opened: OpenGame, reveal_steps: Sequence[RevealStep], is_noticed: bool, started_s: float | None = None
    ) -> None:
        if not is_noticed:
            self.update(open=structs.replace(self.published.open, state=opened.state))
            return
        if self.published.notice is not None or self.published.taken_up:
            # Somebody plays: they have read the notice of the last start, and their board is set up.
            self.update(notice=None, taken_up=False)
        self.go(opened, reveal_steps, started_s)

    def go(
        self,
        opened: OpenGame,
        reveal_steps: Iterable[RevealStep],
        started_s: float | None = None,
        *,
        is_new: bool = False,
    ) -> None:
        """Reveal *reveal_steps*, all durable, one after the other.

        *started_s* is given when the first was started before it became durable. Of a game that *is_new*, its promise
        is to be read first.
        """
        self._waiting.extend(reveal_steps)
        if not (is_new and self._waiting and opened.commitment):
            self._go_on(opened, started_s)
            return
        read_s = self.store.clock.monotonic_s() + PROMISE_S
        self._reveal_timer = reveal_timer = RevealTimer(read_s, read_s)

        def has_been_read() -> None:
            if reveal_timer is self._reveal_timer:
                self._reveal_timer = None
                self._go_on(opened)

        self._worker.timers.at(read_s, has_been_read)

    def _go_on(self, opened: OpenGame, started_s: float | None = None) -> None:
        """Slow the stage down onto the next result, or publish it."""
        if not self._waiting:
            return
        reveal_step = self._waiting[0]
        if reveal_step.request is None:
            self._publish_next(opened)
            return
        if started_s is None:
            started_s = self._start(opened, reveal_step)
        motion = self.published.reveal
        assert motion is not None
        least_s, longest_s = TIMES_S[motion.verb]
        reveal_timer = self._reveal_timer = RevealTimer(started_s + least_s, started_s + longest_s)

        def landed(holder: str) -> None:
            if not self._worker.put(partial(self._reveal_if_due, opened, reveal_timer, holder)):
                log.warning("too busy to hear that something has landed; its longest time will do")

        try:
            holders = self._stage.go(motion, reveal_step.facts, reveal_step.state, landed)
            reveal_timer.holders.update(holders)
        except Exception:
            log.exception("the table's devices can't show a result")
        for moment_s in (reveal_timer.least_s, reveal_timer.longest_s):
            self._worker.timers.at(moment_s, partial(self._reveal_if_due, opened, reveal_timer))

    def _reveal_if_due(self, opened: OpenGame, reveal_timer: RevealTimer, holder: str = "") -> None:
        """Reveal the next step if *reveal_timer* is due; *holder* has landed."""
        reveal_timer.holders.discard(holder)
        due_s = reveal_timer.longest_s if reveal_timer.holders else reveal_timer.least_s
        if reveal_timer is not self._reveal_timer or self.store.clock.monotonic_s() < due_s:
            return
        for late in sorted(reveal_timer.holders):
            log.warning("%s didn't land in time: revealed without it", late)
        self._reveal_timer = None
        self._publish_next(opened)
        self._go_on(opened)

    def _publish_next(self, opened: OpenGame) -> None:
        reveal_step = self._waiting.popleft()
        lines = (*self.published.open.log, *reveal_step.lines)
        self.publish(opened, reveal_step.version, reveal_step.state, lines, facts=reveal_step.facts)
