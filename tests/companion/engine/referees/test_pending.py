from __future__ import annotations

import pytest

from companion.engine.chance import ChanceAnswer
from companion.engine.command import Refused
from companion.engine.interrupts import Interrupt, push
from companion.engine.table import Table
from companion.engine.values.seats import CHANCE, TABLE
from tests.companion.engine.referees.positions import now, play, raids, why_not
from tests.support.games.raid import DeclaredRaid, Roll, Rolling


def test_a_step_asks_its_seat_until_chance_is_in_motion() -> None:
    table = Table(push(raids(), Rolling(by=0)))
    assert [(ask.seat, [kind.verb for kind in ask.kinds]) for ask in table.state.asks()] == [
        (0, ["roll"]), (TABLE, ["correct"]),
    ]  # fmt: skip
    assert table.state.due() is None
    play(table, "roll", 0)
    assert table.state.asks() == ()
    assert table.state.due() is not None
    assert why_not(now(table), "roll", 0) == "raid.no-roll"
    table.do(ChanceAnswer(CHANCE, "roll", ("won",)))
    assert (now(table).top(), now(table).scores) == (None, (1, 0, 0))


def test_a_step_is_taken_by_nobody_else_and_not_without_being_due() -> None:
    due = raids(pending=(Rolling(by=0),))
    assert [why_not(state, "roll", seat) for state, seat in ((due, 0), (due, 1), (raids(), 0))] == [
        None, "raid.no-roll", "raid.no-roll",
    ]  # fmt: skip
    with pytest.raises(Refused, match="raid.no-roll"):
        Table(raids()).do(Roll(0))


def test_what_lies_over_a_step_comes_first() -> None:
    covered: tuple[Interrupt, ...] = (Rolling(by=0), DeclaredRaid(asked=(1,), by=0, target=1))
    assert why_not(raids(pending=covered), "roll", 0) == "raid.no-roll"
