from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE
from companion.input.controls import Controls
from companion.model.consent import UndoRequest
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.shelf.games import game_rows
from companion.model.snapshot import Snapshot
from companion.model.table_menu import Saved
from companion.phones.pairing import PairingCode
from hardware.cues import HandCue, MenuCue, MessageCue
from hardware.ports import ButtonEdge, ButtonEvent, ButtonName, ChordHeld, InputEvent, KnobEvent
from tests.support.snapshots import replace
from tests.support.tabletop import ADDRESS, FIRESHIP, LIBRARY, TEXTS, Edge, menu_of_games, opened, published
from tests.support.wording import say

Answered = Callable[[int | RequestRefused], None]


class Session:
    """Takes requests and answers nothing by itself."""

    def __init__(self, at_first: Snapshot) -> None:
        self.published = at_first
        self.requests: list[CommandRequest] = []
        self.answers: list[Answered] = []

    def post(self, request: CommandRequest, answered: Answered) -> None:
        self.requests.append(request)
        self.answers.append(answered)


class Questions:
    """A question that may take more than a press."""

    def __init__(self) -> None:
        self.is_grave = False
        self.told: list[str] = []

    def answer(self, is_yes: bool) -> None:
        self.told.append("yes" if is_yes else "no")

    def let_go(self) -> None:
        self.told.append("let go")

    def agree(self) -> None:
        self.told.append("agree")


class Hands:
    """Hands at a table that shows *at_first*."""

    def __init__(self, at_first: Snapshot, texts: Any = TEXTS) -> None:
        self.edge = Edge(texts=texts)
        self.edge.show(at_first)
        self.session = Session(at_first)
        self.switched_off = 0
        self.windows = 0
        at_session: Any = self.session
        self.rehearsals = 0
        self.grave: Any = Questions()
        self.forgets = 0
        self.mended: list[str] = []
        self._controls = Controls(
            at_session,
            self.edge.stage,
            self.edge.input,
            self.grave,
            actions=self,
        )

    def ask_to_forget_by_hand(self) -> None:
        self.forgets += 1

    def rehearse(self) -> None:
        self.rehearsals += 1

    def open_window(self) -> None:
        self.windows += 1

    def switch_off_for_good(self) -> None:
        self.switched_off += 1

    def mend_by_hand(self, line: str) -> None:
        self.mended.append(line)

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


def said(name: Message) -> str:
    return TEXTS.say("en", name.key, **name.values)


def turned(steps: int) -> KnobEvent:
    return KnobEvent(steps, 0.0)


@pytest.fixture
def hands() -> Hands:
    return Hands(published(opened(("Ann", "Ben"))))


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([pressed("roll")], ["press roll"]),
        ([pressed("roll", ButtonEdge.RELEASED), pressed("roll", ButtonEdge.HELD)], []),
        ([pressed("spin")], ["press spin"]),
        ([pressed("back")], []),
        ([pressed("back"), pressed("back", ButtonEdge.HELD)], ["undo"]),
        ([pressed("ok"), pressed("ok"), pressed("ok")], ["roll dice"]),
        ([turned(1), pressed("push"), turned(2), pressed("push")], ["roll blue"]),
        ([turned(1), pressed("ok"), turned(-2), pressed("ok")], ["roll plain"]),
        ([turned(1), pressed("back"), pressed("push")], []),
        ([turned(1), pressed("roll")], ["press roll"]),
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


def test_two_buttons_held_together_agree_to_what_somebody_wants_taken_back_and_do_nothing_else(hands: Hands) -> None:
    hands.session.published = replace(
        hands.session.published, consent=UndoRequest(0, "", "phone", 10.0, n=1, version=1)
    )
    assert hands.do(pressed("roll"), pressed("draw")) == []
    for buttons in ({"roll", "back"}, {"roll", "push"}, {"spin", "draw", "ok"}):
        assert hands.do(ChordHeld(frozenset(buttons), 3.0)) == []  # type: ignore[arg-type]
    assert hands.do(ChordHeld(frozenset({"roll", "draw"}), 3.0)) == ["consent"]
    (request,) = hands.session.requests
    assert (request.seat, request.by, request.phone) == (TABLE, "button", "")
    hands.session.published = replace(hands.session.published, consent=None)
    assert hands.do(ChordHeld(frozenset({"roll", "draw"}), 9.0), pressed("roll")) == ["consent", "press roll"]


def test_a_press_gives_its_own_moment_to_chance(hands: Hands) -> None:
    hands.do(ButtonEvent("roll", ButtonEdge.PRESSED, 12.000000345))
    hands.do(turned(1), ButtonEvent("ok", ButtonEdge.PRESSED, 13.5))
    hands.do(ButtonEvent("ok", ButtonEdge.PRESSED, 14.25))
    assert [int.from_bytes(request.entropy, "big") for request in hands.session.requests] == [
        12_000_000_345, 14_250_000_000,
    ]  # fmt: skip


def test_a_button_speaks_for_the_table_and_all_who_sit_at_it_each_time_by_a_new_id(hands: Hands) -> None:
    hands.do(pressed("roll"), pressed("roll"))
    first, second = hands.session.requests
    assert (first.seat, first.by, first.seen, first.speaks_for) == (TABLE, "button", 1, frozenset({TABLE, 0, 1}))
    assert first.id != second.id


@pytest.mark.parametrize("button", ["roll", "spin", "draw", "ok", "push"])
def test_without_a_game_every_button_opens_the_menu(button: ButtonName) -> None:
    hands = Hands(menu_of_games())
    first, second = game_rows(LIBRARY.games)[:2]
    assert hands.do(pressed(button)) == []
    about = TEXTS.say("en", "menu.about")
    assert hands.edge.screen.cue == MenuCue(before=about, selected=said(first.label), after=said(second.label))
    assert LIBRARY.games[0].is_tool
    assert hands.do(pressed(button), pressed(button)) == [f"open {LIBRARY.games[0].slug}"]


def test_what_is_chosen_was_seen_when_the_menu_was_opened(hands: Hands) -> None:
    hands.do(turned(1), pressed("push"))
    hands.session.published = published(opened(("Ann", "Ben")), version=8)
    hands.do(pressed("push"))
    assert [request.seen for request in hands.session.requests] == [1]


def test_chance_is_spoken_for_where_real_dice_are_typed() -> None:
    game = opened(chance="typed")
    game.table.do(FIRESHIP.notation.read(TABLE, "roll dice"))
    hands = Hands(published(game))
    assert hands.do(turned(1), *[pressed("push")] * 3) == ["roll 1 1 1"]
    assert hands.session.requests[0].seat == CHANCE


def test_a_refusal_is_said_but_not_that_the_dice_still_roll(hands: Hands) -> None:
    hands.do(pressed("roll"), pressed("roll"))
    rolling, refused = hands.session.answers
    at_rest = hands.edge.screen.cue
    rolling(RequestRefused(Message("session.rolling"), "rolling"))
    assert hands.edge.screen.cue == at_rest
    refused(RequestRefused(Message("refused.ended"), "refused"))
    assert hands.edge.screen.cue == MessageCue(title="", lines=(say("refused.ended"),))
    hands.edge.close()


def test_a_choice_that_nobody_else_may_notice_leaves_the_table_at_rest(hands: Hands) -> None:
    at_rest = hands.edge.screen.cue
    hands.do(turned(1), pressed("push"), pressed("push"))
    hands.session.answers[0](1)
    assert hands.edge.screen.cue == at_rest


# ---------------------------------------------------------------------- buttons that are held
HELD, RELEASED = ButtonEdge.HELD, ButtonEdge.RELEASED


def held(button: ButtonName) -> list[InputEvent]:
    return [pressed(button), pressed(button, HELD)]


def test_ok_held_lets_phones_in_and_chooses_nothing(hands: Hands) -> None:
    assert hands.do(*held("ok"), pressed("ok", RELEASED)) == []
    assert hands.windows == 1


@pytest.mark.parametrize("digits", ["123456", None])
def test_ok_held_over_the_way_in_opens_it_again_whether_its_digits_still_count(
    hands: Hands, digits: str | None
) -> None:
    hands.edge.stage.show_pairing(PairingCode(digits, "ABCDEFGH234"))
    assert hands.do(*held("ok"), pressed("ok", RELEASED)) == []
    assert hands.windows == 1


@pytest.mark.parametrize("button", ["push", "back"])
def test_another_button_held_over_the_way_in_only_does_what_its_press_does(hands: Hands, button: ButtonName) -> None:
    hands.edge.stage.show_pairing(PairingCode(None, "ABCDEFGH234"))
    assert hands.do(*held(button)) == []
    assert hands.windows == 0
    assert not isinstance(hands.edge.screen.cue, HandCue)


@pytest.mark.parametrize("button", ["ok", "push", "back"])
def test_a_button_held_over_an_open_menu_only_does_what_its_press_does(hands: Hands, button: ButtonName) -> None:
    hands.do(turned(1), turned(1), *held(button))
    assert (hands.windows, hands.session.requests) == (0, [])
    assert not isinstance(hands.edge.screen.cue, HandCue)


def test_back_held_undoes_only_at_rest(hands: Hands) -> None:
    hands.do(turned(1))
    assert hands.do(*held("back")) == [], "it has put the menu away"
    assert hands.do(*held("back")) == ["undo"]


def test_the_knob_held_shows_a_hand_until_it_is_let_go() -> None:
    game = replace(FIRESHIP, hand=lambda state, seat: (Message("kit.fireship.blue"),))
    hands = Hands(replace(published(opened(("Ann", "Ben"))), game=game))
    at_rest = hands.edge.screen.cue
    hands.do(*held("push"))
    assert hands.edge.screen.cue == HandCue(title="Ann", cards=(), private=True)
    hands.do(pressed("ok"), turned(1))
    assert hands.edge.screen.cue == HandCue(title="Ann", cards=("Blue die",), private=True)
    assert hands.do(pressed("push", RELEASED)) == []
    assert hands.edge.screen.cue == at_rest


def test_whatever_hands_do_lights_the_screen_up_but_not_letting_go(hands: Hands) -> None:
    hands.do(pressed("roll", RELEASED))
    assert hands.edge.screen.woken == 0
    hands.do(pressed("spin"), turned(1), pressed("back"))
    assert hands.edge.screen.woken == 3


def test_a_board_that_differs_is_said_to_be_right_by_ok() -> None:
    game = replace(FIRESHIP, differences=lambda start, state: (Message("kit.fireship.blue"),))
    hands = Hands(replace(published(opened(("Ann", "Ben"))), game=game, taken_up=True))
    assert hands.do(*held("ok")) == ["right"]
    assert (hands.windows, hands.session.requests[0].seat) == (0, TABLE)


def test_what_to_put_back_is_read_by_ok_and_back_held_takes_back_still_more() -> None:
    told = Message("kit.fireship.blue"), Message("kit.fireship.blue")
    hands = Hands(replace(published(opened(("Ann", "Ben"))), put_back=told, why_not_undo=None))
    assert hands.edge.screen.cue == MessageCue(title="Put back 1/2", lines=("Blue die", "OK: done"))
    assert hands.do(turned(1), *held("back")) == ["undo"]
    hands.do(pressed("ok"))
    assert isinstance(hands.edge.screen.cue, MenuCue)


# ---------------------------------------------------------------------- the table's own rows
def test_by_knob_alone_a_game_is_set_up_and_started() -> None:
    hands = Hands(menu_of_games())
    hands.turn_to("Fireship")
    hands.do(pressed("push"))
    assert hands.selected == say("menu.mode-kit")
    hands.do(pressed("push"))
    assert hands.selected == "Start"
    hands.turn_to("People: 2")
    hands.do(pressed("push"), turned(1), pressed("push"))
    assert hands.selected == "Start"
    assert hands.do(pressed("push")) == ["new fireship kit seats=3"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["Language", "Français"], "lang fr"),
        (["Brightness: 3", "5"], "brightness 5"),
        (["Sound: on", "off"], "mute on"),
        (["Saved games", "Fireship, Ann, Ben, 21.11. 20:15", "Go on"], "resume 7"),
        (["Saved games", "Fireship, Ann, Ben, 21.11. 20:15", "Delete?", "Yes, delete"], "delete 7"),
    ],
)
@pytest.mark.parametrize("playing", [False, True])
def test_everything_of_the_table_is_reached_by_knob(rows: list[str], said: str, playing: bool) -> None:
    kept = tuple(Saved(n, FIRESHIP.name, ("Ann", "Ben"), f"2{n - 6}.11. 20:15") for n in (8, 7))
    hands = Hands(replace(published(opened(("Ann",))) if playing else menu_of_games(), saved=kept))
    for row in (["Table"] if playing else []) + rows:
        hands.turn_to(row)
        hands.do(pressed("push"))
    assert [request.do for request in hands.session.requests] == [said]
    assert hands.session.requests[0].seat == TABLE


@pytest.mark.parametrize(
    ("row", "now"), [("Luminosité\u00a0: 4", "4"), ("Son\u00a0: non", "non"), ("Langue", "Français")]
)
def test_a_setting_opens_on_what_holds_now(row: str, now: str) -> None:
    hands = Hands(replace(menu_of_games(), brightness=4, muted=True, lang="fr"))
    hands.turn_to(row)
    hands.do(pressed("push"))
    assert hands.selected == now


def test_a_new_game_asks_before_it_leaves_the_one_under_way_and_no_goes_back(hands: Hands) -> None:
    for row in ("Table", "New game?"):
        hands.turn_to(row)
        hands.do(pressed("push"))
    assert hands.selected == say("menu.new-yes")
    hands.turn_to("No")
    hands.do(pressed("push"))
    assert hands.selected == "New game?"
    hands.do(pressed("push"), pressed("push"))
    hands.turn_to("Fireship")
    assert hands.do(pressed("push"), pressed("push"), pressed("push")) == ["new fireship kit"]


def test_undo_is_greyed_with_its_reason_and_done_where_anybody_may(hands: Hands) -> None:
    hands.turn_to("Undo")
    assert hands.do(pressed("push")) == []
    assert hands.edge.screen.cue == MessageCue(title="", lines=(say("refused.undo-what"),))
    free = Hands(replace(published(opened(("Ann", "Ben"))), why_not_undo=None, can_redo=True))
    for row in ("Undo", "Redo"):
        free.turn_to(row)
        free.do(pressed("push"))
    assert [request.do for request in free.session.requests] == ["undo", "redo"]
    hands.edge.close()


def test_about_tells_the_version_and_the_address() -> None:
    hands = Hands(replace(menu_of_games(), program="1.2.3"))
    hands.turn_to("About")
    hands.do(pressed("push"))
    assert hands.edge.screen.cue == MenuCue(title="About", selected="Tidetable 1.2.3", after=ADDRESS)


def test_where_somebody_sets_things_right_only_what_was_changed_is_said() -> None:
    hands = Hands(published(opened(("Ann", "Ben"))))
    hands.turn_to(say("play.correct"))
    hands.do(pressed("push"))
    first = hands.selected
    hands.do(pressed("push"), turned(1), pressed("push"))
    assert hands.selected == "Done"
    (line,) = hands.do(pressed("push"))
    assert line.startswith("correct ") and line.count("=") == 1, first


def test_ok_and_roll_held_together_begin_a_rehearsal_and_roll_nothing(hands: Hands) -> None:
    assert hands.do(pressed("ok"), pressed("roll"), ChordHeld(frozenset({"ok", "roll"}), 3.0)) == []
    assert hands.rehearsals == 1
    assert hands.do(pressed("roll")) == ["press roll"], "their letting go is heard by the rehearsal"


def test_a_roll_pressed_while_ok_is_still_down_counts_once_it_is_let_go(hands: Hands) -> None:
    assert hands.do(pressed("ok"), pressed("roll")) == []
    assert hands.do(pressed("ok", ButtonEdge.RELEASED), pressed("roll", ButtonEdge.RELEASED)) == ["press roll"]
    assert hands.do(pressed("roll"), pressed("roll", ButtonEdge.RELEASED)) == ["press roll", "press roll"]


def test_the_menu_at_the_table_begins_a_rehearsal(hands: Hands) -> None:
    hands.turn_to(TEXTS.say("en", "menu.table"))
    hands.do(pressed("ok"))
    hands.turn_to(TEXTS.say("en", "menu.rehearse"))
    assert hands.do(pressed("ok")) == []
    assert hands.rehearsals == 1


def test_two_buttons_held_answer_a_grave_question_and_play_nothing(hands: Hands) -> None:
    both = ChordHeld(frozenset({"roll", "draw"}), 3.0)
    hands.do(both)
    assert hands.grave.told == [], "nothing is asked"
    hands.grave.is_grave = True
    hands.edge.stage.ask(Message("stage.ask-forget"))
    assert hands.do(pressed("roll"), pressed("draw"), both) == []
    assert hands.grave.told == ["agree"]
    hands.do(pressed("ok"), pressed("ok", ButtonEdge.RELEASED))
    assert hands.grave.told == ["agree", "yes", "let go"]


@pytest.mark.parametrize(("row", "yes"), [("menu.forget", "menu.forget-yes"), ("menu.off-table", "menu.off-yes")])
def test_the_menu_at_the_table_asks_before_it_forgets_or_switches_off(hands: Hands, row: str, yes: str) -> None:
    hands.turn_to(TEXTS.say("en", "menu.table"))
    hands.do(pressed("ok"))
    hands.turn_to(TEXTS.say("en", row))
    hands.do(pressed("ok"))
    assert (hands.forgets, hands.switched_off) == (0, 0)
    hands.turn_to(TEXTS.say("en", yes))
    assert hands.do(pressed("ok")) == []
    assert (hands.forgets, hands.switched_off) == ((1, 0) if row == "menu.forget" else (0, 1))
