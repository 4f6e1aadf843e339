"""How fast the engine plays the two test games, every play listed before each command, in CPU time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from companion.engine.laws.laws import choices
from companion.engine.table import Table
from tests.bench.figures import Row, Section, times
from tests.bench.sizes import Sizes
from tests.support.cases import Case
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER
from tests.support.sources import seeded

CASES = (Case(DUEL, 4), Case(SPINNER, 4, {"target": 100}))
MAX_STEPS = 400
"""Where a game that doesn't end is left."""


def sections(sizes: Sizes, folder: Path) -> Iterator[Section]:
    """Measure games between players who take any listed play, and the folding of the same games' facts."""
    rows = []
    for case in CASES:
        played, folded, games = _rates(case, sizes.play_s)
        play = Row(f"{case}: played", "steps/s", played)
        fold = Row(f"{case}: only folded", "steps/s", folded)
        rows += [
            Row(play.name, play.unit, played, f"{times(play.middle, fold.middle)} of the limit; {games} games"),
            fold,
        ]
    remark = "A step is an accepted command, chance's included; the limit is to fold known facts. A sample is a game."
    yield Section("The engine, a second of CPU time", rows, remark)


def _rates(case: Case, play_s: float) -> tuple[list[float], list[float], int]:
    """Play for *play_s* of CPU time; return the rates of playing and of folding, and how many games it took."""
    end_s = time.process_time() + play_s
    played: list[float] = []
    folded: list[float] = []
    while not played or time.process_time() < end_s:
        begun_s = time.process_time()
        table = _played(case, len(played))
        ended_s = time.process_time()
        _folded(case, table)
        steps = len(table.steps)
        played.append(steps / (ended_s - begun_s))
        folded.append(steps / (time.process_time() - ended_s))
    return played, folded, len(played)


def _played(case: Case, seed: int) -> Table:
    below = seeded(f"bench/{case}/{seed}")
    table = Table(case.game.start(case.setup()))
    while table.state.end() is None and len(table.steps) < MAX_STEPS:
        found = choices(table.state, below)
        table.do(found[below(len(found))])
    return table


def _folded(case: Case, played: Table) -> None:
    table = Table(case.game.start(case.setup()))
    for step in played.steps:
        table.resume(step.n, step.command, step.facts)
