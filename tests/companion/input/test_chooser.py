"""What the stage shows to hands: the board to compare, a hand to peek at, digits for phones, a last word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.engine.corrections import Corrected
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.input.chooser import Chooser
from companion.model.consent import UndoRequest
from companion.model.entry import Entry, LogEntry
from companion.model.snapshot import Snapshot
from companion.phones.pairing import PairingCode
from companion.stage.layers import Chosen
from hardware.cues import (
    ErrorCue,
    HandCue,
    JoinCue,
    MenuCue,
    MessageCue,
    RollCue,
    RollingCue,
    SpinningCue,
    StartCue,
    WheelCue,
)
from tests.companion.stage.test_stage import FIRST_ROW, START, rolled
from tests.support.snapshots import replace
from tests.support.tabletop import ADDRESS, CODE, FIRESHIP, Edge, Keys, Roll, menu_of_games, opened, published
from tests.support.wording import say

COMPARE = say("play.compare")


@pytest.fixture
def edge() -> Iterator[Edge]:
    edge = Edge()
    yield edge
    edge.close()


# ---------------------------------------------------------------------- comparing the board
SUNK_ISLANDS = (Message("test.cave"), Message("test.reef"))
CORRECTED = replace(FIRESHIP, differences=lambda start, state: SUNK_ISLANDS)


def taken_up(**more: Any) -> Snapshot:
    return replace(published(opened(("Ann", "Ben"))), game=CORRECTED, taken_up=True, **more)


def page(at: int, key: str) -> MessageCue:
    return MessageCue(title=f"stage.right {{'at': {at}, 'of': 2}}", lines=(key, "stage.right-how"))


@pytest.fixture
def asking() -> Iterator[Edge]:
    """An edge that asks whether the board is right, page by page."""
    edge = Edge(texts=Keys())
    edge.show(taken_up())
    yield edge
    edge.close()


def test_what_the_board_has_to_show_is_asked_page_by_page(asking: Edge) -> None:
    assert (asking.screen.cue, asking.lit) == (page(1, "test.cave"), ["roll", "spin", "draw", "ok", "back"])
    for steps, shown in ((1, page(2, "test.reef")), (1, page(1, "test.cave")), (-1, page(2, "test.reef"))):
        asking.input.turn(steps, taken_up())
        assert asking.screen.cue == shown


def test_ok_says_that_the_board_is_right_and_then_nothing_is_asked(asking: Edge) -> None:
    assert asking.input.push(taken_up()) == Chosen("right", TABLE, 1)
    asking.show(replace(taken_up(version=2), taken_up=False))
    assert isinstance(asking.screen.cue, StartCue)


def test_back_says_that_it_is_not_and_opens_the_correction(asking: Edge) -> None:
    asking.input.back()
    cue = asking.screen.cue
    assert isinstance(cue, MenuCue)
    assert (cue.title, cue.selected[:10]) == ("play.correct", "menu.field")
    asking.input.back()
    asking.input.back()
    assert asking.screen.cue == page(1, "test.cave"), "nobody has said yet that it is right"


def test_trouble_comes_before_the_question_and_a_push_opens_the_menu_then(asking: Edge) -> None:
    trouble = taken_up(trouble=Message("session.unwritable.full"))
    asking.show(trouble)
    assert isinstance(asking.screen.cue, ErrorCue)
    assert asking.input.push(trouble) is None


# ---------------------------------------------------------------------- putting back
PAGES = (Message("test.cave"), Message("test.reef"))


def undone(version: int = 2, **more: Any) -> Snapshot:
    return replace(published(opened(("Ann", "Ben"))), version=version, put_back=PAGES, **more)


def to_put_back(at: int, key: str) -> MessageCue:
    return MessageCue(title=f"stage.put-back {{'at': {at}, 'of': 2}}", lines=(key, "stage.put-back-how"))


@pytest.fixture
def telling() -> Iterator[Edge]:
    """An edge that tells what to put back, page by page."""
    edge = Edge(texts=Keys())
    edge.show(replace(undone(), put_back=()))
    edge.show(undone())
    yield edge
    edge.close()


def test_what_to_put_back_is_leafed_through_with_the_knob(telling: Edge) -> None:
    assert (telling.screen.cue, "back" in telling.lit) == (to_put_back(1, "test.cave"), True)
    for steps, shown in ((1, to_put_back(2, "test.reef")), (1, to_put_back(1, "test.cave"))):
        telling.input.turn(steps, undone())
        assert telling.screen.cue == shown


@pytest.mark.parametrize("reads", [lambda hands: hands.push(undone()), lambda hands: hands.back()], ids=["ok", "back"])
def test_once_read_it_is_put_away_and_the_knob_opens_the_menu(
    telling: Edge, reads: Callable[[Chooser], object]
) -> None:
    assert reads(telling.input) is None
    assert (isinstance(telling.screen.cue, StartCue), "back" in telling.lit) == (True, False)
    telling.show(undone(3, muted=True))
    assert isinstance(telling.screen.cue, StartCue), "what isn't the game's brings nothing back"
    telling.input.turn(1, undone())
    assert isinstance(telling.screen.cue, MenuCue)


def test_the_next_undo_tells_from_its_first_page_even_if_it_tells_the_same(telling: Edge) -> None:
    telling.input.turn(1, undone())
    telling.input.push(undone())
    telling.show(replace(undone(3), put_back=(*PAGES[:1], *PAGES[1:])))
    assert telling.screen.cue == to_put_back(1, "test.cave")


def test_trouble_and_a_wish_come_before_what_to_put_back(telling: Edge) -> None:
    telling.show(undone(3, trouble=Message("session.unwritable.full")))
    assert isinstance(telling.screen.cue, ErrorCue)
    telling.show(undone(3, consent=UndoRequest(0, "", "phone", 10.0, n=1, version=1)))
    assert telling.screen.cue == MessageCue(title="stage.undo-asked {'name': 'Ann'}", lines=("stage.undo-how",))
    telling.input.turn(1, undone())
    assert isinstance(telling.screen.cue, MenuCue), "nothing is leafed through that isn't on show"


# ---------------------------------------------------------------------- what a phone has set right
def set_right(by_seats: tuple[int, ...] = (1,), **more: Any) -> Snapshot:
    game = opened(("Ann", "Ben"))
    before = game.state
    fields = [entry.field for entry in before.correctables().values()][:2]
    fact = Corrected(tuple((field.name, field.word) for field in fields))
    line = LogEntry(Entry(n=4), 2, TABLE, fact.apply(before), (fact,), before=before, by_seats=by_seats)
    return replace(published(game), version=2, log=(line,), undoes=4, why_not_undo=None, **more)


def test_what_a_phone_has_set_right_is_told_with_its_name_until_it_is_read_here(telling: Edge) -> None:
    right = set_right()
    telling.show(right)
    cue = telling.screen.cue
    assert isinstance(cue, MessageCue)
    title = "stage.set-right {'at': 1, 'of': 2, 'name': 'Ben'}"
    assert (cue.title, cue.lines[0][:10], cue.lines[1]) == (title, "log.set-to", "stage.set-right-how")
    telling.input.turn(1, right)
    assert isinstance(telling.screen.cue, MessageCue)
    assert telling.screen.cue.title == title.replace("1, 'of'", "2, 'of'")
    assert telling.input.push(right) is None
    assert isinstance(telling.screen.cue, StartCue)
    telling.show(replace(right, muted=True))
    assert isinstance(telling.screen.cue, StartCue), "what isn't the game's brings nothing back"


@pytest.mark.parametrize("more", [{"by_seats": ()}, {"undoes": 3}, {"why_not_undo": Message("refused.undo-what")}])
def test_what_the_table_itself_set_right_or_what_no_undo_takes_back_is_not_told(
    telling: Edge, more: dict[str, Any]
) -> None:
    by_seats = more.pop("by_seats", (1,))
    telling.show(replace(set_right(by_seats), **more))
    assert isinstance(telling.screen.cue, StartCue)


# ---------------------------------------------------------------------- hands and phones
HELD_BY_SEAT = {0: (Message("test.boat"), Message("test.plane")), 1: (), 2: (Message("test.fog"),)}
HANDS = replace(FIRESHIP, hand=lambda state, seat: HELD_BY_SEAT[seat])


def holding() -> Snapshot:
    return replace(published(opened(("Ann", "Ben", "Cleo"))), game=HANDS)


def hand(name: str, at: int, *cards: str) -> HandCue:
    return HandCue(title=name, cards=cards, at=at, private=True)


def test_a_hand_is_shown_until_it_is_let_go_after_a_page_with_just_the_name() -> None:
    edge = Edge(texts=Keys())
    edge.show(holding())
    at_rest = edge.screen.cue
    edge.input.peek(holding())
    boats = ("test.boat", "test.plane")
    assert edge.screen.cue == hand("Ann", 0), "no card is seen before its owner turns the knob"
    for steps, shown in (
        (1, hand("Ann", 0, *boats)),
        (1, hand("Ann", 1, *boats)),
        (1, hand("Ann", 1, *boats)),
        (-1, hand("Ann", 0, *boats)),
        (-1, hand("Ann", 0)),
        (-1, hand("Cleo", 0)),
        (1, hand("Cleo", 0, "test.fog")),
        (3, hand("Cleo", 0, "test.fog")),
        (-1, hand("Cleo", 0)),
        (-1, hand("Ann", 0)),
        (9, hand("Ann", 1, *boats)),
        (-9, hand("Ann", 0)),
    ):
        edge.input.turn(steps, holding())
        assert edge.screen.cue == shown
    assert edge.input.push(holding()) is None
    edge.input.let_go()
    assert edge.screen.cue == at_rest
    edge.input.let_go()
    assert edge.screen.cue == at_rest


def test_the_only_hand_there_is_opens_on_its_first_card() -> None:
    edge = Edge(texts=Keys())
    alone = replace(holding(), game=replace(HANDS, hand=lambda state, seat: HELD_BY_SEAT[seat] if seat == 0 else ()))
    edge.show(alone)
    edge.input.peek(alone)
    for steps, at in ((0, 0), (1, 1), (1, 1), (-1, 0), (-1, 0)):
        if steps:
            edge.input.turn(steps, alone)
        assert edge.screen.cue == hand("Ann", at, "test.boat", "test.plane")


def test_the_hand_of_who_played_last_comes_first() -> None:
    edge = Edge(texts=Keys())
    before = holding()
    edge.show(before)
    edge.input.ask_who("spin wheel", (0, 1, 2), before)
    edge.input.turn(2, before)
    assert edge.input.push(before) == Chosen("spin wheel", 2, 1)
    edge.input.peek(before)
    assert edge.screen.cue == hand("Cleo", 0)
    edge.input.turn(-1, before)
    assert edge.screen.cue == hand("Ann", 0)
    edge.input.let_go()
    edge.input.ask_who("spin wheel", (0, 1, 2), before)
    cue = edge.screen.cue
    assert isinstance(cue, MenuCue)
    assert (cue.title, cue.selected) == ("stage.who", "stage.name {'name': 'Cleo'}"), "and is who is asked for first"


@pytest.mark.parametrize(
    "happens",
    [lambda edge: edge.show(holding()), lambda edge: edge.start(rolled()[0].motion)],
    ids=["show", "started"],
)
def test_whatever_happens_puts_a_hand_away(happens: Callable[[Edge], None]) -> None:
    edge = Edge(texts=Keys())
    edge.show(holding())
    edge.input.peek(holding())
    happens(edge)
    shown = list(edge.screen.cues)
    assert not isinstance(shown[-1], HandCue)
    edge.input.let_go()
    assert edge.screen.cues == shown, "there is nothing to be let go any more"


def test_where_nobody_holds_a_card_nothing_is_shown(edge: Edge) -> None:
    before = published(opened(("Ann",)))
    edge.show(before)
    edge.input.turn(1, before)
    shown = edge.screen.cue
    edge.input.peek(before)
    assert edge.screen.cue == shown == MenuCue(before="Table", selected="Roll", after=COMPARE)


JOIN = JoinCue(code="123456", address=ADDRESS, lines=("Join at",), qr=f"{CODE}J/ABCDEFGH234", private=True)


def pairing_code(times: int, digits: str | None = "123456", token: str = "ABCDEFGH234") -> PairingCode:
    return PairingCode(digits, token, times)


def test_the_digits_for_phones_stay_until_they_are_gone_or_put_away_or_something_happens(edge: Edge) -> None:
    roll, before = rolled()
    edge.show(before)
    edge.input.turn(1, before)
    edge.stage.show_pairing(pairing_code(1))
    assert (edge.screen.cue, edge.lit) == (JOIN, ["roll", "spin", "draw", "ok", "back"])
    edge.show(replace(before, version=2))
    assert edge.screen.cue == JOIN, "a phone that came in is nothing that happened on the table"
    edge.input.back()
    assert edge.screen.cue == START
    edge.stage.show_pairing(pairing_code(2))
    edge.stage.show_pairing(None)
    assert edge.screen.cue == START
    edge.stage.show_pairing(pairing_code(3))
    edge.start(roll.motion)
    edge.stage.show_pairing(None)
    assert isinstance(edge.screen.cue, RollingCue)
    edge.show(before)
    assert edge.screen.cue == START


def test_what_is_played_puts_the_digits_for_phones_away(edge: Edge) -> None:
    roll, before = rolled()
    edge.show(before)
    edge.stage.show_pairing(pairing_code(1))
    edge.show(replace(before, version=2, log=tuple(roll.lines)))
    assert isinstance(edge.screen.cue, RollCue)
    edge.stage.settle()
    assert isinstance(edge.screen.cue, RollCue)


def test_what_is_promised_of_a_new_game_is_read_in_place_of_the_digits_for_phones(edge: Edge) -> None:
    before, promised = menu_of_games(), published(opened(), commitment="3f9a41c2" * 8)
    edge.show(before)
    edge.stage.show_pairing(pairing_code(1))
    edge.show(promised)
    assert isinstance(edge.screen.cue, StartCue)
    assert "Fair 3f9a…" in edge.screen.cue.lines
    edge.stage.show_pairing(pairing_code(2))
    edge.show(replace(promised, version=3))
    assert edge.screen.cue == JOIN, "it was read already"


def test_a_person_without_a_name_is_a_player_by_number_on_the_screen(edge: Edge) -> None:
    before = published(opened(("1", "Ben")))
    edge.show(before)
    edge.input.ask_who("spin wheel", (0, 1), before)
    assert edge.screen.cue == MenuCue(title="Who?", selected="Player 1", after="Ben")
    blue = (Message("kit.fireship.blue"),)
    edge.input.peek(replace(before, game=replace(HANDS, hand=lambda state, seat: blue if seat == 0 else ())))
    assert edge.screen.cue == hand("Player 1", 0, "Blue die")
    roll = Roll(opened(("1", "Ben")), "spin wheel", ("kraken",), seat=0)
    edge.show(before)
    edge.start(roll.motion)
    assert isinstance(edge.screen.cue, SpinningCue)
    assert edge.screen.cue.name == "Player 1"
    edge.stage.go(roll.motion, roll.facts, roll.state, lambda holder: None)
    assert isinstance(edge.screen.cue, WheelCue)
    assert edge.screen.cue.name == "Player 1"
    edge.show(replace(before, version=2, state=roll.state, log=tuple(roll.lines)))
    assert isinstance(edge.screen.cue, WheelCue)
    assert edge.screen.cue.name == "Player 1"


def test_a_code_that_was_used_is_replaced_where_it_stands_and_brings_nothing_back(edge: Edge) -> None:
    before = published(opened())
    edge.show(before)
    edge.stage.show_pairing(pairing_code(1))
    edge.stage.show_pairing(pairing_code(1, token="ZZZZZZZZZZZ"))
    joining = edge.screen.cue
    assert isinstance(joining, JoinCue) and joining.qr == f"{CODE}J/ZZZZZZZZZZZ"
    edge.input.back()
    edge.input.turn(1, before)
    edge.stage.show_pairing(pairing_code(1, token="YYYYYYYYYYY"))
    assert edge.screen.cue == FIRST_ROW
    edge.stage.show_pairing(pairing_code(2, token="YYYYYYYYYYY"))
    assert isinstance(edge.screen.cue, JoinCue)


def test_after_too_many_wrong_digits_the_eyes_at_the_table_are_told_so_beside_the_code(edge: Edge) -> None:
    edge.show(published(opened()))
    edge.stage.show_pairing(pairing_code(1))
    edge.stage.show_pairing(pairing_code(1, digits=None))
    code = f"{CODE}J/ABCDEFGH234"
    assert edge.screen.cue == StartCue(address="", lines=(say("stage.by-code"),), qr=code, private=True)


def test_once_it_is_switched_off_the_screen_says_so_and_nothing_else(edge: Edge) -> None:
    before = published(opened(), lang="fr")
    edge.show(before)
    edge.stage.switching_off()
    leave = MessageCue(title="Extinction", lines=(say("stage.leave-plug", "fr"),))
    for covers in (edge.stage.settle, lambda: edge.stage.ask(Message("stage.off")), lambda: edge.show(before)):
        covers()
        assert (edge.screen.cue, edge.lit) == (leave, [])
    edge.stage.switched_off()
    edge.stage.settle()
    assert edge.screen.cue == MessageCue(title="Éteint", lines=(say("stage.computer-on", "fr"),))
    assert edge.stage.unplug_cue == MessageCue(title="Éteint", lines=(say("stage.unplug", "fr"),))
