"""Caves and Fireballs (FB-V, FB-F)."""

from __future__ import annotations

import pytest

from companion.games.fireball_island.rules.fireballs import FireballHit
from companion.games.fireball_island.rules.windows import NamedFireball
from tests.companion.games.fireball_island.shore import playing

KEY = "fireball-island."


@pytest.mark.rule("FB-V1")
def test_a_cave_is_entered_from_beside_it_with_a_point_left_if_it_is_free() -> None:
    play = playing("wt4 dmp")
    play.roll(3)
    assert "cave-1" in play.can("move")
    short = playing("wt4 dmp")
    short.roll(2)
    assert "cave-1" not in short.can("move")
    taken = playing("wt4 cave-1")
    taken.roll(3)
    assert "cave-1" not in taken.can("move")


@pytest.mark.rule("FB-V2")
def test_in_a_cave_the_die_is_rolled_again_for_another_one() -> None:
    play = playing("wt4 dmp", "double")
    play.go(3, "cave-1")
    assert play.moment() == ""
    assert play.verbs() == {"roll"}
    play.do("roll")
    play.chance(5)
    assert play.moment() == "rolled"
    play.silence()
    assert play.at() == "cave-5"
    assert play.moment() == "over"
    for other, value in (("cave-3", 3), ("dmp", 1)):
        stays = playing(f"wt4 {other}")
        stays.go(3, "cave-1")
        stays.do("roll")
        stays.chance(value)
        assert stays.at() == "cave-1"
    ahead = playing("wt4 dmp", "move-ahead-4")
    ahead.act("play move-ahead-4")
    ahead.quiet()
    ahead.do("move cave-1")
    assert ahead.verbs() == {"roll"}


@pytest.mark.rule("FB-V3")
def test_a_one_in_a_cave_leads_to_cave_one_and_rolls_a_fireball_in_any_case() -> None:
    free = playing("hr4 ta5")
    free.go(2, "cave-5")
    free.roll(1)
    assert free.at() == "cave-1"
    assert free.verbs() == {"send"}
    taken = playing("hr4 ta5 cave-1")
    taken.go(2, "cave-5")
    taken.roll(1)
    assert taken.at() == "cave-5"
    assert taken.verbs() == {"send"}


@pytest.mark.rule("FB-V4")
def test_before_the_next_roll_the_player_declares_out_or_another_cave() -> None:
    play = playing("cave-2 wt8", step="pass", turn=1)
    play.end(1)
    assert play.can("declare") == {"out", "cave"}
    assert play.why_not("roll") == ("FB-M1", KEY + "no-roll-now")
    play.do("declare out")
    assert play.why_not("declare cave") == ("FB-V4", KEY + "nothing-declared")
    play.roll(3)
    assert play.can("move") == {"ta11", "ta7"}
    one = playing("cave-2 ta5", step="pass", turn=1)
    one.end(1)
    one.do("declare out")
    one.roll(1)
    assert one.at() == "cave-2"
    assert one.verbs() == {"send"}
    on = playing("cave-2 wt8", step="pass", turn=1)
    on.end(1)
    on.do("declare cave")
    on.roll(6)
    assert on.at() == "cave-6"
    four = playing("cave-4 wt8", step="pass", turn=1)
    four.end(1)
    assert four.verbs() == {"roll"}
    four.roll(3)
    assert four.at() == "cave-3"


@pytest.mark.rule("FB-V5")
def test_who_leaves_a_cave_doesnt_enter_it_again_in_that_move() -> None:
    play = playing("cave-1 dmp", step="first")
    play.roll(5)
    assert "cave-1" not in play.can("move")


# ---------------------------------------------------------------------- Fireballs
@pytest.mark.rule("FB-F1")
def test_a_fireball_on_a_one_by_card_and_as_a_bonus_one_at_a_time_all_five_each_time() -> None:
    play = playing("wt8 ta5", "fireball, fireball")
    play.do("play fireball")
    assert play.why_not("play fireball", 1) == ("FB-F1", KEY + "fireball-waits")
    play.silence()
    play.do("send b-north")
    assert play.why_not("play fireball", 1) == ("FB-F1", KEY + "fireball-waits")
    play.silence()
    play.act("play fireball", 1)
    assert "b-southwest" in play.can("send", 1)


@pytest.mark.rule("FB-F2")
def test_a_fireball_goes_where_it_can_hit_an_opponent_or_else_its_roller_or_nobody() -> None:
    play = playing("wt8 ta5")
    play.roll(1)
    assert play.can("send") == {"b-north"}
    assert play.why_not("send a-west") == ("FB-F2", KEY + "must-hit")
    assert play.why_not("send nowhere") == ("FB-F2", KEY + "no-route")
    own = playing("wt8 dmp")
    own.roll(1)
    assert own.can("send") == {"a-trail-east", "b-southwest", "v-southwest"}
    nobody = playing("gsb1 dmp")
    nobody.roll(1)
    assert nobody.now.step == "pass"
    answered = playing("gsb1 dmp", "double,magic-talisman")
    answered.roll(1)
    answered.silence()
    assert isinstance(answered.now.top(), NamedFireball)
    assert answered.now.places == ("gsb1", "dmp")
    between = playing("wt8 wt10")
    between.roll(1)
    assert between.can("send") == {"a-trail-east", "b-southwest", "v-southwest"}


@pytest.mark.rule("FB-F2", "FB-F3")
def test_at_the_table_the_target_is_judged_and_the_table_reports() -> None:
    play = playing("wt8 ta5 bridge1 dmp", fireballs="table")
    play.roll(1)
    assert play.why_not("send b-north") == ("FB-F2", KEY + "no-route")
    assert {line.split(" ")[0] for line in play.can("aim")} == {"2", "3"}
    assert play.why_not("aim 1 b-north") == ("FB-F2", KEY + "not-in-reach")
    play.do("aim 2 a-west")
    assert play.why_not("hit 4", -2) == ("FB-F3", KEY + "safe-from-hits")
    assert play.can("hit", -2) == {"nobody", "1", "2", "3", "1+2", "1+3", "2+3", "1+2+3"}
    play.do("hit 1+3", -2)
    assert play.now.places == ("pit-a", "ta5", "water", "dmp")
    missed = playing("wt8 ta5", fireballs="table")
    missed.roll(1)
    missed.do("aim 2 b-north")
    missed.do("hit nobody", -2)
    assert missed.now.places == ("wt8", "ta5")
    own = playing("wt8 dmp", fireballs="table")
    own.roll(1)
    assert {line.split(" ")[0] for line in own.can("aim")} == {"1"}


@pytest.mark.rule("FB-F3")
def test_by_the_program_the_route_hits_every_piece_on_it() -> None:
    play = playing("wt8 wt10 wt12 ta5")
    play.roll(1)
    play.do("send b-southwest")
    assert play.now.places == ("pit-a", "pit-a", "pit-a", "ta5")
    assert play.why_not("hit 1", -2) == ("FB-F3", KEY + "no-report-due")


@pytest.mark.rule("FB-F4")
@pytest.mark.parametrize(
    ("place", "route", "pit"),
    [
        ("wt2", "a-trail-west", "pit-a"), ("ta2", "b-north", "pit-b"), ("sb4", "d-beach", "pit-c"),
        ("br3", "v-south", "pit-c"), ("fc4", "d-chute", "pit-d"), ("hr9", "c-highroad", "pit-d"),
        ("lr7", "d-lowroad", "pit-d"), ("vp4", "v-west", "pit-e"), ("dr3", "a-west", "pit-f"),
    ],
)  # fmt: skip
def test_hit_on_a_trail_the_piece_lies_in_the_pit_of_that_trail(place: str, route: str, pit: str) -> None:
    play = playing(f"ws {place}", "fireball")
    play.act("play fireball")
    play.do(f"send {route}")
    play.quiet()
    assert play.at(1) == pit
    assert play.now.lying == (False, True)


@pytest.mark.rule("FB-F4")
def test_a_space_of_no_trail_named_is_safe() -> None:
    play = playing("ws gg1")
    assert not play.now.in_reach(0)
    assert not play.now.in_reach(1)


@pytest.mark.rule("FB-F5")
def test_the_next_turn_only_stands_the_piece_up_and_then_it_rolls_from_the_rock_chip() -> None:
    play = playing("pit-b wt8", "double,double", lying=(0,), turn=1, step="pass")
    play.do("pass-die", 1)
    assert play.now.standing
    assert play.moment() == "over"
    assert not play.is_asked(0)
    assert play.verbs(1) >= {"play", "pass"}
    play.end()
    play.go(2, "wt10", 1)
    play.chance("cancel")
    play.end(1)
    play.roll(3)
    play.quiet()
    assert play.can("move") == {"ta3", "ta7"}
    one = playing("pit-b ta5", step="first")
    one.roll(1)
    assert one.at() == "pit-b"
    assert one.verbs() == {"send"}


@pytest.mark.rule("FB-F5", "FB-M7")
def test_who_stands_up_is_asked_for_the_token_alone() -> None:
    play = playing("pit-b wt8", "double,double", lying=(0,), turn=1, step="pass", tokens=("held", "not-yet"))
    play.do("pass-die", 1)
    assert play.why_not("play double") == ("FB-F5", KEY + "stands-up")
    assert play.verbs() == {"trade", "interrupt", "pass", "pass-until"}


@pytest.mark.rule("FB-F6")
def test_hit_on_a_bridge_the_piece_goes_to_the_water_and_loses_no_turn() -> None:
    play = playing("bridge1 cp1", "fireball,fireball")
    play.do("play fireball", 1)
    play.silence()
    play.do("send c-bridge", 1)
    play.silence()
    assert (play.at(), play.now.lying[0]) == ("water", False)
    assert play.moment() == "first"
    play.roll(5)
    play.quiet()
    assert play.can("move") == {"gsb5", "gg1"}
    one = playing("water wt5", step="first")
    one.roll(1)
    assert one.at() == "water"


@pytest.mark.rule("FB-F7")
def test_hit_with_the_jewel_it_lies_on_the_rock_chip_or_on_the_bridge() -> None:
    play = playing("wt9 wt2 wt4", "fireball", owner=1)
    play.act("play fireball")
    play.do("send a-trail-west")
    play.quiet()
    assert (play.now.owner, play.now.jewel) == (-1, "wt4")
    play.do("roll")
    play.chance(6)
    play.do("move wt3")
    assert play.now.owner == 0
    bridge = playing("cp1 bridge1", "fireball", owner=1)
    bridge.act("play fireball")
    bridge.do("send c-bridge")
    bridge.quiet()
    assert (bridge.now.jewel, bridge.at(1)) == ("bridge1", "water")
    bridge.do("roll")
    bridge.chance(3)
    bridge.do("move bridge1")
    assert bridge.now.owner == 0


@pytest.mark.rule("FB-F8")
def test_hit_on_a_trail_in_the_own_turn_the_rest_of_it_is_lost() -> None:
    play = playing("wt8 ta5", "double,fireball move-back-1", owed=2)
    play.roll(4)
    play.act("play move-back-1", 1)
    play.do("play fireball", 1)
    play.silence()
    play.do("send b-southwest", 1)
    play.silence()
    assert play.now.lost
    assert play.now.step == "pass"
    assert (play.at(), play.now.backs, play.now.owed) == ("pit-a", (), 2)
    assert play.verbs() == {"pass-die"}
    play.do("pass-die")
    assert play.now.standing


@pytest.mark.rule("FB-F8")
def test_cards_played_already_still_act_where_they_can_in_a_lost_turn() -> None:
    play = playing("wt8 ta5", "double reroll,fireball")
    play.do("play double")
    play.do("play fireball", 1)
    play.silence()
    play.do("send b-southwest", 1)
    play.silence()
    assert play.now.step == "pass"
    assert play.now.double


@pytest.mark.rule("FB-F8")
def test_a_roll_made_on_a_bridge_is_moved_from_the_water() -> None:
    play = playing("bridge1 cp1", "cancel,fireball")
    play.roll(3)
    play.do("play fireball", 1)
    play.silence()
    play.do("send c-bridge", 1)
    facts = play.silence()
    assert any(isinstance(fact, FireballHit) for fact in facts)
    play.quiet()
    assert play.at() == "gsb3"
