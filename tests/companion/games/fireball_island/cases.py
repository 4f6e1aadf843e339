"""Fireball Island for the tests that are held over all games."""

from __future__ import annotations

from companion.engine.laws.check import some_of
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND
from tests.support.cases import Case, Own
from tests.support.volcanoes import almost_home

OWN = Own(
    cases=(
        Case(FIREBALL_ISLAND, 2, {"answer_s": 1}, universe=some_of, seeds=2, maximum=300, secrets=True),
        Case(FIREBALL_ISLAND, 4, {"fireballs": "table"}, universe=some_of, seeds=1, maximum=200, secrets=True),
    ),
    played=("without-a-clock",),
    still={"answer_s": 0},
    near_end=almost_home,
    drawn=".island-map",
)
