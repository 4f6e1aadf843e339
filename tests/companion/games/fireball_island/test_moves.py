"""Components, set-up, and moves along the trails (FB-C, FB-S, FB-M)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from companion.engine.chance import Card, Dice
from companion.games.fireball_island.rules.components import CARD_COUNTS, CARDS, CAVES, PITS
from companion.games.fireball_island.rules.fireballs import FireballDue
from companion.games.fireball_island.rules.shipped_board import shipped
from companion.kits.format.kit_file import shipped_kits
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, NAMES, Play, island, playing

KEY = "fireball-island."


def begun(people: int = 2) -> Play:
    """Return a game whose cards are dealt, before the first rolls."""
    start: Any = FIREBALL_ISLAND.start(FIREBALL_ISLAND.setup(NAMES[:people], {}))
    play = Play(start)
    for card in ("cancel", "double", "reroll", "fireball")[:people]:
        play.chance(card)
    return play


@pytest.mark.rule("FB-C1", "FB-C3", "FB-C4")
def test_what_lies_on_the_island() -> None:
    board = shipped()
    assert FIREBALL_ISLAND.seats == (2, 4)
    assert [*board.fireballs] == ["v", "a", "b", "c", "d"]
    assert board.exits["cave-4"] == ()
    assert {cave: board.exits[cave] for cave in CAVES if cave != "cave-4"} == {
        "cave-1": ("wt6",), "cave-2": ("ta9",), "cave-3": ("c32",), "cave-5": ("hr5",), "cave-6": ("c64",),
    }  # fmt: skip
    assert [board.exits[pit] for pit in PITS] == [("wt4",), ("ta5",), ("sb2",), ("lr10",), ("vp3",), ("vp8",)]
    assert board.exits["water"] == ("gsb1",)
    play = playing("dmp dmp")
    play.do("roll")
    assert play.now.due() == Dice("die", "FB-M1", dice=((1, 2, 3, 4, 5, 6),))


@pytest.mark.rule("FB-C2")
def test_the_forty_eight_cards() -> None:
    counts = Counter(CARDS)
    assert len(CARDS) == 48
    assert counts["fake-jewel"] == 2
    assert all(counts[f"move-{way}"] == 3 for way in ("ahead-4", "ahead-5", "ahead-6", "back-1", "back-2", "back-3"))
    assert {count for card, count in counts.items() if not card.startswith("move") and card != "fake-jewel"} == {4}


@pytest.mark.rule("FB-S1", "FB-S2")
def test_the_set_up_one_card_each_seen_by_its_owner() -> None:
    play = begun(3)
    state = play.now
    assert state.places == ("dmp",) * 3
    assert (state.jewel, state.tokens) == ("vkp", ("not-yet",) * 3)
    assert state.hands == (("cancel",), ("double",), ("reroll",))
    assert state.seen_by(1).hands == (("?",), ("double",), ("?",))
    start: Any = FIREBALL_ISLAND.start(FIREBALL_ISLAND.setup(NAMES[:2], {}))
    assert start.due() == Card("cards", "FB-S2", cards=CARDS)


@pytest.mark.rule("FB-S3")
def test_the_highest_roll_begins_and_ties_roll_again_without_a_fireball_or_a_card() -> None:
    play = begun(3)
    assert play.why_not("roll", 1) == ("FB-S3", KEY + "roll-by-turn")
    assert play.why_not("play cancel", 0) == ("FB-K13", "refused.no-window")
    for seat, value in enumerate((5, 1, 5)):
        play.do("roll", seat)
        play.chance(value)
    assert play.now.turn == -1
    assert play.why_not("roll", 1) == ("FB-S3", KEY + "roll-by-turn")
    for seat, value in ((0, 1), (2, 4)):
        play.do("roll", seat)
        assert not any(isinstance(fact, FireballDue) for fact in play.chance(value))
    assert play.now.turn == 2
    assert play.moment() == "first"


@pytest.mark.rule("FB-M1")
def test_the_die_moves_the_whole_count_in_any_direction_no_space_twice() -> None:
    play = playing("wt8 dmp")
    play.roll(4)
    assert play.can("move") == {"wt4", "wt12", "cave-1"}
    assert play.why_not("move wt9") == ("FB-M1", KEY + "no-way")
    fork = playing("sb3 dmp")
    fork.roll(4)
    assert fork.can("move") == {"sb7", "ta12", "br15", "br16", "ta13"}
    fork.do("move br15")
    assert fork.at() == "br15"


@pytest.mark.rule("FB-M1", "FB-M2")
def test_ways_that_end_together_are_told_apart_by_where_they_part() -> None:
    play = playing("ta12 sb1 sb2")
    play.roll(3)
    assert play.can("move") == {"ta9", "sb3", "sbx sbx", "sbx sb2"}
    assert play.why_not("move sbx") == ("FB-M2", KEY + "which-way")
    play.do("move sbx sb2")
    assert play.at() == "sbx"


@pytest.mark.rule("FB-M2")
def test_a_move_that_would_end_on_a_piece_goes_on_to_the_next_open_space() -> None:
    play = playing("wt8 wt10 wt11")
    play.roll(2)
    assert play.can("move") == {"wt12", "wt6"}
    fork = playing("sb5 sb2 dmp")
    fork.roll(3)
    assert fork.can("move") == {"sb8", "sb1", "sbx"}
    shut = playing("gsb4 gsb1 gsb2 gsb3")
    shut.roll(3)
    assert "gsb4" in shut.can("move")
    shut.do("move gsb4")
    assert shut.at() == "gsb4"


@pytest.mark.rule("FB-M2", "FB-M6")
def test_a_piece_back_on_its_start_hasnt_landed() -> None:
    shut = playing("gsb3 gsb2 gsb1")
    shut.go(2, "gsb3")
    assert shut.at() == "gsb3"
    dark = playing("gsb2 gsb1", ",move-back-1", traces=(("gsb1", "gsb2"), ("gsb1",)))
    dark.act("play move-back-1", 1)
    assert (dark.at(), dark.now.due()) == ("gsb2", None)


@pytest.mark.rule("FB-M3")
def test_a_one_moves_nothing_and_rolls_a_fireball_then_cards_may_still_be_played() -> None:
    play = playing("wt8 ta5", "double")
    play.roll(1)
    play.quiet()
    assert play.at() == "wt8"
    assert play.verbs() == {"send"}
    play.do("send b-north")
    assert play.now.top() is not None
    play.silence()
    assert play.moment() == "over"
    play.do("play double")


@pytest.mark.rule("FB-M4")
def test_a_move_ends_early_where_it_has_to_and_in_a_dead_end_only_if_nothing_else_uses_the_count() -> None:
    bridge = playing("gsb4 dmp")
    bridge.roll(6)
    assert "bridge1" in bridge.can("move")
    assert "cp3" not in bridge.can("move")
    point = playing("fc6 dmp")
    point.roll(5)
    assert "vkp" in point.can("move")
    cave = playing("wt5 dmp")
    cave.roll(6)
    assert "cave-1" in cave.can("move")
    plateau = playing("wt2 wt9")
    plateau.roll(6)
    assert "dmp" not in plateau.can("move")
    for place, dead in (("dr8", "dr9"), ("gsb2", "gsb1")):
        corner = playing(f"{place} dmp")
        corner.roll(6)
        assert dead not in corner.can("move")


@pytest.mark.rule("FB-M4")
def test_a_dead_end_is_taken_when_no_way_uses_the_count() -> None:
    play = playing("dr9 dmp")
    play.roll(3)
    assert play.at() == "dr6"
    dead = playing("c62 c61 br9 cave-6")
    dead.roll(4)
    assert dead.can("move") == {"br7", "br11"}
    alone = playing("pit-e vp2 vp4")
    alone.roll(2)
    assert alone.can("move") == {"vp1", "vp5"}


@pytest.mark.rule("FB-M5")
def test_any_number_share_plateau_pit_and_water_one_piece_a_space() -> None:
    assert island("dmp dmp pit-a pit-a").faults() == ()
    assert island("water water dmp dmp").faults() == ()
    play = playing("wt3 wt8")
    assert play.why_not("correct piece-1=wt8", -2) == ("FB-M5", KEY + "two-on-a-space")
    assert play.why_not("correct piece-1=dock", -2) == ("FB-M9", KEY + "on-the-dock")


@pytest.mark.rule("FB-M6")
def test_who_lands_on_a_dark_space_draws_a_card_but_never_above_four() -> None:
    play = playing("wt8 dmp")
    play.go(2, "wt10")
    play.chance("cancel")
    assert play.now.hands[0] == ("cancel",)
    passing = playing("wt8 dmp")
    passing.go(3, "wt11")
    assert passing.now.due() is None
    full = playing("wt8 dmp", "cancel cancel cancel reroll")
    full.go(2, "wt10")
    assert len(full.now.hands[0]) == 4
    assert full.now.due() is None


@pytest.mark.rule("FB-M7")
def test_who_comes_over_the_step_takes_one_token_and_trades_it_for_a_full_hand() -> None:
    play = playing("wt13 dmp", "cancel")
    play.go(2, "ta1")
    assert play.now.tokens == ("held", "not-yet")
    assert play.moment() == "over"
    play.do("trade")
    for card in ("double", "double", "reroll"):
        play.chance(card)
    assert play.now.tokens == ("traded", "not-yet")
    assert play.now.hands[0] == ("cancel", "double", "double", "reroll")
    assert play.moment() == "over"
    again = playing("wt13 dmp", tokens=("traded", "not-yet"))
    again.go(3, "ta2")
    assert again.now.tokens[0] == "traded"


@pytest.mark.rule("FB-M7")
def test_a_token_is_traded_in_the_own_turn_below_four_cards() -> None:
    play = playing("wt5 wt8", "cancel,reroll", tokens=("held", "held"))
    assert play.why_not("trade", 1) == ("FB-M7", KEY + "own-turn-trade")
    full = playing("wt5 wt8", "cancel cancel reroll reroll", tokens=("held", "not-yet"))
    assert full.why_not("trade") == ("FB-M7", KEY + "hand-full")
    none = playing("wt5 wt8", "cancel")
    assert none.why_not("trade") == ("FB-M7", KEY + "no-token")


@pytest.mark.rule("FB-M8")
def test_an_empty_bridge_stops_and_one_with_a_piece_is_crossed() -> None:
    empty = playing("cp3 dmp")
    empty.roll(4)
    assert "bridge2" in empty.can("move")
    taken = playing("cp3 bridge2")
    taken.roll(4)
    assert "bridge2" not in taken.can("move")
    assert "vp3" in taken.can("move")
    ended = playing("cp2 bridge2")
    ended.roll(2)
    assert "vp1" in ended.can("move")


@pytest.mark.rule("FB-M9")
def test_the_dock_is_for_the_jewels_owner_without_exact_count() -> None:
    owner = playing("dr8 dmp", owner=0)
    owner.roll(6)
    assert "dock" in owner.can("move")
    other = playing("vp8 dmp")
    other.roll(6)
    assert other.why_not("move dock") == ("FB-M9", KEY + "dock-shut")


@pytest.mark.rule("FB-M10")
def test_the_turn_ends_when_its_player_passes_the_die_after_the_last_window() -> None:
    play = playing("wt5 wt8", "cancel")
    assert play.why_not("pass-die") == ("FB-K13", "refused.answers-first")
    play.go(2, "wt7")
    play.chance("cancel")
    assert play.moment() == "over"
    assert play.why_not("pass-die") == ("FB-K13", "refused.answers-first")
    play.silence()
    assert play.why_not("pass-die", 1) == ("FB-M10", "refused.not-your-turn")
    play.do("pass-die")
    assert play.now.turn == 1


@pytest.mark.rule("FB-C2")
def test_the_kit_has_the_same_cards() -> None:
    (kit,) = (file.kit for file in shipped_kits() if file.kit.slug == FIREBALL_ISLAND.slug)
    assert {card.name: card.count for deck in kit.decks for card in deck.cards} == CARD_COUNTS
