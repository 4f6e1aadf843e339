"""The tally: turns, Fireballs, hits, jewel's takings; a rescue comes first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.engine.values.tally import Counts, Key, Tally, Tallying, deed_of, figure, sum_of
from companion.games.fireball_island.rules.cards import FireballCardPlayed
from companion.games.fireball_island.rules.components import TALISMAN
from companion.games.fireball_island.rules.facts import (
    FireballTurnBegan,
    JewelCaptured,
    JewelPickedUp,
    JewelStolen,
    Won,
)
from companion.games.fireball_island.rules.fireballs import FireballHit, FireballRolled, FireballStopped
from companion.games.fireball_island.rules.movement import TheftFoiled
from companion.games.fireball_island.rules.state import FireballIsland
from companion.games.fireball_island.rules.windows import PlayedCard

BEST = {
    "stopped": "fireball-island.tally.stopped",
    "foiled": "fireball-island.tally.foiled",
    "captured": "fireball-island.tally.captured",
    "stolen": "fireball-island.tally.stolen",
    "home": "fireball-island.tally.home",
}
"""Deeds, the best first, and the sentence of each."""


def _counted(facts: tuple[Any, ...], before: FireballIsland) -> Iterator[Key]:
    shields = [each.by for each in before.pending if isinstance(each, PlayedCard) and each.card == TALISMAN]
    for fact in facts:
        match fact:
            case FireballTurnBegan():
                yield ("turn",)
            case FireballCardPlayed(by=by, card=card) if card == TALISMAN:
                shields.append(by)
            case FireballStopped() if shields:
                yield ("stopped", shields[-1])
            case FireballRolled():
                yield ("fireball",)
            case FireballHit():
                yield ("hit",)
            case TheftFoiled(owner=owner):
                yield ("foiled", owner)
            case JewelCaptured(seat=seat):
                yield from (("jewel",), ("captured", seat))
            case JewelStolen(seat=seat):
                yield from (("jewel",), ("stolen", seat))
            case JewelPickedUp():
                yield ("jewel",)
            case Won(winner=winner):
                yield ("home", winner)


def _told(counts: Counts, state: FireballIsland) -> Tally:
    numbers = (
        figure(sum_of(counts, "turn"), "fireball-island.tally.turns"),
        figure(sum_of(counts, "fireball"), "fireball-island.tally.fireballs"),
        figure(sum_of(counts, "hit"), "fireball-island.tally.hits"),
        figure(sum_of(counts, "jewel"), "fireball-island.tally.jewel"),
    )
    return Tally(numbers, deed_of(counts, BEST))


TALLY = Tallying(_counted, _told)
