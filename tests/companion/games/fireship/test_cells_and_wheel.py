from __future__ import annotations

import pytest

from companion.engine.plays import leaves, plays
from companion.engine.values.message import Message
from companion.games.fireship.course import RULES
from companion.games.fireship.picture import picture
from companion.games.fireship.rules.board.components import WHITE
from companion.games.fireship.rules.facts import NoEffect
from tests.companion.games.fireship.sea import Play, cell, playing

WHEEL_CELL = "9-9"


def at_the_wheel(*people: str, **more: object) -> Play:
    """A blue pawn on the wheel cell has used it, and the wheel is to be spun."""
    table = playing(*(people or ("b@9-9 b", "b p")), step="attacks", **more)  # type: ignore[arg-type]  # fields
    table.all("end-attacks", f"use {WHEEL_CELL}")
    table.silence()
    return table


@pytest.mark.rule("FS-P1")
def test_each_pawn_on_a_special_cell_may_use_it_in_any_order_once_the_attacks_are_over() -> None:
    table = playing("b@9-9 b@9-5 b@10-10", "b", step="attacks")
    table.do("end-attacks")
    assert table.can("use") == {"9-9", "9-5"}
    assert table.why_not("use 10-10") == ("FS-P1", "fireship.no-special")
    table.do("use 9-5")
    table.draw("gain-boat")
    table.do("use 9-9")
    table.spin("gain-boat")
    assert table.can("use") == set()
    assert table.why_not("use 9-9") == ("FS-P2", "fireship.used-last")


@pytest.mark.rule("FS-P1")
def test_a_pawn_that_was_destroyed_meanwhile_uses_nothing() -> None:
    table = playing("b@9-9 b@9-13 b", "b", step="attacks", rounds=1)
    table.all("end-attacks", "use 9-9")
    table.spin("lose-boat")
    table.do("lose 9-13")
    assert table.can("use") == set()
    assert table.why_not("use 9-13") == ("FS-P1", "fireship.no-special")


@pytest.mark.rule("FS-P2")
def test_the_same_cell_serves_a_pawn_again_only_after_another_special_cell() -> None:
    table = playing("b@9-9 b", "b", step="attacks", used=((cell("9-9"), cell("9-9")),))
    table.do("end-attacks")
    assert table.greyed() == {"use 9-9": "FS-P2"}
    away = playing("b@9-9 b", "b", used=((cell("9-9"), cell("9-9")),))
    away.move("9-9", "9-10")
    assert away.now.used == ((cell("9-10"), cell("9-9")),)
    away.move("9-10", "9-9")
    away.all("end-moves", "end-attacks")
    assert away.can("use") == set()
    other = playing("b@9-9 b", "b", used=((cell("9-9"), cell("9-13")),), step="attacks")
    other.all("end-attacks", "use 9-9")
    assert other.now.used == ((cell("9-9"), cell("9-9")),)


@pytest.mark.rule("FS-P2")
def test_a_cancelled_use_counts_as_used_and_a_lost_die_too() -> None:
    table = playing("b@9-9 p@13-9", "b", step="attacks", hands=("", "no"))
    table.all("end-attacks", "use 9-9")
    table.do("no", 1)
    assert not table.now.pending
    assert table.why_not("use 9-9") == ("FS-P2", "fireship.used-last")
    table.all("use 13-9", "roll")
    table.chance("lost")
    assert table.why_not("use 13-9") == ("FS-P2", "fireship.used-last")
    assert table.now.home[0] == (0, 0, 0)


@pytest.mark.rule("FS-P2")
@pytest.mark.parametrize(("to", "kept"), [("home", False), ("1-3", False), ("4-1", True)])
def test_who_goes_through_the_colour_square_starts_afresh(to: str, kept: bool) -> None:
    table = playing("b@3-1", "b", used=((cell("3-1"), cell("9-9")),))
    table.move("3-1", to)
    assert bool(table.now.used) is kept


@pytest.mark.rule("FS-P3")
def test_a_plane_wins_a_battleship_by_the_plain_die_and_stays() -> None:
    table = playing("p@13-9 b@13-17", "b", step="attacks")
    table.do("end-attacks")
    assert table.why_not("use 13-17") == ("FS-P3", "fireship.only-planes")
    table.all("use 13-9", "roll")
    request = table.now.due()
    assert request is not None
    assert request.purpose == "plain-die"
    table.chance("won")
    assert table.now.home[0] == (0, 0, 1)
    assert table.pawns(0) == {"p@13-9", "b@13-17"}
    none = playing("p@13-9 s s", "b", step="attacks")
    none.all("end-attacks", "use 13-9", "roll")
    none.chance("won")
    assert none.now.home[0] == (0, 0, 2)


@pytest.mark.rule("FS-P4", "FS-P5")
def test_a_wheel_cell_is_spun_and_on_a_mystery_cell_a_card_is_drawn() -> None:
    table = playing("b@9-9 b@9-5", "b", step="attacks")
    table.do("end-attacks")
    assert table.why_not("spin") == ("FS-P4", "fireship.no-spin")
    assert table.why_not("draw") == ("FS-P5", "fireship.no-draw")
    table.do("use 9-9")
    assert (table.verbs(), table.game.buttons(table.now)) == ({"spin"}, {"spin": "spin"})
    table.spin("fog")
    table.do("use 9-5")
    assert (table.verbs(), table.game.buttons(table.now)) == ({"draw"}, {"draw": "draw"})
    table.draw("no")
    assert table.now.hands[0] == ("no",)


@pytest.mark.rule("FS-W1", "FS-W2")
@pytest.mark.parametrize(("segment", "home"), [("gain-boat", (2, 0, 0)), ("gain-plane", (1, 1, 0))])
def test_a_pawn_is_gained_from_the_reserve_into_the_square(segment: str, home: tuple[int, int, int]) -> None:
    table = at_the_wheel()
    table.spin(segment)
    assert table.now.home[0] == home
    full = at_the_wheel("b@9-9 " + "b " * 14 + "p p p", "b")
    before = full.now.home[0]
    full.spin(segment)
    assert full.now.home[0] == before


@pytest.mark.rule("FS-W3")
def test_a_boat_of_the_players_choice_is_lost_from_the_square_too() -> None:
    table = at_the_wheel("b@9-9 b@3-9 b b p", "b")
    table.spin("lose-boat")
    assert table.can("lose") == {"9-9", "3-9", "blue-boat"}
    assert table.why_not("lose blue-plane") == ("FS-W3", "fireship.cant-lose")
    table.do("lose blue-boat")
    assert table.now.home[0] == (1, 1, 0)
    assert table.why_not("lose 3-9") == ("FS-W3", "fireship.no-loss-due")


@pytest.mark.rule("FS-W3")
def test_without_a_boat_nothing_is_lost_and_the_only_one_is_not_asked_for() -> None:
    table = at_the_wheel("p@9-9", "b")
    table.spin("lose-boat")
    assert (table.pawns(0), table.now.pending) == ({"p@9-9"}, ())
    only = at_the_wheel("b@9-9 p", "b")
    only.spin("lose-boat")
    assert (only.pawns(0), only.now.pending) == (set(), ())


@pytest.mark.rule("FS-W4")
def test_a_plane_is_lost_likewise_but_never_the_last() -> None:
    table = at_the_wheel("p@9-9 p", "b")
    table.spin("lose-plane")
    assert table.can("lose") == {"9-9", "blue-plane"}
    table.do("lose 9-9")
    last = at_the_wheel("p@9-9 b", "b")
    last.spin("lose-plane")
    assert (last.pawns(0), last.now.pending) == ({"p@9-9"}, ())


@pytest.mark.parametrize(
    ("fleet", "segment", "why"),
    [
        ("p@9-9", "lose-boat", "no-boat-to-lose"),
        ("b@9-9", "lose-plane", "no-plane-to-lose"),
        ("p@9-9 b", "lose-plane", "last-plane-stays"),
    ],
)
def test_where_nothing_is_lost_the_log_says_why(fleet: str, segment: str, why: str) -> None:
    table = at_the_wheel(fleet, "b")
    *_, last = [fact for fact in table.spin(segment) if isinstance(fact, NoEffect)]
    assert last.said(table.now) == Message(f"fireship.{why}")


@pytest.mark.rule("FS-W5", "FS-W6")
def test_the_wheel_may_say_draw_a_card_or_spin_again_without_limit() -> None:
    table = at_the_wheel()
    table.spin("spin-again", "spin-again", "spin-again", "draw-card")
    table.draw("boom")
    assert table.now.hands[0] == ("boom",)
    assert table.now.step == "cells"


@pytest.mark.rule("FS-W7")
def test_the_kraken_takes_every_pawn_in_five_by_five_cells_around_the_pawn() -> None:
    blue, red = "b@9-9 b@11-11 p@12-9", "b@7-7 s@7-11 p@6-9 b"
    table = at_the_wheel(blue, red, white="b@8-9 b@7-5")
    table.spin("kraken")
    assert table.pawns(0) == {"p@12-9"}
    assert table.pawns(1) == {"p@6-9"}
    assert table.pawns(WHITE) == {"b@7-5"}


@pytest.mark.rule("FS-W7")
def test_islands_their_flags_and_colour_squares_are_safe_and_the_edge_cuts_the_square() -> None:
    table = playing("b b@3-3", "b@1-4", step="cells", flags="1:red")
    assert table.now.rules.board.kraken(cell("1-1")).bit_count() == 9
    assert table.now.rules.board.kraken(cell("3-3")).bit_count() == 25
    called = playing("b@9-5 b", "b@9-6", step="cells", usable=1 << cell("9-5"), flags="1:red")
    called.do("use 9-5")
    called.draw("spin-wheel")
    called.spin("kraken")
    called.do("kraken 9 5")
    assert (called.now.flags[0], called.now.home[0], called.pawns(0)) == (1, (1, 0, 0), set())


@pytest.mark.rule("FS-W8", "FS-W9", "FS-W10", "FS-W11")
@pytest.mark.parametrize("badge", ["boom", "gulf-stream", "fog", "updraft"])
def test_a_badge_lies_before_its_owner_while_the_stock_has_one(badge: str) -> None:
    table = at_the_wheel()
    table.spin(badge)
    at = ("boom", "gulf-stream", "fog", "updraft").index(badge)
    assert table.now.badges[0][at] == 1
    assert table.now.badge_stock(at) == 5
    none = at_the_wheel(badges=("", " ".join([badge] * 6)))
    facts = none.spin(badge)
    assert none.now.badges[0][at] == 0
    assert Message("fireship.no-badges") in [fact.said(none.now) for fact in facts]


@pytest.mark.rule("FS-W8")
def test_a_badge_has_the_effect_of_the_card_and_goes_back_to_the_stock() -> None:
    table = playing("b", "b@10-10 b@12-12", step="attacks", badges=("boom",))
    assert table.why_not("boom card 10-10") == ("FS-K14", "refused.not-held")
    table.do("boom badge 10-10")
    assert table.pawns(1) == {"b@12-12"}
    assert table.now.badge_stock(0) == 6
    assert table.why_not("boom badge 12-12") == ("FS-W8", "fireship.no-badge")


@pytest.mark.rule("FS-W9")
def test_the_gulf_stream_doubles_the_steps_of_ships_but_not_of_planes() -> None:
    for who, cost in (("b", 2), ("s", 2), ("p", 3)):
        table = playing(f"{who}@10-10", "b", step="roll", badges=("gulf-stream",))
        table.all("gulf-stream badge", "roll")
        table.chance(1, 1, 1)
        assert table.move("10-10", "10-7") == cost


@pytest.mark.rule("FS-W10", "FS-W11")
def test_badges_of_fog_and_updraft_do_what_their_cards_do() -> None:
    table = playing("p@10-10", "b", step="roll", badges=("fog updraft",))
    table.all("updraft badge", "roll")
    assert table.now.planes_double
    table.chance(1, 1, 1)
    table.all("end-moves", "end-attacks", "fog badge", "end-turn")
    assert table.now.fogged(0)
    assert table.now.badges[0] == (0, 0, 0, 0)


def test_a_special_cell_has_one_button_named_by_what_it_gives() -> None:
    table = playing("b@9-9 b@9-5 p@13-9", "b", step="attacks")
    assert RULES.buttons(table.now) == {}
    table.do("end-attacks")
    assert RULES.buttons(table.now) == {"spin": "use 9-9", "draw": "use 9-5", "roll": "use 13-9"}
    (use,) = (play for play in plays(table.now, (0,)) if play.word == "use")
    assert use.role == "first"
    told = {leaf.line: leaf.label.values["use"] for leaf in leaves([use])}
    assert told == {
        "use 9-9": Message("fireship.use-wheel"),
        "use 9-5": Message("fireship.use-mystery"),
        "use 13-9": Message("fireship.use-battleship"),
    }
    labels = {each["do"]: each["label"] for each in picture(table.now, RULES.buttons(table.now))["buttons"]}
    assert labels == told


def test_the_only_cell_is_named_without_its_place() -> None:
    table = playing("b@9-9", "b", step="attacks")
    table.do("end-attacks")
    assert [leaf.label for leaf in leaves(plays(table.now, (0,))) if leaf.line == "use 9-9"] == [
        Message("fireship.use-wheel")
    ]
