"""The keeper's pages on the table's own screen: over the table at rest, and over nothing in motion."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.model.keeper import KeeperCall, KeeperWords
from companion.model.snapshot import Snapshot
from companion.runtime.timers import Action, Timer
from companion.stage.sounds import KNOCK
from hardware.cues import MenuCue, MessageCue, StageCue, StartCue
from hardware.oled.drawing.bitmap import HEIGHT
from hardware.oled.drawing.canvas import full_width, has_room
from hardware.oled.drawing.screens import SIDE, SMALL, SMALL_TITLE_BOTTOM
from hardware.ports import ButtonEdge, ButtonEvent, ButtonName
from tests.companion.input.test_controls import Hands
from tests.support.snapshots import replace
from tests.support.tabletop import Edge, Roll, opened, published
from tests.support.wording import say

TEXT = "Closing in 15 minutes"
CLOSING = MessageCue(title=say("stage.keeper"), lines=(TEXT, say("stage.keeper-how")))
COMING = MessageCue(title=say("stage.keeper-coming"), lines=(say("stage.keeper-how"),))


@pytest.fixture
def edge() -> Iterator[Edge]:
    edge = Edge()
    yield edge
    edge.close()


def told(before: Snapshot, number: str = "m1", text: str = TEXT) -> Snapshot:
    return replace(before, keeper_words=KeeperWords(number, text))


def coming(before: Snapshot) -> Snapshot:
    return replace(before, call=KeeperCall("c1", 0, "", is_heard=True))


def test_a_message_wakes_the_screen_knocks_once_and_ends_with_its_time(edge: Edge) -> None:
    before = published(opened())
    edge.show(before)
    edge.learn(told(before))
    assert (edge.screen.cue, edge.screen.woken, edge.buzzer.sounds) == (CLOSING, 1, [KNOCK])
    edge.learn(replace(told(before), lang="en"))
    edge.show(told(before))
    assert (edge.screen.cue, edge.buzzer.sounds) == (CLOSING, [KNOCK])
    edge.learn(before)
    assert isinstance(edge.screen.cue, StartCue)


def test_a_message_read_once_comes_back_with_another_alone(edge: Edge) -> None:
    before = published(opened())
    edge.show(told(before))
    edge.input.push(told(before))
    assert isinstance(edge.screen.cue, StartCue)
    edge.show(told(before))
    assert isinstance(edge.screen.cue, StartCue)
    edge.learn(told(before, "m2"))
    assert edge.screen.cue == CLOSING


def test_that_the_keeper_is_coming_follows_the_message(edge: Edge) -> None:
    both = coming(told(published(opened())))
    edge.show(both)
    assert edge.screen.cue == CLOSING
    edge.input.back()
    assert edge.screen.cue == COMING
    edge.input.turn(1, both)
    assert isinstance(edge.screen.cue, StartCue)
    edge.input.turn(1, both)
    assert isinstance(edge.screen.cue, MenuCue)


def test_nothing_in_motion_is_covered_and_a_result_is_left_to_be_read() -> None:
    waiting: list[Action] = []

    def later(seconds: float, action: Action) -> Timer:
        waiting.append(action)
        return Timer(action)

    edge = Edge(later=later)
    game = opened(("Ann", "Ben"))
    before = published(game)
    edge.show(before)
    roll = Roll(game, "roll dice", (3, 7, 10), seat=0)
    edge.start(roll.motion)
    rolling: StageCue = edge.screen.cue
    edge.learn(told(before))
    assert edge.screen.cue is rolling
    edge.stage.go(roll.motion, roll.facts, roll.state, lambda holder: None)
    edge.show(told(published(game, roll.lines)))
    result = edge.screen.cue
    assert result != CLOSING
    assert edge.buzzer.sounds == ["start", "land"]
    waiting[-1]()
    assert edge.screen.cue == CLOSING
    assert edge.buzzer.sounds == ["start", "land", KNOCK]
    edge.close()


def test_an_open_menu_isnt_covered_either(edge: Edge) -> None:
    before = published(opened())
    edge.show(before)
    edge.input.turn(1, before)
    menu = edge.screen.cue
    edge.learn(told(before))
    assert edge.screen.cue == menu
    edge.input.back()
    assert edge.screen.cue == CLOSING


@pytest.mark.parametrize("button", ["roll", "spin", "draw", "ok", "back", "push"])
def test_any_button_puts_it_away(button: ButtonName) -> None:
    at_first = told(published(opened()))
    hands = Hands(at_first)
    assert hands.edge.screen.cue == CLOSING
    hands.do(ButtonEvent(button, ButtonEdge.PRESSED, 1.0))
    hands.do(ButtonEvent(button, ButtonEdge.RELEASED, 1.1))
    hands.edge.show(at_first)
    assert isinstance(hands.edge.screen.cue, StartCue)
    hands.edge.close()


LONG = "The kitchen closes at ten, last orders now please. The big table by the window is free from half past nine on."


def test_a_long_message_has_pages_of_which_none_is_cut(edge: Edge) -> None:
    long = told(published(opened()), text=LONG)
    edge.show(long)
    texts = []
    for at in (1, 2):
        cue = edge.screen.cue
        assert isinstance(cue, MessageCue)
        assert cue.title == say("stage.keeper-page", title=say("stage.keeper"), at=at, of=2)
        assert cue.lines[1] == say("stage.keeper-more" if at == 1 else "stage.keeper-how")
        texts.append(cue.lines[0])
        edge.input.push(long)
    assert " ".join(texts) == LONG
    assert isinstance(edge.screen.cue, StartCue)


@pytest.mark.parametrize("text", [LONG, "W" * 120, "a " * 60, "é" * 21 + " x" * 49, "i" * 60 + " " + "w" * 59])
def test_a_page_has_room_for_all_that_it_says(edge: Edge, text: str) -> None:
    long = told(published(opened()), text=text)
    edge.show(long)
    below = full_width(SMALL_TITLE_BOTTOM, HEIGHT, SIDE)
    while isinstance(cue := edge.screen.cue, MessageCue):
        assert has_room(cue.lines, below, (SMALL,)), cue.lines
        edge.input.push(long)


def test_a_button_of_the_game_puts_all_pages_away() -> None:
    hands = Hands(told(published(opened()), text=LONG))
    hands.do(ButtonEvent("spin", ButtonEdge.PRESSED, 1.0))
    assert isinstance(hands.edge.screen.cue, StartCue)
    hands.edge.close()
