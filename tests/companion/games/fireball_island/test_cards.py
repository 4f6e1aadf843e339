"""All fourteen kinds of card, their answers, and the windows they are played in (FB-K)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from companion.engine.referees.declarations import ATTACKED, MY_TURN
from companion.engine.state import legal
from companion.engine.windows import open_window
from companion.games.fireball_island.own_boards import with_boards
from companion.games.fireball_island.rules import commands
from companion.games.fireball_island.rules.components import CARDS
from companion.games.fireball_island.rules.draws import FireballReshuffled
from companion.library import simulate
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, NAMES, Play, playing
from tests.support.paths import ROOT

BOARD = ROOT / "companion" / "games" / "fireball_island" / "board.toml"
KEY = "fireball-island."


def asked(play: Play) -> tuple[int, ...]:
    """Return who is asked in the window that is open."""
    window = open_window(play.now)
    return () if window is None else window.asked


@pytest.mark.rule("FB-K1")
def test_four_cards_at_most_in_windows_alone_and_an_empty_pile_is_the_shuffled_discard() -> None:
    play = playing("wt8 dmp", deck=(), discard=("cancel", "double"))
    facts = play.go(2, "wt10")
    assert any(isinstance(fact, FireballReshuffled) for fact in facts)
    assert play.now.deck == ("cancel", "double")
    play.chance("double")
    assert (play.now.hands[0], play.now.discard) == (("double",), ())
    played = playing("wt8 dmp", "double")
    played.do("play double")
    assert (played.now.hands[0], played.now.discard) == ((), ("double",))
    assert played.why_not("play double") == ("FB-K13", "refused.no-window")
    other = playing("wt8 dmp", "double,reroll")
    assert other.why_not("play cancel") == ("FB-K1", "refused.not-held")
    several = playing("wt8 dmp", "double fireball take-one-card,cancel")
    several.act("play double")
    several.act("take-one-card 2")
    several.chance(1)
    assert several.now.hands == (("fireball", "cancel"), ())


@pytest.mark.rule("FB-K2")
def test_a_fireball_card_is_played_at_any_time_but_inside_a_path_and_is_never_cancelled() -> None:
    play = playing("wt8 ta5", "fireball,cancel")
    play.do("play fireball")
    assert play.why_not("play cancel", 1) == ("FB-K2", KEY + "fireball-stands")
    theft = playing("br2 br4", "fireball,fireball", owner=1)
    theft.go(4, "br4")
    assert theft.why_not("play fireball") == ("FB-K2", KEY + "inside-a-path")
    over = playing("wt8 ta5 wt3", "double fireball,cancel")
    over.do("play double")
    over.act("play fireball")
    assert over.verbs() == {"send"}
    over.act("send b-north")
    over.silence()
    assert over.now.double


@pytest.mark.rule("FB-K3")
def test_a_fake_jewel_foils_a_theft_and_after_a_cancel_a_second_one_may_follow() -> None:
    play = playing("br2 br4", "cancel,fake-jewel fake-jewel", owner=1)
    assert play.why_not("play fake-jewel", 1) == ("FB-K3", KEY + "no-theft")
    play.go(4, "br4")
    play.do("play fake-jewel", 1)
    play.act("play cancel")
    assert play.now.hands == ((), ("fake-jewel",))
    play.act("play fake-jewel", 1)
    assert (play.now.owner, play.at()) == (1, "br6")
    loose = playing("br2 br5", ",fake-jewel", jewel="br3", bonus=True)
    loose.roll(2)
    loose.quiet()
    loose.do("move br4")
    assert loose.now.owner == 0
    other = playing("br2 br4 wt5", ",cancel,fake-jewel", owner=1)
    other.go(4, "br4")
    assert other.why_not("play fake-jewel", 2) == ("FB-K3", KEY + "not-owner")


@pytest.mark.rule("FB-K4")
def test_a_cancel_takes_the_card_just_played_off_another_cancel_too_even_an_own_one() -> None:
    play = playing("wt8 wt3", "double cancel,cancel")
    assert play.why_not("play cancel") == ("FB-K4", KEY + "nothing-to-cancel")
    play.do("play double")
    play.do("play cancel", 1)
    play.act("play cancel")
    play.quiet()
    assert play.now.double
    off = playing("wt8 wt3", "double double,cancel")
    off.do("play double")
    off.act("play cancel", 1)
    assert not off.now.double
    assert off.now.discard == ("cancel", "double")
    off.do("play double")
    own = playing("wt8 wt3", "double cancel")
    own.do("play double")
    own.do("play cancel")
    own.quiet()
    assert not own.now.double


@pytest.mark.rule("FB-K5")
def test_a_talisman_stops_an_opponents_fireball_or_the_own_after_a_one_aimed_at_oneself() -> None:
    play = playing("wt8 ta5", ",magic-talisman")
    play.roll(1)
    play.quiet()
    play.do("send b-north")
    play.act("play magic-talisman", 1)
    assert play.at(1) == "ta5"
    assert play.verbs() == {"pass-die"}
    own = playing("wt8 dmp", "magic-talisman")
    own.roll(1)
    own.quiet()
    own.do("send a-trail-east")
    own.do("play magic-talisman")
    assert own.at() == "wt8"
    at_other = playing("wt8 ta5", "magic-talisman")
    at_other.roll(1)
    at_other.quiet()
    at_other.do("send b-north")
    assert at_other.why_not("play magic-talisman") == ("FB-K5", KEY + "own-fireball")
    by_card = playing("wt8 dmp", "magic-talisman fireball")
    assert by_card.why_not("play magic-talisman") == ("FB-K5", KEY + "no-fireball-named")
    by_card.act("play fireball")
    by_card.do("send a-trail-east")
    assert by_card.why_not("play magic-talisman") == ("FB-K5", KEY + "own-fireball")
    bonus = playing("fc8 ta5", "magic-talisman cancel cancel cancel,magic-talisman")
    bonus.go(2, "vkp")
    bonus.do("send b-north")
    assert bonus.why_not("play magic-talisman") == ("FB-K5", KEY + "own-fireball")
    bonus.act("play magic-talisman", 1)
    assert bonus.at(1) == "ta5"


@pytest.mark.rule("FB-K6")
def test_a_reroll_ignores_the_roll_before_anything_comes_of_it() -> None:
    play = playing("wt8 ta5", ",reroll")
    assert play.why_not("play reroll", 1) == ("FB-K6", KEY + "no-roll-to-repeat")
    play.roll(1)
    play.do("play reroll", 1)
    assert play.verbs() == {"roll"}
    assert play.moment() == ""
    play.do("roll")
    play.chance(4)
    assert play.can("move")
    doubled = playing("wt8 ta5", "double,reroll")
    doubled.act("play double")
    doubled.roll(2)
    doubled.act("play reroll", 1)
    doubled.roll(3)
    assert "wt2" in doubled.can("move")
    cave = playing("wt4 dmp", ",reroll")
    cave.go(3, "cave-1")
    cave.do("roll")
    cave.chance(1)
    cave.act("play reroll", 1)
    cave.do("roll")
    cave.chance(3)
    assert cave.at() == "cave-3"


@pytest.mark.rule("FB-K7")
def test_another_turn_is_owed_at_the_end_of_the_own_turn() -> None:
    play = playing("wt8 dmp", "take-another-turn take-another-turn,take-another-turn")
    assert play.why_not("play take-another-turn") == ("FB-K7", KEY + "at-the-end")
    play.go(3, "wt11")
    assert play.why_not("play take-another-turn", 1) == ("FB-K7", KEY + "only-own-turn")
    play.act("play take-another-turn")
    play.act("play take-another-turn")
    assert play.now.owed == 2
    play.end()
    assert (play.now.turn, play.now.owed) == (0, 1)
    lying = playing("pit-a wt8", "take-another-turn", lying=(0,), turn=1, step="pass", tokens=("held", "not-yet"))
    lying.do("pass-die", 1)
    assert lying.why_not("play take-another-turn") == ("FB-F5", KEY + "stands-up")


@pytest.mark.rule("FB-K8")
def test_a_card_is_taken_unseen_and_those_two_alone_see_it() -> None:
    play = playing("wt8 dmp wt3", "take-one-card,cancel reroll")
    assert play.why_not("take-one-card 1") == ("FB-K8", KEY + "not-from-self")
    assert play.why_not("take-one-card 3") == ("FB-K8", KEY + "no-card-there")
    play.act("take-one-card 2")
    facts = play.chance(2)
    assert play.now.hands == (("reroll",), ("cancel",), ())
    taken = facts[0]
    seen = [getattr(taken.seen_by(viewer), "card", None) for viewer in (0, 1, 2)]
    assert seen == ["reroll", "reroll", "?"]
    gone = playing("wt8 dmp", "take-one-card,double")
    gone.do("take-one-card 2")
    gone.do("play double", 1)
    gone.quiet()
    assert gone.now.hands == ((), ())
    assert gone.now.step == "roll"


@pytest.mark.rule("FB-K8")
def test_nothing_is_taken_by_who_holds_four_by_then() -> None:
    play = playing("wt8 dmp", "take-one-card cancel cancel,double", tokens=("held", "not-yet"))
    play.do("take-one-card 2")
    play.do("trade")
    for card in ("reroll", "reroll"):
        play.chance(card)
    play.silence()
    assert play.now.due() is None
    assert len(play.now.hands[0]) == 4
    assert play.now.hands[1] == ("double",)


@pytest.mark.rule("FB-K9")
def test_move_ahead_replaces_the_roll_of_the_own_turn_or_an_opponents_one_a_turn() -> None:
    play = playing("wt8 dmp", "move-ahead-4,move-ahead-5")
    play.act("play move-ahead-4")
    assert play.why_not("play move-ahead-5", 1) == ("FB-K9", KEY + "one-ahead")
    play.quiet()
    assert play.can("move") == {"wt4", "wt12", "cave-1"}
    play.do("move wt12")
    play.chance("cancel")
    assert play.why_not("play move-ahead-5", 1) == ("FB-K9", KEY + "before-the-roll")
    forced = playing("wt8 dmp", "cancel,move-ahead-6 move-ahead-5")
    forced.do("play move-ahead-6", 1)
    forced.act("play cancel")
    forced.act("play move-ahead-5", 1)
    assert forced.can("move") == {"wt3", "wt13", "cave-1"}


@pytest.mark.rule("FB-K10")
def test_move_back_goes_where_the_piece_came_before_the_roll_after_it_or_at_the_end() -> None:
    trace = (("dmp", "wt1", "wt2", "wt3", "wt4"), ("dmp",))
    before = playing("wt4 dmp", ",move-back-2 cancel", traces=trace)
    before.act("play move-back-2", 1)
    assert (before.at(), before.now.traces[0]) == ("wt2", ("dmp", "wt1", "wt2"))
    assert before.moment() == "first"
    before.silence()
    assert before.verbs() == {"roll"}
    after = playing("wt4 dmp", "move-back-1,move-back-1 move-back-3", traces=trace)
    assert after.why_not("play move-back-1") == ("FB-K10", KEY + "only-opponents")
    after.roll(5)
    after.act("play move-back-1", 1)
    after.act("play move-back-3", 1)
    after.quiet()
    after.do("move wt9")
    assert after.at() == "wt5"
    end = playing("wt4 dmp", ",move-back-2", traces=trace)
    end.go(4, "wt8")
    end.act("play move-back-2", 1)
    assert end.at() == "wt6"


@pytest.mark.rule("FB-K10")
def test_beyond_the_trace_the_cards_player_chooses_and_nobody_leaves_the_plateau() -> None:
    play = playing("ta5 dmp", ",move-back-2 cancel", traces=(("ta5",), ("dmp",)))
    play.act("play move-back-2", 1)
    assert play.can("move", 1) == {"ta3", "ta7"}
    assert play.why_not("move ta3", 0) == ("FB-M1", KEY + "no-move-now")
    play.do("move ta3", 1)
    assert play.now.traces[0] == ("ta5", "ta4", "ta3")
    dock = playing("dr9 dmp", ",move-back-1", owner=0)
    dock.act("play move-back-1", 1)
    assert dock.at() == "dr8"
    start = playing("dmp wt5", ",move-back-2")
    assert start.why_not("play move-back-2", 1) == ("FB-K10", KEY + "not-from-start")
    twice = playing("ta5 dmp", ",move-back-3", traces=(("ta4", "ta5", "ta6", "ta5"), ("dmp",)))
    twice.act("play move-back-3", 1)
    assert twice.at() == "ta8"
    plateau = playing("wt1 dmp", ",move-back-3", traces=(("dmp", "wt1"), ("dmp",)))
    plateau.act("play move-back-3", 1)
    assert plateau.at() == "dmp"


@pytest.mark.rule("FB-K10")
def test_a_piece_that_went_over_the_plateau_is_moved_back_the_way_it_came_from_there() -> None:
    own = tomllib.loads(BOARD.read_text("utf-8"))
    own["ways"] += ["dmp cp1", "dmp gg1"]
    game, bad = with_boards(FIREBALL_ISLAND, {"ours": {"name": "Ours", **own}})
    assert bad == {}
    start: Any = game.start(game.setup(NAMES[:2], {"board": "ours"}))
    play = playing("wt1 dmp", ",move-back-2", rules=start.rules)
    play.go(2, "cp1")
    assert play.now.traces[0] == ("dmp", "cp1")
    play.act("play move-back-2", 1)
    assert play.can("move", 1) == {"wt1", "gg1"}


@pytest.mark.rule("FB-K11")
@pytest.mark.parametrize("place", ["cave-4", "pit-a", "water"])
def test_no_card_moves_a_piece_out_of_a_cave_a_pit_or_the_water(place: str) -> None:
    play = playing(f"{place} wt8", "move-ahead-4,move-back-1", step="first")
    assert play.why_not("play move-ahead-4") == ("FB-K11", KEY + "off-the-trail")
    assert play.why_not("play move-back-1", 1) == ("FB-K11", KEY + "off-the-trail")


@pytest.mark.rule("FB-K10")
@pytest.mark.rule("FB-K11")
@pytest.mark.parametrize(
    ("place", "value", "to", "back"), [("water", 4, "", "gsb3"), ("dmp", 5, "", "wt4"), ("pit-b", 2, "ta4", "ta5")]
)
def test_a_move_back_after_the_roll_is_judged_once_the_move_is_over(place: str, value: int, to: str, back: str) -> None:
    play = playing(f"{place} wt8", ",move-back-1")
    play.roll(value)
    assert play.can("play", 1) == {"move-back-1"}
    play.act("play move-back-1", 1)
    play.quiet()
    if to:
        play.do(f"move {to}")
    play.quiet()
    assert (play.at(), play.now.step) == (back, "pass")


@pytest.mark.rule("FB-K11")
def test_a_move_back_after_a_cave_roll_waits_and_has_no_effect() -> None:
    play = playing("cave-2 ta5", ",move-back-1", step="declare")
    play.do("declare cave")
    play.roll(3)
    play.act("play move-back-1", 1)
    play.quiet()
    assert (play.at(), play.verbs()) == ("cave-3", {"pass-die"})


@pytest.mark.rule("FB-K11")
def test_one_that_waited_has_no_effect_there_and_back_onto_an_empty_bridge_ends_it() -> None:
    waited = playing("wt4 ta5", ",move-back-2")
    waited.roll(3)
    waited.act("play move-back-2", 1)
    waited.quiet()
    waited.do("move cave-1")
    waited.do("roll")
    waited.chance(3)
    waited.quiet()
    assert waited.at() == "cave-3"
    assert waited.now.step == "pass"
    bridge = playing("vp2 ta5", ",move-back-3", traces=(("cp3", "bridge2", "vp1", "vp2"), ("ta5",)))
    bridge.act("play move-back-3", 1)
    assert bridge.at() == "bridge2"
    bridge.quiet()
    assert bridge.verbs() == {"roll"}
    ahead = playing("bridge1 cp1", "move-ahead-4,fireball")
    ahead.act("play move-ahead-4")
    ahead.act("play fireball", 1)
    ahead.act("send c-bridge", 1)
    ahead.quiet()
    assert ahead.verbs() == {"roll"}


@pytest.mark.rule("FB-K12")
def test_a_double_is_for_the_next_roll_for_a_move_one_at_a_time() -> None:
    play = playing("wt8 dmp", "double,double")
    play.do("play double")
    assert play.why_not("play double", 1) == ("FB-K12", KEY + "one-double")
    play.silence()
    assert play.why_not("play double", 1) == ("FB-K12", KEY + "one-double")
    play.roll(1)
    assert play.why_not("play double", 1) == ("FB-K12", KEY + "one-double")
    play.quiet()
    assert play.can("move") == {"wt6", "wt10"}
    cave = playing("cave-4 dmp", "double", step="first", caving=True)
    cave.act("play double")
    cave.roll(3)
    cave.quiet()
    assert cave.now.double
    after = playing("wt8 dmp", "double reroll")
    after.roll(2)
    after.act("play double")
    after.act("play reroll")
    after.roll(3)
    assert "wt2" in after.can("move")


# ---------------------------------------------------------------------- windows
@pytest.mark.rule("FB-K13")
def test_all_who_hold_a_card_are_asked_at_each_moment_whatever_they_hold() -> None:
    play = playing("wt8 dmp wt3", "double,,cancel")
    assert (play.moment(), asked(play)) == ("first", (0, 2))
    play.silence()
    assert play.verbs() == {"roll"}
    play.do("roll")
    play.chance(3)
    assert (play.moment(), asked(play)) == ("rolled", (0, 2))
    play.silence()
    play.do("move wt11")
    assert (play.moment(), asked(play)) == ("over", (0, 2))
    play.do("play double")
    assert asked(play) == (2,)
    play.do("pass", 2)
    assert (play.moment(), asked(play)) == ("over", (2,))


@pytest.mark.rule("FB-K13")
def test_who_passed_is_seen_by_nobody_and_a_window_that_comes_up_again_asks_anew() -> None:
    play = playing("wt8 dmp wt3", "cancel,cancel,double")
    before = play.now.seen_by(1)
    play.do("pass")
    assert play.now.seen_by(1) == before
    play.act("play double", 2)
    window = open_window(play.now)
    assert window is not None
    assert (window.asked, window.passed) == ((0, 1), ())


@pytest.mark.rule("FB-K13")
def test_which_cards_go_into_which_window() -> None:
    hand = "fireball cancel reroll take-another-turn"
    play = playing("wt8 ta5", f"{hand},double move-ahead-4 move-back-1 take-one-card")
    assert play.can("play") == {"fireball"}
    assert play.can("play", 1) == {"double", "move-ahead-4", "move-back-1"}
    play.do("play double", 1)
    assert play.can("play") == {"fireball", "cancel"}
    assert play.can("play", 1) == set()
    assert play.can("take-one-card", 1) == {"1"}
    play.quiet()
    play.do("roll")
    play.chance(3)
    assert play.can("play") == {"fireball", "reroll"}
    assert play.can("play", 1) == {"move-back-1"}
    play.silence()
    play.do("move ws")
    assert play.can("play") == {"fireball", "take-another-turn"}
    assert play.can("play", 1) == {"move-back-1"}


@pytest.mark.rule("FB-K13")
def test_pass_may_be_armed_until_the_own_turn_and_taken_back() -> None:
    play = playing("wt8 dmp", "cancel,cancel double")
    play.do("pass-until my-turn", 1)
    assert play.now.seen_by(0).resting == ("", "")
    assert play.now.resting == ("", MY_TURN)
    play.do("pass")
    assert play.verbs() == {"roll"}
    assert play.verbs(1) == {"answer-again"}
    play.do("answer-again", 1)
    assert play.now.resting == ("", "")
    assert play.why_not("answer-again", 1) == ("FB-K13", KEY + "not-resting")
    play.go(3, "wt11")
    play.do("pass-until my-turn", 1)
    play.end()
    assert (play.now.turn, play.now.resting) == (1, ("", ""))


@pytest.mark.rule("FB-K13")
def test_pass_may_be_armed_until_the_own_piece_is_the_target() -> None:
    play = playing("wt8 ta5 wt3", "cancel fireball,cancel,cancel")
    play.do("pass-until attacked", 1)
    assert play.now.resting == ("", ATTACKED, "")
    play.do("play fireball")
    play.silence()
    play.do("send b-north")
    window = open_window(play.now)
    assert window is not None
    assert window.waits_for(1)
    assert play.now.resting == ("", "", "")


@pytest.mark.rule("FB-K13")
def test_rolling_choosing_declaring_and_passing_wait_for_no_card() -> None:
    play = playing("wt8 dmp", ",cancel")
    play.silence()
    assert play.why_not("play cancel", 1) == ("FB-K13", "refused.no-window")
    assert play.why_not("pass", 1) == ("FB-K13", "refused.no-window")


def test_no_card_is_lost() -> None:
    play = playing("wt8 dmp", "double,cancel")
    play.do("play double")
    play.act("play cancel", 1)
    held = [card for hand in play.now.hands for card in hand]
    assert sorted([*held, *play.now.deck, *play.now.discard]) == sorted(CARDS)


def test_all_answers_of_a_hand_are_listed_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    hands: list[tuple[str, ...]] = []

    def counted(seat: int, hand: tuple[str, ...], when: str, people: int) -> Any:
        hands.append(hand)
        return fitting(seat, hand, when, people)

    fitting = commands._fitting
    monkeypatch.setattr(commands, "_fitting", counted)
    play = playing("wt8 dmp wt1", "cancel take-one-card double,take-one-card fireball,double")
    plays = simulate.listed(play.now)
    assert asked(play) == (0, 1, 2)
    assert hands == list(play.now.hands)
    assert plays == [command for ask in play.now.asks() for command in legal(play.now, ask.seat)]
    assert {"play", "take-one-card"} <= {command.verb for command in plays if command.seat == 0}
