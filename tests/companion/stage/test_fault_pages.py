"""Faults on the table's own screen, which shows a game that has begun first."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.health.network import network_fault, port_fault
from companion.network.judgement import Judgement
from hardware.cues import ErrorCue
from tests.support.snapshots import replace
from tests.support.tabletop import Edge, Roll, menu_of_games, opened, published
from tests.support.wording import say

TAKEN = port_fault(80, 8080)


@pytest.fixture
def edge() -> Iterator[Edge]:
    edge = Edge()
    yield edge
    edge.close()


@pytest.mark.parametrize("judged", ["alone", "name"])
def test_a_network_that_keeps_phones_away_interrupts_no_game_and_is_told_after_it(
    judged: Judgement, edge: Edge
) -> None:
    faults, game = (network_fault(judged),), opened()
    told = ErrorCue(
        title=say("stage.network"), lines=(say(f"stage.network-{judged}"), say("stage.fault-how")), private=True
    )
    begun = published(game, Roll(game, "roll dice", (3, 7, 10)).lines)
    edge.show(begun)
    at_rest = edge.screen.cue
    edge.learn(replace(begun, faults=faults))
    assert edge.screen.cue == at_rest
    edge.show(replace(menu_of_games(), faults=faults))
    assert edge.screen.cue == told


def test_before_the_first_line_of_a_game_its_people_are_told_that_no_phone_comes(edge: Edge) -> None:
    edge.show(published(opened(), faults=(network_fault("alone"),)))
    assert isinstance(edge.screen.cue, ErrorCue)


def test_another_fault_is_shown_over_a_running_game(edge: Edge) -> None:
    game = opened()
    edge.show(published(game, Roll(game, "roll dice", (3, 7, 10)).lines, faults=(network_fault("alone"), TAKEN)))
    assert edge.screen.cue == ErrorCue(
        title=say("stage.network"), lines=(say("stage.fault-port", wanted="80", used="8080"), say("stage.fault-how")),
        private=True,
    )  # fmt: skip
