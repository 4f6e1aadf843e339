"""The shipped games held against what a check adds to the engine's laws."""

from __future__ import annotations

import pytest

from companion.engine.game import Game
from companion.library.game_check import course_of, rows_alike
from companion.library.games import Library
from tests.support.referees import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.mode}")
def test_no_two_rows_of_one_step_read_alike(game: Game) -> None:
    library = Library()
    for people in sorted({max(1, number) for number in game.seats}):
        assert list(rows_alike(library, course_of(game, people))) == []
