from __future__ import annotations

import pytest

from tests.companion.games.battle_for_the_island.field import playing

KEY = "battle-for-the-island."


@pytest.mark.rule("BI-M1", "BI-E3")
def test_the_turn_begins_with_a_die_from_nought_to_five() -> None:
    table = playing("s@c3n s@f1n", "s@c5s")
    assert table.verbs() == {"roll"}
    assert table.why_not("shoot c3 c5") == ("BI-E3", KEY + "no-shot-yet")
    assert table.why_not("move c3 c4 ahead") == ("BI-E3", KEY + "roll-first")
    assert table.why_not("roll", 1) == ("BI-M10", "refused.not-your-turn")
    table.do("roll")
    request = table.now.due()
    assert request is not None
    assert [answer for answer, _ in request.odds()] == [(0,), (1,), (2,), (3,), (4,), (5,)]
    assert table.why_not("roll") == ("BI-M1", KEY + "in-motion")
    table.chance(3)
    assert table.why_not("roll") == ("BI-M2", KEY + "rolled-already")


@pytest.mark.rule("BI-M2")
def test_a_roll_moves_one_own_character_by_all_its_units() -> None:
    table = playing("s@c3n j@f1e", "s@c9s", die=3)
    assert table.can("move") == {
        "c3 c6 ahead", "c3 c5 left", "c3 c5 right", "f1 i1 ahead", "f1 h1 left", "f1 h1 right",
    }  # fmt: skip
    assert table.why_not("move c9 c6 ahead") == ("BI-M2", KEY + "not-yours")
    assert table.why_not("move c3 c5 ahead") == ("BI-M4", KEY + "all-units")
    table.do("move c3 c6 ahead")
    assert (table.at("c3"), table.at("c6")) == ("", "0s@n")
    assert table.why_not("move f1 i1 ahead") == ("BI-M8", KEY + "moved-already")


@pytest.mark.rule("BI-M3")
def test_a_one_is_one_square_forward() -> None:
    table = playing("s@c3n", "s@c9s", die=1)
    assert table.can("move") == {"c3 c4 ahead"}
    assert table.why_not("move c3 c3 left") == ("BI-M3", KEY + "one-ahead")


@pytest.mark.rule("BI-M4")
def test_the_last_unit_may_be_a_quarter_turn() -> None:
    for way, facing in (("left", "w"), ("right", "e")):
        table = playing("s@c3n", "s@c9s", die=2)
        table.do(f"move c3 c4 {way}")
        assert table.at("c4") == f"0s@{facing}"
    assert playing("s@c3w", "s@c9s", die=2).can("move") == {"c3 a3 ahead", "c3 b3 left", "c3 b3 right"}


@pytest.mark.rule("BI-M5")
def test_forward_is_where_a_character_faces() -> None:
    for facing, to in (("n", "e7"), ("e", "g5"), ("s", "e3"), ("w", "c5")):
        assert f"e5 {to} ahead" in playing(f"s@e5{facing}", "s@l9s", die=2).can("move")
    table = playing("s@e5n", "s@l9s", die=2)
    for to in ("e3", "g5", "f6"):
        assert table.why_not(f"move e5 {to} ahead") == ("BI-M4", KEY + "all-units")


@pytest.mark.rule("BI-M6")
def test_nobody_moves_through_or_onto_anybody_nor_through_a_block_nor_off_the_grid() -> None:
    table = playing("s@c3n s@c5w s@e2n s@l1e", "s@e4s", blocks="f3 g5", die=2)
    assert table.why_not("move c3 c5 ahead") == ("BI-M6", KEY + "in-the-way")
    assert table.why_not("move e2 e4 ahead") == ("BI-M6", KEY + "in-the-way")
    assert table.why_not("move l1 l1 ahead") == ("BI-M6", KEY + "off-the-grid")
    through = playing("s@c3n", "s@e9s", blocks="c4 g5", die=2)
    assert through.why_not("move c3 c5 ahead") == ("BI-M6", KEY + "in-the-way")
    assert through.can("move") == set()
    beside = playing("s@c3n", "s@c4s", die=3)
    assert beside.can("move") == set()


@pytest.mark.rule("BI-M7", "BI-B2")
def test_a_block_is_landed_on_straight_and_by_exact_count_a_one_too() -> None:
    table = playing("s@c3n", "s@c9s", blocks="c5 g7", die=2)
    assert table.can("move") == {"c3 c5 ahead", "c3 c4 left", "c3 c4 right"}
    turning = playing("s@c3n", "s@c9s", blocks="c4 g7", die=2)
    assert turning.why_not("move c3 c4 left") == ("BI-M7", KEY + "no-turn-on-block")
    one = playing("s@c3n", "s@c9s", blocks="c4 g7", die=1)
    one.do("move c3 c4 ahead")
    assert one.now.due() is not None
    one.chance("live")
    assert (one.at("c4"), one.blocks()) == ("", {"g7"})


@pytest.mark.rule("BI-M8")
def test_who_can_move_must_and_before_that_the_turn_does_not_end() -> None:
    table = playing("s@c3n s@f1n", "s@c9s", die=2)
    assert table.why_not("end") == ("BI-M8", KEY + "must-move")
    assert "end" not in table.verbs()


@pytest.mark.rule("BI-M8")
def test_where_nobody_can_move_the_opponent_removes_one_and_the_turn_ends() -> None:
    table = playing("s@c12n s@a5w j@p1", "s@k9s s@c1s", die=3)
    assert table.verbs() == {"end"}
    table.do("end")
    assert (table.verbs(0), table.can("remove", 1)) == (set(), {"c12", "a5"})
    assert table.why_not("shoot c12 c9") == ("BI-K1", KEY + "no-shot-now")
    assert table.why_not("remove c12", 0) == ("BI-M8", KEY + "no-removal")
    assert table.why_not("remove k9", 1) == ("BI-M8", KEY + "remove-whom")
    table.do("remove a5", 1)
    assert (table.at("a5"), table.now.turn, table.now.step) == ("", 1, "roll")


@pytest.mark.rule("BI-M8")
def test_a_landing_on_a_block_is_a_possible_move_and_shots_may_open_the_way() -> None:
    assert playing("s@c3n", "s@c9s", blocks="c6 g7", die=3).why_not("end") == ("BI-M8", KEY + "must-move")
    table = playing("s@c9n", "s@c11s", blocks="a6 b7", die=3)
    assert table.verbs() == {"shoot", "end"}
    other = playing("s@c9n", "s@c11s s@k1n", blocks="a6 b7", die=3)
    other.do("shoot c9 c11")
    assert other.can("move") == {"c9 c12 ahead", "c9 c11 left", "c9 c11 right"}
    assert other.why_not("end") == ("BI-M8", KEY + "must-move")


@pytest.mark.rule("BI-M8")
def test_where_none_is_left_on_the_island_the_turn_just_ends() -> None:
    table = playing("s@c3n j@p1", "s@k9s", blocks="c5 b4", live=2, die=5)
    table.do("shoot c3 c5")
    table.chance("live")
    table.chance("live")
    assert (table.at("c3"), table.verbs()) == ("", {"end"})
    table.do("end")
    assert (table.now.turn, table.now.step) == (1, "roll")


@pytest.mark.rule("BI-M9")
def test_who_has_nobody_on_the_island_advances_one_first_and_rolls() -> None:
    table = playing("s@c3n", "s@p1 t@p3", step="moved", die=2)
    table.do("end")
    assert (table.now.turn, table.can("advance", 1)) == (1, {"1", "3"})
    assert table.why_not("roll", 1) == ("BI-M9", KEY + "advance-first")
    table.do("advance 3", 1)
    assert table.at("j12") == "1t@s"
    assert table.verbs(1) == {"roll"}
    assert table.why_not("shoot j12 j8", 1) == ("BI-E3", KEY + "no-shot-yet")
    table.roll(0, seat=1)
    assert table.verbs(1) == {"turn", "advance", "pad"}


@pytest.mark.rule("BI-M9")
def test_where_none_can_advance_the_opponent_removes_one_from_the_pad() -> None:
    table = playing("s@j12n s@c3n", "t@p3 s@p4", blocks="i12 b7", step="moved", die=2)
    table.do("end")
    assert (table.now.turn, table.verbs(1), table.can("remove-from-pad", 0)) == (1, set(), {"3", "4"})
    assert table.why_not("roll", 1) == ("BI-M9", KEY + "opponent-first")
    assert table.why_not("remove-from-pad 1", 0) == ("BI-M9", KEY + "remove-which")
    assert table.why_not("remove-from-pad 3", 1) == ("BI-M9", KEY + "no-pad-removal")
    table.do("remove-from-pad 4", 0)
    assert (table.now.columns_held(1), table.now.turn, table.now.step) == ([3], 0, "roll")


@pytest.mark.rule("BI-M10")
def test_the_turn_ends_when_its_player_says_so_after_the_move() -> None:
    table = playing("s@c3n", "s@c9s", die=2)
    table.do("move c3 c5 ahead")
    assert table.now.turn == 0
    table.do("end")
    assert (table.now.turn, table.now.step) == (1, "roll")
    assert table.why_not("end", 1) == ("BI-E3", KEY + "roll-first")


@pytest.mark.rule("BI-Z1")
def test_a_zero_asks_for_an_option_and_then_gives_another_roll() -> None:
    table = playing("s@c3n j@p2", "s@c9s")
    table.roll(0)
    assert table.verbs() == {"turn", "advance", "pad"}
    assert table.why_not("roll") == ("BI-Z1", KEY + "option-first")
    assert table.why_not("end") == ("BI-Z1", KEY + "not-on-a-zero")
    table.do("turn c3 right")
    table.roll(0)
    assert (table.at("c3"), table.verbs()) == ("0s@e", {"turn", "advance", "pad"})
    table.do("pad")
    table.roll(0)
    table.do("turn c3 left")
    table.roll(2)
    assert (table.now.marks, table.can("move")) == ((2, 9), {"c3 c5 ahead", "c3 c4 left", "c3 c4 right"})
    assert table.why_not("turn c3 left") == ("BI-Z1", KEY + "no-zero")
    assert table.why_not("pad") == ("BI-Z1", KEY + "no-zero")


@pytest.mark.rule("BI-Z2")
def test_a_character_of_the_pad_advances_straight_ahead_and_alone_moves_then() -> None:
    table = playing("s@a1n j@p1 j@p2 t@p3", "s@c9s", blocks="b1 e7", die=0)
    assert table.can("advance") == {"3"}
    assert table.why_not("advance 1") == ("BI-Z2", KEY + "not-ahead-of-pad")
    assert table.why_not("advance 2") == ("BI-Z2", KEY + "not-ahead-of-pad")
    assert table.why_not("advance 5") == ("BI-Z2", KEY + "not-on-pad")
    table.do("advance 3")
    assert table.at("c1") == "0t@n"
    table.roll(2)
    assert table.can("move") == {"c1 c3 ahead", "c1 c2 left", "c1 c2 right"}
    assert table.why_not("move a1 a3 ahead") == ("BI-Z5", KEY + "not-chosen")


@pytest.mark.rule("BI-Z3")
def test_the_pad_slides_by_the_whole_next_roll_and_that_ends_the_turn() -> None:
    table = playing("s@h3n j@p1", "s@h5s s@k9s", die=0)
    table.do("pad")
    table.roll(2)
    assert table.why_not("move h3 h5 ahead") == ("BI-Z3", KEY + "slide-first")
    assert table.why_not("end") == ("BI-Z3", KEY + "slide-first")
    table.do("shoot h3 h5")
    assert table.can("slide") == {"left", "right"}
    table.do("slide left")
    assert (table.now.marks, table.now.turn) == ((0, 9), 1)
    assert table.now.ahead_of_pad(0, 1) is None


@pytest.mark.rule("BI-Z3")
def test_the_missile_stays_at_the_edge_and_who_overhangs_does_not_advance() -> None:
    table = playing("s@h3n j@p1 j@p3", "s@k9s", nominated=True, step="slide", die=3)
    assert table.why_not("slide left") == ("BI-Z3", KEY + "pad-stays")
    assert table.can("slide") == {"right"}
    assert playing("s@h3n", "s@k9s", die=3).why_not("slide left") == ("BI-Z3", KEY + "no-slide")
    over = playing("s@h3n j@p1 j@p3", "s@k9s", die=0, marks=(0, 9))
    assert over.why_not("advance 1") == ("BI-Z3", KEY + "overhangs")
    assert over.can("advance") == {"3"}
    other = playing("s@h3n", "s@k9s j@p1", turn=1, nominated=True, step="slide", die=2)
    other.do("slide left", 1)
    assert other.now.marks == (2, 11)


@pytest.mark.rule("BI-Z4", "BI-Z5")
def test_a_character_turns_on_the_spot_and_alone_moves_then() -> None:
    table = playing("s@c3n j@f1n", "s@c9s", die=0)
    assert table.can("turn") == {"c3 left", "c3 right", "f1 left", "f1 right"}
    assert table.why_not("turn c9 left") == ("BI-M2", KEY + "not-yours")
    table.do("turn c3 left")
    assert table.at("c3") == "0s@w"
    table.roll(2)
    assert table.can("move") == {"c3 a3 ahead", "c3 b3 left", "c3 b3 right"}
    assert table.why_not("move f1 f3 ahead") == ("BI-Z5", KEY + "not-chosen")


@pytest.mark.rule("BI-Z5")
def test_a_chosen_one_that_cannot_use_the_roll_ends_the_turn_if_another_could() -> None:
    table = playing("s@c3n j@f1n", "s@c9s", die=0)
    table.do("turn c3 left")
    table.roll(5)
    assert table.can("move") == set()
    table.do("end")
    assert (table.now.turn, table.now.step) == (1, "roll")
    none = playing("s@c3n j@f12n", "s@k9s", die=0)
    none.do("turn c3 left")
    none.roll(5)
    none.do("end")
    assert none.can("remove", 1) == {"c3", "f12"}


@pytest.mark.rule("BI-Z5")
def test_a_chosen_one_that_is_gone_cannot_use_the_roll() -> None:
    table = playing("s@c3n s@c4e t@c2n", "s@c6s s@k9s", die=0)
    table.do("turn c3 left")
    table.roll(2)
    table.do("shoot c2 c6")
    assert (table.at("c3"), table.at("c4")) == ("", "")
    assert table.verbs() == {"end"}
    table.do("end")
    assert table.now.turn == 1


@pytest.mark.rule("BI-Z6")
def test_an_option_that_cannot_be_taken_is_not_offered_and_the_pad_always_can() -> None:
    table = playing("s@c3n", "s@c9s", die=0)
    assert table.verbs() == {"turn", "pad"}
    table.do("pad")
    table.roll(1)
    assert table.can("slide") == {"left", "right"}
