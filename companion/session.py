"""The session: the one writer of the table. Presses, serial messages and HTTP posts all come through its queue.

For each command, in this order: an id that is already in the journal gets its first answer again; may the sender
speak for this seat; is something still in motion; has what this seat may do changed since the version it saw;
``why_not``; its facts and, where chance is asked and the dealer answers, chance's; durable; only then shown.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from companion.clock import Clock
from companion.dealers import Dealer
from companion.engine.command import Refused
from companion.engine.fact import Facts
from companion.engine.game import BadSetup, Game, OptionValue
from companion.engine.notation import Unreadable
from companion.engine.plays import Play, leaves
from companion.engine.said import Said
from companion.engine.seats import CHANCE, TABLE, WATCHER
from companion.engine.state import State
from companion.engine.windows import open_window
from companion.journal import Batch, GameRow, Journal, JournalUnwritable, LineRow
from companion.open_game import OpenGame, fold_log, mark_undone, note, rows_of
from companion.published import Motion, Published
from companion.request import Answered, Refusal, Request
from companion.reveal import Deadlines, Mirror, NoStage, Shower, Stage, guarded

__all__ = [
    "CHANCE", "TABLE", "WATCHER", "Facts", "Mirror", "Motion", "Play", "Published", "Refusal", "Request", "Said",
    "Session", "Stage", "State", "leaves",
]  # fmt: skip

log = logging.getLogger(__name__)

INBOX = 64
"""How many messages may wait; people's hands give a few a second."""


@dataclass(frozen=True)
class _Landed:
    holder: str
    number: int


@dataclass(frozen=True)
class _Asked:
    request: Request
    answered: Answered | None


class Session:
    """The table's session. Everything but ``published``, ``submit``, ``post`` and ``subscribe`` is its own thread's.

    *library* are the games and kits that can be opened; *dealers* speak for chance, by the value of a game's
    option ``chance``; *stage* are the table's own devices.
    """

    def __init__(
        self,
        library: Sequence[Game],
        journal: Journal,
        dealers: Mapping[str, Dealer],
        clock: Clock,
        stage: Stage | None = None,
        lang: str = "en",
    ) -> None:
        self._library = tuple(library)
        self._journal = journal
        self._dealers = dealers
        self._clock = clock
        self._inbox: queue.Queue[_Asked | _Landed | None] = queue.Queue(INBOX)
        self._deadlines = Deadlines()
        self._shower = Shower(
            Published(lang=lang, library=self._library), stage or NoStage(), clock, self._deadlines, self._post_landed
        )
        self._open: OpenGame | None = None
        self._version = 0
        self._thread: threading.Thread | None = None

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
        try:
            self._inbox.put_nowait(_Asked(request, answered))
        except queue.Full:
            log.warning("too many commands at once: one by %s was dropped", request.by)
            if answered is not None:
                answered(Refusal(Said("session.busy"), "busy"))

    def submit(self, request: Request, timeout_s: float = 10.0) -> int:
        """Have *request* done and return the version it led to; waits until that is durable.

        :raises Refusal: it was refused, or *timeout_s* passed (then the same id may be sent again).
        """
        box: queue.SimpleQueue[int | Refusal] = queue.SimpleQueue()
        self.post(request, box.put)
        try:
            answer = box.get(timeout=timeout_s)
        except queue.Empty:
            answer = Refusal(Said("session.busy"), "busy")
        if isinstance(answer, Refusal):
            raise answer
        return answer

    def start(self) -> None:
        """Begin to take requests, on a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="session", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish the request at hand, stop, and close the journal. What is in motion is revealed at the next start."""
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join()
            self._thread = None
        self._journal.close()

    # ------------------------------------------------------------------ the thread
    def _run(self) -> None:
        while True:
            next_s = self._deadlines.next_s()
            wait_s = None if next_s is None else max(0.0, next_s - self._clock.monotonic_s())
            try:
                message = self._inbox.get(timeout=wait_s)
            except queue.Empty:
                self.run_due()
                continue
            if message is None:
                return
            self._take(message)
            self.run_due()

    def run_pending(self) -> None:
        """Do everything that waits in the queue and all that is due, then return. For tests without a thread."""
        while True:
            try:
                message = self._inbox.get_nowait()
            except queue.Empty:
                break
            if message is not None:
                self._take(message)
        self.run_due()

    def run_due(self) -> None:
        """Do what the deadlines ask for now."""
        for action in self._deadlines.due(self._clock.monotonic_s()):
            guarded(action)

    def _take(self, message: _Asked | _Landed) -> None:
        if isinstance(message, _Landed):
            guarded(lambda: self._shower.landed(message.holder, message.number, self._open))
            return
        try:
            answer: int | Refusal = self.handle(message.request)
        except Refusal as refusal:
            answer = refusal
        except Exception:
            log.exception("a command failed: %s", message.request.do)
            answer = Refusal(Said("session.failed"), "failed")
            guarded(self.load)
        if message.answered is not None:
            message.answered(answer)

    def _post_landed(self, holder: str, number: int) -> None:
        try:
            self._inbox.put_nowait(_Landed(holder, number))
        except queue.Full:
            log.warning("too busy to hear that %s has landed; its longest time will do", holder)

    # ------------------------------------------------------------------ loading
    def load(self) -> None:
        """Open the journal and take the current game up where it was; what chance said last is revealed again.

        :raises JournalInUse: another process keeps the folder.
        :raises JournalTooNew: a newer program wrote it.
        """
        self._shower.forget()
        self._open = None
        try:
            self._journal.open()
            self._version = self._journal.last_version()
            lang = self._journal.setting("lang") or self.published.lang
            notice = Said("session.set-aside") if self._journal.set_aside else None
            self._shower.update(
                version=self._version, lang=lang, game=None, state=None, log=(), trouble=None, notice=notice
            )
            self._resume(self._journal.setting("game"))
        except JournalUnwritable as error:
            self._have_trouble(error)

    def _resume(self, number: str | None) -> None:
        row = next((row for row in self._journal.games() if str(row.id) == number), None)
        try:
            if row is None or not self._resume_game(row):
                self._shower.show()
        except (ValueError, LookupError, msgspec.MsgspecError) as error:
            log.error("game %s can't be taken up: %s", number, error)
            self._open = None
            self._shower.forget()
            self._shower.show(game=None, state=None, log=(), notice=Said("session.cannot-resume"))

    def _resume_game(self, row: GameRow) -> bool:
        game = self._find(row.slug, row.mode)
        if game is None:
            return False
        opened = OpenGame(game, game.setup(row.seats, row.options), row.id)
        rows = self._journal.lines(row.id)
        last = [line for line in rows if line.batch == rows[-1].batch]
        again = last if any(line.seat == CHANCE and line.by == "dealer" for line in last) else []
        history = fold_log(opened, rows[: len(rows) - len(again)])
        before = opened.state
        beats = opened.fold(again)
        self._open = opened
        first = min((line.version for line in again), default=self._version + 1)
        self._shower.publish(opened, first - 1, before, history)
        self._shower.go(opened, [(first + place, beat) for place, beat in enumerate(beats)])
        self._watch_window()
        return True

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
        except Refused as error:
            raise Refusal(error.refusal.reason, "refused", error.refusal.rule) from error
        except Unreadable as error:
            raise Refusal(error.reason, "unreadable") from error
        except BadSetup as error:
            raise Refusal(error.reason, "refused") from error
        except JournalUnwritable as error:
            raise Refusal(self._have_trouble(error), "unwritable") from error

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
        if request.seat == CHANCE:
            return TABLE in request.speaks_for and self.published.typed
        return request.seat in request.speaks_for

    def _play(self, request: Request) -> int:
        opened = self._opened()
        if not self.published.since.get(request.seat, 0) <= request.seen <= self.published.version:
            raise Refusal(Said("session.stale"), "stale")
        command = opened.game.notation.read(request.seat, request.do)
        beats = opened.take(command, self._dealers[opened.chance])
        seen = any(beat.noticed_by(viewer) for beat in beats for viewer in self._others(request.seat))
        version = self._version + 1 if seen else self._version
        started_s = self._shower.start(opened, beats[0], request.seat) if beats[0].request else None
        rows = rows_of(beats, version, request.by, request.entropy, self._clock.utc_text())
        end = opened.state.end()
        ended = None if end is None else msgspec.json.encode({"reason": end.key, "values": end.values}).decode()
        self._journal.commit(Batch(id=request.id, version=version, game=opened.id, lines=rows, ended=ended))
        self._version = version + len(beats) - 1
        if seen:
            self._shower.go(opened, [(version + place, beat) for place, beat in enumerate(beats)], started_s)
            self._watch_window()
        else:
            self._shower.update(state=opened.state)
        return version

    def _others(self, seat: int) -> list[int]:
        return [viewer for viewer in (WATCHER, *range(len(self.published.people))) if viewer != seat]

    def _opened(self) -> OpenGame:
        if self._open is None:
            raise Refusal(Said("session.no-game"), "no-game")
        return self._open

    def _find(self, slug: str, mode: str) -> Game | None:
        return next((game for game in self._library if (game.slug, game.mode) == (slug, mode)), None)

    # ------------------------------------------------------------------ the session's own commands
    def new_game(self, slug: str, mode: str, seats: Sequence[str], options: Mapping[str, OptionValue], id: str) -> int:
        """Open a new game, leaving the one before where it is.

        :raises Refusal: there is no such game.
        :raises BadSetup: it can't start like this.
        :raises JournalUnwritable: it didn't become durable.
        """
        game = self._find(slug, mode)
        if game is None:
            raise Refusal(Said("session.no-such-game"), "refused")
        setup = game.setup(tuple(seats), options)
        row = GameRow(0, slug, game.mode, setup.seats, dict(setup.options), self._clock.utc_text())
        self._journal.commit(Batch(id=id, version=self._version + 1, new_game=row))
        self._version += 1
        self._open = OpenGame(game, setup, int(self._journal.setting("game") or 0))
        self._shower.forget()
        self._shower.update(log=(), notice=None)
        self._shower.publish(self._open, self._version, self._open.state, [])
        self._watch_window()
        return self._version

    def _new(self, request: Request, words: list[str]) -> int:
        given = dict(word.partition("=")[::2] for word in words[2:])
        slug, mode = (*words[:2], "", "")[:2]
        game = self._find(slug, mode)
        if game is None:
            raise Refusal(Said("session.no-such-game"), "refused")
        seats = given.pop("seats", "0" if game.seats[0] == 0 else str(game.seats[0]))
        names = [f"{number + 1}" for number in range(int(seats))] if seats.isdigit() and len(seats) < 3 else []
        options = {name: _option_value(game, name, word) for name, word in given.items()}
        return self.new_game(slug, mode, names, options, request.id)

    def _undo(self, request: Request, words: list[str]) -> int:
        opened = self._opened()
        steps = [step.n for step in opened.table.steps if step.command.seat != CHANCE]
        n = int(words[0]) if words and words[0].isdigit() and len(words[0]) < 9 else max(steps, default=0)
        if n in steps and not opened.is_free_to_undo(n):
            raise Refusal(Said("session.undo-needs-consent"), "refused")
        taken = opened.table.undo(n)
        return self._turn_back(request, opened, {step.n for step in taken}, undo=n)

    def _redo(self, request: Request, words: list[str]) -> int:
        opened = self._opened()
        undo = opened.table.last_undo or 0
        stood = opened.table.redo(undo)
        return self._turn_back(request, opened, {step.n for step in stood}, redo=undo)

    def _turn_back(self, request: Request, opened: OpenGame, steps: set[int], undo: int = 0, redo: int = 0) -> int:
        n, version, at = opened.table.last_n, self._version + 1, self._clock.utc_text()
        row = LineRow(n, n, version, request.seat, None, request.by, at, undo=undo or None, redo=redo or None)
        self._journal.commit(Batch(id=request.id, version=version, game=opened.id, lines=(row,)))
        self._version = version
        self._shower.update(log=tuple(mark_undone(self.published.log, steps, undone=bool(undo))))
        self._shower.publish(opened, version, opened.state, [note(row, opened.state)])
        self._watch_window()
        return version

    def _lang(self, request: Request, words: list[str]) -> int:
        if words not in (["en"], ["fr"]):
            raise Refusal(Said("session.no-such-language"), "refused")
        self._journal.commit(Batch(id=request.id, version=self._version + 1, settings={"lang": words[0]}))
        self._version += 1
        self._shower.show(version=self._version, lang=words[0])
        return self._version

    # ------------------------------------------------------------------ deadlines and trouble
    def _watch_window(self) -> None:
        """Give the window that is open, if any, its deadline."""
        window = open_window(self._open.state) if self._open else None
        if window is None or not window.answer_s or self._open is None:
            return
        do = f"time-up {window.number}"
        command_id = f"{do.replace(' ', '-')}-of-{self._open.id}"

        def time_up() -> None:
            seen = self.published.version
            try:
                self.handle(Request(command_id, seen, TABLE, do, "clock", frozenset({TABLE})))
            except Refusal as refusal:
                log.debug("%s came too late: %s", do, refusal)

        self._deadlines.at(self._clock.monotonic_s() + window.answer_s, time_up)

    def _have_trouble(self, error: JournalUnwritable) -> Said:
        """Show nothing of what couldn't be made durable, say so, and stay read-only until it is mended."""
        log.error("%s", error)
        trouble = Said(f"session.unwritable.{error.reason}")
        self._shower.trouble(trouble)
        return trouble


def _option_value(game: Game, name: str, word: str) -> OptionValue:
    """Return the value of option *name* that *word* spells, or *word* itself for the game to refuse."""
    option = game.options.get(name)
    values: Sequence[OptionValue] = ()
    if option is not None:
        values = option.choices or range(option.least, option.most + 1)
    return next((value for value in values if str(value).lower() == word.lower()), word)


_OWN_COMMANDS: Mapping[str, Callable[[Session, Request, list[str]], int]] = {
    "new": Session._new,
    "undo": Session._undo,
    "redo": Session._redo,
    "lang": Session._lang,
}
