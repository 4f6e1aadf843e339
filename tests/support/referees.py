"""The games that ship, with their rules, as the library opens them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from msgspec import structs

from companion.engine.game import Game
from companion.engine.table import Table
from companion.games.fireship.course import played_on
from companion.games.fireship.rules.board.board import FireshipBoard
from companion.library.games import Library
from companion.library.packages import package_of
from companion.model.entry import Entry
from companion.records.record import read, table_of, take_line
from companion.texts.say import Wording
from tests.support.paths import RECORDS

LIBRARY = Library()
TEXTS = LIBRARY.texts
GAMES: tuple[Game, ...] = tuple(game.load() for game in LIBRARY.games if not game.group or game.is_tool)
"""The four games, each with its kit, and the tools; folk games have tests of their own."""
REFEREES = tuple(game for game in GAMES if game.mode == "referee")


def referee(slug: str) -> Game:
    """Return the game called *slug* with its rules."""
    return next(game for game in REFEREES if game.slug == slug)


def golden_steps(game: Game) -> Iterator[tuple[Entry, Table]]:
    """Yield each line of the golden games of *game* that made facts, with the table after it."""
    for path in sorted(RECORDS.glob(f"{game.slug}-*.tide")):
        record = read(path.read_bytes().splitlines())
        table = table_of(game, record)
        for at, line in enumerate(record.lines):
            n = table.last_n
            take_line(game, table, line, at + 2)
            if table.last_n != n and not line.undo and not line.redo:
                yield line, table


FIRESHIP, FORBIDDEN_ISLAND = map(referee, ("fireship", "forbidden-island"))


def fireship_on(board: FireshipBoard) -> Game:
    """Return Fireship, played on *board* unless somebody chooses another."""
    game = played_on(FIRESHIP, (board,))
    return replace(game, options={**game.options, "board": structs.replace(game.options["board"], default=board.word)})


def words_of(slug: str) -> Mapping[str, Wording]:
    """Return the English words of the game called *slug*, by key."""
    package = package_of(slug)
    assert package is not None
    return package.texts("en")
