"""A game's tally, told once the game is over.

Counts only facts that a watcher knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.engine.game import Game
from companion.engine.state import State
from companion.engine.table import Step
from companion.engine.values.seats import WATCHER
from companion.engine.values.tally import Key, Tally


def counts_of(game: Game, steps: Iterable[Step]) -> Counter[Key]:
    """Count each key of the tally of *game* in *steps*.

    Empty if the game has no tally.
    """
    counts: Counter[Key] = Counter()
    tallying = game.tally
    if tallying is not None:
        for step in steps:
            known = (fact.seen_by(WATCHER) for fact in step.facts)
            counts.update(tallying.counted(tuple([fact for fact in known if fact is not None]), step.before))
    return counts


def tally_of(game: Game, state: State, steps: Iterable[Step], before: Counter[Key] | None = None) -> Tally | None:
    """Return the tally of *game* after *steps*, None for none.

    *state* is the state at the end; *before* are the counts of earlier steps. None while the game goes on, or if it has
    no tally.
    """
    if game.tally is None or state.end() is None:
        return None
    counts = counts_of(game, steps)
    return game.tally.told(counts + before if before else counts, state.seen_by(WATCHER))
