from __future__ import annotations

from typing import Any

import pytest

from companion.engine.values.message import Message
from companion.games.fireship.rules.board.components import WHITE
from companion.games.fireship.rules.state import NO_COUNTS
from tests.companion.games.fireship.sea import Play, cell, playing
from tests.support.referees import FIRESHIP


@pytest.mark.rule("FS-T1")
def test_the_sum_of_three_dice_is_shared_among_the_pawns_pawn_by_pawn_all_of_it_or_less() -> None:
    table = playing("b b p", "b", step="roll")
    table.do("roll")
    assert table.why_not("pick blue-boat") == ("FS-T1", "fireship.in-motion")
    table.chance(1, 3, 2)
    assert table.now.units == 6
    assert table.why_not("roll") == ("FS-T1", "fireship.no-roll")
    assert table.move("blue-boat", "3-1") == 1
    assert table.move("blue-plane", "3-2") == 1
    assert table.move("3-1", "4-2") == 2
    assert table.now.units == 2
    table.do("end-moves")
    assert (table.now.units, table.now.step) == (0, "attacks")


@pytest.mark.rule("FS-T1")
def test_dice_are_rolled_even_with_nothing_to_move_and_a_pawn_needs_units() -> None:
    table = playing("", "b", step="roll", flags="1:blue")
    assert table.verbs() == {"roll"}
    table.do("roll")
    table.chance(1, 1, 1)
    assert table.verbs() == {"end-moves"}
    poor = playing("b", "b", units=0)
    assert poor.why_not("pick blue-boat") == ("FS-T1", "fireship.no-units")
    assert poor.why_not("go 3 1") == ("FS-T1", "fireship.nothing-picked-up")


@pytest.mark.rule("FS-T2")
def test_a_unit_a_cell_never_diagonally_nor_through_an_occupied_cell() -> None:
    assert playing("b@10-10", "b").move("10-10", "11-11") == 2
    around = "b@9-9 b@11-9 b@10-8"
    shut = playing("b@10-9", around, white="", units=2)
    assert shut.goals("10-9") == {"10-10", "9-10", "11-10", "10-11"}
    assert shut.why_not("go 9 9") == ("FS-T2", "fireship.cell-occupied")
    assert shut.why_not("go 10 9") == ("FS-T2", "fireship.cell-occupied")
    assert shut.why_not("go 10 7") == ("FS-T2", "fireship.too-far")
    plane = playing("p@10-9", around, white="", units=3)
    assert "10-7" not in plane.goals("10-9")


@pytest.mark.rule("FS-T3")
def test_a_plane_flies_over_an_island_for_four_from_within_a_cell_to_within_a_cell() -> None:
    table = playing("p@3-5 b@3-6", "b", white="", units=15)
    assert table.move("3-5", "7-7") == 4
    assert table.move("7-7", "3-3") == 4
    assert playing("p@2-5", "b", white="").move("2-5", "8-5") == 6
    assert playing("b@3-6", "b", white="").move("3-6", "7-6") == 6


@pytest.mark.rule("FS-T3")
def test_it_lands_on_a_free_cell_only_and_may_fly_over_islands_one_after_the_other() -> None:
    walled = playing("p@3-5", "b@8-5 b@7-4 b@7-6", white="b@7-5", units=4)
    assert not {"7-4", "7-5", "7-6", "8-5"} & walled.goals("3-5")
    assert playing("p@3-5", "b", white="").move("3-5", "15-5") == 12


@pytest.mark.rule("FS-T3", "FS-K9")
@pytest.mark.parametrize(
    ("plane", "to", "units", "double", "refused"),
    [
        ("3-5", "7-5", 3, False, ("FS-T3", 4, 3)),
        ("3-5", "7-7", 1, False, ("FS-T3", 4, 1)),
        ("2-5", "8-5", 5, False, ("FS-T3", 4, 5)),
        ("3-5", "15-5", 11, False, ("FS-T3", 4, 11)),
        ("3-5", "7-5", 1, True, ("FS-T3", 2, 1)),
        ("3-5", "3-8", 2, False, ("FS-T2", None, 2)),
        ("3-3", "7-3", 3, False, ("FS-T2", None, 3)),
        ("3-5", "7-11", 3, False, ("FS-T2", None, 3)),
    ],
)
def test_where_only_the_units_of_an_overflight_are_missing_that_is_what_refuses_it(
    plane: str, to: str, units: int, double: bool, refused: tuple[str, int | None, int]
) -> None:
    table = playing(f"p@{plane}", "b", white="", units=units, planes_double=double)
    table.do(f"pick {plane}")
    go = FIRESHIP.notation.read(0, f"go {to.replace('-', ' ')}")
    refusal = go.why_not(table.now)
    assert refusal is not None
    assert (refusal.rule, refusal.reason.values.get("cost"), refusal.reason.values["count"]) == refused
    rich = playing(f"p@{plane}", "b", white="", units=units + 4, planes_double=double)
    assert to in rich.goals(plane) or refused[0] == "FS-T2"


@pytest.mark.rule("FS-T2")
def test_a_ship_that_comes_no_further_is_never_told_of_overflights() -> None:
    table = playing("b@3-5", "b", white="", units=3)
    table.do("pick 3-5")
    assert table.why_not("go 7 5") == ("FS-T2", "fireship.too-far")


@pytest.mark.rule("FS-T4")
def test_moves_then_attacks_then_special_cells_and_no_way_back() -> None:
    table = playing("b@9-9", "b@9-10")
    assert table.why_not("attack 9-9 9-10") == ("FS-T4", "fireship.moves-first")
    assert table.why_not("use 9-9") == ("FS-T4", "fireship.moves-first")
    table.do("end-moves")
    assert table.why_not("pick 9-9") == ("FS-T4", "fireship.moves-over")
    assert table.why_not("use 9-9") == ("FS-T4", "fireship.attacks-first")
    table.do("end-attacks")
    assert table.why_not("attack 9-9 9-10") == ("FS-T4", "fireship.attacks-over")
    assert table.why_not("pick 9-9") == ("FS-T4", "fireship.moves-over")
    assert table.why_not("end-turn", 1) == ("FS-S3", "refused.not-your-turn")
    table.do("use 9-9")
    assert table.why_not("end-turn") == ("FS-T4", "fireship.pending-first")
    table.spin("gain-boat")
    table.do("end-turn")
    assert table.why_not("pick 9-10", 1) == ("FS-T1", "fireship.roll-first")


def fight(table: Play, line: str, won: bool = False) -> None:
    """Attack, with nobody answering, and roll the die."""
    table.do(line)
    table.silence()
    table.do("roll")
    table.chance("won" if won else "lost")


@pytest.mark.rule("FS-T5")
def test_a_pawn_or_island_leads_one_attack_a_turn_but_supports_any_number() -> None:
    table = playing("b@10-10 b@10-11 b@8-5", "b@11-10 b@11-11", step="attacks", flags="1:blue", white="b@7-7")
    fight(table, "attack 10-10 11-10")
    assert table.why_not("attack 10-10 11-11") == ("FS-T5", "fireship.led-before")
    fight(table, "attack 10-11 11-10", won=True)
    fight(table, "attack island-1 7-7")
    assert table.why_not("attack island-1 7-7") == ("FS-T5", "fireship.led-before")
    always = playing("b@10-10", "b@11-10", step="attacks", leads="always")
    fight(always, "attack 10-10 11-10")
    fight(always, "attack 10-10 11-10", won=True)


@pytest.mark.rule("FS-T5")
def test_in_a_colour_square_leads_are_counted_by_kind_and_begin_anew_with_the_turn() -> None:
    table = playing("b b p", "b@3-1", step="attacks")
    fight(table, "attack blue-boat 3-1")
    fight(table, "attack blue-boat 3-1")
    assert table.why_not("attack blue-boat 3-1") == ("FS-T5", "fireship.led-before")
    assert table.can("attack") == {"blue-plane 3-1"}
    table.do("end-turn")
    assert table.now.led_home == NO_COUNTS


@pytest.mark.rule("FS-A1")
def test_an_own_pawn_or_island_attacks_anything_of_another_colour_one_cell_away() -> None:
    table = playing("b@7-6 b@12-10 s@13-10", "b@11-9", "", step="attacks", flags="2:red 5:green")
    assert table.why_not("attack 11-9 12-10") == ("FS-A1", "fireship.no-such-leader")
    assert table.why_not("attack 12-10 13-10") == ("FS-A1", "fireship.own-target")
    assert table.why_not("attack 12-10 12-9") == ("FS-A1", "fireship.no-such-target")
    assert table.why_not("attack 12-10 island-2") == ("FS-A1", "fireship.target-far")
    assert table.why_not("attack island-3 21-7") == ("FS-A1", "fireship.no-such-leader")
    assert {"12-10 11-9", "13-10 13-11"} <= table.can("attack")
    assert table.greyed()["attack 7-6 island-1"] == "FS-A4"


@pytest.mark.rule("FS-A2", "FS-A3")
def test_power_is_the_pawns_and_islands_of_a_colour_within_a_cell_of_leader_or_target() -> None:
    table = playing("b@10-10 p@9-9 s@11-11 b@12-12", "b@10-9 b@11-9", step="attacks", white="", flags="5:blue")
    now = table.now
    assert now.power(0, cell("10-10")) == 1 + 2 + 4
    assert now.power(0, cell("11-11")) == 4 + 1 + 1 + 2
    assert now.power(1, cell("10-9")) == 2
    assert now.power(0, cell("island-5")) == 2 + 4 + 1
    assert now.strength(0) == 8


@pytest.mark.rule("FS-A4")
def test_an_attack_needs_at_least_the_power_of_the_defence_whatever_cards_are_held() -> None:
    table = playing("b@10-10 b@17-15", "b@11-10 b@12-10 b@17-16", step="attacks", hands=("plus-one",))
    assert table.can("attack") == {"17-15 17-16"}
    assert table.why_not("attack 10-10 11-10") == ("FS-A4", "fireship.too-weak")
    assert table.greyed() == {"attack 10-10 11-10": "FS-A4"}
    refusal = table.game.notation.read(0, "attack 10-10 11-10").why_not(table.now)
    assert refusal is not None
    assert refusal.reason == Message("fireship.too-weak", {"attack": 1, "defence": 2})


@pytest.mark.rule("FS-A5")
@pytest.mark.parametrize(("blue", "die"), [("b@10-10", "plain-die"), ("b@10-10 b@10-11", "blue-die")])
def test_equal_powers_roll_the_plain_die_and_a_greater_attack_the_blue_one(blue: str, die: str) -> None:
    table = playing(blue, "b@11-9", step="attacks")
    table.do("attack 10-10 11-9")
    assert table.verbs() == {"roll"}
    assert table.why_not("roll", 1) == ("FS-S3", "refused.not-your-turn")
    table.do("roll")
    request = table.now.due()
    assert request is not None
    assert request.purpose == die
    table.chance("lost")
    assert table.pawns(1) == {"b@11-9"}


@pytest.mark.rule("FS-A6")
def test_a_won_island_takes_the_flag_its_defenders_are_destroyed_and_a_boat_goes_on_the_dot() -> None:
    table = playing("s@8-4 b", "", "b@3-3", step="attacks", white="b@7-5 b@9-9")
    fight(table, "attack 8-4 7-5")
    table = playing("s@7-4 b", "b@3-3", step="attacks", white="b@7-5 b@9-9 b@3-7")
    fight(table, "attack 7-4 island-1", won=True)
    assert table.now.flags[0] == 0
    assert table.pawns(0) == {"s@7-4", "b@7-5"}
    assert table.pawns(WHITE) == {"b@9-9"}
    assert table.pawns(1) == {"b@3-3"}


@pytest.mark.rule("FS-A6")
@pytest.mark.parametrize(
    ("blue", "red", "home"), [("s@7-4 b@7-5", "", 1), ("s@7-4", "b@7-5", 1), ("s@7-4" + " b" * 15, "b@3-9", 15)]
)
def test_where_a_pawn_stands_on_the_dot_the_boat_goes_home_and_with_none_left_there_is_none(
    blue: str, red: str, home: int
) -> None:
    table = playing(blue, red, step="attacks", white="")
    fight(table, "attack 7-4 island-1", won=True)
    assert table.now.home[0][0] == home
    assert table.now.flags[0] == 0


@pytest.mark.rule("FS-A6")
def test_the_boat_goes_home_where_a_whirlpool_turns_on_the_dot() -> None:
    table = playing("s@7-4", "b", step="attacks", white="", whirls=((cell("7-5"), 1),))
    fight(table, "attack 7-4 island-1", won=True)
    assert table.now.home[0] == (1, 0, 0)


@pytest.mark.rule("FS-A7")
@pytest.mark.parametrize(("casualties", "left"), [("target", {"b@11-10", "p@3-3"}), ("defenders", {"p@3-3"})])
def test_a_beaten_pawn_is_destroyed_and_by_option_those_that_defended_it(casualties: str, left: set[str]) -> None:
    table = playing("s@10-10", "b@11-9 b@11-10 p@3-3", step="attacks", casualties=casualties, flags="2:red")
    fight(table, "attack 10-10 11-9", won=True)
    assert table.pawns(1) == left
    assert table.now.flags[1] == 1


@pytest.mark.rule("FS-A8")
def test_a_defence_that_became_greater_calls_the_attack_off_which_uses_it_up() -> None:
    table = playing("b@10-10", "b@10-11", step="attacks", hands=("", "plus-one"))
    table.do("attack 10-10 10-11")
    table.do("plus-one", 1)
    table.silence()
    assert not table.now.pending
    assert table.now.due() is None
    assert table.why_not("attack 10-10 10-11") == ("FS-T5", "fireship.led-before")


@pytest.mark.rule("FS-A8")
def test_an_attacker_made_stronger_rolls_the_blue_die() -> None:
    table = playing("b@10-10", "b@10-11", step="attacks", hands=("plus-one",))
    table.do("attack 10-10 10-11")
    table.do("plus-one")
    table.do("roll")
    request = table.now.due()
    assert request is not None
    assert request.purpose == "blue-die"


@pytest.mark.rule("FS-A9")
def test_pawns_in_a_square_lead_support_and_are_attacked_by_kind_from_the_cells_around() -> None:
    table = playing("b b s b@3-3", "b@3-2 b@2-3", "b b p", step="attacks")
    assert table.now.power(0, cell("3-3")) == 1 + 1 + 1 + 4
    assert table.can("attack") == {
        f"{who} {whom}" for who in ("blue-boat", "blue-battleship", "3-3") for whom in ("3-2", "2-3")
    } | {"3-3 island-1"}
    raid = playing("s@23-1 s@23-2", "b b p", step="attacks")
    assert raid.can("attack") == {f"{who} red-{kind}" for who in ("23-1", "23-2") for kind in ("boat", "plane")}
    fight(raid, "attack 23-1 red-plane", won=True)
    assert raid.now.home[1] == (2, 0, 0)


@pytest.mark.rule("FS-A10")
def test_white_never_attacks() -> None:
    table = playing("b@8-5", "b", step="attacks", white="b@7-5 b@8-6")
    assert table.why_not("attack 7-5 8-5") == ("FS-A1", "fireship.no-such-leader")
    assert not any(table.is_asked(seat) for seat in range(1, 2))


def test_impossible_dice_are_refused_with_the_rule() -> None:
    table = playing("b", "b", step="roll")
    table.do("roll")
    for answer in ((11, 1, 1), (1, 1), (0, 1, 1)):
        found: Any = None
        try:
            table.chance(*answer)
        except ValueError as error:
            found = error
        assert found is not None
        assert found.refusal.rule == "FS-C1"
