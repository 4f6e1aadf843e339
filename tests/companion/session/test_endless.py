"""A family's kit may ask chance without end; the table doesn't."""

from __future__ import annotations

import pytest

from companion.engine.chance import Answer, ChanceRequest
from companion.engine.values.seats import TABLE
from companion.kits.commands.dice import Spin
from companion.session.game.open_game import MAX_REVEAL_STEPS, OpenGame, Origin
from tests.support.sample_kit import SAMPLE

BUTTON = Origin("button", "")


class SpinsAgain:
    """A dealer that stops every wheel where it is spun again, *spins* times."""

    def __init__(self, spins: int) -> None:
        self.left = spins

    def answer(self, request: ChanceRequest) -> Answer | None:
        self.left -= 1
        return ("again",) if self.left >= 0 else ("quiet",)


def test_a_wheel_that_spins_itself_for_long_is_let_go_on() -> None:
    opened = OpenGame(SAMPLE, SAMPLE.setup((), {}))
    reveal_steps = opened.take(Spin(TABLE, "wheel"), SpinsAgain(MAX_REVEAL_STEPS - 1), 0, BUTTON)
    assert len(reveal_steps) == MAX_REVEAL_STEPS


def test_a_wheel_that_spins_itself_for_ever_is_a_fault_that_names_it() -> None:
    opened = OpenGame(SAMPLE, SAMPLE.setup((), {}))
    with pytest.raises(RuntimeError, match="without end.*wheel"):
        opened.take(Spin(TABLE, "wheel"), SpinsAgain(10**9), 0, BUTTON)
