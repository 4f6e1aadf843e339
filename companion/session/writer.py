"""The writer: the one path from an allowed request to viewers.

Law: nothing is shown before it is durable, and what isn't durable is shown to nobody.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping, Sequence

from msgspec import structs

from companion.chance.dealers import Dealer
from companion.engine.command import Command
from companion.engine.values.message import Message
from companion.engine.values.seats import WATCHER, seat_word
from companion.journal.errors import JournalUnwritable
from companion.journal.rows import Batch, GameRow
from companion.model.consent import CONSENT_S, ConsentRequest, EndRequest, LeaveRequest, UndoRequest
from companion.model.entry import By, Entry, LogEntry
from companion.model.requests import CommandRequest, Refusal
from companion.model.roster import NOBODY, Roster
from companion.model.snapshot import Snapshot
from companion.runtime.clock import dated, moment_of
from companion.runtime.timers import Timers, guarded
from companion.session.group import Move, SettingChange
from companion.session.open_game import OpenGame, Origin, RevealStep, rows_of, turned_back
from companion.session.outbox import Outbox
from companion.session.reveal import Revealer
from companion.session.store import GameStore

log = logging.getLogger(__name__)


class Writer:
    """Makes decisions durable in *store*, then has *revealer* show them.

    It belongs to the session's thread. Messages to the outside are queued in *outbox*.
    """

    def __init__(self, store: GameStore, revealer: Revealer, timers: Timers, outbox: Outbox) -> None:
        self.store = store
        self.outbox = outbox
        self.revealer = revealer
        self._timers = timers
        self._consent: ConsentRequest | None = None
        self._may_lack_dates = True
        self.on_commit: Callable[[float], None] = lambda seconds: None
        """Hears how many seconds each command took to become durable."""
        self.look_for_places: Callable[[], tuple[Message, ...]] = lambda: ()
        """Looks for other folders for the journal and returns their names."""
        self.keep_again: Callable[[], int] = lambda: self.store.version
        """Returns to the usual journal from one without storage.

        It returns the version that shows it.
        """

    @property
    def published(self) -> Snapshot:
        """The newest published state."""
        return self.revealer.published

    # ------------------------------------------------------------------ what a request must have seen
    def must_have_seen(self, request: CommandRequest, since: int, newest: int | None = None) -> None:
        """Check that *request*'s sender had seen version *since*.

        It can't have seen more than the *newest*, the published one if none is given.

        :raises Refusal: it wasn't.
        """
        if not since <= request.seen <= (self.published.version if newest is None else newest):
            raise Refusal(Message("session.stale"), "stale")

    def must_be_current(self, request: CommandRequest) -> None:
        """Check that *request*'s sender knew the newest published state.

        :raises Refusal: it wasn't.
        """
        self.must_have_seen(request, self.published.version)

    # ------------------------------------------------------------------ steps of the open game
    def perform(
        self, request: CommandRequest, command: Command | None, dealer: Dealer, by: By, *, entropy: bytes
    ) -> int:
        """Carry out *command* in the open game, with chance's answers.

        It is judged, written, set in motion, durable and revealed. Without a command only chance acts, by *dealer*.
        *by* and *entropy* are saved with the first step. Return the version that *request* led to.

        Without a command it is chance alone that speaks, by *dealer*. *by* and *entropy* are kept with the first step.
        Return the version that *request* led to.

        :raises Refused: the rules refuse it; nothing has changed.
        :raises JournalUnwritable: it didn't become durable.
        """
        store, revealer, opened = self.store, self.revealer, self.store.opened()
        origin = Origin(by, store.clock.utc_text(), entropy, request.by_seats)
        reveal_steps = opened.take(command, dealer, store.version, origin)
        first, is_noticed = reveal_steps[0], reveal_steps[0].version > store.version
        started_s = revealer.start(opened, first) if first.request else None
        self._commit_lines(request, first.version, opened, _lines_of(reveal_steps))
        store.version = reveal_steps[-1].version
        self._reveal(opened, reveal_steps, is_noticed, started_s)
        return first.version

    def perform_together(self, members: Sequence[Move | SettingChange]) -> None:
        """Make a group's *members* durable, then show them in turn.

        :raises JournalUnwritable: they didn't become durable; nothing has changed.
        """
        now_s = self.store.clock.monotonic_s()
        _, took_s = self._write([self._batch_of(member, now_s) for member in members])
        for member in members:
            if isinstance(member, Move):
                opened = self.store.opened()
                opened.accept(member.step, member.reveal.state)
                self._has_written(member.request, member.version, opened, now_s, took_s=took_s)
                self._reveal(opened, [member.reveal], member.is_noticed)
            else:
                self._has_arrived(member.request, member.version, took_s)
                self.revealer.show(version=member.version, **{member.setting.field: member.setting.value})

    def _batch_of(self, member: Move | SettingChange, now_s: float) -> Batch:
        if isinstance(member, Move):
            return self._batch(member.request, member.version, self.store.opened(), member.reveal.lines, now_s=now_s)
        kept = {member.setting.name: member.setting.kept}
        return Batch(id=member.request.id, version=member.version, settings=kept)

    def _reveal(
        self, opened: OpenGame, reveal_steps: Sequence[RevealStep], is_noticed: bool, started_s: float | None = None
    ) -> None:
        if is_noticed:
            # Who plays on has read what was to be known of the last start, and has a board like it.
            self.revealer.update(notice=None, taken_up=False)
            self.revealer.go(opened, reveal_steps, started_s)
        else:
            self.revealer.update(state=opened.state)

    def begin(
        self, request: CommandRequest, opened: OpenGame, row: GameRow, roster: Roster, *, dealer: Dealer, entropy: bytes
    ) -> int:
        """Put the new game *opened* on the table, with its first draws.

        They are durable with its *row*, and revealed. *entropy* is saved with the first draw. Return the version that
        shows how it starts, for its own *roster*.

        :raises JournalUnwritable: it didn't become durable; the game before is still the open one.
        """
        store, revealer, version, start = self.store, self.revealer, self.store.version + 1, opened.state
        reveal_steps = opened.take(None, dealer, version, Origin("dealer", store.clock.utc_text(), entropy))
        lines = _lines_of(reveal_steps)
        opened.id = self._commit_lines(request, version, opened, lines, new_game=row, roster=roster)
        store.open, store.version = opened, version + len(reveal_steps)
        revealer.forget()
        revealer.publish(opened, version, start, (), saved=store.saved(), taken_up=False, roster=roster)
        revealer.go_once_read(opened, reveal_steps)
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
        watched = state.seen_by(WATCHER).named(before.names)
        put_back = opened.game.differences(before.state_for(WATCHER), watched)
        log_now = turned_back(before.log, line, lines)
        self.revealer.publish(opened, version, state, log_now, taken_up=False, put_back=put_back)
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
        """Make *lines* of *opened* durable and return its number; its *roster* comes with a *new_game*."""
        now_s = self.store.clock.monotonic_s()
        batch = self._batch(request, version, opened, lines, now_s=now_s)
        if new_game is not None:
            undated = batch.undated or ("" if new_game.at else moment_of(self.store.clock))
            called = roster.names(new_game.seats)
            batch = structs.replace(
                batch, new_game=new_game, settings=roster.settings(), called=called, undated=undated
            )
        if opened.ended is not None:
            batch = structs.replace(batch, ended=opened.ended, outbox=self.outbox.rows(lines[-1].version))
        [number], took_s = self._write([batch])
        self._has_written(request, version, opened, now_s, took_s=took_s)
        if batch.outbox:
            self.outbox.tell()
        return number

    def _batch(
        self, request: CommandRequest, version: int, opened: OpenGame, lines: Sequence[LogEntry], *, now_s: float
    ) -> Batch:
        """Return *request*'s *lines* of *opened* as the journal's batch.

        It has the time played up to *now_s*.
        """
        played_ms = round(1000 * opened.played.played_s(now_s))
        opened.length.settle(now_s)
        return Batch(
            id=request.id,
            version=version,
            game=opened.id,
            lines=rows_of(lines, played_ms, opened.length.lasted_ms),
            undated="" if all(line.entry.at for line in lines) else moment_of(self.store.clock),
        )

    def _has_written(
        self, request: CommandRequest, version: int, opened: OpenGame, now_s: float, *, took_s: float
    ) -> None:
        """Note that *request*'s change of *opened* is durable as *version*.

        It was made at *now_s* and took *took_s* seconds.
        """
        opened.played.settle(now_s, opened.state)
        self._consent = None
        self._has_arrived(request, version, took_s)

    # ------------------------------------------------------------------ what isn't the open game's
    def commit(self, request: CommandRequest, batch: Batch) -> int:
        """Make *batch* of *request* durable and return its game's number.

        Its page is notified from now on.

        :raises JournalUnwritable: it didn't become durable.
        """
        [number], took_s = self._write([batch])
        self._has_arrived(request, batch.version, took_s)
        if batch.outbox:
            self.outbox.tell()
        return number

    def _write(self, batches: Sequence[Batch]) -> tuple[list[int], float]:
        """Make *batches* durable, all or none.

        Return the numbers of their games, and the seconds that it took.

        :raises JournalUnwritable: they didn't become durable.
        """
        clock, journal = self.store.clock, self.store.journal
        if self._may_lack_dates and clock.utc_text():
            journal.fill_dates(lambda moment: dated(moment, clock))
            self._may_lack_dates = False
        begun_s = clock.monotonic_s()
        numbers = journal.commit_all(batches)
        took_s = clock.monotonic_s() - begun_s
        self._may_lack_dates = self._may_lack_dates or any(batch.undated for batch in batches)
        self._forget_deleted()
        return numbers, took_s

    def _has_arrived(self, request: CommandRequest, version: int, took_s: float) -> None:
        """Note that *request*'s *version* is durable after *took_s* seconds.

        Its page is notified from now on.
        """
        guarded(self.on_commit, took_s)
        self.store.version = version
        if request.by == "phone":
            self.revealer.update(arrived=self.published.with_arrived(request.phone, request.id))

    def _forget_deleted(self) -> None:
        """Purge games deleted long ago, after the command, which may restore one."""
        try:
            if self.store.forget_deleted():
                self.revealer.update(deleted=self.store.deleted())
        except JournalUnwritable as error:
            log.warning("deleted games can't be forgotten yet: %s", error)

    def commit_settings(self, request: CommandRequest, settings: Mapping[str, str], **changes: object) -> int:
        """Make *settings* durable, and publish the table's *changes*.

        They aren't the open game's.

        :raises JournalUnwritable: it didn't become durable.
        """
        version = self.store.version + 1
        self.commit(request, Batch(id=request.id, version=version, settings=dict(settings)))
        self.revealer.show(version=version, **changes)
        return version

    def keep_setting(self, name: str, value: str) -> None:
        """Make the table's own setting *name* durable.

        Nobody is shown it: it has no version.

        :raises JournalUnwritable: it didn't become durable.
        """
        # No sender's id holds a colon.
        batch = Batch(id=f"keep:{os.urandom(12).hex()}", version=self.store.version, settings={name: value})
        self.store.journal.commit(batch)

    def keep(self, roster: Roster) -> None:
        """Make *roster* durable and known, with each phone's time of joining.

        It is nobody's turn, and has no version.

        :raises JournalUnwritable: it didn't become durable.
        """
        version = self.store.version
        roster = roster.stamped(self.published.roster, version)
        # No sender's id holds a colon.
        keep_id = f"keep:{os.urandom(12).hex()}"
        batch = Batch(id=keep_id, version=version, settings=roster.settings())
        if opened := self.store.open:
            batch = structs.replace(batch, game=opened.id, called=roster.names(opened.setup.seats))
        self.store.journal.commit(batch)
        self.revealer.names_changed(roster=roster)

    def have_trouble(self, error: JournalUnwritable) -> Message:
        """Drop all steps, publish *error*, and stay read-only until repaired."""
        log.error("%s", error)
        trouble = Message(f"session.unwritable.{error.reason}")
        self.revealer.trouble(trouble, self.look_for_places())
        return trouble

    # ------------------------------------------------------------------ what two must agree to
    @property
    def consent(self) -> ConsentRequest | None:
        """The open request for consent."""
        asked = self._consent
        if asked is None or self.published.consent is None:
            return None
        return asked if self.store.clock.monotonic_s() < asked.until_s else None

    def undo_request(self, n: int, request: CommandRequest) -> UndoRequest:
        """Return the open undo request for step *n*, else a new one.

        *request* makes the new one, which nobody knows of yet.

        :raises JournalUnwritable: the journal can't be read.
        """
        asked = self.consent
        if isinstance(asked, UndoRequest) and asked.n == n:
            return asked
        version = self.store.journal.version_of(self.store.opened().id, n)
        return UndoRequest(request.seat, request.phone, request.by, self._until_s(), n=n, version=version)

    def leave_request(self, request: CommandRequest, name: Message) -> LeaveRequest:
        """Return the open request to leave for *name*, else a new one.

        *name* is the game's; *request* makes the new one.
        """
        asked = self.consent
        if isinstance(asked, LeaveRequest) and asked.line == request.do:
            return asked
        phones = frozenset(self.published.roster.phones)
        by, until_s = request.by, self._until_s()
        return LeaveRequest(request.seat, request.phone, by, until_s, line=request.do, name=name, phones=phones)

    def end_request(self, request: CommandRequest, line: str, name: Message) -> EndRequest:
        """Return the open request for *line* of *name*, else a new one.

        *name* is the game's; *request* makes the new one.
        """
        asked = self.consent
        if isinstance(asked, EndRequest) and asked.line == line:
            return asked
        phones = frozenset(self.published.roster.phones)
        return EndRequest(request.seat, request.phone, request.by, self._until_s(), line=line, name=name, phones=phones)

    def _until_s(self) -> float:
        return self.store.clock.monotonic_s() + CONSENT_S

    def ask_for_consent(self, asked: ConsentRequest) -> None:
        """Ask everybody for consent to *asked*, until it expires."""
        self._consent = asked
        self.revealer.show(consent=asked)
        self._timers.at(asked.until_s, lambda: self.end_consent(asked))

    def end_consent(self, asked: ConsentRequest) -> None:
        """End the request *asked* if it is still open."""
        if self._consent is asked:
            self._consent = None
            self.revealer.show(consent=None)


def _lines_of(reveal_steps: Sequence[RevealStep]) -> tuple[LogEntry, ...]:
    return tuple(line for reveal_step in reveal_steps for line in reveal_step.lines)
