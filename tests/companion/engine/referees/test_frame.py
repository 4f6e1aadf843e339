from __future__ import annotations

from typing import Any

import pytest

from companion.engine.corrections import Correct
from companion.engine.game import write_facts
from companion.engine.referees.frame import NOBODY, Ending
from companion.engine.table import Table
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from tests.companion.engine.referees.positions import now, raids, why_not
from tests.support.games.raid import RAIDS, DeclaredRaid, Ended, Raid, Raids, Rolling


def test_the_end_is_told_by_its_reason_with_its_rule_and_what_the_game_fills_in() -> None:
    ended = Ended("won", (1,)).apply(raids(pending=(Rolling(by=0),)))
    assert ended.ending == Ending("won", (1,))
    assert ended.end() == Message("raid.won", {"rule": "RA-9", "who": (1,)})
    assert (ended.step, ended.pending) == ("over", ()), "what the game clears at the end"
    assert (ended.asks(), ended.due(), ended.then()) == ((), None, ())


def test_what_happened_is_judged_before_anything_else_follows() -> None:
    state = raids(scores=(0, 2, 0), unjudged=True, pending=(Rolling(by=0),))
    assert [type(fact).__name__ for fact in state.then()] == ["Judged", "Ended"]


@pytest.mark.parametrize(
    ("more", "seat", "why"),
    [
        ({}, 0, None),
        ({}, 1, "refused.not-your-turn"),
        ({"turn": NOBODY, "first": NOBODY}, 0, "refused.set-up-first"),
        ({"pending": (Rolling(by=0),)}, 0, "refused.step-first"),
        ({"pending": (DeclaredRaid(asked=(1,), by=0, target=1),)}, 0, "refused.answers-first"),
        ({"step": "draw"}, 0, "refused.chance-pending"),
        ({"ending": Ending("won"), "turn": NOBODY}, 0, "refused.ended"),
    ],
)
def test_who_cannot_take_an_action_is_told_the_first_thing_that_stands_against_it(
    more: dict[str, Any], seat: int, why: str | None
) -> None:
    assert why_not(raids(**more), "raid 2", seat) == why


def test_nobody_is_asked_while_the_open_course_waits_for_chance() -> None:
    waiting = raids(step="draw")
    assert (waiting.asks(), waiting.due() is not None) == ((), True)
    assert [ask.seat for ask in raids().asks()] == [0, TABLE]


def test_a_shared_fact_has_the_games_own_tag_and_fields() -> None:
    facts = (Ended("won", (1,)),)
    assert write_facts(facts) == b'[{"type":"Ended","reason":"won","winners":[1]}]'
    assert RAIDS.read_facts(write_facts(facts)) == facts


def test_whatever_is_set_right_is_judged_at_once() -> None:
    table = Table(raids())
    field = table.state.correctables()["score-1"].field
    assert (field.minimum, field.maximum, field.word) == (0, 9, "0")
    table.do(Correct(TABLE, ("score-1=2",)))
    assert table.state.end() == Message("raid.won", {"rule": "RA-9", "who": (1,)})
    assert Raid(0, 1).why_not(now(table)) == Raids.refusals.ended
