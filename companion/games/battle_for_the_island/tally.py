"""The tally: turns, hits, live blocks, lost figures; best deed a shot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.values.tally import Counts, Key, Tally, Tallying, deed_of, figure, sum_of
from companion.games.battle_for_the_island.rules.blocks import Blasted
from companion.games.battle_for_the_island.rules.facts import Advanced, Hit, Removed, RemovedFromPad, TurnBegan
from companion.games.battle_for_the_island.rules.state import Battle

BEST = {"won": "battle-for-the-island.tally.best-hits", "advanced": "battle-for-the-island.tally.advanced"}
"""Deeds, the best first, and the sentence of each."""


def _counted(facts: tuple[Any, ...], before: Battle) -> Iterator[Key]:
    for fact in facts:
        match fact:
            case TurnBegan():
                yield ("turn",)
            case Advanced():
                yield ("advanced", before.turn)
            case Hit(target=target, removed=removed):
                yield ("hit",)
                yield from (("lost",) for _ in removed)
                who = before.character_at(target)
                if who is not None and who[0] != before.turn:
                    yield ("won", before.turn)
            case Blasted(live=live, removed=removed):
                yield from (("live",) for _ in live)
                yield from (("lost",) for _ in removed)
            case Removed() | RemovedFromPad():
                yield ("lost",)


def _told(counts: Counts, state: Battle) -> Tally:
    numbers = (
        figure(sum_of(counts, "turn"), "battle-for-the-island.tally.turns"),
        figure(sum_of(counts, "hit"), "battle-for-the-island.tally.hits"),
        figure(sum_of(counts, "live"), "battle-for-the-island.tally.live"),
        figure(sum_of(counts, "lost"), "battle-for-the-island.tally.lost"),
    )
    return Tally(numbers, deed_of(counts, BEST))


TALLY = Tallying(_counted, _told)
