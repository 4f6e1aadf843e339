"""A game that is played by its rules alone, with no table around it, until a table takes it up where it stands."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, Protocol

import msgspec

from companion.engine.chance import ChanceAnswer
from companion.engine.game import Game, Mode, Setup
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, WATCHER, read_seat
from companion.journal.journal import Journal
from companion.journal.rows import Batch
from companion.library.games import Library
from companion.library.simulate import below_from, record_of
from companion.model.new_game import read_new
from companion.records.importer import game_row_of, rows_of
from companion.records.record import Record


class Played(Protocol):
    """What a game can be played on: a whole table, or a draft."""

    @property
    def table(self) -> dict[str, Any]:
        """The game as its players see it."""

    def do(self, line: str, seat: int | str = "table") -> None:
        """Have *seat* do *line*."""


class Draft:
    """A game begun by ``new``; where its dealer is asked, lots are drawn that are always the same."""

    def __init__(self) -> None:
        self._lots = Random(0)
        self._game: Game
        self._setup: Setup
        self._table: Table

    @property
    def table(self) -> dict[str, Any]:
        """As much of what everybody sees of it as whoever lays out a game asks for."""
        seen = self._table.state.seen_by(WATCHER)
        return {"people": self._setup.seats, "state": self._game.picture(seen)}

    @property
    def record(self) -> Record:
        """The game so far."""
        return record_of(self._game, self._setup, self._table)

    def do(self, line: str, seat: int | str = "table") -> None:
        """Have *seat* do *line*.

        :raises Refused: the rules don't allow it.
        """
        if line.startswith("new "):
            _, slug, mode, *words = line.split()
            self._begin(slug, msgspec.convert(mode, Mode), words)
        else:
            self._table.do(self._game.notation.read(read_seat(seat), line))
        self._deal()

    def _begin(self, slug: str, mode: Mode, words: Iterable[str]) -> None:
        game = Library().find(slug, mode)
        assert game is not None
        beginning = read_new(game, words)
        self._game, self._setup = game, game.setup(beginning.seats, beginning.options)
        self._table = Table(game.start(self._setup))

    def _deal(self) -> None:
        if self._setup.options.get("chance", "dealer") != "dealer":
            return
        while (request := self._table.state.due()) is not None:
            self._table.do(ChanceAnswer(CHANCE, request.verb, request.sample(below_from(self._lots.random))))


def keep(folder: Path, records: Iterable[Record]) -> None:
    """Put the games of *records* into the journal in *folder*, numbered from 1, to be resumed."""
    journal = Journal(folder)
    journal.open()
    try:
        for number, record in enumerate(records):
            game = Library().find(record.header.game, record.header.mode)
            assert game is not None
            lines = tuple(rows_of(game, record, journal.last_version()))
            last = lines[-1].version if lines else journal.last_version() + 1
            journal.commit(Batch(id=f"kept:{number}", version=last, new_game=game_row_of(record), lines=lines))
    finally:
        journal.close()
