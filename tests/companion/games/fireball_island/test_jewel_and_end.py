"""The jewel, its capture, theft and loss, and the end (FB-J, FB-E)."""

from __future__ import annotations

import pytest

from companion.engine.values.seats import TABLE
from companion.games.fireball_island.rules.movement import TheftTried
from tests.companion.games.fireball_island.shore import playing

KEY = "fireball-island."


@pytest.mark.rule("FB-J1", "FB-J3")
def test_coming_to_vul_kar_captures_the_jewel_and_ends_the_move_afterwards_it_is_a_plain_space() -> None:
    play = playing("fc6 dmp", "cancel cancel cancel")
    play.go(5, "vkp")
    assert (play.at(), play.now.owner, play.now.jewel) == ("vkp", 0, "")
    plain = playing("fc6 dmp", owner=1)
    plain.roll(5)
    assert "vkp" not in plain.can("move")
    assert "br2" in plain.can("move")


@pytest.mark.rule("FB-J2")
def test_the_bonus_is_a_full_hand_a_fireball_and_three_turns_in_this_order_once_a_game() -> None:
    play = playing("fc6 ta5", "cancel cancel cancel")
    play.go(5, "vkp")
    assert play.now.owed == 3
    play.chance("double")
    assert play.verbs() == {"send"}
    play.act("send b-north")
    assert play.at(1) == "pit-b"
    for left in (2, 1, 0):
        play.end()
        assert (play.now.turn, play.now.owed) == (0, left)
        play.roll(2)
        play.quiet()
        play.do(f"move {sorted(play.can('move'))[0]}")
        while play.now.due() is not None:
            play.chance(play.now.deck[0])
    play.end()
    assert play.now.turn == 1
    again = playing("fc6 ta5", jewel="vkp", bonus=True)
    again.go(5, "vkp")
    assert (again.now.owner, again.now.owed, again.verbs()) == (0, 0, {"pass-die"})


@pytest.mark.rule("FB-J2", "FB-K10")
def test_the_bonus_comes_before_a_move_back_that_waits() -> None:
    play = playing("fc6 ta5", "cancel cancel cancel cancel,move-back-1")
    play.roll(5)
    play.act("play move-back-1", 1)
    play.silence()
    play.do("move vkp")
    assert play.at() == "vkp"
    assert play.verbs() == {"send"}
    play.act("send b-north")
    assert play.at() == "fc8"
    assert play.now.owner == 0


@pytest.mark.rule("FB-J4")
def test_passing_the_owner_steals_the_jewel_and_ending_there_is_a_pass() -> None:
    play = playing("br2 br4", owner=1)
    play.roll(4)
    assert "br4" in play.can("move")
    assert any(isinstance(fact, TheftTried) for fact in play.do("move br4"))
    assert play.now.owner == 0
    assert play.at() == "br6"
    ends = playing("br2 br4", owner=1)
    ends.go(2, "br4")
    assert (ends.at(), ends.now.owner) == ("br5", 0)
    owner = playing("br2 br4", owner=0)
    owner.go(4, "br6")
    assert owner.now.owner == 0
    for place in ("dmp", "cave-1", "pit-a", "water"):
        safe = playing(f"wt2 {place}", owner=1)
        safe.roll(6)
        assert not any("dmp" in end for end in safe.can("move"))
    plateau = playing("wt6 wt2 dmp", owner=2)
    plateau.roll(5)
    assert "dmp" not in plateau.can("move")


@pytest.mark.rule("FB-J5", "FB-K10")
def test_forced_moves_steal_draw_pick_up_and_take_tokens() -> None:
    play = playing("br4 br3 wt9", "cancel,,move-back-2", owner=1, traces=(("br2", "br3", "br4"), ("br3",), ("wt9",)))
    play.do("play move-back-2", 2)
    play.quiet()
    assert (play.at(), play.now.owner) == ("br2", 0)
    step = playing("ta1 wt9", ",move-back-2", traces=(("wt13", "ws", "ta1"), ("wt9",)))
    step.act("play move-back-2", 1)
    assert (step.at(), step.now.tokens[0]) == ("wt13", "held")
    dark = playing("wt8 wt5", ",move-back-1", traces=(("wt7", "wt8"), ("wt5",)))
    dark.act("play move-back-1", 1)
    dark.chance("cancel")
    assert dark.now.hands[0] == ("cancel",)
    loose = playing("br4 wt5", ",move-back-2", jewel="br3", bonus=True, traces=(("br2", "br3", "br4"), ("wt5",)))
    loose.act("play move-back-2", 1)
    assert loose.now.owner == 0


@pytest.mark.rule("FB-J6")
def test_jewel_and_token_together_lose_no_card() -> None:
    play = playing("wt5 wt8", "take-one-card,cancel", owner=1, tokens=("not-yet", "held"))
    assert play.why_not("take-one-card 2") == ("FB-J6", KEY + "fitted")
    apart = playing("wt5 wt8", "take-one-card,cancel", owner=1)
    assert apart.can("take-one-card") == {"2"}


@pytest.mark.rule("FB-J7")
def test_after_a_theft_the_rest_is_chosen_anew_as_owner_into_the_dock_too() -> None:
    play = playing("dr6 dr8", owner=1)
    play.go(6, "dr8")
    assert play.now.end() is not None
    assert play.at() == "dock"
    loose = playing("dr6 dmp", jewel="dr8", bonus=True)
    loose.go(6, "dock")
    assert loose.now.end() is not None
    fork = playing("br12 br14", owner=1)
    fork.roll(6)
    fork.do("move br14")
    assert fork.now.owner == 0
    assert fork.can("move") == {"sb1", "sb2"}
    assert fork.why_not("move br11") == ("FB-M1", KEY + "no-way")


@pytest.mark.rule("FB-J7", "FB-M4")
def test_where_nothing_else_is_left_after_a_halt_the_move_ends_in_the_dead_end() -> None:
    play = playing("wt3 wt2", owner=1)
    play.roll(6)
    assert "wt2" not in play.can("move")
    corner = playing("gsb4 gsb3", owner=1)
    corner.roll(3)
    assert "gsb3" in corner.can("move")
    corner.do("move gsb3")
    assert corner.at() == "gsb1"


@pytest.mark.rule("FB-E1")
def test_the_owner_who_enters_the_dock_wins_at_once() -> None:
    play = playing("dr8 dmp", owner=0)
    play.go(2, "dock")
    end = play.now.end()
    assert end is not None
    assert (end.key, end.values["rule"]) == (KEY + "won", "FB-E1")
    assert play.now.ending is not None
    assert play.now.ending.winners == (0,)


@pytest.mark.rule("FB-E2")
def test_after_the_end_nothing_is_taken_any_more() -> None:
    play = playing("dr8 dmp", "cancel", owner=0)
    play.go(2, "dock")
    for seat in (0, 1):
        for line in ("roll", "pass-die", "play cancel", "trade", "pass", "answer-again", "move dr7", "declare out"):
            assert play.why_not(line, seat)[0] == "FB-E2", line
    assert play.why_not("correct turn=2", TABLE)[0] == "FB-E2"
