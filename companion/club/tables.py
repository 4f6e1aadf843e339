"""The live tables of a club, made of their messages.

Pure: messages and moments in, tiles out. A moment is in seconds on the club's own clock, which can't jump; the clock of
a table is never trusted. A message costs the same however many tables there are.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import structs

from companion.club.tile import Details, LastResult, LiveTable, Tile, tile_of
from companion.outside.messages import (
    AnswerMessage,
    BadMessage,
    Finished,
    GameNow,
    ResultMessage,
    Status,
    TurnMessage,
    read,
)
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

Why = Literal["topic", "message", "room"]
"""Reasons to drop a message.

They are a topic that isn't a table's, an invalid message, and no room for one more table.
"""


class Tables:
    """The tables of a club, at most as many as have numbers.

    :param number_of: return a table's permanent number by its id, None if there is no room for one more.
    :param named: called with a table's id and its name at each change of the name.
    """

    def __init__(
        self, number_of: Callable[[str], int | None], named: Callable[[str, str], None] = lambda table, name: None
    ) -> None:
        self._number_of, self._named = number_of, named
        self._tables: dict[str, LiveTable] = {}
        # The first to check is in front of each, so a check costs what has changed, not the number of tables.
        self._by_change: OrderedDict[str, None] = OrderedDict()
        self._by_word: OrderedDict[str, None] = OrderedDict()
        self._by_deed: OrderedDict[str, None] = OrderedDict()
        self._by_end: OrderedDict[str, None] = OrderedDict()
        self.edition = 0
        """Counter that rises with each change of any tile."""
        self.refused: Counter[Why] = Counter()
        """Number of dropped messages, by reason."""
        self._hear: dict[str, Callable[[LiveTable, bytes, float], None]] = {
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
            return  # it clears a message that never arrived
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
            counters=game.counters if game else (),
            trouble=table.status.trouble,
            results=tuple(result for _, result in reversed(table.results)),
            page=table.status.page,
        )

    def __len__(self) -> int:
        return len(self._tables)

    def _table(self, name: str) -> LiveTable:
        if name not in self._tables:
            number = self._number_of(name)
            if number is None:
                raise _NoRoom
            self._tables[name] = LiveTable(name, number)
            self._changed(self._tables[name])
        return self._tables[name]

    def _due(
        self, waiting: OrderedDict[str, None], at_s: Callable[[LiveTable], float], now_s: float
    ) -> Iterator[LiveTable]:
        """Yield and remove each table of *waiting* with a past deadline."""
        while waiting:
            table = self._tables[next(iter(waiting))]
            if at_s(table) > now_s:
                return
            del waiting[table.id]
            yield table

    def _changed(self, table: LiveTable) -> None:
        self.edition += 1
        table.edition, table.tile = self.edition, None
        self._by_change[table.id] = None
        self._by_change.move_to_end(table.id)

    def _hear_status(self, table: LiveTable, payload: bytes, now_s: float) -> None:
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

    def _hear_game(self, table: LiveTable, payload: bytes, now_s: float) -> None:
        game = read(payload, GameNow) if payload else None
        if game is None:
            if table.is_played_at:  # the end of a game that is over is still shown
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

    def _hear_turn(self, table: LiveTable, payload: bytes, now_s: float) -> None:
        turn = read(payload, TurnMessage) if payload else None
        if turn == table.turn:
            return
        table.turn = turn
        if turn is not None:
            self._acted(table, now_s)
        self._changed(table)

    def _hear_people(self, table: LiveTable, payload: bytes, now_s: float) -> None:
        now = read(payload, PeopleNow)
        if table.game is not None and table.game.number == now.game and table.game.people != now.people:
            table.game = _with(table.game, people=now.people)
            self._changed(table)

    def _hear_result(self, table: LiveTable, payload: bytes, now_s: float) -> None:
        result = read(payload, ResultMessage)
        if any(each == result.id for each, _ in table.results):
            return
        table.results.append((result.id, LastResult(result.text, now_s)))
        self._acted(table, now_s)
        self._changed(table)

    def _hear_answer(self, table: LiveTable, payload: bytes, now_s: float) -> None:
        answer = read(payload, AnswerMessage)
        if table.answers.get(answer.to) != answer:
            table.answers[answer.to] = answer
            self._changed(table)

    def _hear_finished(self, table: LiveTable, payload: bytes, now_s: float) -> None:
        end = read(payload, Finished)
        # An end that arrives hours later, from the outbox, is for the book: the table may play another game by now.
        if table.game is not None and table.game.number == end.game and not table.game.end:
            table.game = _with(table.game, end=end.result, mood=end.mood)
            self._note_end(table, now_s)
            self._changed(table)

    def _acted(self, table: LiveTable, now_s: float) -> None:
        table.acted_s, table.is_quiet = now_s, False
        self._by_deed[table.id] = None
        self._by_deed.move_to_end(table.id)

    def _note_end(self, table: LiveTable, now_s: float) -> None:
        if not table.is_over:
            table.ended_s = None  # it was taken back
        elif table.ended_s is None:
            table.ended_s = now_s
            self._by_end[table.id] = None
            self._by_end.move_to_end(table.id)

    def _forget_game(self, table: LiveTable) -> None:
        table.game = table.turn = table.began_s = table.ended_s = table.acted_s = None
        table.is_quiet = False
        self._by_deed.pop(table.id, None)
        self._by_end.pop(table.id, None)

    def _tile(self, table: LiveTable) -> Tile:
        if table.tile is None:
            table.tile = tile_of(table)
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
