"""Each game's advice to whoever asks or never played, over whole games by chance."""

from __future__ import annotations

import random
from typing import Any, get_args

import msgspec
import pytest

from companion.engine.game import Game
from companion.engine.values.picture import Beside
from companion.library.simulate import RANDOM, below_from, chooser, play
from tests.support.referees import REFEREES, TEXTS

HINTS_OF_GAME = 5


def pictures(game: Game, steps: int) -> list[Any]:
    """Return the pictures of the first *steps* states of a game by chance, for who sees all."""
    draw = random.Random(1)
    seen: list[Any] = []

    def choose(state: Any, *more: Any) -> Any:
        seen.append(msgspec.to_builtins(TEXTS.tell("en", game.picture(state))))
        return pick(state, *more)

    pick = chooser(game, RANDOM, draw.random)
    play(game, game.setup(("Ann", "Ben"), {}), choose, below_from(draw.random), maximum=steps)
    return seen


@pytest.mark.parametrize("game", REFEREES, ids=lambda game: game.slug)
def test_hints_are_five_come_early_and_name_whom_they_help(game: Game) -> None:
    seen = pictures(game, 600)
    hints = [hint for picture in seen for hint in picture.get("hints", ())]
    assert {hint["of"] for hint in hints} == {HINTS_OF_GAME}
    assert len({hint["number"] for hint in hints}) == len({hint["name"] for hint in hints}) >= 2
    assert all(hint["title"] and hint["text"] and set(hint["seats"]) <= {0, 1} for hint in hints)
    assert {hint["beside"] for hint in hints} <= set(get_args(Beside))
    assert not seen[-1].get("hints")


@pytest.mark.parametrize("game", REFEREES, ids=lambda game: game.slug)
def test_every_person_has_an_aim_or_a_gift_and_what_is_watched_has_a_name(game: Game) -> None:
    last = pictures(game, 200)[-1]
    assert all(person["gift"]["lead"] and person["gift"]["text"] for person in last["people"])
    things = [thing for board in last["boards"] for thing in (*board["cells"], *board.get("pieces", []))]
    assert all(thing["label"] for thing in things if thing.get("watch"))
    assert sum("about" in thing for thing in things) >= 5
