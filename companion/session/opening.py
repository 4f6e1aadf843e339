"""Opening: the choice of the game on the table.

A game is begun, resumed, reopened or closed. The open game stays as it is until the other one is durable.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from companion.engine.game import Game
from companion.engine.values.message import Message
from companion.journal.errors import JournalUnwritable
from companion.journal.rows import Batch, GameRow
from companion.model.entry import LogEntry
from companion.model.game_view import NO_GAME
from companion.model.new_game import Beginning
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.roster import SETTING as ROSTER
from companion.model.roster import Roster, read_roster
from companion.model.table_menu import BRIGHTNESSES
from companion.runtime.clock import local_text
from companion.session.first_evening import kept_evening, kept_name
from companion.session.game.last_setup import with_last_setup
from companion.session.game.open_game import DOES_NOT_FIT
from companion.session.game.store import CLOSED_JSON, GameStore, is_closed
from companion.session.game_table import GameTable
from companion.session.shelf import kept_off

log = logging.getLogger(__name__)

NEWEST = 50
"""The number of games among which a tool is looked for."""


def new_game(
    table: GameTable,
    game: Game,
    beginning: Beginning,
    request: CommandRequest,
    *,
    called: Mapping[int, str] | None = None,
    holder: str = "",
) -> int:
    """Open a new *game* for *request* and return its version.

    The game before stays where it is. The request's entropy goes into the draws with which it begins; *called* are its
    seats' names, if known. Otherwise a numbered seat has the name of the phone that holds it. *holder* is the phone for
    the seats that *beginning* holds.

    :raises BadSetup: it can't start like this.
    :raises RequestRefused: another phone has a seat that the *holder* is to hold.
    :raises JournalUnwritable: it didn't become durable.
    """
    store = table.store
    seats = beginning.seats
    roster = beginning.seated(table.published.roster, holder).called_as(called or {})
    if called is None:
        roster = roster.named_by_phones(seats)
    options = with_last_setup(store, game, Beginning(roster.names(seats), beginning.options))
    opened, entropy = store.new_game(game, seats, options), store.entropy(request)
    seed = opened.seed.hex() if opened.seed else None
    opened.began = store.clock.utc_text()
    row = GameRow(0, game.slug, game.mode, opened.setup.seats, dict(opened.setup.options), opened.began, seed=seed)
    dealer = store.dealer(opened, opened.chance, entropy)
    return table.begin(request, opened, row, roster, dealer=dealer, entropy=entropy if opened.seed else b"")


def open_tool(table: GameTable, game: Game, request: CommandRequest) -> int:
    """Open the tool *game* as left by as many people.

    Returns the version. Without one, it begins with the people who sit here now.

    :raises JournalUnwritable: it didn't become durable.
    """
    published = table.published
    here = published.open.people if published.open.game is not None else published.roster.held_seats()
    count = max(game.seats[0], min(len(here), game.seats[1]))
    roster = _seated_now(table, count)
    for row in reversed(table.store.journal.games(NEWEST)):
        if (row.slug, row.mode, len(row.seats), row.ended) == (game.slug, game.mode, count, None):
            return resume(table, row.id, request, roster)
    return new_game(table, game, Beginning(_numbered(count), {}), request, called=roster.called)


def _numbered(count: int) -> tuple[str, ...]:
    return tuple(str(number) for number in range(1, count + 1))


def _seated_now(table: GameTable, count: int) -> Roster:
    """Return a roster of *count* seats with the people present."""
    published = table.published
    names = published.open.people if published.open.game is not None else ()
    called = {seat: name for seat, name in enumerate(names[:count]) if name != str(seat + 1)}
    return published.roster.seated(count).called_as(called).named_by_phones(_numbered(count))


def play_again(table: GameTable, request: CommandRequest) -> int:
    """Open a finished game again, and return the version.

    It is the open one, else the newest of the journal. Its people keep their names.

    :raises RequestRefused: no game is over, or there is no such game any more.
    :raises JournalUnwritable: it didn't become durable.
    """
    store = table.store
    rows = store.journal.games()
    row = next((row for row in rows if store.is_open(row.id)), rows[-1] if rows else None)
    if row is None or row.ended is None:
        raise RequestRefused(Message("session.not-over"), "refused")
    game, called = store.find(row.slug, row.mode), table.published.roster.called
    return new_game(table, game, Beginning(row.seats, row.options), request, called=called)


def resume(table: GameTable, number: int, request: CommandRequest, roster: Roster | None = None) -> int:
    """Resume game *number* of the journal and return its version.

    Its people keep their names, unless somebody else's phone holds their seat now. A phone without a seat gets a free
    one with its name. With a *roster*, its people sit there instead.

    :raises RequestRefused: there is no such game, or this program can't go on with it.
    :raises JournalUnwritable: it didn't become durable.
    """
    store, published = table.store, table.published
    row = store.row(number)
    if is_closed(row):
        raise RequestRefused(Message("session.closed"), "refused")
    game, version = store.find(row.slug, row.mode), store.version + 1
    try:
        opened, history, state, _ = store.read(game, row, version, version)
    except DOES_NOT_FIT as error:
        log.error("game %s can't be taken up: %r", number, error)
        raise RequestRefused(Message("session.cannot-resume"), "refused") from error
    is_another = not store.is_open(number)
    if roster is None:
        roster = _seated_again(published.roster, row) if is_another else published.roster
    settings = {"game": str(number), **roster.settings()}
    names = roster.names(row.seats)
    table.commit(request, Batch(id=request.id, version=version, game=number, settings=settings, called=names))
    store.open = opened
    table.forget()
    taken_up = is_another or published.taken_up
    changes = {"saved": store.saved(), "taken_up": taken_up, "roster": roster, "notice": None}
    if is_another:
        changes["put_aside"] = _put_aside(store, history)
    table.publish(opened, version, state, history, changes=changes)
    return version


def _seated_again(roster: Roster, row: GameRow) -> Roster:
    """Return *roster* with the people of *row* on their seats."""
    called = {seat: name for seat, name in enumerate(row.called) if name != row.seats[seat]}
    return roster.for_seats(len(row.seats), called).seated_by_name(row.seats).named_by_phones(row.seats)


def _put_aside(store: GameStore, history: Sequence[LogEntry]) -> Message | None:
    """Return the time of people's last action in *history*, None if unknown."""
    at = local_text(history[-1].entry.at or "") if history else ""
    if not at:
        return None
    day, _, hour = at.partition(" ")
    is_today = local_text(store.clock.utc_text()).partition(" ")[0] == day
    return Message("page.put-aside-today", {"at": hour}) if is_today else Message("page.put-aside", {"at": at})


def finish(table: GameTable, number: int, request: CommandRequest) -> int:
    """Close game *number*, make its secret public, and return the version.

    :raises RequestRefused: there is no such game, or it is over.
    :raises JournalUnwritable: it didn't become durable.
    """
    store = table.store
    if store.row(number).ended is not None:
        raise RequestRefused(Message("refused.ended"), "refused")
    version, is_open = store.version + 1, store.is_open(number)
    settings = {"game": ""} if is_open else {}
    outbox = table.outbox.rows(version)
    batch = Batch(id=request.id, version=version, game=number, ended=CLOSED_JSON, settings=settings, outbox=outbox)
    table.commit(request, batch)
    if is_open:
        store.open = None
        table.forget()
        _show_no_game(table, notice=None, taken_up=False)
    else:
        table.show(version=version, saved=store.saved())
    return version


def load(table: GameTable) -> None:
    """Open the journal and resume the current game.

    The last draw is revealed again. A reveal that this very process has shown isn't repeated, nor is the board compared
    again.

    :raises JournalInUse: another process keeps the folder.
    """
    store, shown = table.store, table.published.version
    table.forget()
    store.open = None
    aside = store.journal.set_aside
    try:
        store.journal.open()
        store.version = store.journal.last_version()
        store.forgotten_on = ""
        store.forget_deleted()
        changes = {
            **_settings(table),
            "deleted": store.deleted(),
            "trouble": None,
            "other_folders": (),
            "keeps_nothing": not store.journal.keeps,
        }
        if store.journal.set_aside != aside:
            changes["notice"] = Message("session.mended" if store.journal.games() else "session.set-aside")
        if not store.has_loaded:
            changes["taken_up"] = store.has_loaded = True
        _take_up_last(table, min(shown, store.version), changes)
    except JournalUnwritable as error:
        table.have_trouble(error)


def _settings(table: GameTable) -> dict[str, object]:
    """Return the journal's settings of the table itself."""
    journal, published = table.store.journal, table.published
    level = journal.setting("brightness") or ""
    bright = int(level) if level in map(str, BRIGHTNESSES) else published.brightness
    lang = journal.setting("lang")
    lang = lang if lang in dict(published.languages) else published.lang
    muted, roster = journal.setting("muted") == "on", read_roster(journal.setting(ROSTER))
    asked = kept_evening(journal, published.begins_first_evening)
    off = kept_off(journal)
    name = kept_name(journal, published.name_written)
    own = {"lang": lang, "muted": muted, "brightness": bright, "roster": roster}
    return {**own, "first_evening": asked, "name": name, "off": off, "library": table.store.on_shelf(off)}


def _take_up_last(table: GameTable, shown: int, changes: dict[str, object]) -> None:
    number = table.store.journal.setting("game")
    if number:
        try:
            _take_up(table, int(number), shown, changes)
        except DOES_NOT_FIT as error:
            log.error("game %s can't be taken up: %r", number, error)
            table.store.open = None
            table.forget()
            changes["notice"] = Message("session.cannot-resume")
        else:
            return
    _show_no_game(table, **changes)


def _take_up(table: GameTable, number: int, shown: int, changes: Mapping[str, object]) -> None:
    store = table.store
    row = store.journal.game(number)
    opened, history, state, reveal_steps = store.read(store.find(row.slug, row.mode), row, store.version, shown)
    store.open = opened
    version = reveal_steps[0].version - 1 if reveal_steps else store.version
    table.publish(opened, version, state, history, changes={"saved": store.saved(), **changes})
    table.go(opened, reveal_steps)


def _show_no_game(table: GameTable, **changes: object) -> None:
    """Show the table without a game."""
    table.show(
        version=table.store.version,
        open=NO_GAME,
        reveal=None,
        consent=None,
        lapsed=None,
        put_back=(),
        saved=table.store.saved(),
        **changes,
    )
