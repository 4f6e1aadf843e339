from __future__ import annotations

from typing import Any

import pytest

from companion.engine.chance import Card
from companion.engine.values.bags import bag
from companion.engine.values.seats import TABLE
from companion.engine.windows import open_window
from companion.games.fireship.rules.board.components import WHITE
from tests.companion.games.fireship.boards import POND
from tests.companion.games.fireship.sea import Play, cell, playing
from tests.support.referees import TEXTS, referee

NINE = " ".join(f"{number}:blue" for number in range(1, 9))


def drawing(*people: str, **more: object) -> Play:
    """A blue pawn on the mystery cell 9-5 has used it, and a card is to be drawn."""
    table = playing(*(people or ("b@9-5 b", "b p")), step="attacks", **more)  # type: ignore[arg-type]  # fields
    table.all("end-attacks", "use 9-5")
    table.silence()
    return table


@pytest.mark.rule("FS-K1")
@pytest.mark.parametrize("again", [(), ("spin-again",)])
def test_a_kraken_by_the_card_rises_on_a_wheel_or_mystery_cell_of_choice(again: tuple[str, ...]) -> None:
    table = drawing("b@9-5 b", "b@9-18 b")
    table.draw("spin-wheel")
    table.spin(*again, "kraken")
    assert len(table.can("kraken")) == 14
    assert table.why_not("kraken 13 9") == ("FS-K1", "fireship.kraken-where")
    table.do("kraken 9 17")
    assert (table.pawns(0), table.pawns(1)) == ({"b@9-5"}, set())
    assert table.why_not("kraken 9 17") == ("FS-K1", "fireship.no-kraken")


@pytest.mark.rule("FS-K2", "FS-K3")
@pytest.mark.parametrize(("card", "home"), [("gain-boat", (2, 0, 0)), ("gain-plane", (1, 1, 0))])
def test_cards_that_gain_a_pawn(card: str, home: tuple[int, int, int]) -> None:
    table = drawing()
    table.draw(card)
    assert (table.now.home[0], table.now.discard) == (home, (card,))


@pytest.mark.rule("FS-K4", "FS-K5")
def test_cards_that_lose_a_pawn_of_choice_but_no_last_plane() -> None:
    table = drawing("b@9-5 b p p@3-9", "b")
    table.draw("lose-boat")
    assert table.can("lose") == {"9-5", "blue-boat"}
    table.do("lose blue-boat")
    planes = drawing("b@9-5 p p@3-9", "b")
    planes.draw("lose-plane")
    assert planes.can("lose") == {"3-9", "blue-plane"}
    last = drawing("b@9-5 p", "b")
    last.draw("lose-plane")
    assert last.now.home[0] == (0, 1, 0)


@pytest.mark.rule("FS-K6")
def test_a_no_cancels_an_attack_which_is_used_up() -> None:
    table = playing("b@10-10", "b@10-11", step="attacks", hands=("", "no"))
    table.do("attack 10-10 10-11")
    table.do("no", 1)
    assert (table.now.pending, table.now.discard) == ((), ("no",))
    assert table.why_not("attack 10-10 10-11") == ("FS-T5", "fireship.led-before")


@pytest.mark.rule("FS-K6")
@pytest.mark.parametrize("what", ["card", "badge", "wheel", "cell", "drawn"])
def test_a_no_cancels_a_card_a_badge_the_wheels_word_and_the_use_of_a_cell(what: str) -> None:
    hands = ("boom", "no") if what == "card" else ("", "no")
    table = playing("b@9-9 b@9-5", "b@3-9", "b", step="cells", hands=hands, badges=("boom",))
    if what in ("card", "badge"):
        table.do(f"boom {what} 3-9")
    else:
        table = playing("b@9-9 b@9-5", "b@3-9", "b", step="attacks", hands=hands)
        table.all("end-attacks", "use 9-5" if what == "drawn" else "use 9-9")
        if what != "cell":
            table.silence()
            table.do("spin" if what == "wheel" else "draw")
            table.chance("gain-boat")
    before = table.now.home[0]
    table.do("no", 1)
    table.silence()
    assert (table.now.pending, table.now.home[0], table.pawns(1)) == ((), before, {"b@3-9"})


@pytest.mark.rule("FS-K6")
def test_another_no_may_answer_a_no_and_the_thing_is_asked_about_afresh() -> None:
    table = playing("b@10-10", "b@10-11", step="attacks", hands=("no", "no no"))
    table.do("attack 10-10 10-11")
    table.do("no", 1)
    table.do("no", 0)
    table.do("pass", 1)
    assert open_window(table.now) is not None
    table.do("no", 1)
    assert open_window(table.now) is None
    cancelled = playing("b@10-10", "b@10-11", step="attacks", hands=("no", "no"))
    cancelled.do("attack 10-10 10-11")
    cancelled.do("no", 1)
    cancelled.do("no", 0)
    assert cancelled.verbs(0) == {"roll"}


@pytest.mark.rule("FS-K6")
def test_dice_and_moves_cannot_be_cancelled_and_ones_own_action_can() -> None:
    table = playing("b@10-10", "b@10-11", step="roll", hands=("no", "no"))
    table.do("roll")
    assert table.why_not("no", 1) == ("FS-K15", "fireship.no-window")
    table.chance(1, 1, 1)
    table.all("pick 10-10", "go 10 9")
    assert table.why_not("no", 1) == ("FS-K15", "fireship.no-window")
    table.move("10-9", "10-10")
    table.all("end-moves", "attack 10-10 10-11", "no")
    table.silence()
    assert table.now.pending == ()


@pytest.mark.rule("FS-K7")
def test_a_boom_destroys_a_boat_of_any_other_colour_white_and_in_a_square_too() -> None:
    table = playing("b@4-9", "b b@10-10 p@11-11", step="attacks", hands=("boom boom boom",), white="b@7-5")
    assert table.can("boom") == {"card 10-10", "card 7-5", "card red-boat"}
    assert table.why_not("boom card 11-11") == ("FS-K7", "fireship.only-boats")
    assert table.why_not("boom card island-2") == ("FS-K7", "fireship.only-boats")
    assert table.why_not("boom card 4-9") == ("FS-K7", "fireship.own-boat")
    for target in ("10-10", "7-5", "red-boat"):
        table.do(f"boom card {target}")
        table.silence()
    assert (table.pawns(1), table.pawns(WHITE), table.now.home[1]) == ({"p@11-11"}, set(), (0, 0, 0))
    assert table.why_not("boom card 10-10") == ("FS-K14", "refused.not-held")


@pytest.mark.rule("FS-K8")
def test_a_plus_one_is_for_the_attackers_and_the_targets_owner_only_and_several_may_be_played() -> None:
    table = playing(
        "b@10-10 b@9-10", "b@10-11", "b", step="attacks", hands=("plus-one", "plus-one plus-one no", "plus-one")
    )
    table.do("attack 10-10 10-11")
    assert table.why_not("plus-one", 2) == ("FS-K8", "fireship.not-in-attack")
    for _ in range(2):
        table.do("plus-one", 1)
        assert table.why_not("plus-one", 1) == ("FS-K8", "fireship.no-attack-here")
        table.do(f"time-up {open_window(table.now).number}", TABLE)  # type: ignore[union-attr]  # it is open
    attack = table.now.pending[-1]
    assert (attack.attack, attack.defence) == (2, 3)  # type: ignore[attr-defined]  # it is an attack
    table.do("plus-one", 0)
    table.silence()
    assert table.verbs(0) == {"roll"}


@pytest.mark.rule("FS-K8")
def test_in_an_attack_on_white_only_the_attacker_plays_a_plus_one() -> None:
    table = playing("b@8-6", "b", step="attacks", hands=("", "plus-one"), white="b@9-7")
    table.do("attack 8-6 9-7")
    assert table.verbs(1) == {"pass", "pass-until"}


@pytest.mark.rule("FS-K9")
@pytest.mark.parametrize(("to", "cost"), [("10-7", 2), ("10-6", 2), ("11-10", 1)])
def test_under_an_updraft_a_unit_moves_a_plane_two_steps_and_an_unused_one_is_lost(to: str, cost: int) -> None:
    table = playing("p@10-10 b@15-15", "b", step="roll", hands=("updraft updraft",))
    table.all("updraft card")
    table.silence()
    table.do("updraft card")
    table.do("roll")
    table.chance(2, 2, 2)
    assert table.move("10-10", to) == cost
    assert table.move("15-15", "17-15") == 2


@pytest.mark.rule("FS-K9")
def test_under_an_updraft_an_overflight_costs_two() -> None:
    table = playing("p@3-5", "b", white="", planes_double=True, units=4)
    assert table.move("3-5", "7-7") == 2


@pytest.mark.rule("FS-K10")
def test_fog_keeps_attacks_booms_and_whirlpools_of_others_off_until_the_next_turn() -> None:
    table = playing("b@10-10 b@16-16", "b@10-11 b@15-9", step="cells", hands=("fog", "boom"), flags="1:blue")
    table.do("fog card")
    assert (table.now.step, table.can("fog")) == ("last", set())
    table.silence()
    assert table.why_not("use 10-10") == ("FS-K10", "fireship.fog-was-last")
    table.all("end-turn")
    table.do("roll", 1)
    table.chance(1, 1, 1)
    table.do("end-moves", 1)
    assert table.why_not("attack 10-11 10-10", 1) == ("FS-K10", "fireship.in-fog")
    assert table.why_not("boom card 10-10", 1) == ("FS-K10", "fireship.in-fog")
    table.do("end-turn", 1)
    assert not table.now.fogged(0)


@pytest.mark.rule("FS-K10")
def test_a_kraken_finds_pawns_in_fog_and_another_ones_whirlpool_does_not() -> None:
    table = playing("b@9-9", "b@9-11 b", step="attacks", fog=0b10)
    table.all("end-attacks", "use 9-9")
    table.spin("kraken")
    assert table.pawns(1) == set()
    whirl = playing("b@9-9 b", "b@9-11 b", "b", step="attacks", fog=0b1, turn=1, whirls=((cell("9-10"), 2),))
    whirl.do("end-turn", 1)
    assert (whirl.now.turn, whirl.pawns(0), whirl.pawns(1)) == (2, {"b@9-9"}, set())


@pytest.mark.rule("FS-K10")
def test_a_missed_turn_lifts_the_fog_too() -> None:
    table = playing("b", "b", step="attacks", turn=1, fog=0b1, holes=(1, 0), gone=("deep-hole-bermuda",))
    table.do("end-turn", 1)
    assert (table.now.turn, table.now.fog) == (1, 0)


@pytest.mark.rule("FS-K11")
def test_a_deep_hole_misses_the_next_turn_and_its_card_lies_openly_till_then() -> None:
    table = drawing("b@9-5 b", "b", hands=("no",))
    table.draw("deep-hole-bermuda")
    assert (table.now.holes, table.now.discard) == ((1, 0), ())
    table.do("end-turn")
    assert table.now.turn == 1
    table.do("roll", 1)
    table.chance(1, 1, 1)
    table.all("end-moves", "end-turn", seat=1)
    assert (table.now.turn, table.now.round, table.now.holes) == (1, 2, (0, 0))
    assert table.now.discard == ("deep-hole-bermuda",)


@pytest.mark.rule("FS-K11")
def test_two_holes_are_two_turns_and_whoever_misses_still_answers() -> None:
    table = playing(
        "b@10-10", "b@10-11", step="attacks", turn=1, holes=(2, 0), gone=("deep-hole-bermuda",) * 2, hands=("no",)
    )
    table.do("attack 10-11 10-10", 1)
    table.do("no", 0)
    assert table.now.pending == ()
    for left in (1, 0):
        table.do("end-turn", 1)
        assert (table.now.turn, table.now.holes[0]) == (1, left)
        table.do("roll", 1)
        table.chance(1, 1, 1)
        table.do("end-moves", 1)
    table.do("end-turn", 1)
    assert table.now.turn == 0


@pytest.mark.rule("FS-K12")
def test_a_whirlpool_goes_on_a_free_cell_which_no_pawn_then_enters_or_passes() -> None:
    table = playing("b@10-10 b", "b", step="attacks", hands=("whirlpool",))
    for line, why in (("10 10", "whirl-where"), ("5 5", "whirl-where"), ("1 1", "whirl-where"), ("26 1", "no-cell")):
        assert table.why_not(f"whirlpool {line}")[1] == f"fireship.{why}"
    assert table.why_not("whirlpool 5 5")[0] == "FS-K12"
    table.do("whirlpool 9 9")
    table.silence()
    assert table.now.whirls == ((cell("9-9"), 0),)
    shut = playing("p@10-10", "b", whirls=((cell("10-9"), 0),), units=4)
    assert shut.move("10-10", "10-8") == 4
    shut = playing("p@10-10", "b", whirls=((cell("10-9"), 0),), units=4)
    shut.do("pick 10-10")
    assert shut.why_not("go 10 9") == ("FS-K12", "fireship.whirl-there")


@pytest.mark.rule("FS-K12")
@pytest.mark.parametrize("missed", [0, 1])
def test_it_takes_ships_of_every_colour_within_a_cell_when_its_owners_turn_begins(missed: int) -> None:
    table = playing(
        "b@10-10 p@11-11 b", "b@10-11 s@11-10 b@13-9", step="attacks", turn=1, white="b@12-10 b@12-12",
        whirls=((cell("11-9"), 0), (cell("23-3"), 1)), holes=(missed, 0), gone=("deep-hole-bermuda",) * missed,
    )  # fmt: skip
    table.do("end-turn", 1)
    assert table.now.whirls == (((cell("23-3"), 1),) if not missed else ())
    assert table.pawns(0) == {"p@11-11"}
    assert table.pawns(1) == {"b@10-11", "b@13-9"}
    assert table.pawns(WHITE) == {"b@12-12"}


@pytest.mark.rule("FS-K12")
def test_two_whirlpools_take_a_ship_between_them_once_and_spare_colour_squares() -> None:
    whirls = ((cell("10-9"), 0), (cell("11-10"), 0), (cell("3-3"), 0))
    table = playing("b b", "b@10-10 b", step="attacks", turn=1, whirls=whirls)
    table.do("end-turn", 1)
    assert (table.pawns(1), table.now.home[0], table.now.whirls) == (set(), (2, 0, 0), ())


@pytest.mark.rule("FS-K13")
@pytest.mark.parametrize("card", ["no", "boom", "plus-one", "updraft", "fog", "gulf-stream", "whirlpool"])
def test_these_are_kept_hidden_without_a_hand_limit(card: str) -> None:
    table = drawing(hands=("no no boom boom fog fog",))
    table.do("draw")
    facts = table.chance(card)
    assert table.now.hands[0] == bag(("no", "no", "boom", "boom", "fog", "fog", card))
    assert [fact.seen_by(1).card for fact in facts if hasattr(fact, "card")] == ["?"]  # type: ignore[union-attr]
    assert table.now.seen_by(1).hands[0] == ("?",) * 7
    assert table.now.pending == ()


@pytest.mark.rule("FS-K14")
def test_cards_are_played_in_the_own_turn_at_their_step() -> None:
    hand = ("updraft gulf-stream boom whirlpool fog", "boom fog updraft")
    table = playing("b@10-10", "b@3-9", step="roll", hands=hand)
    assert {"updraft", "gulf-stream", "roll"} == table.verbs()
    assert table.why_not("boom card 3-9") == ("FS-K14", "fireship.with-attacks")
    assert table.why_not("fog card") == ("FS-K14", "fireship.fog-at-end")
    assert table.why_not("updraft card", 1) == ("FS-S3", "refused.not-your-turn")
    table.do("roll")
    table.chance(1, 1, 1)
    assert table.why_not("updraft card") == ("FS-K14", "fireship.before-roll")
    assert table.why_not("whirlpool 9 9") == ("FS-K14", "fireship.with-attacks")
    table.do("end-moves")
    assert table.why_not("fog card") == ("FS-K14", "fireship.fog-at-end")
    assert {"boom", "whirlpool"} <= table.verbs()
    table.do("end-attacks")
    assert {"boom", "whirlpool", "fog"} <= table.verbs()


@pytest.mark.rule("FS-K15")
def test_all_who_hold_hidden_cards_are_asked_whatever_they_are_the_actor_too() -> None:
    table = playing("b@10-10", "b@10-11", "b", "b", step="attacks", hands=("fog", "updraft", "", "no"))
    table.do("attack 10-10 10-11")
    assert [table.is_asked(seat) for seat in range(4)] == [True, True, False, True]
    kinds = {tuple(kind.verb for kind in ask.kinds) for ask in table.now.asks() if ask.seat >= 0}
    assert len(kinds) == 1
    assert table.why_not("pass", 2) == ("FS-K15", "refused.not-asked")
    assert table.why_not("no", 2) == ("FS-K15", "fireship.not-asked")
    assert table.why_not("end-turn") == ("FS-K15", "fireship.window-first")
    for seat in (0, 1, 3):
        assert table.now.pending
        table.do("pass", seat)
    assert table.verbs(0) == {"roll"}


@pytest.mark.rule("FS-K15")
def test_silence_is_a_pass_after_answer_s_and_nobody_sees_who_passed() -> None:
    table = playing("b@10-10", "b@10-11", "b", step="attacks", hands=("fog", "no", "no"), answer_s=3)
    table.do("attack 10-10 10-11")
    window = open_window(table.now)
    assert window is not None
    assert window.answer_s == 3
    before = table.now.seen_by(2)
    facts = table.do("pass", 1)
    assert table.now.seen_by(2) == before
    assert all(fact.seen_by(2) is None for fact in facts)
    table.silence()
    assert table.verbs(0) == {"roll"}


@pytest.mark.rule("FS-K15")
def test_without_hidden_cards_nobody_is_waited_for() -> None:
    table = playing("b@10-10", "b@10-11", step="attacks", badges=("fog", "fog"))
    table.do("attack 10-10 10-11")
    assert table.verbs(0) == {"roll"}


@pytest.mark.rule("FS-K15")
@pytest.mark.parametrize(("until", "waits"), [("my-turn", False), ("attacked", True)])
def test_who_rests_is_not_waited_for_but_may_still_answer(until: str, waits: bool) -> None:
    table = playing("b@10-10 b@16-16", "b@10-11", step="attacks", hands=("", "no no"), badges=("boom boom",))
    table.do("boom badge 10-11")
    facts = table.do(f"pass-until {until}", 1)
    assert all(fact.seen_by(0) is None for fact in facts[:2])
    rested = playing("b@10-10", "b@10-11", "b", step="attacks", hands=("", "no", "no"), resting=("", until, ""))
    rested.do("attack 10-10 10-11")
    rested.do("pass", 2)
    assert (open_window(rested.now) is not None) is waits
    free = playing("b@10-10", "b@10-11", "b", step="attacks", hands=("", "no", "no"), resting=("", until, ""))
    free.do("attack 10-10 10-11")
    free.do("no", 1)
    free.silence()
    assert free.now.pending == ()


def told(table: Play, lang: str, viewer: int) -> Any:
    """Return the table as *viewer* is told it in *lang*."""
    return TEXTS.tell(lang, referee("fireship").shown(table.now.seen_by(viewer)))


@pytest.mark.parametrize("until", ["my-turn", "attacked"])
def test_who_rests_is_told_so_in_both_languages_and_nobody_else_is(until: str) -> None:
    table = playing("b@10-10 b@16-16", "b@10-11", step="attacks", hands=("", "no no"), resting=("", until))
    for lang in TEXTS.languages:
        own, others = (told(table, lang, seat)["people"][1]["rests"] for seat in (1, 0))
        assert isinstance(own, str)
        assert others is None


@pytest.mark.rule("FS-K15")
def test_a_rest_that_began_in_an_answer_over_another_holds_for_the_one_below() -> None:
    hands = ("plus-one", "no", "fog")
    table = playing("b@10-10", "b@10-11", "b", step="attacks", hands=hands, answer_s=0)
    table.all("attack 10-10 10-11", "plus-one")
    table.do("pass-until my-turn", 2)
    table.do("pass", 1)
    assert table.is_asked(1)  # again, about the attack
    table.do("pass", 1)
    assert table.verbs(0) == {"roll"}


@pytest.mark.rule("FS-K15")
def test_who_rests_until_attacked_is_waited_for_in_every_answer_to_the_attack() -> None:
    hands = ("no", "no no", "fog")
    table = playing("b@10-10", "b@10-11", "b", step="attacks", hands=hands, resting=("", "attacked", "my-turn"))
    table.do("attack 10-10 10-11")
    table.do("no", 1)
    table.do("no", 0)
    assert [type(each).__name__ for each in table.now.pending] == ["DeclaredAttack", "DeclaredNo", "DeclaredNo"]
    table.do("no", 1)
    table.silence()
    assert (table.now.pending, table.now.hands[1]) == ((), ())


@pytest.mark.rule("FS-K15", "FS-K17")
def test_nobody_waits_for_who_was_put_out_meanwhile() -> None:
    hands = ("boom", "no", "no")
    table = playing("b@10-10 b", "b@10-11", "b b", step="cells", hands=hands, answer_s=0, badges=("fog",))
    table.do("fog badge")
    table.do("correct 10-11.column=0", TABLE)
    assert not table.is_asked(1)
    table.do("pass", 0)
    table.do("pass", 2)
    assert table.now.pending == ()


@pytest.mark.rule("FS-K15")
def test_rest_ends_with_the_own_turn_and_is_nobody_elses_business() -> None:
    table = playing("b@10-10", "b@10-11", step="attacks", hands=("", "no"), resting=("", "my-turn"))
    assert table.now.seen_by(0).resting == ("", "")
    assert table.now.seen_by(1).resting == ("", "my-turn")
    table.do("end-turn")
    assert table.now.resting == ("", "")


@pytest.mark.rule("FS-K16")
def test_played_cards_are_discarded_and_an_empty_deck_is_the_shuffled_discard() -> None:
    played = playing("b", "b@10-10", step="attacks", hands=("boom",))
    played.do("boom card 10-10")
    assert played.now.discard == ("boom",)
    table = playing("b@9-5 b", "b", step="attacks")
    gone = table.now.deck
    table = drawing("b@9-5 b", "b", deck=(), discard=gone)
    table.do("draw")
    assert table.now.due() == Card("mystery", "FS-C4", cards=gone)
    assert table.now.discard == ()


@pytest.mark.rule("FS-K16")
def test_where_all_cards_are_in_hands_there_is_none_to_draw() -> None:
    table = drawing("b@9-5 b", "b", deck=())
    assert (table.now.pending, table.now.step) == ((), "cells")


@pytest.mark.rule("FS-K17", "FS-E2")
def test_who_is_out_lays_down_cards_badges_and_whirlpools() -> None:
    table = playing(
        "s@10-10", "b@10-11", "b", step="attacks", hands=("", "fog updraft"), badges=("", "boom fog"),
        whirls=((cell("3-9"), 1), (cell("4-9"), 2)), holes=(0, 1, 0), gone=("deep-hole-bermuda",),
    )  # fmt: skip
    table.do("attack 10-10 10-11")
    table.silence()
    table.do("roll")
    table.chance("won")
    now = table.now
    assert (now.out, now.hands[1], now.badges[1], now.holes) == (0b10, (), (0, 0, 0, 0), (0, 0, 0))
    assert now.whirls == ((cell("4-9"), 2),)
    assert now.discard == ("deep-hole-bermuda", "fog", "updraft")
    table.do("end-turn")
    assert table.now.turn == 2


@pytest.mark.rule("FS-E1")
def test_nine_flags_win_at_once() -> None:
    table = playing("s@20-19", "b", step="attacks", flags=NINE, win="all", white="")
    table.do("attack 20-19 island-9")
    table.do("roll")
    table.chance("won")
    assert table.ending == ("islands", "FS-E1", (0,))


@pytest.mark.rule("FS-E2")
def test_the_last_one_left_wins_and_an_island_keeps_one_in() -> None:
    table = playing("s@10-10", "b@10-11", step="attacks")
    table.all("attack 10-10 10-11", "roll")
    table.chance("won")
    assert table.ending == ("last", "FS-E2", (0,))
    kept = playing("s@10-10", "b@10-11", step="attacks", flags="3:red")
    kept.all("attack 10-10 10-11", "roll")
    kept.chance("won")
    assert (kept.ending, kept.now.out) == (None, 0)


@pytest.mark.rule("FS-E2")
def test_who_is_out_in_the_own_turn_ends_it_there_and_all_at_once_share_the_win() -> None:
    table = playing("b@9-9 b@9-10", "b", "b", step="attacks")
    table.all("end-attacks", "use 9-9")
    table.spin("kraken")
    assert (table.now.out, table.now.turn, table.now.step) == (0b1, 1, "roll")
    shared = playing("b@9-9", "b@9-10", step="attacks")
    shared.all("end-attacks", "use 9-9")
    shared.spin("kraken")
    assert shared.ending == ("together", "FS-E2", (0, 1))


@pytest.mark.rule("FS-E3")
def test_after_the_last_round_most_islands_win_then_power_then_it_is_shared() -> None:
    for people, flags, winners in (
        (("b", "b", "b"), "1:red", (1,)),
        (("b", "b", "b p"), "1:red 2:green", (2,)),
        (("b", "b", "b"), "", (0, 1, 2)),
    ):
        table = playing(*people, flags=flags, step="attacks", rounds=3, round=3, turn=1)
        table.do("end-turn", 1)
        assert table.now.turn == 2
        table.do("roll", 2)
        table.chance(1, 1, 1)
        table.all("end-moves", "end-turn", seat=2)
        assert table.ending == ("time", "FS-E3", winners)


@pytest.mark.rule("FS-E3")
def test_minutes_are_reported_by_the_table_and_the_round_is_finished() -> None:
    table = playing("b", "b", step="attacks", limit="minutes")
    assert table.why_not("time-over", 0) == ("FS-E3", "refused.only-table")
    table.do("time-over", TABLE)
    assert table.why_not("time-over", TABLE) == ("FS-E3", "fireship.time-was-over")
    table.do("end-turn")
    assert table.ending is None
    table.do("roll", 1)
    table.chance(1, 1, 1)
    table.all("end-moves", "end-turn", seat=1)
    assert table.ending == ("time", "FS-E3", (0, 1))
    assert playing("b", "b").why_not("time-over", TABLE) == ("FS-E3", "fireship.no-minutes")


@pytest.mark.rule("FS-E4")
@pytest.mark.parametrize("win", ["most", "all"])
def test_a_sea_without_pawns_but_white_ones_ends_the_game_as_if_the_time_were_up(win: str) -> None:
    table = playing("b@9-9", "b@9-10", step="attacks", flags="1:red 2:red 3:blue", win=win)
    table.all("end-attacks", "use 9-9")
    table.spin("kraken")
    assert table.ending == ("no-pawns", "FS-E4", (1,))


@pytest.mark.rule("FS-E5")
def test_once_ended_no_command_is_taken_and_the_end_names_reason_and_rule() -> None:
    table = playing("s@10-10", "b@10-11", step="attacks")
    table.all("attack 10-10 10-11", "roll")
    table.chance("won")
    for line in ("end-turn", "roll", "spin", "pick 10-10", "no", "lose 10-10", "kraken 9 9", "boom card 10-10"):
        assert table.why_not(line) == ("FS-E5", "refused.ended")
    assert not any(table.is_asked(seat) for seat in (0, 1, TABLE))
    end = table.now.end()
    assert end is not None
    assert (end.key, end.values["rule"]) == ("fireship.won-last", "FS-E2")


def test_the_small_board_of_the_tests_is_a_board() -> None:
    assert (POND.width, POND.height) == (12, 9)
