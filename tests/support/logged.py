"""The log of finished games, made of their records as a table makes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion.engine.game import Game
from companion.library.games import Library
from companion.model.entry import LogEntry
from companion.records.record import read, table_of, take_line

LIBRARY = Library()


def lines_of(path: Path) -> Iterator[tuple[LogEntry, Game, tuple[str, ...]]]:
    """Give each line of a record as the table's log has it, with its game and its people."""
    record = read(path.read_text("utf-8").splitlines(keepends=True))
    found = LIBRARY.find(record.header.game, record.header.mode)
    assert found is not None
    game = found.load()
    table = table_of(game, record)
    before = None
    for number, line in enumerate(record.lines, 2):
        take_line(game, table, line, number)
        facts = () if line.do is None else next(table.latest()).facts
        by_seats = line.with_seats if line.do is not None else ()
        yield (
            LogEntry(line, number, line.speaker, table.state, facts, before, by_seats),
            game,
            tuple(record.header.seats),
        )
        before = table.state
