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

from companion.clock import Clock
from companion.dealers import Dealer
from companion.engine.command import Refused
from companion.engine.fact import Facts
from companion.engine.game import BadSetup, Game, OptionValue, Setup
from companion.engine.notation import Unreadable
from companion.engine.plays import Play, leaves
from companion.engine.said import Said
from companion.engine.seats import CHANCE, TABLE, WATCHER
from companion.engine.state import State
from companion.engine.windows import TimeUp, open_window
from companion.journal import Batch, GameRow, Journal, JournalUnwritable, LineRow
from companion.open_game import DOES_NOT_FIT, OpenGame, rows_of, take_up, turned_back
from companion.published import Motion, Published
from companion.request import (
    Answered,
    Refusal,
    Request,
    busy,
    give,
    must_be_table,
    read_new,
    read_nothing,
    read_number,
)
from companion.reveal import Mirror, NoStage, Shower, Stage
from companion.worker import Worker, guarded

__all__ = [
    "CHANCE", "TABLE", "WATCHER", "Facts", "Mirror", "Motion", "Play", "Published", "Refusal", "Request", "Said",
    "Session", "Stage", "State", "leaves",
]  # fmt: skip

log = logging.getLogger(__name__)

INBOX = 64
"""How many messages may wait; people's hands give a few a second."""


class Session:
    """The table's session. Everything but ``published``, ``submit``, ``post`` and ``close`` is its own thread's.

    *library* are the games that can be opened; *dealers* speak for chance, by a game's option ``chance``;
    *defaults* are the owner's options for games, by slug.
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
    ) -> None:
        self._library = tuple(library)
        self._journal = journal
        self._dealers = dealers
        self._defaults = defaults or {}
        self._clock = clock
        self._worker = Worker("session", clock, INBOX, rescue=self.load)
        at_first, devices = Published(lang=lang, library=self._library), stage or NoStage()
        deadlines = self._worker.deadlines
        self._shower = Shower(at_first, devices, clock, deadlines, self._post_landed, self._watch_window)
        self._open: OpenGame | None = None
        self._version = 0
        self._watched: tuple[int, int] | None = None

    # ------------------------------------------------------------------ from any thread
    @property
    def published(self) -> Published:
        """The newest published state: frozen, replaced whole."""
        return self._shower.published

    def subscribe(self, mirror: Mirror) -> None:
        """Tell *mirror* of everything from now on; call it before ``start``."""
        self._shower.add(mirror)

    def post(self, request: Request, answered: Answered | None = None) -> None:
        """Put *request* in the queue; *answered* gets its version or refusal, on the session's thread."""
        if not self._worker.put(_Asked(self, request, answered)):
            log.warning("too many commands at once, or closing: one by %s was dropped", request.by)
            give(answered, busy())

    def submit(self, request: Request, timeout_s: float = 10.0) -> int:
        """Have *request* done and return the version it led to; waits until that is durable.

        :raises Refusal: it was refused, or *timeout_s* passed (then the same id may be sent again).
        """
        box: queue.SimpleQueue[int | Refusal] = queue.SimpleQueue()
        self.post(request, box.put)
        try:
            answer = box.get(timeout=timeout_s)
        except queue.Empty:
            answer = busy()
        if isinstance(answer, Refusal):
            raise answer
        return answer

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
        self._journal.close()

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
        shown = self.published.version
        self._shower.forget()
        self._open = self._watched = None
        aside = self._journal.set_aside
        try:
            self._journal.open()
            self._version = self._journal.last_version()
            changes: dict[str, object] = {"lang": self._journal.setting("lang") or self.published.lang, "trouble": None}
            if self._journal.set_aside != aside:
                changes["notice"] = Said("session.set-aside")
            number = self._journal.setting("game")
            try:
                if number is not None:
                    self._take_up(int(number), min(shown, self._version), changes)
                    return
            except DOES_NOT_FIT as error:
                log.error("game %s can't be taken up: %r", number, error)
                self._open = None
                self._shower.forget()
                changes["notice"] = Said("session.cannot-resume")
            self._show_menu(changes)
        except JournalUnwritable as error:
            self._have_trouble(error)

    def _take_up(self, number: int, shown: int, changes: Mapping[str, object]) -> None:
        row = self._journal.game(number)
        game = self._find(row.slug, row.mode)
        opened, history, state, beats = take_up(game, row, self._journal.lines(number), self._version, shown)
        self._open = opened
        version = beats[0].version - 1 if beats else self._version
        self._shower.publish(opened, version, state, history, **changes)
        self._shower.go(opened, beats)

    def _show_menu(self, changes: Mapping[str, object]) -> None:
        self._shower.show(
            version=self._version, game=None, setup=Setup(), state=None, log=(), since={}, reveal=None, typed=False,
            **changes,
        )  # fmt: skip

    # ------------------------------------------------------------------ a command
    def handle(self, request: Request) -> int:
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
            raise Refusal(self._have_trouble(error), "unwritable") from error
        except Exception as error:
            log.exception("a command failed: %s", request.do)
            return self._start_over(request, error)

    def _start_over(self, request: Request, error: Exception) -> int:
        """Take up what the journal holds after a fault of the program: the game in memory may be ahead of it."""
        guarded(self.load)
        with suppress(JournalUnwritable):
            known = self._journal.receipt(request.id)
            if known is not None:
                return known
        raise Refusal(Said("session.failed"), "failed") from error

    def _handle(self, request: Request) -> int:
        known = self._journal.receipt(request.id)
        if known is not None:
            return known
        if not self._may_speak(request):
            raise Refusal(Said("session.forbidden"), "forbidden")
        if self._shower.in_motion:
            raise Refusal(Said("session.rolling"), "rolling")
        verb, *rest = request.do.split(" ")
        own = _OWN_COMMANDS.get(verb)
        return own(self, request, rest) if own else self._play(request)

    def _may_speak(self, request: Request) -> bool:
        if request.do.startswith(TimeUp.verb) and request.by != "clock":
            return False
        if request.seat == CHANCE:
            return TABLE in request.speaks_for and self.published.typed
        return request.seat in request.speaks_for

    def _play(self, request: Request) -> int:
        opened = self._opened()
        self._must_have_seen(request, self.published.since.get(request.seat, 0))
        command = opened.game.notation.read(request.seat, request.do)
        beats = opened.take(command, self._dealers[opened.chance], self._version)
        first = beats[0]
        by = "typed" if request.seat == CHANCE else request.by
        rows = rows_of(beats, by, request.entropy, self._clock.utc_text())
        started_s = self._shower.start(opened, first) if first.request else None
        hidden = first.version == self._version
        self._commit(request, first.version, opened, rows)
        # Who plays on has read what was to be known of the last start.
        self._shower.update(notice=self.published.notice if hidden else None)
        self._version = beats[-1].version
        if hidden:
            self._shower.update(state=opened.state)
        else:
            self._shower.go(opened, beats, started_s)
        return first.version

    def _must_have_seen(self, request: Request, since: int) -> None:
        if not since <= request.seen <= self.published.version:
            raise Refusal(Said("session.stale"), "stale")

    def _commit(self, request: Request, version: int, opened: OpenGame, lines: tuple[LineRow, ...]) -> None:
        self._journal.commit(Batch(id=request.id, version=version, game=opened.id, lines=lines, ended=opened.ended))
        self._version = version

    def _opened(self) -> OpenGame:
        if self._open is None:
            raise Refusal(Said("session.no-game"), "no-game")
        return self._open

    def _find(self, slug: str, mode: str) -> Game:
        for game in self._library:
            if (game.slug, game.mode) == (slug, mode):
                return game
        raise Refusal(Said("session.no-such-game"), "refused")

    # ------------------------------------------------------------------ the session's own commands
    def new_game(self, slug: str, mode: str, seats: Sequence[str], options: Mapping[str, OptionValue], id: str) -> int:
        """Open a new game, leaving the one before where it is, and return the version that shows it.

        :raises Refusal: there is no such game.
        :raises BadSetup: it can't start like this.
        :raises JournalUnwritable: it didn't become durable.
        """
        game = self._find(slug, mode)
        usual = {name: value for name, value in self._defaults.get(slug, {}).items() if name in game.options}
        opened = OpenGame(game, game.setup(tuple(seats), {**usual, **options}))
        version, start, at = self._version + 1, opened.state, self._clock.utc_text()
        beats = opened.take(None, self._dealers[opened.chance], version)
        lines = rows_of(beats, "dealer", b"", at)
        row = GameRow(0, slug, game.mode, opened.setup.seats, dict(opened.setup.options), at)
        opened.id = self._journal.commit(Batch(id=id, version=version, new_game=row, lines=lines))
        self._open = opened
        self._version = version + len(beats)
        self._shower.forget()
        self._shower.publish(opened, version, start, ())
        self._shower.go(opened, beats)
        return version

    def _new(self, request: Request, words: list[str]) -> int:
        must_be_table(request)
        self._must_have_seen(request, self.published.version)
        slug, mode = (*words[:2], "", "")[:2]
        seats, options = read_new(self._find(slug, mode), words[2:])
        return self.new_game(slug, mode, seats, options, request.id)

    def _resume_other(self, request: Request, words: list[str]) -> int:
        """Take up another game of the journal where it was left."""
        must_be_table(request)
        self._must_have_seen(request, self.published.version)
        number = read_number(words)
        row = next((row for row in self._journal.games() if row.id == number), None)
        if row is None:
            raise Refusal(Said("session.no-such-record"), "refused")
        self._find(row.slug, row.mode)
        self._journal.commit(Batch(id=request.id, version=self._version + 1, settings={"game": str(number)}))
        self.load()
        return self._version

    def _undo(self, request: Request, words: list[str]) -> int:
        opened = self._opened()
        self._must_have_seen(request, self.published.version)
        n = self.published.line_of(read_number(words)) if words else opened.last_to_undo()
        if any(step.n == n for step in opened.table.steps) and not opened.is_free_to_undo(n):
            raise Refusal(Said("session.undo-needs-consent"), "refused")
        lines = {step.n for step in opened.table.undo(n)}
        return self._turned_back(request, opened, lines, undo=n)

    def _redo(self, request: Request, words: list[str]) -> int:
        opened = self._opened()
        self._must_have_seen(request, self.published.version)
        read_nothing(words)
        # In a window a pass may have come since, which ends redoing: an answer would tell.
        undo = 0 if open_window(opened.state) else opened.table.last_undo or 0
        lines = {step.n for step in opened.table.redo(undo)}
        return self._turned_back(request, opened, lines, redo=undo)

    def _turned_back(
        self, request: Request, opened: OpenGame, lines: set[int], undo: int | None = None, redo: int | None = None
    ) -> int:
        n, version, at = opened.table.last_n, self._version + 1, self._clock.utc_text()
        row = LineRow(n, n, version, request.seat, None, request.by, at, undo=undo, redo=redo)
        self._commit(request, version, opened, (row,))
        self._shower.publish(opened, version, opened.state, turned_back(self.published.log, row, lines, opened.state))
        return version

    def _lang(self, request: Request, words: list[str]) -> int:
        must_be_table(request)
        if words not in (["en"], ["fr"]):
            raise Refusal(Said("session.no-such-language"), "refused")
        self._journal.commit(Batch(id=request.id, version=self._version + 1, settings={"lang": words[0]}))
        self._version += 1
        self._shower.show(version=self._version, lang=words[0])
        return self._version

    # ------------------------------------------------------------------ deadlines and trouble
    def _watch_window(self) -> None:
        """Give the window that was just published, if any, its deadline, unless that is running already."""
        window = None if self.published.state is None else open_window(self.published.state)
        if window is None or not window.answer_s or self._open is None:
            self._watched = None
            return
        if self._watched != (self._open.id, window.number):
            watched = self._watched = (self._open.id, window.number)
            due_s = self._clock.monotonic_s() + window.answer_s
            self._worker.deadlines.at(due_s, lambda: self._time_up(watched))

    def _time_up(self, watched: tuple[int, int]) -> None:
        if watched is not self._watched or self._open is None:
            return
        self._watched = None
        # No sender's id holds a colon, and no line number comes twice: neither can stand in a deadline's way.
        command_id = f"clock:{self._open.id}:{self._open.table.last_n}"
        do, seen = f"time-up {watched[1]}", self.published.version
        request = Request(command_id, seen, TABLE, do, "clock", frozenset({TABLE}))
        try:
            self.handle(request)
        except Refusal as refusal:
            log.debug("%s came too late: %s", request.do, refusal)

    def _have_trouble(self, error: JournalUnwritable) -> Said:
        """Show nothing of what couldn't be made durable, say so, and stay read-only until it is mended."""
        log.error("%s", error)
        trouble = Said(f"session.unwritable.{error.reason}")
        self._shower.trouble(trouble)
        return trouble


@dataclass(frozen=True)
class _Asked:
    """A request in the queue: does it and answers."""

    session: Session
    request: Request
    answered: Answered | None

    def __call__(self) -> None:
        try:
            answer: int | Refusal = self.session.handle(self.request)
        except Refusal as refusal:
            answer = refusal
        give(self.answered, answer)


_OWN_COMMANDS: Mapping[str, Callable[[Session, Request, list[str]], int]] = {
    "new": Session._new,
    "resume": Session._resume_other,
    "undo": Session._undo,
    "redo": Session._redo,
    "lang": Session._lang,
}
