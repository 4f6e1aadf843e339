"""How many steps of random games of a referee are taken for each step of random games of chess, in CPU time.

The game: from an empty table, for each number of people in turn, every legal play listed before each command, every
command checked again by ``why_not``; chance's answers are steps too. Plays that are listed as a set are counted, one is
drawn, and only that command is made. Chess is python-chess: list the moves, push one, a step each, until the game is
over. Python's collector of cycles is at rest for both, as ``timeit`` has it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

import chess

from companion.engine.game import Game
from companion.library.simulate import RANDOM, below_from, chooser, collector_at_rest, play
from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.referees import FIRESHIP, referee

PAIRS = 7
NAMES = ("Ann", "Ben", "Cleo", "Dan")


@dataclass(frozen=True)
class Pace:
    """A *game*, for how many *people* it is played in turn, and how many of its steps are *wanted* for one of chess."""

    game: Game
    people: tuple[int, ...]
    wanted: int


SEA = Pace(FIRESHIP, (2, 4), 8)
FIELD = Pace(referee("battle-for-the-island"), (2,), 8)
SHORE = Pace(referee("fireball-island"), (2, 4), 8)


def fireship(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure Fireship beside chess."""
    yield section(SEA, sizes)


def battle(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure Battle for the Island beside chess."""
    yield section(FIELD, sizes)


def fireball(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure Fireball Island beside chess; its random games are long, and left after so many steps."""
    yield section(SHORE, sizes)


def section(pace: Pace, sizes: Sizes) -> Section:
    """Measure both in turn, ``PAIRS`` times."""
    games, ratios, ours, chesses = max(2, sizes.paired_games // 4), [], [], []
    for pair in range(PAIRS):
        with collector_at_rest():
            ours.append(step_s(pace, games, pair) * 1e6)
            chesses.append(chess_step_s(max(1, games // 4), pair) * 1e6)
        ratios.append(chesses[-1] / ours[-1])
    slug = pace.game.slug
    rows = [
        Row(f"A step of a random game of {slug}", "us CPU", ours),
        Row("A step of a random game of chess", "us CPU", chesses),
        Row(f"Steps of {slug} for one of chess", "steps", ratios, f"median {median(ratios):.1f}; {pace.wanted} wanted"),
    ]
    return Section(f"{slug} beside chess", rows, f"{PAIRS} paired runs of {games} games of {slug} each.")


def step_s(pace: Pace, games: int, seed: int) -> float:
    """Return the CPU seconds of one step, the mean of *games* random games."""
    draw = Random(f"{pace.game.slug}/{seed}").random
    below, choose = below_from(draw), chooser(pace.game, RANDOM, draw)
    steps, begun_s = 0, time.process_time()
    for game in range(games):
        setup = pace.game.setup(NAMES[: pace.people[game % len(pace.people)]], {})
        steps += len(play(pace.game, setup, choose, below).steps)
    return (time.process_time() - begun_s) / steps


def chess_step_s(games: int, seed: int) -> float:
    """Return the CPU seconds of one step of chess, the mean of *games* random games."""
    below = below_from(Random(f"chess/{seed}").random)
    steps, begun_s = 0, time.process_time()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[below(len(moves))])
            steps += 1
    return (time.process_time() - begun_s) / steps
