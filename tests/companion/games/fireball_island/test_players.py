"""The racer beats the random player, and comes to an end against itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from companion.engine.command import Command
from companion.engine.game import OptionValue
from companion.engine.table import Table
from companion.games.fireball_island.players import racer
from companion.games.fireball_island.rules.state import FireballIsland
from companion.library.simulate import RANDOM, below_from, chooser, play, policies
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND

SEEDS = range(10)
ROUNDS = 5
"""From each seed so many games are played with the racer in each seat: a hundred altogether."""
MIN_WON = 70
MAX_STEPS = 40_000
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def played(
    seed: str, racers: Sequence[int], people: int = 2, options: Mapping[str, OptionValue] | None = None
) -> Table:
    """Play a game in which the seats *racers* race, and the others play at random."""
    draw = Random(seed).random
    at_random = chooser(FIREBALL_ISLAND, RANDOM, draw)

    def choose(state: Any, plays: Sequence[Command]) -> Command:
        seat = plays[0].seat
        own = [each for each in plays if each.seat == seat]
        return racer(state, own) if seat in racers or seat < 0 else at_random(state, own)

    setup = FIREBALL_ISLAND.setup(NAMES[:people], options or {})
    return play(FIREBALL_ISLAND, setup, choose, below_from(draw), maximum=MAX_STEPS)


@pytest.mark.long
def test_the_racer_beats_the_random_player_in_70_of_100_games() -> None:
    won = 0
    for seed in SEEDS:
        for number in range(2 * ROUNDS):
            state = played(f"{seed}/{number // 2}", (number % 2,)).state
            assert isinstance(state, FireballIsland)
            assert state.ending is not None, (seed, number)
            won += state.ending.winners == (number % 2,)
    assert won >= MIN_WON, won


@pytest.mark.parametrize(("people", "options"), [(2, {}), (3, {}), (4, {}), (2, {"fireballs": "table"})], ids=str)
def test_racers_come_to_an_end(people: int, options: Mapping[str, OptionValue]) -> None:
    assert played("all", range(people), people, options).state.end() is not None


def test_simulations_know_the_racer() -> None:
    assert policies(FIREBALL_ISLAND) == (RANDOM, "racer")
