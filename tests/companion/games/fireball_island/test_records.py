"""The golden records of Fireball Island have every card, every fact of play, and every way to lose the jewel."""

from __future__ import annotations

from companion.engine.fact import Fact
from companion.engine.referees.frame import Judged
from companion.games.fireball_island.rules.cards import FireballCardPlayed
from companion.games.fireball_island.rules.components import CARD_COUNTS, WATER
from companion.games.fireball_island.rules.facts import JewelStolen, RollSetRight
from companion.games.fireball_island.rules.fireballs import FireballHit
from companion.games.fireball_island.rules.movement import TheftFoiled, TurnLost
from companion.records.record import read, replay
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND
from tests.support.paths import RECORDS


def test_they_have_every_card_every_fact_and_every_way_to_lose_the_jewel() -> None:
    facts: list[Fact] = []
    for file in sorted(RECORDS.glob("fireball-island-*.tide")):
        table = replay(FIREBALL_ISLAND, read(file.read_bytes().splitlines()))
        assert table.state.end() is not None
        facts += [fact for step in table.steps for fact in step.facts]
    assert {type(fact) for fact in facts} >= set(FIREBALL_ISLAND.known_facts) - {Judged, RollSetRight, TurnLost}
    assert {fact.card for fact in facts if isinstance(fact, FireballCardPlayed)} == CARD_COUNTS.keys()
    lost = {fact.pit == WATER for fact in facts if isinstance(fact, FireballHit) and fact.jewel}
    assert lost == {True, False}
    assert any(isinstance(fact, JewelStolen) for fact in facts)
    assert any(isinstance(fact, TheftFoiled) for fact in facts)
