from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.asking import ASKED_S, Asking
from companion.clock import ManualClock
from companion.request import Refusal
from companion.session import Said
from tests.companion.tabletop import Edge, opened, published
from tests.companion.test_pairing import Timer

MAY_ADA = Said("stage.ask-owner", {"name": "Ada"})
MAY_BEN = Said("stage.ask-owner", {"name": "Ben"})


class Desk:
    """Somebody who asks and keeps what was done upon a yes."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.timers: list[Timer] = []
        self.asking = Asking(self.clock, self._later)
        self.done: list[str] = []
        self.told: list[Said | None] = []
        self.asking.subscribe(lambda: self.told.append(self.asking.question))

    def _later(self, seconds: float, ring: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds, ring))
        return self.timers[-1]

    def ask(self, who: str = "ada", said: Said = MAY_ADA) -> None:
        self.asking.ask(who, said, lambda: self.done.append(who))


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.mark.parametrize(("is_yes", "outcome", "done"), [(True, "yes", ["ada"]), (False, "no", [])])
def test_a_question_stands_until_it_is_answered(desk: Desk, is_yes: bool, outcome: str, done: list[str]) -> None:
    assert desk.asking.outcome("ada") == ""
    desk.ask()
    assert desk.asking.outcome("ada") == "waiting"
    desk.clock.advance(1)
    desk.asking.answer(is_yes)
    desk.asking.answer(True)
    assert (desk.asking.outcome("ada"), desk.asking.outcome("ben")) == (outcome, "")
    assert (desk.done, desk.told, desk.timers[0].runs) == (done, [MAY_ADA, None], False)


def test_an_ok_before_anybody_can_have_read_it_is_no_yes_but_back_is_a_no(desk: Desk) -> None:
    desk.ask()
    desk.clock.advance(0.69)
    desk.asking.answer(True)
    assert (desk.done, desk.asking.outcome("ada")) == ([], "waiting")
    desk.asking.answer(False)
    assert desk.asking.outcome("ada") == "no"


def test_after_half_a_minute_nobody_has_answered(desk: Desk) -> None:
    desk.ask()
    assert (desk.timers[0].seconds, ASKED_S) == (30, 30)
    desk.timers[0].ring()
    assert (desk.asking.outcome("ada"), desk.asking.question, desk.done) == ("late", None, [])
    desk.timers[0].ring()
    assert desk.told == [MAY_ADA, None]


def test_one_question_at_a_time_and_the_same_again_is_the_same(desk: Desk) -> None:
    desk.ask()
    desk.ask()
    for who, said in (("ben", MAY_BEN), ("ben", MAY_ADA), ("ada", MAY_BEN)):
        with pytest.raises(Refusal) as refused:
            desk.ask(who, said)
        assert refused.value.reason == "asking"
    assert desk.told == [MAY_ADA]
    desk.asking.answer(False)
    desk.ask("ben", MAY_BEN)
    assert desk.asking.question == MAY_BEN


def test_at_the_end_nothing_is_asked_any_more(desk: Desk) -> None:
    desk.asking.end()
    desk.ask()
    desk.asking.end()
    assert (desk.asking.outcome("ada"), desk.timers[0].runs) == ("late", False)


def test_a_question_covers_the_menu_but_never_what_is_in_motion() -> None:
    edge = Edge()
    state = published(opened(("Ann",)))
    edge.stage.show(state)
    edge.stage.turn(1, state)
    menu = edge.screen.cue
    edge.stage.ask(MAY_ADA)
    asked = edge.screen.cue
    assert asked != menu and edge.stage.is_asked and not edge.stage.is_at_rest
    assert "back" in edge.lit and edge.screen.woken == 1
    edge.stage.ask(None)
    assert edge.screen.cue == menu and not edge.stage.is_asked
