"""The live tables of a club, made of their messages.

Pure: messages and moments in, tiles out. A moment is in seconds on the club's own clock, which can't jump; the clock of
a table is never trusted. A message costs the same however many tables there are.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct, field, structs

from companion.outside.messages import (
    AnswerMessage,
    BadMessage,
    Call,
    Finished,
    GameNow,
    Mood,
    Order,
    Player,
    ResultMessage,
    Status,
    TurnMessage,
    read,
)
from companion.outside.messages import CounterMessage as Gauge
from companion.outside.messages import People as PeopleNow
from companion.outside.mqtt import topics

QUIET_S = 9 * 60.0
"""Idle time of a table until it may need the keeper.

People may be looking for a rule.
"""
SILENT_S = 2.5 * topics.STATUS_EVERY_S
"""Timeout of a table's messages, even if the broker retains one."""
OVER_S = 10 * 60.0
"""Display time of a game's end before the next one."""
LAST_RESULTS = 8
"""Number of a table's results to keep."""

Place = Literal["free", "play", "over", "hidden"]
"""States of a table; ``hidden`` if only joined phones may watch.

Such a table publishes its status and nothing else.
"""
Need = Literal["call", "trouble", "lost", "quiet", "coming", ""]
"""Needs of a table for the keeper, the most urgent first.

``coming`` is a call that the keeper has answered.
"""
Why = Literal["topic", "message", "room"]
"""Reasons to drop a message.

They are a topic that isn't a table's, an invalid message, and no room for one more table.
"""


class OnTurn(Struct, frozen=True, omit_defaults=True):
    """The active player: name and colour of the seat, "" if unknown."""

    who: str
    look: str = ""


class Tile(Struct, frozen=True, omit_defaults=True):
    """One table on the club's page, with moments on the club's clock.

    Moments are in seconds, None without one. *began_s* and *ended_s* are those of its game. *acted_s* is that of the
    last action, *lost_s* that of its lost connection, *called_s* that of its call. *trouble* is the worst of its
    troubles.
    """

    id: str
    number: int
    name: str = ""
    place: Place = "free"
    need: Need = ""
    is_online: bool = False
    slug: str = ""
    game: str = ""
    people: tuple[str, ...] = ()
    turn: OnTurn | None = None
    end: str = ""
    mood: Mood = ""
    trouble: str = ""
    call: Call | None = None
    began_s: float | None = None
    ended_s: float | None = None
    acted_s: float | None = None
    lost_s: float | None = None
    called_s: float | None = None
    obeys: tuple[str, ...] = ()
    answers: tuple[AnswerMessage, ...] = ()
    """Outcomes of the keeper's last order of each kind."""


class LastResult(Struct, frozen=True):
    """A result of a table, and the moment of its message."""

    text: str
    at_s: float


class Details(Struct, frozen=True):
    """All details of one table; *results* start with the newest."""

    tile: Tile
    people: tuple[Player, ...]
    phase: str
    counters: tuple[Gauge, ...]
    trouble: tuple[str, ...]
    results: tuple[LastResult, ...]
    page: str


class _Table(Struct):
    """State of one table, updated by each of its messages."""

    id: str
    number: int
    status: Status = Status(online=False)
    game: GameNow | None = None
    number_of_game: int | None = None
    """Number of the results' game."""
    turn: TurnMessage | None = None
    results: deque[tuple[str, LastResult]] = field(default_factory=lambda: deque(maxlen=LAST_RESULTS))
    is_silent: bool = False
    is_quiet: bool = False
    began_s: float | None = None
    ended_s: float | None = None
    acted_s: float | None = None
    heard_s: float = 0.0
    lost_s: float | None = None
    called_s: float | None = None
    answers: dict[Order, AnswerMessage] = field(default_factory=dict)
    edition: int = 0
    tile: Tile | None = None
    """The tile as last shown, None after a change."""

    @property
    def is_online(self) -> bool:
        return self.status.online and not self.is_silent

    @property
    def is_over(self) -> bool:
        return self.game is not None and bool(self.game.end)

    @property
    def is_played_at(self) -> bool:
        return self.game is not None and not self.game.end


class Tables:
    """The tables of a club, at most as many as have numbers.

    *number_of* gives the numbers.

    :param number_of: gives a table its number for good, by its id; None where there is no room for one more.
    :param named: is called with a table's id and its name, whenever it has another name.
    """

    def __init__(
        self, number_of: Callable[[str], int | None], named: Callable[[str, str], None] = lambda table, name: None
    ) -> None:
        self._number_of, self._named = number_of, named
        self._tables: dict[str, _Table] = {}
        # Each with who has to be looked at first in front, so that a look costs what has changed, not what there is.
        self._by_change: OrderedDict[str, None] = OrderedDict()
        self._by_word: OrderedDict[str, None] = OrderedDict()
        self._by_deed: OrderedDict[str, None] = OrderedDict()
        self._by_end: OrderedDict[str, None] = OrderedDict()
        self.edition = 0
        """Counter that rises with each change of any tile."""
        self.refused: Counter[Why] = Counter()
        """Number of dropped messages, by reason."""
        self._hear: dict[str, Callable[[_Table, bytes, float], None]] = {
            "status": self._hear_status,
            "game": self._hear_game,
            "turn": self._hear_turn,
            "people": self._hear_people,
            "result": self._hear_result,
            "answer": self._hear_answer,
            "finished": self._hear_finished,
            "record": lambda table, payload, now_s: None,
        }

    def expect(self, table: str, name: str = "") -> None:
        """Reserve a place for *table* with its earlier *name*.

        It counts as disconnected until its first message.
        """
        self._table(table).status = Status(online=False, name=name)

    def hear(self, topic: str, payload: bytes, now_s: float) -> None:
        """Process a message from outside.

        A message that isn't a table's changes nothing and is counted.

        :raises BadMessage: the reason to drop it.
        """
        address = topics.address_of(topic)
        if address is None or address.is_asked:
            self.refused["topic"] += 1
            raise BadMessage("a topic that is none of a table's")
        if not payload and address.table not in self._tables:
            return  # something is cleared that was never heard
        try:
            table = self._table(address.table)
            self._hear[address.name](table, payload, now_s)
        except _NoRoom:
            self.refused["room"] += 1
            raise BadMessage("one table more than this club has room for") from None
        except BadMessage:
            self.refused["message"] += 1
            raise
        table.heard_s = now_s
        if not payload and address.name == "status":
            return
        if table.is_silent:
            table.is_silent, table.lost_s = False, None
            self._changed(table)
        self._by_word[table.id] = None
        self._by_word.move_to_end(table.id)

    def look(self, now_s: float) -> None:
        """Check for changes by time: quiet or silent tables, and expired ends."""
        for table in self._due(self._by_word, lambda each: each.heard_s + SILENT_S, now_s):
            if table.status.online:
                table.is_silent, table.lost_s = True, table.heard_s
                self._changed(table)
        for table in self._due(self._by_deed, lambda each: (each.acted_s or 0.0) + QUIET_S, now_s):
            if table.is_played_at:
                table.is_quiet = True
                self._changed(table)
        for table in self._due(self._by_end, lambda each: (each.ended_s or 0.0) + OVER_S, now_s):
            if table.is_over:
                self._forget_game(table)
                self._changed(table)

    def back_in_touch(self, now_s: float) -> None:
        """Restart the timeouts after the club itself was disconnected."""
        for table in self._tables.values():
            if table.is_online:
                table.heard_s = now_s
            if table.is_played_at and not table.is_quiet:
                table.acted_s = now_s
                self._changed(table)

    def changed_since(self, edition: int) -> Iterator[tuple[Tile, int]]:
        """Yield each tile changed after *edition*, with its edition, the newest first."""
        for name in reversed(self._by_change):
            table = self._tables[name]
            if table.edition <= edition:
                return
            yield self._tile(table), table.edition

    def details(self, name: str) -> Details | None:
        """Return the details of the table *name*, None if unknown.

        *name* is its id.
        """
        table = self._tables.get(name)
        if table is None:
            return None
        game = table.game
        return Details(
            self._tile(table),
            game.people if game else (),
            game.phase if game else "",
            game.counters if game else (),
            table.status.trouble,
            tuple(result for _, result in reversed(table.results)),
            table.status.page,
        )

    def __len__(self) -> int:
        return len(self._tables)

    def _table(self, name: str) -> _Table:
        if name not in self._tables:
            number = self._number_of(name)
            if number is None:
                raise _NoRoom
            self._tables[name] = _Table(name, number)
            self._changed(self._tables[name])
        return self._tables[name]

    def _due(self, waiting: OrderedDict[str, None], at_s: Callable[[_Table], float], now_s: float) -> Iterator[_Table]:
        """Yield and remove each table of *waiting* with a past deadline."""
        while waiting:
            table = self._tables[next(iter(waiting))]
            if at_s(table) > now_s:
                return
            del waiting[table.id]
            yield table

    def _changed(self, table: _Table) -> None:
        self.edition += 1
        table.edition, table.tile = self.edition, None
        self._by_change[table.id] = None
        self._by_change.move_to_end(table.id)

    def _hear_status(self, table: _Table, payload: bytes, now_s: float) -> None:
        status = read(payload, Status) if payload else Status(online=False, name=table.status.name)
        if status == table.status:
            return
        if status.online != table.status.online:
            table.lost_s = None if status.online else now_s
            table.is_silent = False
        if status.call is None:
            table.called_s = None
        elif table.status.call is None or table.status.call.id != status.call.id:
            table.called_s = now_s
        if status.name not in ("", table.status.name):
            self._named(table.id, status.name)
        table.status = status
        self._changed(table)

    def _hear_game(self, table: _Table, payload: bytes, now_s: float) -> None:
        game = read(payload, GameNow) if payload else None
        if game is None:
            if table.is_played_at:  # the end of one that is over stays to be seen
                self._forget_game(table)
                self._changed(table)
            return
        if game == table.game:
            return
        is_other = table.game is None or table.game.number != game.number
        if is_other:
            self._forget_game(table)
        if table.number_of_game != game.number:
            table.number_of_game = game.number
            table.results.clear()
        if is_other or table.game is None or table.game.minutes != game.minutes:
            table.began_s = now_s - 60.0 * game.minutes
        if is_other or (table.game is not None and _is_deed(table.game, game)):
            self._acted(table, now_s)
        table.game = game
        self._note_end(table, now_s)
        self._changed(table)

    def _hear_turn(self, table: _Table, payload: bytes, now_s: float) -> None:
        turn = read(payload, TurnMessage) if payload else None
        if turn == table.turn:
            return
        table.turn = turn
        if turn is not None:
            self._acted(table, now_s)
        self._changed(table)

    def _hear_people(self, table: _Table, payload: bytes, now_s: float) -> None:
        now = read(payload, PeopleNow)
        if table.game is not None and table.game.number == now.game and table.game.people != now.people:
            table.game = _with(table.game, people=now.people)
            self._changed(table)

    def _hear_result(self, table: _Table, payload: bytes, now_s: float) -> None:
        result = read(payload, ResultMessage)
        if any(each == result.id for each, _ in table.results):
            return
        table.results.append((result.id, LastResult(result.text, now_s)))
        self._acted(table, now_s)
        self._changed(table)

    def _hear_answer(self, table: _Table, payload: bytes, now_s: float) -> None:
        answer = read(payload, AnswerMessage)
        if table.answers.get(answer.to) != answer:
            table.answers[answer.to] = answer
            self._changed(table)

    def _hear_finished(self, table: _Table, payload: bytes, now_s: float) -> None:
        end = read(payload, Finished)
        # One that comes hours later, out of the table's memory, is for the book; the table may have gone on since.
        if table.game is not None and table.game.number == end.game and not table.game.end:
            table.game = _with(table.game, end=end.result, mood=end.mood)
            self._note_end(table, now_s)
            self._changed(table)

    def _acted(self, table: _Table, now_s: float) -> None:
        table.acted_s, table.is_quiet = now_s, False
        self._by_deed[table.id] = None
        self._by_deed.move_to_end(table.id)

    def _note_end(self, table: _Table, now_s: float) -> None:
        if not table.is_over:
            table.ended_s = None  # it was taken back
        elif table.ended_s is None:
            table.ended_s = now_s
            self._by_end[table.id] = None
            self._by_end.move_to_end(table.id)

    def _forget_game(self, table: _Table) -> None:
        table.game = table.turn = table.began_s = table.ended_s = table.acted_s = None
        table.is_quiet = False
        self._by_deed.pop(table.id, None)
        self._by_end.pop(table.id, None)

    def _tile(self, table: _Table) -> Tile:
        if table.tile is None:
            table.tile = _tile_of(table)
        return table.tile


class _NoRoom(Exception):
    """The club has no room for another table."""


def _is_deed(before: GameNow, now: GameNow) -> bool:
    """Return True if a player acted between two messages of one game.

    That is a change of more than the time or a phone.
    """
    return (before.phase, before.counters, before.end) != (now.phase, now.counters, now.end)


def _with(game: GameNow, **changes: object) -> GameNow:
    return structs.replace(game, **changes)


def _tile_of(table: _Table) -> Tile:
    game, status = table.game, table.status
    place: Place = "free"
    if not status.watching:
        place = "hidden"
    elif game is not None:
        place = "over" if game.end else "play"
    shown = game if place in ("play", "over") else None
    return Tile(
        id=table.id,
        number=table.number,
        name=status.name,
        place=place,
        need=_need_of(table),
        is_online=table.is_online,
        slug=shown.slug if shown else "",
        game=shown.name if shown else "",
        people=tuple(player.name for player in shown.people) if shown else (),
        turn=_on_turn(shown, table.turn) if shown else None,
        end=shown.end if shown else "",
        mood=shown.mood if shown else "",
        trouble=status.trouble[0] if status.trouble else "",
        call=status.call,
        began_s=table.began_s,
        ended_s=table.ended_s,
        acted_s=table.acted_s,
        lost_s=None if table.is_online else table.lost_s,
        called_s=table.called_s,
        obeys=status.obeys,
        answers=tuple(table.answers.values()),
    )


def _need_of(table: _Table) -> Need:
    call = table.status.call
    if not table.is_online:
        return "lost" if table.is_played_at else ""
    if call is not None and not call.is_heard:
        return "call"
    if table.status.trouble:
        return "trouble"
    if table.is_quiet:
        return "quiet"
    return "coming" if call is not None else ""


def _on_turn(game: GameNow, turn: TurnMessage | None) -> OnTurn | None:
    if turn is None or turn.game != game.number or not turn.who or game.end:
        return None
    looks = {player.seat: player.look for player in game.people}
    return OnTurn(turn.who, looks.get(turn.seat, "") if turn.seat is not None else "")
