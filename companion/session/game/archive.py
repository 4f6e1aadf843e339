"""The archive: the journal's games as records, exported on the session's thread.

A record holds only public knowledge. A result in motion isn't in it yet. While a game can go on, everything hidden from
a watcher is sealed: ``draw ?`` is a hidden card, and secret lines are left out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct, structs

from companion.engine.fact import hidden_from, keep_a_secret_from
from companion.engine.game import Game, Mode, Mood
from companion.engine.values.message import Message, Value
from companion.engine.values.seats import WATCHER
from companion.journal.rows import GameRow, LineRow
from companion.model.entry import Entry
from companion.model.play_clock import minutes_of
from companion.model.requests import RequestRefused
from companion.model.snapshot import Snapshot
from companion.records.finished_games import Past
from companion.records.record import CLOSED, SEALED, Record, of_journal, promise_of, write
from companion.session.game.open_game import DOES_NOT_FIT
from companion.session.game.store import GameStore, readable

log = logging.getLogger(__name__)


class Kept(Struct, frozen=True):
    """A game of the journal for people, by public knowledge.

    *is_over* is True if its end was revealed. *commitment* is the promise of its draws.
    """

    number: int
    name: Message
    people: tuple[str | Message, ...]
    at: str
    slug: str
    mode: Mode
    is_over: bool
    commitment: str | None = None
    result: Message | None = None
    """The ending as a message; None while it goes on."""
    mood: Mood = ""
    """Whether somebody won or all lost.

    "" if it goes on, was closed, or nobody won.
    """
    minutes: int = 0
    """The time played, 0 if unknown."""
    winners: tuple[int, ...] = ()
    """The winning seats.

    Empty if it goes on, or if its rules name nobody.
    """
    last_promise: str | None = None
    """The commitment of its last draws.

    It is the first, unless the table was restored from a backup.
    """


class Archive:
    """The games of *store*'s journal, filtered by the *published* state.

    It belongs to the session's thread.
    """

    def __init__(self, store: GameStore, published: Callable[[], Snapshot]) -> None:
        self._store = store
        self._published = published
        self._looked_at: tuple[tuple[GameRow, int], Past] | None = None
        """The past game viewed last, with its row and last line then."""

    def kept(self) -> tuple[Kept, ...]:
        """Return all games of the journal, the newest first.

        :raises RequestRefused: the journal can't be read now.
        """
        if not self._store.journal.keeps:
            return ()
        with readable():
            rows = self._store.journal.games()
        return tuple(map(self._kept, reversed(rows)))

    def record(self, number: int) -> str:
        """Return the record of game *number* as the text of its file.

        :raises RequestRefused: ``unknown`` if there is no such game; ``sealed`` if it goes on and its rules aren't here
            to say what is hidden; ``damaged`` if no record can be made of it; the journal can't be read now.
        """
        return "".join(write(self._record(*self._found(number))))

    def outgoing(self, number: int, by_name: bool, even_sealed: bool = False) -> tuple[Kept, Record] | None:
        """Return game *number* as it may leave the table.

        Its people are named if *by_name*, else numbered. None while its end isn't public, unless *even_sealed* it may
        leave.

        :raises RequestRefused: as ``record``, or ``damaged`` if what is told of it can't be made.
        """
        if not (even_sealed or self.is_over(number)):
            return None
        row, lines = self._found(number)
        if not by_name:
            row = structs.replace(row, seats=tuple(str(seat + 1) for seat in range(len(row.seats))), called=())
        try:
            return self._kept(row), self._record(row, lines)
        except DOES_NOT_FIT as error:
            if isinstance(error, RequestRefused):
                raise
            raise _damaged(number, error) from error

    def is_over(self, number: int) -> bool:
        """Return True if game *number* is over and its end public.

        :raises RequestRefused: there is no such game, or it can't be read now.
        """
        return self._is_over(self._row(number))

    def _record(self, row: GameRow, lines: list[LineRow]) -> Record:
        if self._is_over(row):
            return _whole(row, lines)
        try:
            return sealed(self._store.find(row.slug, row.mode), row, lines)
        except (RequestRefused, *DOES_NOT_FIT) as error:
            raise RequestRefused(Message("record.sealed"), "sealed") from error

    def past(self, number: int) -> Past:
        """Return the finished game *number*, to be looked at.

        :raises RequestRefused: ``unknown`` if there is no such game; ``sealed`` if it can go on, or its rules aren't
            here; ``damaged`` if no record can be made of it; the journal can't be read now.
        """
        row = self._row(number)
        if not self._is_over(row):
            raise RequestRefused(Message("record.goes-on"), "sealed")
        with readable():
            state = row, self._store.journal.last_line(number)
        if self._looked_at is None or self._looked_at[0] != state:
            # A page asks for one game move by move; it is replayed once.
            game = self._store.find(row.slug, row.mode)
            self._looked_at = state, Past(game, _whole(*self._found(number)))
        return self._looked_at[1]

    def _row(self, number: int) -> GameRow:
        if not self._store.journal.keeps:
            raise RequestRefused(Message("record.unknown"), "unknown")
        try:
            with readable():
                return self._store.journal.game(number)
        except LookupError as error:
            raise RequestRefused(Message("record.unknown"), "unknown") from error
        except msgspec.MsgspecError as error:
            raise _damaged(number, error) from error

    def _found(self, number: int) -> tuple[GameRow, list[LineRow]]:
        row = self._row(number)
        try:
            with readable():
                lines = self._store.journal.lines(number)
        except msgspec.MsgspecError as error:
            raise _damaged(number, error) from error
        if self._store.is_open(row.id):
            lines = [line for line in lines if line.version <= self._published().version]
        return row, lines

    def _kept(self, row: GameRow) -> Kept:
        saved = self._store.saved_row(row)
        is_over, promised = self._is_over(row), promise_of(row)
        result = result_of(row) if is_over else None
        kept = Kept(
            saved.number,
            saved.name,
            saved.people,
            at=saved.at,
            slug=row.slug,
            mode=row.mode,
            is_over=is_over,
            commitment=promised,
            result=result,
        )
        return structs.replace(
            kept,
            mood=self._store.mood(result, row),
            minutes=minutes_of(row.lasted_ms),
            winners=winners_of(row) if is_over else (),
            last_promise=row.last_promise or promised,
        )

    def _is_over(self, row: GameRow) -> bool:
        """Return True if *row*'s game is over and its end revealed.

        Only the open game can have an unrevealed end.
        """
        if not self._store.is_open(row.id):
            return row.ended is not None
        published = self._published()
        return published.reveal is None and published.open.state is not None and published.open.state.end() is not None


def result_of(row: GameRow) -> Message | None:
    """Return the ending of *row*'s game, None if it goes on.

    It is by its rules, with its people's names.
    """
    if row.ended is None:
        return None
    told = msgspec.json.decode(row.ended)
    if told["reason"] == CLOSED:
        return Message("watch.stopped")
    return Message(told["reason"], {name: _value(value, row.people) for name, value in told["values"].items()})


def winners_of(row: GameRow) -> tuple[int, ...]:
    """Return the winning seats of *row*'s game.

    Empty if nobody knows, as for games of former programs.
    """
    return () if row.ended is None else tuple(msgspec.json.decode(row.ended).get("winners", ()))


def _value(value: Any, people: Sequence[str]) -> Value:
    """Return a *value* of an ending in the journal for people.

    It is a message, several, or unchanged; a seat becomes its person.
    """
    if isinstance(value, list):
        return tuple([_value(each, people) for each in value])
    if not isinstance(value, dict):
        return cast("Value", value)
    values = {name: _value(each, people) for name, each in value.get("values", {}).items()}
    number = values.get("number")
    if value["key"] == "seat.number" and str(number).isdecimal() and 0 < int(str(number)) <= len(people):
        name = people[int(str(number)) - 1]
        return Message("seat.number", {"number": name}) if name == str(number) else name
    return Message(value["key"], values)


def _whole(row: GameRow, lines: Iterable[LineRow]) -> Record:
    try:
        return of_journal(row, (line.entry for line in lines))
    except (msgspec.MsgspecError, ValueError) as error:
        raise _damaged(row.id, error) from error


def _damaged(number: int, error: Exception) -> RequestRefused:
    log.error("the record of game %s is damaged: %r", number, error)
    return RequestRefused(Message("record.damaged"), "damaged")


def sealed(game: Game, row: GameRow, lines: Iterable[LineRow]) -> Record:
    """Return the record of an unfinished *game*: public knowledge only.

    *row* and *lines* are the journal's.

    :raises Exception: one of ``DOES_NOT_FIT``: the game and its journal lines don't fit.
    """
    return of_journal(structs.replace(row, ended=None), list(_sealed(game, lines)))


def _sealed(game: Game, lines: Iterable[LineRow]) -> Iterator[Entry]:
    """Yield the *lines* that a watcher notices, renumbered, without any secret."""
    numbers: dict[int, int] = {}
    count, promised = 0, None
    for line in lines:
        facts = game.read_facts(line.facts or b"[]")
        entry = line.entry
        numbers[entry.n] = count + 1  # what takes a hidden line back takes back what comes after it
        promised = entry.commitment or promised
        if facts and hidden_from(facts, WATCHER):
            continue
        count += 1
        do = f"{(entry.do or '').split(' ')[0]} {SEALED}" if keep_a_secret_from(facts, WATCHER) else entry.do
        undo, redo = (None if each is None else numbers.get(each, count) for each in (entry.undo, entry.redo))
        yield structs.replace(entry, n=count, do=do, undo=undo, redo=redo, entropy=None, commitment=promised)
        promised = None
