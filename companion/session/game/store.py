"""The game store: the journal, the library's games, and the open one.

Law: it keeps and reads; it shows nothing to anybody. Only the session's own thread comes here.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
from msgspec.structs import replace

from companion.chance.dealers import CommittedDealer, Dealer, FairDealer
from companion.chance.fairness import moment
from companion.engine.game import BadGame, Game, GameInfo, Mood, OptionValue, Setup
from companion.engine.state import State
from companion.engine.values.message import Message
from companion.engine.values.seats import told_names
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.journal.rows import Batch, GameRow
from companion.model.entry import LogEntry
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.roster import Roster
from companion.model.table_menu import MAX_SAVED, Saved, with_defaults
from companion.runtime.clock import Clock, dated, days_before, local_text
from companion.session.game.open_game import DOES_NOT_FIT, OpenGame, RevealStep
from companion.session.game.resumption import take_up

log = logging.getLogger(__name__)

DELETED_DAYS = 7
"""Days in which a deleted game can be restored."""
CLOSED_JSON = '{"reason":"closed","values":{}}'
"""The ending of a closed game in the journal.

Its rules know no such end.
"""


class GameStore:
    """The journal and the *open* game. *version* is the last durable one.

    *library* are the games that can be opened, *dealers* speak for chance, *defaults* are the owner's options by slug.
    """

    def __init__(
        self,
        library: Sequence[GameInfo],
        journal: Journal,
        dealers: Mapping[str, Dealer],
        clock: Clock,
        *,
        defaults: Mapping[str, Mapping[str, OptionValue]],
    ) -> None:
        self.journal = journal
        self.clock = clock
        self.open: OpenGame | None = None
        self.version = 0
        self.has_loaded = False
        """Whether the journal was open before in this process."""
        self.forgotten_on = ""
        """The day of the last purge of deleted games, "" for none."""
        self.took_s: float | None = None
        """Seconds that the last write took, until they are published."""
        self._may_lack_dates = True
        self._dealers = dealers
        self.library = tuple(library)
        """The games that can be opened, those switched off too."""
        self.reserved: frozenset[str] = frozenset()
        """The slugs of games that are being changed: nobody opens them."""
        self._defaults = defaults

    def opened(self) -> OpenGame:
        """Return the open game.

        :raises RequestRefused: none is.
        """
        if self.open is None:
            raise RequestRefused(Message("session.no-game"), "no-game")
        return self.open

    def is_open(self, number: int) -> bool:
        """Return True if game *number* of the journal is open."""
        return self.open is not None and self.open.id == number

    def find(self, slug: str, mode: str) -> Game:
        """Return a game of the library, with its rules.

        :raises RequestRefused: there is no such game, or its own code can't be loaded.
        """
        if slug in self.reserved:
            raise RequestRefused(Message("own-games.changing"), "refused")
        for game in self.library:
            if (game.slug, game.mode) == (slug, mode):
                try:
                    return game.load()
                except BadGame as error:
                    log.error("a game can't be loaded: %s", error)
                    raise RequestRefused(Message("session.bad-game", {"name": game.name}), "refused") from error
        raise RequestRefused(Message("session.no-such-game"), "refused")

    def on_shelf(self, off: Collection[str] = ()) -> tuple[GameInfo, ...]:
        """Return the games as set up by the owner, without those *off*."""
        games = (game for game in self.library if game.slug not in off)
        return tuple(with_defaults(game, self._defaults.get(game.slug, {})) for game in games)

    # ------------------------------------------------------------------ chance
    def entropy(self, request: CommandRequest) -> bytes:
        """Return *request*'s entropy: its device's bytes, else its time."""
        return request.entropy or moment(self.clock.monotonic_s())

    def dealer(self, opened: OpenGame, chance: str, entropy: bytes) -> Dealer:
        """Return the dealer for *chance* in *opened*.

        It serves one command with its *entropy*.
        """
        dealer = self._dealers[chance]
        if opened.seed is None or not isinstance(dealer, FairDealer):
            return dealer
        return CommittedDealer(opened.seed, opened.game.slug, opened.draws, entropy)

    def new_game(self, game: Game, seats: Sequence[str], options: Mapping[str, OptionValue]) -> OpenGame:
        """Return a new *game* with its secret, not in the journal yet.

        :raises BadSetup: it can't start like this.
        """
        opened = OpenGame(game, self.setup(game, seats, options))
        opened.seed = self._new_seed(opened) if self.journal.keeps else None
        return opened

    def setup(self, game: Game, seats: Sequence[str], options: Mapping[str, OptionValue]) -> Setup:
        """Return the set-up of a new *game*, with the owner's options.

        :raises BadSetup: it can't start like this.
        """
        defaults = {name: value for name, value in self._defaults.get(game.slug, {}).items() if name in game.options}
        return game.setup(tuple(seats), {**defaults, **options})

    def _new_seed(self, opened: OpenGame) -> bytes | None:
        """Return a new game's secret.

        None if people type all of chance or a script gives it.
        """
        dealer = self._dealers["dealer"]
        return dealer.seed() if isinstance(dealer, FairDealer) and opened.chance != "typed" else None

    # ------------------------------------------------------------------ the journal
    def row(self, number: int) -> GameRow:
        """Return the journal's row of game *number*.

        :raises RequestRefused: there is no such game, or none that can be read.
        """
        try:
            return self.journal.game(number)
        except (LookupError, msgspec.MsgspecError) as error:
            raise RequestRefused(Message("session.no-such-record"), "refused") from error

    def resumable(self, number: int) -> Message:
        """Return the name of the resumable game *number*.

        :raises RequestRefused: there is no such game, or people have closed it.
        """
        row = self.row(number)
        if is_closed(row):
            raise RequestRefused(Message("session.closed"), "refused")
        return self._name(row)

    def read(
        self, game: Game, row: GameRow, version: int, shown: int
    ) -> tuple[OpenGame, list[LogEntry], State, list[RevealStep]]:
        """Read *row*'s lines in the journal; otherwise as ``take_up``.

        :raises Exception: one of ``DOES_NOT_FIT``: the game and its journal lines don't fit.
        """
        try:
            read = take_up(game, row, self.journal.each_line(row.id), version, shown=shown)
        except DOES_NOT_FIT as error:
            # All of it: facts of two programs that look alike may mean different things.
            log.info("game %s is taken through the rules again, for its facts don't fit: %r", row.id, error)
            read = take_up(game, row, self.journal.each_line(row.id), version, shown=shown, by_rules=True)
        now_s = self.clock.monotonic_s()
        read[0].played.countdowns.hold(read[0].state)
        read[0].played.settle(now_s, read[0].state)
        read[0].length.settle(now_s)
        return read

    def write(self, batches: Sequence[Batch]) -> list[int]:
        """Make *batches* durable, all or none; return the numbers of their games.

        :raises JournalUnwritable: they didn't become durable.
        """
        clock, journal = self.clock, self.journal
        if self._may_lack_dates and clock.utc_text():
            journal.fill_dates(lambda moment: dated(moment, clock))
            self._may_lack_dates = False
        begun_s = clock.monotonic_s()
        numbers = journal.commit_all(batches)
        self.took_s = clock.monotonic_s() - begun_s
        self._may_lack_dates = self._may_lack_dates or any(batch.undated for batch in batches)
        return numbers

    def keep_setting(self, name: str, value: str) -> None:
        """Make the table's own setting *name* durable.

        Nobody is shown it: it has no version.

        :raises JournalUnwritable: it didn't become durable.
        """
        # No sender's id holds a colon.
        self.journal.commit(Batch(id=f"keep:{os.urandom(12).hex()}", version=self.version, settings={name: value}))

    def keep(self, roster: Roster) -> None:
        """Make *roster* durable, with the names of the open game.

        :raises JournalUnwritable: it didn't become durable.
        """
        # No sender's id holds a colon.
        batch = Batch(id=f"keep:{os.urandom(12).hex()}", version=self.version, settings=roster.settings())
        if self.open is not None:
            batch = replace(batch, game=self.open.id, called=roster.names(self.open.setup.seats))
        self.journal.commit(batch)

    def saved(self, without: int = 0) -> tuple[Saved, ...]:
        """Return the journal's newest games, without the open one.

        The one numbered *without* is left out, too.
        """
        left_out = {without, self.open.id if self.open else 0}
        newest = self.journal.games(MAX_SAVED + len(left_out))
        rows = [row for row in reversed(newest) if row.id not in left_out]
        return tuple(map(self.saved_row, rows[:MAX_SAVED]))

    def deleted(self) -> tuple[Saved, ...]:
        """Return the newest deleted games that can be restored."""
        newest = self.journal.games(MAX_SAVED, deleted=True)
        return tuple(self.saved_row(row) for row in reversed(newest))

    def forget_deleted(self) -> bool:
        """Purge games deleted long enough ago; return True if any.

        This happens once a day, and not while the date isn't sure.

        :raises JournalUnwritable: it can't be written.
        """
        now = self.clock.sure_text()
        day = now.partition("T")[0]
        if day == self.forgotten_on or not now:
            return False
        any_is_gone = self.journal.forget_deleted(days_before(now, DELETED_DAYS), now)
        self.forgotten_on = day
        return any_is_gone

    def saved_row(self, row: GameRow) -> Saved:
        """Return the game in *row* for people."""
        at, is_over = local_text(row.at), row.ended is not None
        return Saved(row.id, self._name(row), told_names(row.people), at, is_closed(row), is_over, row.slug)

    def mood(self, result: Message | None, row: GameRow) -> Mood:
        """Return the mood of *row*'s game, which ended with *result*.

        Somebody won, or all lost.
        """
        if result is None or is_closed(row):
            return ""
        games = (game for game in self.library if (game.slug, game.mode) == (row.slug, row.mode))
        return next((game.mood_of(result) for game in games), "good")

    def _name(self, row: GameRow) -> Message:
        names = (game.name for game in self.library if (game.slug, game.mode) == (row.slug, row.mode))
        return next(names, Message("menu.word", {"word": row.slug}))


def is_closed(row: GameRow) -> bool:
    """Return True if people have closed *row*'s game.

    Nobody can go on with it.
    """
    return row.ended == CLOSED_JSON


@contextmanager
def readable() -> Iterator[None]:
    """Turn an unreadable journal into a refusal in words."""
    try:
        yield
    except JournalUnwritable as error:
        raise RequestRefused(Message(f"session.unwritable.{error.reason}"), "unwritable") from error
