"""How many steps of random games of Fireship are taken for each step of random games of chess, in CPU time.

Fireship: two seats and four in turn, from an empty table, every legal play listed before each command, every command
checked again by ``why_not``; chance's answers are steps too. The cells that a pawn may go to are listed as a set: they
are counted, one is drawn, and only the command to go there is made. Chess is python-chess: list the moves, push one, a
step each, until the game is over. Python's collector of cycles is at rest for both, as ``timeit`` has it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median

import chess

from companion.library.simulate import RANDOM, below_from, chooser, collector_at_rest, play
from tests.bench.figures import Row, Section
from tests.bench.sizes import Sizes
from tests.support.referees import FIRESHIP

PAIRS = 7
NAMES = ("Ann", "Ben", "Cleo", "Dan")
WANTED = 5


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure both in turn, ``PAIRS`` times."""
    games, ratios, seas, chesses = max(2, sizes.paired_games // 4), [], [], []
    for pair in range(PAIRS):
        with collector_at_rest():
            seas.append(sea_step_s(games, pair) * 1e6)
            chesses.append(chess_step_s(max(1, games // 4), pair) * 1e6)
        ratios.append(chesses[-1] / seas[-1])
    rows = [
        Row("A step of a random game of Fireship", "us CPU", seas),
        Row("A step of a random game of chess", "us CPU", chesses),
        Row("Steps of Fireship for one of chess", "steps", ratios, f"median {median(ratios):.1f}; {WANTED} wanted"),
    ]
    yield Section("Fireship beside chess", rows, f"{PAIRS} paired runs of {games} games of Fireship each.")


def sea_step_s(games: int, seed: int) -> float:
    """Return the CPU seconds of one step of Fireship, the mean of *games* random games."""
    draw = Random(f"sea/{seed}").random
    below, choose = below_from(draw), chooser(FIRESHIP, RANDOM, draw)
    steps, begun_s = 0, time.process_time()
    for game in range(games):
        steps += len(play(FIRESHIP, FIRESHIP.setup(NAMES[: 2 + game % 2 * 2], {}), choose, below).steps)
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
