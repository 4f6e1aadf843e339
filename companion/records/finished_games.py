"""Finished games: shown move by move, and draw by draw.

A game that can go on isn't here: its hidden parts are sealed. Everything is computed by taking the record through the
rules, so pages show what happened, whatever this program would store today.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from msgspec import Struct

from companion.engine.game import Game
from companion.engine.state import State
from companion.engine.tally import tally_of
from companion.engine.values.message import Message
from companion.engine.values.seats import WATCHER, seat_word, told_names
from companion.engine.values.tally import Tally
from companion.model.entry import Entry, LogEntry
from companion.records.record import Record, table_of, take_line
from companion.records.verification import as_dict, draws_of


class Past(Struct, frozen=True, dict=True):
    """The finished *record* of a *game*."""

    game: Game
    record: Record

    @property
    def names(self) -> tuple[str | Message, ...]:
        """The display names of the seats."""
        return told_names(self.record.header.seats)

    @cached_property
    def _moves(self) -> Sequence[tuple[Entry | None, State, tuple[Message, ...], str | Message]]:
        """The start and each line, with state, sentences and author.

        The state is the one after the line. The author is "" unless a sentence is signed.
        """
        table = table_of(self.game, self.record)
        moves: list[tuple[Entry | None, State, tuple[Message, ...], str | Message]] = [(None, table.state, (), "")]
        for number, line in enumerate(self.record.lines, 2):
            take_line(self.game, table, line, number)
            facts = () if line.do is None else next(table.latest()).facts
            by_seats = line.with_seats if line.do is not None else ()
            logged = LogEntry(
                line, line.n, line.speaker, state=table.state, facts=facts, before=moves[-1][1], by_seats=by_seats
            )
            told = logged.sentences(self.names, {})
            signed = logged.who(self.names) if any(sentence.signed for sentence in told) else ""
            moves.append((line, table.state, tuple(sentence.said for sentence in told), signed))
        return moves

    def move(self, at: int) -> dict[str, Any]:
        """Return the game after *at* lines, as everybody saw it.

        :raises LookupError: the record is shorter.
        :raises BadRecord: the rules refuse a line.
        """
        state = self._move(at)[1]
        tally = None if state.end() is None else self._tally
        return {
            **self._move_as_dict(at),
            "of": len(self._moves) - 1,
            "title": self.game.name,
            "end": state.end(),
            "people": [{"seat": seat_word(each), "name": name} for each, name in enumerate(self.names)],
            "state": self.game.shown(state.seen_by(WATCHER).named(self.names), tally),
        }

    @cached_property
    def _tally(self) -> Tally | None:
        """The tally of the game by its rules.

        None if the game has no tally, or was closed by people.
        """
        table = table_of(self.game, self.record)
        for number, line in enumerate(self.record.lines, 2):
            take_line(self.game, table, line, number)
        return tally_of(self.game, table.state, table.steps)

    def moves(self, first: int, maximum: int) -> dict[str, Any]:
        """Return at most *maximum* lines from *first* on, without states.

        *next* is the first of the remaining lines.

        :raises LookupError: the record is shorter.
        :raises BadRecord: the rules refuse a line.
        """
        self._move(first)
        of = len(self._moves) - 1
        beyond = first + maximum
        moves = [self._move_as_dict(at) for at in range(first, min(beyond, of + 1))]
        return {"of": of, "title": self.game.name, "moves": moves, "next": beyond if beyond <= of else None}

    def _move_as_dict(self, at: int) -> dict[str, Any]:
        line, _, said, who = self._move(at)
        seat = None if line is None or line.seat is None else line.seat
        return {
            "at": at,
            "time": None if line is None else line.at,
            "seat": seat,
            "who": who,
            "text": said,
            "undo": None if line is None else line.undo,
        }

    def _move(self, at: int) -> tuple[Entry | None, State, tuple[Message, ...], str | Message]:
        if not 0 <= at < len(self._moves):
            raise LookupError(f"the record has {len(self._moves) - 1} lines; {at} was asked for")
        return self._moves[at]

    def draws(self) -> dict[str, Any]:
        """Return each draw as plain data, for a page to repeat.

        The names of all results are included.

        :raises BadRecord: the rules refuse a line.
        """
        draws = [as_dict(draw) for draw in draws_of(self.game, self.record)]
        words = {str(draw["purpose"]) for draw in draws}
        for draw in draws:
            if draw["kind"] == "roll":
                words.update(face for die in draw["of"] for face in die if isinstance(face, str))
            if draw["kind"] == "spin":
                words.update(name for name, _ in draw["of"])
        header, ending = self.record.header, self.record.ending
        return {
            "game": header.game,
            "commitment": header.commitment,
            "seed": None if ending is None else ending.seed,
            "seeds": [] if ending is None else ending.seeds,
            "people": self.names,
            "draws": draws,
            "labels": {word: self.game.label(word) for word in sorted(words)},
        }
