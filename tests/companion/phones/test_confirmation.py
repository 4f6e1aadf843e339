from __future__ import annotations

import pytest

from companion.engine.values.message import Message
from companion.model.requests import RequestRefused
from companion.phones.confirmation import ASKED_S, HELD_S, PAUSE_S, Confirmation
from companion.runtime.clock import ManualClock
from companion.runtime.timers import Action
from tests.companion.phones.test_pairing import RingingTimer
from tests.support.tabletop import Edge, opened, published

MAY_ADA = Message("stage.ask-owner", {"name": "Ada"})
MAY_BEN = Message("stage.ask-owner", {"name": "Ben"})


class Desk:
    """Somebody who asks and keeps what was done upon a yes."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.timers: list[RingingTimer] = []
        self.asking = Confirmation(self.clock, self._later)
        self.done: list[str] = []
        self.told: list[Message | None] = []
        self.asking.subscribe(lambda: self.told.append(self.asking.question))

    def _later(self, seconds: float, ring: Action) -> RingingTimer:
        self.timers.append(RingingTimer(seconds, ring))
        return self.timers[-1]

    def ask(self, who: str = "ada", said: Message = MAY_ADA, is_grave: bool = False) -> None:
        self.asking.ask(who, said, lambda: self.done.append(who), is_grave=is_grave)


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
        with pytest.raises(RequestRefused) as refused:
            desk.ask(who, said)
        assert refused.value.reason == "asking"
    assert desk.told == [MAY_ADA]
    desk.asking.answer(False)
    desk.asking.must_be_free("ben")
    desk.ask("ben", MAY_BEN)
    assert desk.asking.question == MAY_BEN


@pytest.mark.parametrize("outcome", ["no", "late"])
def test_who_was_not_told_yes_leaves_the_question_to_others_for_a_while(desk: Desk, outcome: str) -> None:
    def refused(who: str, said: Message) -> tuple[str, object]:
        with pytest.raises(RequestRefused) as caught:
            desk.ask(who, said)
        return caught.value.reason, caught.value.said.values.get("count")

    desk.ask()
    desk.asking.answer(False) if outcome == "no" else desk.timers[0].ring()
    assert refused("ada", MAY_ADA) == refused("ada", MAY_BEN) == ("asked-lately", 60)
    assert (desk.asking.question, desk.asking.outcome("ada")) == (None, outcome)
    desk.ask("ben", MAY_BEN)
    assert refused("ada", MAY_ADA)[0] == "asking"
    desk.clock.advance(PAUSE_S - 1.5)
    desk.asking.answer(True)
    assert desk.done == ["ben"]
    assert refused("ada", MAY_ADA) == ("asked-lately", 2)
    desk.ask("ben", MAY_BEN)
    desk.asking.answer(False)
    desk.clock.advance(1.5)
    desk.ask()
    assert desk.asking.question == MAY_ADA


def test_two_who_ask_as_one_pause_together_and_each_hears_of_their_own(desk: Desk) -> None:
    for who in ("one", "two"):
        with pytest.raises(RequestRefused) as refused:
            for _ in range(2):
                desk.asking.ask(who, MAY_ADA, lambda: None, asker="")
                desk.asking.answer(False)
        assert refused.value.reason == "asked-lately"
    assert (desk.asking.outcome("one"), desk.asking.outcome("two")) == ("no", "")


def test_at_the_end_nothing_is_asked_any_more(desk: Desk) -> None:
    desk.asking.end()
    desk.ask()
    desk.asking.end()
    assert (desk.asking.outcome("ada"), desk.timers[0].runs) == ("late", False)


def test_a_question_covers_the_menu_but_never_what_is_in_motion() -> None:
    edge = Edge()
    state = published(opened(("Ann",)))
    edge.show(state)
    edge.input.turn(1, state)
    menu = edge.screen.cue
    edge.stage.ask(MAY_ADA)
    asked = edge.screen.cue
    assert asked != menu and edge.stage.is_asked and not edge.input.may_hold("ok")
    assert "back" in edge.lit and edge.screen.woken == 1
    edge.stage.ask(None)
    assert edge.screen.cue == menu and not edge.stage.is_asked


def test_a_grave_question_takes_ok_held_for_ten_seconds(desk: Desk) -> None:
    desk.ask(is_grave=True)
    desk.clock.advance(1)
    desk.asking.answer(True)
    assert (desk.timers[-1].seconds, desk.done, desk.asking.outcome("ada")) == (HELD_S, [], "waiting")
    desk.asking.let_go()
    assert not desk.timers[-1].runs, "let go too soon"
    desk.asking.answer(True)
    desk.timers[-1].ring()
    assert (desk.done, desk.asking.outcome("ada"), desk.asking.question) == (["ada"], "yes", None)


def test_two_people_say_yes_to_a_grave_question_and_to_no_other(desk: Desk) -> None:
    desk.ask()
    desk.asking.agree()
    assert desk.done == []
    desk.asking.end()
    desk.ask("ben", MAY_BEN, is_grave=True)
    assert desk.asking.is_grave
    desk.asking.agree()
    assert (desk.done, desk.asking.is_grave) == (["ben"], False)


def test_back_says_no_to_a_grave_question(desk: Desk) -> None:
    desk.ask(is_grave=True)
    desk.clock.advance(1)
    desk.asking.answer(True)
    desk.asking.answer(False)
    assert (desk.done, desk.asking.outcome("ada"), desk.timers[-1].runs) == ([], "no", False)
