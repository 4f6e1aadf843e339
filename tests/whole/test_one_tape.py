"""One tape: no byte that leaves by the network tells what was rolled before its reveal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.chance import Answer
from companion.model.publication import Published
from companion.outside.newest import Newest
from companion.runtime.clock import ManualClock
from companion.session.game_table import GameTable
from tests.support.snapshots import replace
from tests.support.tables import FIRESHIP, Table, of_roll, roll_cue, scripted
from tests.whole import tapes
from tests.whole.tapes import Tape, Tried

FIRST_ROLL: Answer = (2, 2, 9)
TWO_ROLLS: tuple[Answer, Answer] = ((3, 7, 10), (8, 1, 1))
SOME_DICE_STAND_S = 0.8
"""So long after its beginning a landing shows the first dice; the least time of a roll, 0.9 s, isn't over."""


def rolled_once(table: Table, clock: ManualClock) -> None:
    """Roll, as the start screen tells the port, which differs between runs: the first roll takes its place."""
    assert table.command("roll dice", id="first").status == 200
    clock.advance(5.0)
    table.roll(1)
    table.glass_shows(of_roll(table.table))


ROLL = Tried(
    "roll dice",
    "table",
    dealers=lambda answer: scripted(FIRST_ROLL, answer),
    begin=rolled_once,
    cue=lambda answer: roll_cue(answer, number=2),
    half_s=SOME_DICE_STAND_S,
    opening=FIRESHIP,
)


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Tape]:
    """Two tapes that differ in the result of the second roll."""
    return tapes.both(tmp_path, ROLL, TWO_ROLLS, monkeypatch)


def test_a_result_is_in_no_byte_by_the_network_before_its_reveal_though_the_tables_screen_has_it(
    made: list[Tape],
) -> None:
    tapes.tells_nothing_before_its_reveal(made)


def test_something_moves_then_is_durable_then_the_tables_screen_learns_it_then_everybody(made: list[Tape]) -> None:
    for tape in made:
        tapes.goes_in_order(tape)


def leaks_to_the_house(patch: pytest.MonkeyPatch) -> None:
    """Leave the result for the broker as soon as the table's own screen is told."""
    whole = GameTable.go

    def leaky(table: GameTable, opened: Any, steps: Iterable[Any], *more: Any, **is_new: Any) -> None:
        waiting = list(steps)
        for step in waiting[:1]:
            ahead = replace(table.published, version=step.version, log=(*table.published.open.log, *step.lines))
            for follower in table._followers:
                if isinstance(follower, Newest):
                    follower.hear(Published(table.published, ahead))
        whole(table, opened, waiting, *more, **is_new)

    patch.setattr(GameTable, "go", leaky)


def test_a_result_that_is_left_for_the_broker_before_its_reveal_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaks_to_the_house(monkeypatch)
    made = tapes.both(tmp_path, ROLL, TWO_ROLLS, monkeypatch)
    with pytest.raises(AssertionError):
        tapes.tells_the_house_nothing_before_its_reveal(made)
    with pytest.raises(AssertionError):
        tapes.goes_in_order(made[0])
