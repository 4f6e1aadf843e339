"""How many random games of Forbidden Island are played for each random game of chess, in CPU time.

The island: four seats from an empty table, set-up and chance included, every legal play listed before each command,
every command checked again by ``why_not``. Chess is python-chess: list the moves, push one, until the game is over.
Python's collector of cycles is at rest for both, as ``timeit`` has it.
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
from tests.support.referees import FORBIDDEN_ISLAND

PAIRS = 7
ISLANDS_A_CHESS_GAME = 45
"""So many games of the island are played for each of chess: at the pace that is asked for, both take as long."""
NAMES = ("Ann", "Ben", "Cleo", "Dan")


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure both in turn, ``PAIRS`` times."""
    games, ratios, islands, chesses = sizes.paired_games, [], [], []
    for pair in range(PAIRS):
        with collector_at_rest():
            islands.append(island_s(games * ISLANDS_A_CHESS_GAME, pair) * 1e6)
            chesses.append(chess_s(games, pair) * 1e6)
        ratios.append(chesses[-1] / islands[-1])
    rows = [
        Row("A random game of Forbidden Island", "us CPU", islands),
        Row("A random game of chess", "us CPU", chesses),
        Row("Games of the island for one of chess", "games", ratios, f"median {median(ratios):.1f}; 45 wanted"),
    ]
    yield Section("Forbidden Island beside chess", rows, f"{PAIRS} paired runs of {games} games of chess each.")


def island_s(games: int, seed: int) -> float:
    """Return the CPU seconds of one random game of the island, the mean of *games*."""
    draw = Random(f"island/{seed}").random
    below, choose = below_from(draw), chooser(FORBIDDEN_ISLAND, RANDOM, draw)
    setup = FORBIDDEN_ISLAND.setup(NAMES, {})
    begun_s = time.process_time()
    for _ in range(games):
        play(FORBIDDEN_ISLAND, setup, choose, below)
    return (time.process_time() - begun_s) / games


def chess_s(games: int, seed: int) -> float:
    """Return the CPU seconds of one random game of chess, the mean of *games*."""
    below = below_from(Random(f"chess/{seed}").random)
    begun_s = time.process_time()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[below(len(moves))])
    return (time.process_time() - begun_s) / games
