from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from companion.controls import Controls
from companion.session import CHANCE, TABLE, Published, Refusal, Request, Said
from hardware.ports import ButtonEdge, ButtonEvent, ButtonName, ChordHeld, InputEvent, KnobEvent, MenuCue, MessageCue
from tests.companion.tabletop import FIRESHIP, TEXTS, Edge, Keys, duelling, menu_of_games, opened, published
from tests.engine.games.duel import DUEL, Declared, Duel

Answered = Callable[[int | Refusal], None]


class Session:
    """Takes requests and answers nothing by itself."""

    def __init__(self, at_first: Published) -> None:
        self.published = at_first
        self.requests: list[Request] = []
        self.answers: list[Answered] = []

    def post(self, request: Request, answered: Answered) -> None:
        self.requests.append(request)
        self.answers.append(answered)


class Hands:
    """Hands at a table that shows *at_first*."""

    def __init__(self, at_first: Published, texts: Any = TEXTS) -> None:
        self.edge = Edge(texts=texts)
        self.edge.stage.show(at_first)
        self.session = Session(at_first)
        self.switched_off = 0
        at_session: Any = self.session
        self._controls = Controls(at_session, self.edge.stage, self._switch_off)

    def _switch_off(self) -> None:
        self.switched_off += 1

    def do(self, *events: InputEvent) -> list[str]:
        """Let *events* happen; return what was said to the session so far."""
        for event in events:
            self._controls.handle(event)
        return [request.do for request in self.session.requests]


    @property
    def selected(self) -> str:
        """The row of the menu that is chosen now."""
        cue = self.edge.screen.cue
        assert isinstance(cue, MenuCue)
        return cue.selected

    def turn_to(self, row: str) -> None:
        """Turn the knob until *row* is chosen."""
        self.do(turned(1))
        seen: list[str] = []
        while self.selected != row:
            assert self.selected not in seen, seen
            seen.append(self.selected)
            self.do(turned(1))


def pressed(button: ButtonName, edge: ButtonEdge = ButtonEdge.PRESSED) -> ButtonEvent:
    return ButtonEvent(button, edge, 0.0)


def turned(steps: int) -> KnobEvent:
    return KnobEvent(steps, 0.0)


@pytest.fixture
def hands() -> Hands:
    return Hands(published(opened(("Ann", "Ben"))))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([pressed("roll")], ["roll dice"]),
        ([pressed("roll", ButtonEdge.RELEASED), pressed("roll", ButtonEdge.HELD)], []),
        ([pressed("spin"), pressed("draw")], []),
        ([pressed("back")], []),
        ([pressed("back"), pressed("back", ButtonEdge.HELD)], ["undo"]),
        ([pressed("ok"), pressed("ok")], ["roll dice"]),
        ([turned(1), turned(2), pressed("push")], ["roll blue"]),
        ([turned(1), turned(-2), pressed("ok")], ["roll plain"]),
        ([turned(1), pressed("back"), pressed("push")], []),
        ([turned(1), pressed("roll")], ["roll dice"]),
        ([ChordHeld(frozenset({"roll", "back"}), 0.0)], []),
    ],
)
def test_what_hands_do_means_this(hands: Hands, events: list[InputEvent], said: list[str]) -> None:
    assert hands.do(*events) == said
    assert hands.switched_off == 0


def test_exactly_ok_and_back_held_together_switch_the_table_off(hands: Hands) -> None:
    hands.do(ChordHeld(frozenset({"ok", "back", "push"}), 0.0))
    assert hands.switched_off == 0
    hands.do(ChordHeld(frozenset({"ok", "back"}), 0.0))
    assert hands.switched_off == 1


def test_a_button_speaks_for_the_table_and_all_who_sit_at_it_each_time_by_a_new_id(hands: Hands) -> None:
    hands.do(pressed("roll"), pressed("roll"))
    first, second = hands.session.requests
    assert (first.seat, first.by, first.seen, first.speaks_for) == (TABLE, "button", 1, frozenset({TABLE, 0, 1}))
    assert first.id != second.id


@pytest.mark.parametrize("button", ["roll", "spin", "draw", "ok", "push"])
def test_without_a_game_every_button_opens_the_menu(button: ButtonName) -> None:
    hands = Hands(menu_of_games())
    assert hands.do(pressed(button)) == []
    assert hands.edge.screen.cue == MenuCue(selected="Fireship")
    assert hands.do(pressed(button)) == ["new fireship kit"]


def test_what_is_chosen_was_seen_when_the_menu_was_opened(hands: Hands) -> None:
    hands.do(turned(1))
    hands.session.published = published(opened(("Ann", "Ben")), version=8)
    hands.do(pressed("push"))
    assert [request.seen for request in hands.session.requests] == [1]


def test_chance_is_spoken_for_where_real_dice_are_typed() -> None:
    game = opened(chance="typed")
    game.table.do(FIRESHIP.notation.read(TABLE, "roll dice"))
    hands = Hands(published(game))
    assert hands.do(turned(1), *[pressed("push")] * 4) == ["roll 1 1 1"]
    assert hands.session.requests[0].seat == CHANCE


DECLARED = Duel(
    hands=(("strike",), ("guard", "charm"), ("guard",)),
    lives=(3, 3, 3),
    pile=(("strike",),),
    step="draw",
    pending=(Declared(asked=(0, 1, 2), target=1, number=1),),
    questions=1,
)
"""Ann has struck Ben: he and Cleo may guard, and all three may pass."""


def told_of(request: Request) -> tuple[str, int, int]:
    return request.do, request.seat, request.seen


def test_what_one_person_alone_may_do_is_done_for_that_person() -> None:
    one_guard = msgspec.structs.replace(DECLARED, hands=((), ("guard",), ("charm",)))
    hands = Hands(duelling(one_guard, ("Ann", "Ben", "Cleo")), Keys())
    hands.turn_to("play.guard")
    hands.do(pressed("push"))
    assert [told_of(request) for request in hands.session.requests] == [("guard", 1, 1)]


def test_where_several_people_may_do_it_the_screen_asks_who_and_the_named_one_does_it() -> None:
    hands = Hands(duelling(DECLARED, ("Ann", "Ben", "Cleo")), Keys())
    hands.turn_to("play.guard")
    rows = [f"stage.name {{'name': '{name}'}}" for name in ("Ben", "Cleo")]
    assert hands.do(pressed("push")) == []
    asked = MenuCue(title="stage.who", before=rows[1], selected=rows[0], after=rows[1], private=True)
    assert hands.edge.screen.cue == asked
    assert hands.do(turned(1), pressed("back")) == []
    assert hands.selected == "play.guard"
    hands.session.published = replace(hands.session.published, version=7)
    hands.do(pressed("push"), turned(1), pressed("ok"))
    assert [told_of(request) for request in hands.session.requests] == [("guard", 2, 1)]


def test_a_button_that_several_people_may_mean_asks_who_too() -> None:
    game = replace(DUEL, buttons=lambda state: {"draw": "guard", "roll": "rest"})
    hands = Hands(duelling(DECLARED, ("Ann", "Ben", "Cleo"), game), Keys())
    at_rest = hands.edge.screen.cue
    assert hands.do(turned(1), pressed("draw")) == []
    assert hands.selected == "stage.name {'name': 'Ben'}"
    assert hands.do(pressed("back")) == []
    assert hands.edge.screen.cue == at_rest, "the button's question isn't part of the menu that was open"
    assert hands.do(pressed("draw")) == []
    hands.do(pressed("push"))
    assert [told_of(request) for request in hands.session.requests] == [("guard", 1, 1)]
    hands.do(pressed("roll"))
    assert told_of(hands.session.requests[-1]) == ("rest", TABLE, 1), "nobody may: the table is told why"


def test_a_person_is_refused_in_private_where_cards_are_hidden() -> None:
    hands = Hands(duelling(DECLARED, ("Ann", "Ben", "Cleo")), Keys())
    hands.turn_to("play.guard")
    hands.do(pressed("push"), pressed("push"))
    hands.session.answers[0](Refusal(Said("duel.no-card"), "refused"))
    assert hands.edge.screen.cue == MessageCue(title="", lines=("duel.no-card",), private=True)
    hands.edge.stage.close()


def test_a_refusal_is_said_but_not_that_the_dice_still_roll(hands: Hands) -> None:
    hands.do(pressed("roll"), pressed("roll"))
    rolling, refused = hands.session.answers
    at_rest = hands.edge.screen.cue
    rolling(Refusal(Said("session.rolling"), "rolling"))
    assert hands.edge.screen.cue == at_rest
    refused(Refusal(Said("refused.ended"), "refused"))
    assert hands.edge.screen.cue == MessageCue(title="", lines=("The game has ended.",))
    hands.edge.stage.close()


def test_a_choice_that_nobody_else_may_notice_leaves_the_table_at_rest(hands: Hands) -> None:
    at_rest = hands.edge.screen.cue
    hands.do(turned(1), pressed("push"))
    hands.session.answers[0](1)
    assert hands.edge.screen.cue == at_rest
