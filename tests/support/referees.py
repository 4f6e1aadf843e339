"""The games that ship, with their rules, as the library opens them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import structs

from companion.engine.game import Game
from companion.games.fireship.course import played_on
from companion.games.fireship.rules.board.board import FireshipBoard
from companion.library.games import Library
from companion.library.packages import package_of
from companion.texts.say import Wording

LIBRARY = Library()
TEXTS = LIBRARY.texts
GAMES: tuple[Game, ...] = tuple(game.load() for game in LIBRARY.games)
REFEREES = tuple(game for game in GAMES if game.mode == "referee")


def referee(slug: str) -> Game:
    """Return the game called *slug* with its rules."""
    return next(game for game in REFEREES if game.slug == slug)


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
