"""A prompt asks only for what can be done: of each game with its rules, in states from all over its games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.engine.chance import Below
from companion.engine.game import Game
from companion.engine.laws import laws
from companion.engine.state import State, legal
from companion.engine.values.message import Message
from companion.engine.values.seats import WATCHER
from tests.support.cases import Case, cases_of, own_of
from tests.support.referees import REFEREES
from tests.support.sources import seeded

pytestmark = pytest.mark.law

CASES = [case for game in REFEREES if own_of(game).prompts for case in cases_of(game)]
MAX_STEPS = 400
"""So many commands bring a game to the end of turns."""


def prompts_of(game: Game, state: State) -> list[str]:
    """Return the keys of the prompts in *state*: what everybody reads, and the seat that is asked."""
    picture: dict[str, Any] = game.picture(state.seen_by(WATCHER))
    texts = [picture["now"], *([picture["asks"]["text"]] if picture.get("asks") else [])]
    return [text.key for text in texts if isinstance(text, Message)]


def reached(case: Case, below: Below) -> Iterator[State]:
    for table in laws.played(case.game, case.setup(), below, MAX_STEPS):
        yield table.state


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_prompt_asks_for_what_can_be_done(case: Case) -> None:
    verbs = own_of(case.game).prompts
    wrong: dict[str, list[str]] = {}
    for seed in range(2):
        for state in reached(case, seeded(f"prompts/{case}/{seed}")):
            if state.end() is not None or state.due() is not None:
                continue  # nobody is asked
            may = {command.verb for seat in laws.seats_of(state) for command in legal(state, seat)}
            for key in prompts_of(case.game, state):
                lacking = [verb for verb in verbs.get(key, ("?",)) if may.isdisjoint(verb.split("|"))]
                if lacking:
                    wrong.setdefault(key, lacking)
    assert wrong == {}, "these prompts ask for what nobody can do"


@pytest.mark.parametrize("game", [game for game in REFEREES if own_of(game).prompts], ids=lambda game: game.slug)
def test_a_prompt_names_verbs_of_its_game(game: Game) -> None:
    known = {kind.verb for kind in game.all_kinds}
    named = {verb for verbs in own_of(game).prompts.values() for each in verbs for verb in each.split("|")}
    assert named <= known, named - known
