from __future__ import annotations

from companion.engine.fact import Fact
from companion.games.battle_for_the_island.rules.blocks import Blasted
from companion.games.battle_for_the_island.rules.facts import Hit
from companion.games.battle_for_the_island.rules.state import Battle
from companion.records.record import read, replay
from tests.companion.games.battle_for_the_island.field import BATTLE
from tests.support.paths import RECORDS


def test_golden_records_have_each_ending_each_fact_crossfire_and_a_blast_of_several() -> None:
    ends: set[str] = set()
    facts: list[Fact] = []
    for file in RECORDS.glob("battle-for-the-island-*.tide"):
        record = read(file.read_bytes().splitlines())
        if record.ending is not None:
            ends.add(record.ending.end["reason"].rpartition(".")[2])
            facts += [fact for step in replay(BATTLE, record).steps for fact in step.facts]
    assert ends == Battle.endings.keys()
    assert {type(fact) for fact in facts} >= set(BATTLE.known_facts)
    assert any(isinstance(fact, Hit) and len(fact.removed) > 1 for fact in facts)
    assert any(isinstance(fact, Blasted) and len(fact.live) > 1 for fact in facts)
