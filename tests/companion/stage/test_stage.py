from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from companion.engine.chance import Answer
from companion.engine.command import Refusal
from companion.engine.plays import Play
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.consent import UndoRequest
from companion.model.game_view import GameView
from companion.model.snapshot import Snapshot
from companion.runtime.timers import Action, Timer
from companion.stage.layers import Chosen
from hardware.cues import (
    ErrorCue,
    MenuCue,
    MessageCue,
    RollCue,
    RollingCue,
    RollingVerdictCue,
    StageCue,
    StartCue,
    VerdictCue,
)
from tests.support.games.duel import Duel
from tests.support.snapshots import replace
from tests.support.tabletop import (
    ADDRESS,
    CODE,
    FIRESHIP,
    PATIENCE_S,
    TEXTS,
    Edge,
    Keys,
    Roll,
    duelling,
    menu_of_games,
    opened,
    published,
)
from tests.support.wording import say

REFUSED = Message("refused.ended")
REFUSAL = MessageCue(title="", lines=(say("refused.ended"),))
START = StartCue(address=ADDRESS, lines=("Join at", "Press ROLL"), qr=CODE)
ROLLED = RollCue(values=(3, 7, 10), caption="Roll 1", total=20, name="Ann")
DICE = TEXTS.say("en", "kit.fireship.dice")
FIRST_ROW = MenuCue(before="Table", selected="Roll", after="Spin")


@pytest.fixture
def edge() -> Iterator[Edge]:
    edge = Edge()
    yield edge
    edge.close()


def rolled(do: str = "roll dice", answer: Answer = (3, 7, 10), lang: str = "en") -> tuple[Roll, Snapshot]:
    """A roll by Ann, and what was published before it."""
    game = opened(("Ann", "Ben"))
    before = published(game, lang=lang)
    return Roll(game, do, answer, seat=0), before


def nothing(holder: str) -> None:
    """Nobody waits for a landing."""


def test_before_the_first_roll_the_screen_says_where_the_table_is_and_what_to_press(edge: Edge) -> None:
    edge.show(published(opened()))
    assert edge.screen.cue == START


def test_before_the_first_roll_the_screen_shows_how_what_is_promised_begins(edge: Edge) -> None:
    edge.show(published(opened(), commitment="3f9a41c2" * 8))
    assert edge.screen.cue == StartCue(address=ADDRESS, lines=("Join at", "Fair 3f9a…", "Press ROLL"), qr=CODE)


@pytest.mark.parametrize(("seat", "who"), [(0, "Ann"), (TABLE, "Table")])
def test_who_wants_something_taken_back_is_on_the_screen_until_that_is_over(edge: Edge, seat: int, who: str) -> None:
    at_rest = published(opened(("Ann", "Ben")))
    edge.show(replace(at_rest, consent=UndoRequest(seat, "", "phone", 10.0, n=1, version=1)))
    how = say("stage.undo-how")
    assert edge.screen.cue == MessageCue(title=f"{who}: undo?", lines=(how,))
    edge.show(at_rest)
    assert edge.screen.cue == START


def test_a_wish_that_nobody_answered_is_told_for_a_while() -> None:
    edge = Edge(refusal_s=0.01)
    at_rest = published(opened(("Ann", "Ben")))
    request = UndoRequest(0, "", "phone", 10.0, n=1, version=1)
    edge.show(replace(at_rest, consent=request))
    edge.show(replace(at_rest, lapsed=request))
    told = MessageCue(title=say("consent.nobody-answered"), lines=(say("consent.unchanged"),))
    assert told in edge.screen.cues
    edge.screen.wait_for(START)
    edge.close()


def test_without_a_game_the_screen_says_to_turn_the_knob(edge: Edge) -> None:
    edge.show(menu_of_games())
    assert edge.screen.cue == StartCue(address=ADDRESS, lines=("Join at", say("stage.choose")), qr=CODE)


def test_the_code_to_join_by_comes_once_there_is_one(edge: Edge) -> None:
    edge.code = ""
    edge.show(published(opened()))
    assert edge.screen.cue == StartCue(address=ADDRESS, lines=("Join at", "Press ROLL"))
    edge.code = CODE
    edge.stage.settle()
    assert edge.screen.cue == START


@pytest.mark.parametrize(
    ("do", "answer", "lang", "moving", "landed"),
    [
        (
            "roll dice",
            (3, 7, 10),
            "en",
            RollingCue(count=3, caption=DICE, name="Ann"),
            ROLLED,
        ),
        (
            "roll blue",
            ("won",),
            "fr",
            RollingVerdictCue(caption="Dé bleu", name="Ann"),
            VerdictCue(won=True, title="GAGNÉ", detail="Dé bleu 4/6"),
        ),
        (
            "roll plain",
            ("lost",),
            "en",
            RollingVerdictCue(caption="Plain die", name="Ann"),
            VerdictCue(won=False, title="LOST", detail="Plain die 3/6"),
        ),
    ],
)
def test_a_roll_tumbles_then_lands_then_stays(
    edge: Edge, do: str, answer: Answer, lang: str, moving: StageCue, landed: StageCue
) -> None:
    roll, before = rolled(do, answer, lang)
    edge.show(before)
    edge.start(roll.motion)
    assert edge.screen.cue == moving
    heard: list[str] = []
    assert edge.stage.go(roll.motion, roll.facts, roll.state, heard.append) == ("screen",)
    assert (edge.screen.cue, heard) == (landed, [])
    assert edge.screen.landed is not None
    edge.screen.landed()
    assert heard == ["screen"]
    edge.show(published(opened(("Ann", "Ben")), roll.lines, lang=lang))
    assert edge.screen.cue == landed


def test_what_falls_while_it_is_switched_off_lands_unseen(edge: Edge) -> None:
    roll, before = rolled()
    edge.show(before)
    edge.start(roll.motion)
    edge.stage.switching_off()
    leave, heard = edge.screen.cue, list[str]()
    assert edge.stage.go(roll.motion, roll.facts, roll.state, heard.append) == (), "nobody holds the reveal up"
    edge.stage.land_alone(ROLLED, lambda: heard.append("alone"))
    edge.show(published(opened(("Ann", "Ben")), roll.lines))
    assert (edge.screen.cue, heard) == (leave, ["alone"])
    assert isinstance(leave, MessageCue)


def test_what_was_undone_is_not_shown(edge: Edge) -> None:
    game = opened(("Ann", "Ben"))
    lines = [*Roll(game, "roll dice", (3, 7, 10), seat=0).lines]
    second = Roll(game, "roll plain", ("won",)).lines
    edge.show(published(game, [*lines, *(replace(line, undone=True) for line in second)]))
    assert edge.screen.cue == ROLLED


def test_trouble_and_notice_are_said_in_words(edge: Edge) -> None:
    edge.show(published(opened(), trouble=Message("session.unwritable.full"), lang="fr"))
    cue = edge.screen.cue
    assert isinstance(cue, ErrorCue)
    assert (cue.title, cue.lines[0][:26]) == (say("stage.memory", "fr"), "La carte mémoire est plein")
    edge.show(published(opened(), notice=Message("session.set-aside")))
    assert isinstance(edge.screen.cue, ErrorCue)


def in_motion(edge: Edge) -> list[str]:
    """Let a roll land on *edge*; return who is told to have landed."""
    roll, before = rolled()
    landed: list[str] = []
    edge.show(before)
    edge.start(roll.motion)
    edge.stage.go(roll.motion, roll.facts, roll.state, landed.append)
    return landed


@pytest.mark.parametrize(
    "hand",
    [
        lambda edge: edge.input.turn(1, published(opened())),
        lambda edge: edge.input.push(published(opened())),
        lambda edge: edge.input.back(),
        lambda edge: edge.stage.refuse(REFUSED),
        lambda edge: edge.stage.settle(),
    ],
    ids=["turn", "push", "back", "refuse", "settle"],
)
def test_nothing_that_hands_do_covers_what_is_in_motion_or_lands_it_early(
    edge: Edge, hand: Callable[[Edge], object]
) -> None:
    landed = in_motion(edge)
    shown = list(edge.screen.cues)
    assert hand(edge) is None
    assert (edge.screen.cues, landed, edge.lit) == (shown, [], [])


def test_a_menu_is_put_away_by_whatever_happens(edge: Edge) -> None:
    before = published(opened())
    edge.show(before)
    edge.input.turn(1, before)
    assert edge.screen.cue == FIRST_ROW
    edge.show(before)
    assert edge.screen.cue == START
    edge.input.turn(1, before)
    assert edge.screen.cue == FIRST_ROW, "it opens anew, at its first row"


def test_a_row_is_chosen_from_what_was_on_offer_and_the_menu_is_closed(edge: Edge) -> None:
    before = published(opened())
    edge.show(before)
    assert edge.input.push(before) is None
    assert edge.input.push(before) is None
    chosen = edge.input.push(published(opened(), version=9))
    assert chosen == Chosen("roll dice", TABLE, 1)
    edge.stage.settle()
    assert edge.screen.cue == START


def test_a_refusal_goes_away_by_itself_and_what_was_there_comes_back() -> None:
    edge = Edge(refusal_s=0.01)
    before = published(opened())
    edge.show(before)
    edge.stage.refuse(REFUSED)
    assert REFUSAL in edge.screen.cues
    edge.screen.wait_for(START)
    edge.input.turn(1, before)
    edge.stage.refuse(REFUSED)
    edge.screen.wait_for(FIRST_ROW)
    assert edge.screen.cues.count(REFUSAL) == 2
    edge.close()


@pytest.mark.parametrize("event", ["show", "turn", "started", "close"])
def test_a_refusal_that_something_newer_replaced_comes_back_over_nothing(event: str) -> None:
    timers: list[Timer] = []

    def later(seconds: float, action: Action) -> Timer:
        timers.append(Timer(action))
        return timers[-1]

    edge = Edge(later=later)
    roll, before = rolled()
    edge.show(before)
    edge.stage.refuse(REFUSED)
    assert len(timers) == 1
    happen: dict[str, Callable[[], None]] = {
        "show": lambda: edge.show(before),
        "turn": lambda: edge.input.turn(1, before),
        "started": lambda: edge.start(roll.motion),
        "close": edge.close,
    }
    happen[event]()
    shown = list(edge.screen.cues)
    assert timers[0].is_cancelled
    timers[0].action()  # as if its time had come a moment before
    assert edge.screen.cues == shown
    edge.close()


def test_settling_leaves_a_refusal_to_be_read(edge: Edge) -> None:
    edge.show(published(opened()))
    edge.stage.refuse(REFUSED)
    edge.stage.settle()
    assert edge.screen.cue == REFUSAL


def test_a_row_that_cannot_be_done_is_refused_with_its_reason_and_the_menu_stays(
    edge: Edge, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = Refusal(REFUSED)
    grey = [Play("pass", Message("play.pass"), "pass", (0,), why), Play("roll", Message("play.roll"), "roll", (0,))]
    monkeypatch.setattr(GameView, "plays", lambda self, seats, viewer=None: grey)
    before = published(opened())
    edge.show(before)
    edge.input.push(before)
    assert edge.input.push(before) is None
    assert edge.screen.cue == REFUSAL, "and nothing of it is private in a game where all lies open"
    edge.input.turn(1, before)
    assert edge.screen.cue == MenuCue(before="Pass", selected="Roll", after="Undo")


def test_what_is_refused_in_a_menu_is_private_where_something_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    edge = Edge(texts=Keys())
    grey = [Play("pass", Message("play.pass"), "pass", (0,), Refusal(REFUSED))]
    monkeypatch.setattr(GameView, "plays", lambda self, seats, viewer=None: grey)
    hidden = duelling(Duel(hands=(("guard",), ()), lives=(3, 3), pile=(("strike",),), step="act"), ("Ann", "Ben"))
    edge.show(hidden)
    edge.input.push(hidden)
    assert edge.input.push(hidden) is None
    assert edge.screen.cue == MessageCue(title="", lines=(REFUSED.key,), private=True)
    edge.close()


def test_people_with_real_dice_are_told_to_type(edge: Edge) -> None:
    game = opened(chance="typed")
    game.table.do(FIRESHIP.notation.read(TABLE, "roll blue"))
    edge.show(published(game))
    assert edge.screen.cue == MessageCue(title="Blue die", lines=(say("stage.type"),))
    assert edge.lit == ["ok"]


def test_a_lamp_is_lit_where_a_press_would_do_something(edge: Edge) -> None:
    before = published(opened())
    edge.show(before)
    assert edge.lit == ["roll", "spin", "draw", "ok"]
    edge.input.turn(1, before)
    assert edge.lit == ["roll", "spin", "draw", "ok", "back"]
    edge.input.back()
    assert edge.lit == ["roll", "spin", "draw", "ok"]
    edge.show(replace(before, why_not_undo=None))
    assert edge.lit == ["roll", "spin", "draw", "ok", "back"], "held, BACK takes the last step back"
    in_motion(edge)
    assert edge.lit == []
    edge.show(published(opened(), trouble=Message("session.unwritable.full")))
    assert edge.lit == ["ok"], "it leads to what can be done"
    edge.show(menu_of_games())
    assert edge.lit == ["ok"]


def test_a_hand_that_is_slower_than_the_dice_does_not_cover_them(edge: Edge) -> None:
    roll, before = rolled()
    edge.show(before)
    begin = len(edge.screen.cues)
    edge.screen.slow_cue = MenuCue
    hand = threading.Thread(target=lambda: edge.input.turn(1, before))
    hand.start()
    assert edge.screen.is_slow.wait(PATIENCE_S)

    def start_and_land() -> None:
        edge.start(roll.motion)
        edge.stage.go(roll.motion, roll.facts, roll.state, nothing)

    dice = threading.Thread(target=start_and_land)
    dice.start()
    dice.join(0.1)  # time to go wrong; nothing to wait for when all is well
    edge.screen.go_on.set()
    for thread in (hand, dice):
        thread.join()
    assert [type(cue) for cue in edge.screen.cues[begin:]] == [MenuCue, RollingCue, RollCue]


def test_while_its_devices_are_lent_the_stage_holds_nothing_up_and_then_it_shows_what_is_true(edge: Edge) -> None:
    roll, before = rolled()
    edge.show(before)
    shown, sounds = len(edge.screen.cues), len(edge.buzzer.sounds)
    assert edge.stage.lend()
    edge.start(roll.motion)
    assert edge.stage.go(roll.motion, roll.facts, roll.state, nothing) == ()
    edge.show(published(opened(("Ann", "Ben")), roll.lines))
    assert (len(edge.screen.cues), len(edge.buzzer.sounds)) == (shown, sounds)
    edge.stage.take_back()
    assert edge.screen.cue == ROLLED


def test_what_is_in_motion_is_not_lent_away(edge: Edge) -> None:
    roll, before = rolled()
    edge.show(before)
    edge.start(roll.motion)
    assert not edge.stage.lend()
    edge.stage.go(roll.motion, roll.facts, roll.state, nothing)
    assert edge.screen.cue == ROLLED
