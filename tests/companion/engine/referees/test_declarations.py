from __future__ import annotations

from typing import Any

import pytest

from companion.engine.chance import ChanceAnswer
from companion.engine.referees.declarations import ATTACKED, MY_TURN
from companion.engine.referees.frame import Ending
from companion.engine.state import asked
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from companion.engine.windows import Pass, TimeUp
from tests.companion.engine.referees.positions import now, open_declaration, play, raids, why_not
from tests.support.games.raid import RAIDS, DeclaredRaid, Rolling, SayNo


def test_whoever_holds_cards_may_answer_whatever_they_are() -> None:
    table = Table(raids())
    play(table, "raid 2", 0)
    assert open_declaration(table).asked == (0, 1)
    assert [ask.seat for ask in table.state.asks()] == [0, 1, TABLE]
    assert [kind.verb for kind in asked(table.state, 0)] == ["no", "pass-until", "pass"]


def test_a_no_cancels_unless_another_cancels_it() -> None:
    table = Table(raids())
    play(table, "raid 1", 0)
    play(table, "no", 1)
    play(table, "no", 0)
    assert [type(each) for each in table.state.pending][0] is DeclaredRaid
    table.do(TimeUp(TABLE, open_declaration(table).number))
    assert open_declaration(table).asked == (1,), "asked afresh: who has no card left isn't"
    table.do(Pass(1))
    assert isinstance(table.state.top(), Rolling)
    table = Table(raids())
    play(table, "raid 1", 0)
    play(table, "no", 1)
    table.do(TimeUp(TABLE, open_declaration(table).number))
    assert (table.state.top(), table.state.due() is not None) == (None, True), "nothing comes of it: the turn goes on"


@pytest.mark.parametrize(
    ("until", "target", "resting"), [(MY_TURN, 1, (1,)), (ATTACKED, 2, (1,)), (ATTACKED, 1, ()), ("", 1, ())]
)
def test_who_rests_is_not_waited_for_unless_it_is_aimed_at(until: str, target: int, resting: tuple[int, ...]) -> None:
    table = Table(raids(resting=("", until, "")))
    play(table, f"raid {target}", 0)
    assert open_declaration(table).resting == resting
    table.do(Pass(0))
    assert isinstance(table.state.top(), Rolling if resting else DeclaredRaid)


def test_passing_until_then_is_noticed_by_nobody_else_and_ends_with_the_own_turn() -> None:
    table = Table(raids())
    play(table, "raid 2", 0)
    step = table.do(RAIDS.notation.read(1, "pass-until attacked"))
    assert [fact.seen_by(0) for fact in step.facts] == [None, None]
    seen = [now(table).seen_by(viewer) for viewer in (0, 1)]
    assert [state.resting[1] for state in seen] == ["", ATTACKED]
    table.do(Pass(0))
    play(table, "roll", 0)
    table.do(ChanceAnswer(CHANCE, "roll", ("lost",)))
    table.do(ChanceAnswer(CHANCE, "draw", ("blank",)))
    assert (now(table).turn, now(table).resting) == (1, ("", "", ""))


@pytest.mark.parametrize(
    ("more", "seat", "why"),
    [
        ({}, 1, "refused.no-window"),
        ({"pending": (DeclaredRaid(asked=(0,), by=0, target=1),)}, 1, "refused.not-asked"),
        ({"pending": (DeclaredRaid(asked=(1,), passed=(1,), by=0, target=1),)}, 1, "refused.not-asked"),
        ({"pending": (DeclaredRaid(asked=(1,), by=0, target=1),)}, 1, None),
        ({"ending": Ending("won")}, 1, "refused.ended"),
    ],
)
def test_an_answer_is_refused_to_whoever_is_not_asked(more: dict[str, Any], seat: int, why: str | None) -> None:
    assert why_not(raids(**more), "no", seat) == why
    assert [*SayNo.tries(raids(**more), seat)] == ([SayNo(seat)] if why is None else [])
