"""The careful player beats the random one, and comes to an end against itself, with any options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from companion.engine.command import Command
from companion.engine.game import OptionValue
from companion.engine.table import Table
from companion.games.battle_for_the_island.players import careful
from companion.games.battle_for_the_island.rules.state import Battle
from companion.library.simulate import RANDOM, below_from, chooser, play, policies
from tests.companion.games.battle_for_the_island.field import BATTLE

ROUNDS = 5
"""From each seed so many games are played with the careful player in each seat."""
MANY_SEEDS, FEW_SEEDS = 10, 1
MIN_SHARE_WON = 0.8


def played(seed: str, careful_seats: Sequence[int], options: Mapping[str, OptionValue]) -> Table:
    """Play a game in which *careful_seats* are careful, and the others random."""
    draw = Random(seed).random
    at_random = chooser(BATTLE, RANDOM, draw)

    def choose(state: Any, plays: Sequence[Command]) -> Command:
        return careful(state, plays) if plays[0].seat in careful_seats else at_random(state, plays)

    return play(BATTLE, BATTLE.setup(("Ann", "Ben"), options), choose, below_from(draw))


@pytest.mark.parametrize("seeds", [FEW_SEEDS, pytest.param(MANY_SEEDS, marks=pytest.mark.long)])
def test_the_careful_player_beats_the_random_one_in_80_of_100_games(seeds: int) -> None:
    won = 0
    for seed in range(seeds):
        for number in range(2 * ROUNDS):
            table = played(f"{seed}/{number // 2}", (number % 2,), {})
            assert isinstance(table.state, Battle)
            assert table.state.ending is not None
            won += table.state.ending.winners == (number % 2,)
    assert won >= MIN_SHARE_WON * seeds * 2 * ROUNDS, won


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"no_pads": True},
        {"crossfire": False, "all_live": True},
        {"first_to_five": True, "size": 26},
        {"soldiers": 0},
    ],
    ids=str,
)
def test_two_careful_players_come_to_an_end(options: Mapping[str, OptionValue]) -> None:
    assert played("both", (0, 1), options).state.end() is not None


def test_simulations_know_the_careful_player() -> None:
    assert policies(BATTLE) == (RANDOM, "careful")
