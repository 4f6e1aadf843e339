"""The desk: what the session works at, its journal, the game that is open and the shower; and how these are taken up.

Law: what becomes durable goes through here, and only the session's own thread comes here.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from companion.chance.dealers import CommittedDealer, Dealer, FairDealer
from companion.chance.fairness import moment
from companion.engine.game import Game, OptionValue, Setup
from companion.engine.said import Said
from companion.engine.state import State
from companion.journal.journal import Journal, JournalUnwritable
from companion.journal.rows import Batch, GameRow, LineRow
from companion.model.requests import CommandRequest, Refusal
from companion.model.roster import SETTING as ROSTER
from companion.model.roster import Roster, read_roster
from companion.model.snapshot import LogLine, Snapshot
from companion.model.table_menu import BRIGHTNESSES, MOST_SAVED, TONGUES, Saved
from companion.model.undo_request import CONSENT_S, UndoRequest
from companion.records.finished_games import Past
from companion.runtime.clock import Clock, local_text
from companion.session.open_game import DOES_NOT_FIT, OpenGame, RevealStep, rows_of, take_up
from companion.session.reveal import Revealer

log = logging.getLogger(__name__)

CLOSED_JSON = '{"reason":"closed","values":{}}'
"""How the journal says that people closed a game; its rules know no such end."""


class GameStore:
    """The journal, the game that is open and what is shown of it. *version* is the last one that is durable.

    *library* are the games that can be opened, *dealers* speak for chance, *defaults* are the owner's options by slug.
    """

    def __init__(
        self,
        library: Sequence[Game],
        journal: Journal,
        dealers: Mapping[str, Dealer],
        clock: Clock,
        revealer: Revealer,
        defaults: Mapping[str, Mapping[str, OptionValue]],
    ) -> None:
        self.journal = journal
        self._dealers = dealers
        self.revealer = revealer
        self.open: OpenGame | None = None
        self.version = 0
        self._wish: UndoRequest | None = None
        self._library = tuple(library)
        self._clock = clock
        self._defaults = defaults
        self._has_started = False
        self.looked_at: tuple[tuple[GameRow, int], Past] | None = None
        """The game of the past that somebody looked at last, with its row and its last line then."""

    @property
    def published(self) -> Snapshot:
        """The newest published state."""
        return self.revealer.published

    def now(self) -> str:
        """Return the moment as the journal writes it."""
        return self._clock.utc_text()

    # ------------------------------------------------------------------ what a command asks
    def opened(self) -> OpenGame:
        """Return the game that is open.

        :raises Refusal: none is.
        """
        if self.open is None:
            raise Refusal(Said("session.no-game"), "no-game")
        return self.open

    def entropy(self, request: CommandRequest) -> bytes:
        """Return what *request* gives to chance: the bytes of its sender's device, else the moment it came."""
        return request.entropy or moment(self._clock.monotonic_s())

    def dealer(self, opened: OpenGame, chance: str, entropy: bytes) -> Dealer:
        """Return who speaks for *chance* in *opened* for one command, which gives *entropy*."""
        dealer = self._dealers[chance]
        if opened.seed is None or not isinstance(dealer, FairDealer):
            return dealer
        return CommittedDealer(opened.seed, opened.game.slug, opened.draws, entropy)

    def find(self, slug: str, mode: str) -> Game:
        """Return a game of the library.

        :raises Refusal: there is no such game.
        """
        for game in self._library:
            if (game.slug, game.mode) == (slug, mode):
                return game
        raise Refusal(Said("session.no-such-game"), "refused")

    def must_have_seen(self, request: CommandRequest, since: int) -> None:
        """See that *request* was decided on by somebody who knew all from version *since* on.

        :raises Refusal: it wasn't.
        """
        if not since <= request.seen <= self.published.version:
            raise Refusal(Said("session.stale"), "stale")

    def must_be_current(self, request: CommandRequest) -> None:
        """See that *request* was decided on by somebody who knew all that is published.

        :raises Refusal: it wasn't.
        """
        self.must_have_seen(request, self.published.version)

    # ------------------------------------------------------------------ what becomes durable
    def _commit(self, request: CommandRequest, batch: Batch) -> int:
        """Make *batch* durable, which *request* asks for; from now on its page is told so. Return its game's number.

        :raises JournalUnwritable: it didn't become it.
        """
        game = self.journal.commit(batch)
        if request.by == "phone":
            self.revealer.update(arrived=self.published.with_arrived(request.phone, request.id))
        return game

    def commit(self, request: CommandRequest, version: int, opened: OpenGame, lines: tuple[LineRow, ...]) -> None:
        """Make *lines* of *opened* durable, up to *version*.

        :raises JournalUnwritable: they didn't become it.
        """
        now_s = self._clock.monotonic_s()
        played_ms = round(1000 * opened.played.played_s(now_s))
        timed = tuple(replace(line, played_ms=played_ms) for line in lines)
        self._commit(request, Batch(id=request.id, version=version, game=opened.id, lines=timed, ended=opened.ended))
        opened.played.settle(now_s, opened.state)
        self.version = version
        self._wish = None

    def commit_settings(
        self, request: CommandRequest, settings: Mapping[str, str], delete: int | None = None, **changes: object
    ) -> int:
        """Make *settings* durable, delete a game, and show these *changes*: what isn't the open game's.

        :raises JournalUnwritable: it didn't become durable.
        """
        version = self.version + 1
        self._commit(request, Batch(id=request.id, version=version, settings=dict(settings), delete=delete))
        self.version = version
        self.revealer.show(version=version, **changes)
        return version

    def undo_request(self, n: int | None = None) -> UndoRequest | None:
        """Return what somebody wants taken back now, only if it is step *n* where that is given."""
        undo_request = self._wish
        is_on = (
            undo_request is not None
            and self._clock.monotonic_s() < undo_request.until_s
            and self.published.undo_request is not None
        )
        return undo_request if is_on and undo_request is not None and n in (None, undo_request.n) else None

    def new_undo_request(self, n: int, request: CommandRequest) -> UndoRequest:
        """Return the wish of *request* for step *n* of the open game; nobody knows of it yet.

        :raises JournalUnwritable: the journal can't be read.
        """
        version = self.journal.version_of(self.opened().id, n)
        return UndoRequest(n, version, request.seat, request.by, self._clock.monotonic_s() + CONSENT_S)

    def keep_undo_request(self, undo_request: UndoRequest) -> None:
        """Ask everybody whether they agree to *wish*, for as long as it stands."""
        self._wish = undo_request
        self.revealer.show(undo_request=undo_request)
        self.revealer.later(undo_request.until_s - self._clock.monotonic_s(), lambda: self._end_wish(undo_request))

    def _end_wish(self, undo_request: UndoRequest) -> None:
        if self._wish is undo_request:
            self._wish = None
            self.revealer.show(undo_request=None)

    def finish(self, request: CommandRequest, number: int) -> int:
        """Close game *number* for good, so that its secret is told; return the version that shows it.

        :raises Refusal: there is no such game, or it is over.
        :raises JournalUnwritable: it didn't become durable.
        """
        row = self.row(number)
        if row.ended is not None:
            raise Refusal(Said("refused.ended"), "refused")
        version, is_open = self.version + 1, self.open is not None and self.open.id == number
        settings = {"game": ""} if is_open else {}
        self._commit(request, Batch(id=request.id, version=version, game=number, ended=CLOSED_JSON, settings=settings))
        self.version = version
        if is_open:
            self.open = None
            self.revealer.forget()
            self._show_none(notice=None, taken_up=False)
        else:
            self.revealer.show(version=version, saved=self.saved())
        return version

    def play_again(self, request: CommandRequest) -> int:
        """Open the game that is over once more: the open one, or where none is open the newest of the journal.

        Its people keep their names. Return the version that shows it.

        :raises Refusal: no game is over, or there is no such game any more.
        :raises JournalUnwritable: it didn't become durable.
        """
        opened = self.open
        rows = self.journal.games()
        row = next((row for row in rows if opened is not None and row.id == opened.id), rows[-1] if rows else None)
        if row is None or row.ended is None:
            raise Refusal(Said("session.not-over"), "refused")
        game, roster = self.find(row.slug, row.mode), self.published.roster
        return self.new_game(game, row.seats, row.options, request, roster.called)

    def new_game(
        self,
        game: Game,
        seats: Sequence[str],
        options: Mapping[str, OptionValue],
        request: CommandRequest,
        called: Mapping[int, str] | None = None,
    ) -> int:
        """Open a new *game* for *request*, leaving the one before where it is; return the version that shows it.

        The request's entropy goes into the draws with which it begins; *called* is what its seats are called, if known.
        Otherwise a seat that is only numbered has the name of the phone that holds it.

        :raises BadSetup: it can't start like this.
        :raises JournalUnwritable: it didn't become durable.
        """
        usual = {name: value for name, value in self._defaults.get(game.slug, {}).items() if name in game.options}
        opened = OpenGame(game, game.setup(tuple(seats), {**usual, **options}))
        opened.seed = self._new_seed(opened)
        version, start, at, entropy = self.version + 1, opened.state, self.now(), self.entropy(request)
        reveal_steps = opened.take(None, self.dealer(opened, opened.chance, entropy), version)
        lines = rows_of(reveal_steps, "dealer", entropy if opened.seed else b"", at)
        seed = opened.seed.hex() if opened.seed else None
        row = GameRow(0, game.slug, game.mode, opened.setup.seats, dict(opened.setup.options), at, seed=seed)
        roster = self.published.roster.for_seats(len(seats), called or {})
        if called is None:
            roster = roster.named_by_phones(seats)
        batch = Batch(id=request.id, version=version, new_game=row, lines=lines, settings=roster.settings())
        opened.id = self._commit(request, batch)
        opened.played.settle(self._clock.monotonic_s(), opened.state)
        self.open = opened
        self.version = version + len(reveal_steps)
        self.revealer.forget()
        self.revealer.publish(opened, version, start, (), saved=self.saved(), taken_up=False, roster=roster)
        self.revealer.go_once_read(opened, reveal_steps)
        return version

    def _new_seed(self, opened: OpenGame) -> bytes | None:
        """Return the secret of a new game, None where people type all of chance or a script gives it."""
        dealer = self._dealers["dealer"]
        return dealer.seed() if isinstance(dealer, FairDealer) and opened.chance != "typed" else None

    def resume(self, number: int, request: CommandRequest) -> int:
        """Take up game *number* of the journal where it was left, and return the version that shows it.

        The open game stays as it is until all of the other has been read and that is durable.

        :raises Refusal: there is no such game, or this program can't go on with it.
        :raises JournalUnwritable: it didn't become durable.
        """
        row = self.row(number)
        if is_closed(row):
            raise Refusal(Said("session.closed"), "refused")
        game, version = self.find(row.slug, row.mode), self.version + 1
        try:
            opened, history, state, _ = self._read(game, row, version, version)
        except DOES_NOT_FIT as error:
            log.error("game %s can't be taken up: %r", number, error)
            raise Refusal(Said("session.cannot-resume"), "refused") from error
        is_another = self.open is None or self.open.id != number
        roster = self.published.roster.for_seats(len(row.seats)) if is_another else self.published.roster
        settings = {"game": str(number), **roster.settings()}
        self._commit(request, Batch(id=request.id, version=version, settings=settings))
        self.open = opened
        self.version = version
        self.revealer.forget()
        taken_up = is_another or self.published.taken_up
        self.revealer.publish(
            opened, version, state, history, saved=self.saved(), taken_up=taken_up, roster=roster, notice=None
        )
        return version

    def row(self, number: int) -> GameRow:
        """Return what the journal says of game *number*.

        :raises Refusal: there is no such game, or none that can be read.
        """
        try:
            return self.journal.game(number)
        except (LookupError, msgspec.MsgspecError) as error:
            raise Refusal(Said("session.no-such-record"), "refused") from error

    def keep(self, roster: Roster) -> None:
        """Make *roster* durable and known, with the moment at which phones came in: it's nobody's turn, and no version.

        :raises JournalUnwritable: it didn't become durable.
        """
        roster = roster.stamped(self.published.roster, self.version)
        # No sender's id holds a colon.
        keep_id = f"keep:{os.urandom(12).hex()}"
        self.journal.commit(Batch(id=keep_id, version=self.version, settings=roster.settings()))
        self.revealer.names_changed(roster=roster)

    def saved(self, without: int = 0) -> tuple[Saved, ...]:
        """Return the newest games of the journal, the open one and the one numbered *without* left out."""
        left_out = {without, self.open.id if self.open else 0}
        newest = self.journal.games(MOST_SAVED + len(left_out))
        rows = [row for row in reversed(newest) if row.id not in left_out]
        return tuple(map(self.saved_row, rows[:MOST_SAVED]))

    def saved_row(self, row: GameRow) -> Saved:
        """Return how people are told of the game in *row*."""
        return Saved(row.id, self._name(row), row.seats, local_text(row.at), is_closed(row))

    def _name(self, row: GameRow) -> Said:
        names = (game.name for game in self._library if (game.slug, game.mode) == (row.slug, row.mode))
        return next(names, Said("menu.word", {"word": row.slug}))

    # ------------------------------------------------------------------ loading
    def load(self) -> None:
        """Open the journal and take the current game up where it was; what chance said last is revealed again.

        What this very process has revealed already isn't revealed a second time, nor is the board compared again.

        :raises JournalInUse: another process keeps the folder.
        :raises JournalTooNew: a newer program wrote it.
        """
        shown = self.published.version
        self.revealer.forget()
        self.open = None
        aside = self.journal.set_aside
        try:
            self.journal.open()
            self.version = self.journal.last_version()
            changes = {**self._settings(), "trouble": None}
            if self.journal.set_aside != aside:
                changes["notice"] = Said("session.mended" if self.journal.games() else "session.set-aside")
            if not self._has_started:
                changes["taken_up"] = self._has_started = True
            self._take_up_last(min(shown, self.version), changes)
        except JournalUnwritable as error:
            self.have_trouble(error)

    def _settings(self) -> dict[str, object]:
        """Return what the journal keeps of the table itself."""
        level = self.journal.setting("brightness") or ""
        bright = int(level) if level in map(str, BRIGHTNESSES) else self.published.brightness
        lang = self.journal.setting("lang")
        lang = lang if lang in TONGUES else self.published.lang
        muted, roster = self.journal.setting("muted") == "on", read_roster(self.journal.setting(ROSTER))
        return {"lang": lang, "muted": muted, "brightness": bright, "roster": roster}

    def _take_up_last(self, shown: int, changes: dict[str, object]) -> None:
        number = self.journal.setting("game")
        if number:
            try:
                self._take_up(int(number), shown, changes)
            except DOES_NOT_FIT as error:
                log.error("game %s can't be taken up: %r", number, error)
                self.open = None
                self.revealer.forget()
                changes["notice"] = Said("session.cannot-resume")
            else:
                return
        self._show_none(**changes)

    def _show_none(self, **changes: object) -> None:
        """Show the table without a game."""
        self.revealer.show(
            version=self.version, game=None, setup=Setup(), state=None, log=(), since={}, reveal=None, typed=False,
            asked=False, played=None, commitment=None, seed=None, undo_request=None, put_back=(),
            why_not_undo=Said("refused.undo-what"), undo_needs_two=False, undoes=0, can_redo=False,
            saved=self.saved(), **changes,
        )  # fmt: skip

    def _take_up(self, number: int, shown: int, changes: Mapping[str, object]) -> None:
        row = self.journal.game(number)
        opened, history, state, reveal_steps = self._read(self.find(row.slug, row.mode), row, self.version, shown)
        self.open = opened
        version = reveal_steps[0].version - 1 if reveal_steps else self.version
        self.revealer.publish(opened, version, state, history, saved=self.saved(), **changes)
        self.revealer.go(opened, reveal_steps)

    def _read(
        self, game: Game, row: GameRow, version: int, shown: int
    ) -> tuple[OpenGame, list[LogLine], State, list[RevealStep]]:
        """Read what the journal holds of *row*, a *game*; the rest is as for ``take_up``."""
        try:
            read = take_up(game, row, self.journal.each_line(row.id), version, shown)
        except DOES_NOT_FIT as error:
            # All of it: facts of two programs that look alike may mean different things.
            log.info("game %s is taken through the rules again, for its facts don't fit: %r", row.id, error)
            read = take_up(game, row, self.journal.each_line(row.id), version, shown, by_rules=True)
        read[0].played.settle(self._clock.monotonic_s(), read[0].state)
        return read

    def have_trouble(self, error: JournalUnwritable) -> Said:
        """Show nothing of what couldn't be made durable, say so, and stay read-only until it is mended."""
        log.error("%s", error)
        trouble = Said(f"session.unwritable.{error.reason}")
        self.revealer.trouble(trouble)
        return trouble


def is_closed(row: GameRow) -> bool:
    """Tell whether people have closed the game of *row*, so that nobody can go on with it."""
    return row.ended == CLOSED_JSON
