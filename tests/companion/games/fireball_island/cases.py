"""Fireball Island for the tests that are held over all games."""

from __future__ import annotations

from companion.engine.laws.check import some_of
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND
from tests.support.cases import Case, Own
from tests.support.volcanoes import almost_home

PROMPTS = {
    "fireball-island.now-answer": ("pass",),
    "fireball-island.now-quiet": ("interrupt",),
    **dict.fromkeys(("fireball-island.now-first", "fireball-island.asked-first"), ("roll",)),
    **dict.fromkeys(("fireball-island.now-declare", "fireball-island.asked-declare"), ("declare",)),
    **dict.fromkeys(("fireball-island.now-roll", "fireball-island.asked-roll"), ("roll",)),
    **dict.fromkeys(("fireball-island.now-cave-roll", "fireball-island.asked-cave-roll"), ("roll",)),
    **dict.fromkeys(("fireball-island.now-move", "fireball-island.asked-move"), ("move",)),
    **dict.fromkeys(("fireball-island.now-back", "fireball-island.asked-back"), ("move",)),
    **dict.fromkeys(("fireball-island.now-name", "fireball-island.asked-name"), ("send|aim",)),
    "fireball-island.now-report": ("hit",),
    **dict.fromkeys(("fireball-island.now-pass", "fireball-island.asked-pass"), ("pass-die",)),
}
OWN = Own(
    cases=(
        Case(FIREBALL_ISLAND, 2, {"answer_s": 1}, universe=some_of, seeds=2, maximum=300, secrets=True),
        Case(FIREBALL_ISLAND, 4, {"fireballs": "table"}, universe=some_of, seeds=1, maximum=200, secrets=True),
    ),
    played=("without-a-clock",),
    timed=("interrupted",),
    still={"answer_s": 0},
    near_end=almost_home,
    drawn=".island-map",
    prompts=PROMPTS,
)
