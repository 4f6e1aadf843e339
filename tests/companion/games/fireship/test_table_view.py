"""What the table shows of the sea, what can be set right there, and that all of it has words in both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.command import Refusal
from companion.engine.corrections import Corrected
from companion.engine.plays import plays
from companion.engine.values.message import Message
from companion.engine.values.seats import ALL_SEEING, TABLE, WATCHER
from companion.games.fireship.course import SeaInPlay
from companion.games.fireship.picture import picture
from companion.games.fireship.real_board import differences
from companion.games.fireship.rules import refusals
from companion.games.fireship.rules.board.components import CARD_COUNTS, WHEEL, WHITE, name
from companion.library.catalogue import rules_of
from companion.records.record import read, replay
from companion.texts.say import LANGUAGES
from tests.companion.games.fireship.sea import Play, cell, playing, setting_up
from tests.companion.records.test_golden_records import FILES
from tests.support.referees import FIRESHIP, TEXTS
from tests.support.seen import plain
from tests.support.wording import say

OF_FIRESHIP = [file for file in FILES if file.stem.startswith("fireship")]


@pytest.mark.long
@pytest.mark.parametrize("file", OF_FIRESHIP, ids=lambda file: file.stem)
def test_everything_that_whole_games_show_has_words_in_both_languages(file: Path) -> None:
    table = replay(FIRESHIP, read(file.read_bytes().splitlines()))
    for step in table.steps[:: max(1, len(table.steps) // 60)]:
        state = table.state_before(step.n)
        seen = state.seen_by(0)
        told = [FIRESHIP.picture(seen), state.end(), FIRESHIP.differences(table.state_before(1), state)]
        trees = [plays(state, (seat,)) for seat in (0, 1, TABLE)]
        lines = [fact.said(table.state) for fact in step.facts]
        for lang in LANGUAGES:
            TEXTS.tell(lang, told)
            TEXTS.tell(lang, [line for line in lines if line is not None])
            for tree in trees:
                tell_tree(lang, tree)


@pytest.mark.parametrize("file", OF_FIRESHIP, ids=lambda file: file.stem)
def test_a_fleet_holds_all_its_pawns_together_too_in_whole_games(file: Path) -> None:
    table = replay(FIRESHIP, read(file.read_bytes().splitlines()))
    for state in (*(step.before for step in table.steps), table.state):
        assert isinstance(state, SeaInPlay)
        hold_together(state)


def hold_together(state: SeaInPlay) -> None:
    for boats, planes, battleships, all_of_them in state.pawns:
        assert all_of_them == boats | planes | battleships
        assert all_of_them.bit_count() == boats.bit_count() + planes.bit_count() + battleships.bit_count()


def tell_tree(lang: str, tree: Any) -> None:
    for play in tree:
        TEXTS.tell(lang, [play.label, play.why.reason if play.why else "", play.done or ""])
        for field in play.form or ():
            TEXTS.tell(lang, [field.label, *(choice.label for choice in field.choices)])
        tell_tree(lang, play.below)


def test_options_verbs_refusals_cards_and_segments_have_words_in_both_languages() -> None:
    found: list[Any] = [option.text for option in FIRESHIP.options.values()]
    found += [each for option in FIRESHIP.options.values() for each in option.names]
    found += [Message(f"{kind.texts}.{kind.verb}") for kind in FIRESHIP.kinds]
    found += [name(f"{word}-does") for word in (*CARD_COUNTS, *WHEEL)]
    known = [each.reason for each in vars(refusals).values() if isinstance(each, Refusal)]
    found += [*known, refusals.too_far(1).reason, refusals.too_far(3).reason, refusals.too_weak(1, 2).reason]
    found += [refusals.flight_too_far(4, count).reason for count in (0, 1, 3)]
    assert len(known) > 50
    for lang in LANGUAGES:
        assert all(TEXTS.tell(lang, found))  # type: ignore[arg-type]  # a list of sentences


def test_every_refusal_names_a_rule_of_the_catalogue() -> None:
    rules = {rule.id for rule in rules_of(FIRESHIP)}
    named = {each.rule for each in vars(refusals).values() if isinstance(each, Refusal)}
    assert named <= rules


def correct(table: Play, *changes: str) -> None:
    table.do(" ".join(("correct", *changes)), TABLE)
    hold_together(table.now)


def test_a_pawn_is_put_elsewhere_added_or_taken_off_and_two_may_change_places() -> None:
    table = playing("b@9-9 b@10-10 b", "p@11-11 b", white="")
    correct(table, "9-9.column=10", "9-9.row=10", "10-10.column=9", "10-10.row=9", "11-11.column=0")
    assert (table.pawns(0), table.pawns(1)) == ({"b@9-9", "b@10-10"}, set())
    correct(table, "new.pawn=red-battleship", "new.column=12", "new.row=10", "blue.boat=3")
    assert (table.pawns(1), table.now.home[0]) == ({"s@12-10"}, (3, 0, 0))


@pytest.mark.parametrize(
    ("changes", "rule", "why"),
    [
        ("9-9.column=10 9-9.row=10", "FS-B3", "fault-two"),
        ("9-9.column=5 9-9.row=5", "FS-B3", "fault-cell"),
        ("new.pawn=blue-boat new.column=1 new.row=1", "FS-B3", "fault-cell"),
        ("blue.boat=14", "FS-C6", "fault-count"),
        ("blue.badge.fog=4 red.badge.fog=3", "FS-C5", "fault-badges"),
        ("blue.holes=1", "FS-K11", "fault-holes"),
        ("whirlpool-1.column=9 whirlpool-1.row=9", "FS-B3", "fault-two"),
        ("whirlpool-1.column=5 whirlpool-1.row=5", "FS-B3", "fault-cell"),
        ("new.pawn=white-boat new.column=20 new.row=9", "FS-C6", "fault-count"),
    ],
)
def test_what_cannot_be_is_refused_in_words_with_its_rule(changes: str, rule: str, why: str) -> None:
    table = playing(
        "b@9-9 b@10-10 b",
        "b",
        whirls=((cell("8-9"), 1),),
        holes=(0, 1),
        gone=("deep-hole-bermuda",),
        cards_deep_hole_bermuda=1,
    )
    assert table.why_not(f"correct {changes}", TABLE) == (rule, f"fireship.{why}")


def test_where_nothing_can_be_is_called_by_its_letter_and_number() -> None:
    (fault,) = Corrected((("9-9.column", "5"), ("9-9.row", "5"))).apply(playing("b@9-9 b", "b").now).faults()
    assert fault.reason == Message("fireship.fault-cell", {"column": "E", "row": 5})


def tapped(table: Play, mark: str, place: str) -> str:
    """Put the thing called *mark* on *place*, a cell or the key of a button; return the key of what the log says."""
    (thing,) = [each for each in table.now.board_things() if each.mark == mark]
    (spot,) = [each for group in thing.spots for each in group if place in (each.at, each.label.key)]
    before = table.now
    changes = thing.changes_to(spot)
    correct(table, *(f"{name}={word}" for name, word in changes))
    (said,) = Corrected(changes).changes_in(before)
    return said.key


def test_by_two_taps_a_piece_goes_elsewhere_home_off_the_board_and_to_sea_and_a_flag_is_changed() -> None:
    table = playing("b@9-9 b@10-10 b", "p@11-11 b", whirls=((cell("9-5"), 1),))
    assert (tapped(table, "9-9", "12-10"), table.pawns(0)) == ("fireship.put", {"b@12-10", "b@10-10"})
    assert tapped(table, "12-10", "square-blue") == "fireship.put-home"
    assert (table.pawns(0), table.now.home[0][0]) == ({"b@10-10"}, 2)
    assert tapped(table, "blue-boat", "9-9") == "fireship.put"
    assert (table.pawns(0), table.now.home[0][0]) == ({"b@9-9", "b@10-10"}, 1)
    assert (tapped(table, "11-11", "fireship.off-board"), table.pawns(1)) == ("fireship.put-off", set())
    assert (tapped(table, "whirlpool-9-5", "9-6"), table.now.whirls) == ("fireship.put", ((cell("9-6"), 1),))
    assert (tapped(table, "island-2", name("red").key), table.now.flags[1]) == ("fireship.put-flag", 1)


@pytest.mark.rule("FS-K11")
def test_a_deep_hole_that_was_drawn_is_carried_out_before_it_can_be_laid() -> None:
    table = playing("b@9-5 b", "b", step="attacks", hands=("", "no"))
    table.all("end-attacks", "use 9-5")
    table.silence()
    table.draw("deep-hole-bermuda")
    assert table.why_not("correct red.holes=1", TABLE) == ("FS-K11", "fireship.fault-holes")
    table.silence()
    assert (table.now.holes, table.now.discard) == ((1, 0), ())
    correct(table, "blue.holes=0", "red.holes=1")
    assert (table.now.holes, table.now.discard) == ((0, 1), ())


@pytest.mark.rule("FS-P1", "FS-P2", "FS-T5")
def test_what_a_pawn_has_done_goes_with_it_where_a_correction_puts_it() -> None:
    table = playing("p@13-9 b@13-11 b@9-9 b", "b@11-11", step="attacks", white="")
    table.do("end-attacks")
    assert table.can("use") == {"13-9", "9-9"}
    table.do("use 9-9")
    table.do("spin")
    table.chance("fog")
    correct(table, "13-9.row=8", "13-11.row=9", "9-9.row=10", "11-11.column=9", "11-11.row=9")
    assert table.can("use") == set()  # neither a boat nor a foreign pawn, nor from beside the cell
    assert dict(table.now.used) == {cell("9-10"): cell("9-9")}
    correct(table, "13-8.row=17", "13-9.row=10", "9-9.column=11", "9-10.row=9")
    assert table.can("use") == {"13-17"}  # 9-9 was the last one that its pawn used
    attack = playing("b@10-10 b@10-12", "b@11-11 b", step="attacks", led=1 << cell("10-10"))
    correct(attack, "10-10.row=9", "10-12.row=10")
    assert attack.now.led == 1 << cell("10-9")
    assert attack.can("attack") == {"10-10 11-11"}
    correct(attack, "10-9.column=0")
    assert attack.now.led == 0


@pytest.mark.rule("FS-K9", "FS-W9")
def test_an_updraft_and_a_gulf_stream_are_for_the_turn_of_who_played_them() -> None:
    table = playing("b b", "p@15-15 b", step="roll", planes_double=True, ships_double=True)
    correct(table, "turn=2")
    assert (table.now.planes_double, table.now.ships_double) == (False, False)


def test_flags_turn_step_units_fog_holes_badges_and_whirlpools_are_set_right() -> None:
    table = playing("b b", "b", whirls=((cell("9-9"), 1),), discard=("deep-hole-bermuda",), step="attacks")
    correct(table, "island-3=blue", "red.fog=yes", "red.holes=1", "blue.badge.boom=2", "whirlpool-1.column=0")
    now = table.now
    assert (now.flags[2], now.fog, now.holes, now.badges[0][0], now.whirls) == (0, 0b10, (0, 1), 2, ())
    assert now.discard == ()
    correct(table, "step=moves", "units=7", "round=4")
    assert (table.now.step, table.now.units, table.now.round) == ("moves", 7, 4)
    correct(table, "turn=2", "step=roll", "red.holes=0")
    assert (table.now.turn, table.verbs(1)) == (1, {"roll"})


def test_a_correction_is_judged_at_once() -> None:
    table = playing("b b", "b", "b")
    correct(table, "red.boat=0")
    assert table.now.out == 0b10
    won = playing("b", "b", flags=" ".join(f"{number}:blue" for number in range(1, 9)))
    correct(won, "island-9=blue")
    assert won.ending == ("islands", "FS-E1", (0,))


def test_an_attack_under_way_is_called_off_where_its_pawns_are_set_right() -> None:
    table = playing("b@10-10", "b@10-11", step="attacks", hands=("", "fog"))
    table.do("attack 10-10 10-11")
    correct(table, "10-11.row=12")
    assert (table.now.pending, table.pawns(1)) == ((), {"b@10-12"})


@pytest.mark.parametrize("also", [(), ("round=2",)], ids=["alone", "with-another-thing"])
@pytest.mark.parametrize("thing", ["island-1", "10-11.row", "red.boat", "whirlpool-1.column", "turn"])
def test_what_is_set_to_what_it_is_calls_no_attack_off(thing: str, also: tuple[str, ...]) -> None:
    table = playing("b@10-10", "b@10-11", step="attacks", hands=("", "fog"), whirls=((cell("3-9"), 1),))
    table.do("attack 10-10 10-11")
    before = table.now.pending
    correct(table, f"{thing}={table.now.correctables()[thing].field.word}", *also)
    assert table.now.pending == before != ()


def test_the_units_said_with_a_step_count_though_they_were_so() -> None:
    table = playing("b", "b", step="moves", units=5)
    correct(table, "step=attacks", "units=5")
    assert (table.now.step, table.now.units) == ("attacks", 5)


def test_hands_are_shown_to_their_owners_only() -> None:
    now = playing("b", "b", hands=("boom no", "fog")).now
    shown = {
        viewer: [
            [card["name"] for card in hand["cards"]]
            for hand in plain(picture(now.seen_by(viewer), {}))["decks"][0]["hands"]
        ]
        for viewer in (0, 1, WATCHER, ALL_SEEING)
    }
    assert shown == {
        0: [["boom", "no"], []],
        1: [[], ["fog"]],
        WATCHER: [[], []],
        ALL_SEEING: [["boom", "no"], ["fog"]],
    }
    counts = [person["count"] for person in picture(now.seen_by(WATCHER), {})["people"]]
    assert counts == [2, 1]
    assert FIRESHIP.hand(now.seen_by(0), 0) == (name("boom"), name("no"))
    assert FIRESHIP.hand(now, WATCHER) == ()


def test_the_board_is_one_thing_for_all_who_look_until_something_on_it_changes() -> None:
    table = playing("b@9-9 p b", "s@9-10", hands=("boom no", "fog"))
    (board,) = picture(table.now.seen_by(0), {})["boards"]
    for viewer in (1, WATCHER):
        assert picture(table.now.seen_by(viewer), {})["boards"][0] is board
    table.do("pick 9-9")
    (picked_up,) = picture(table.now.seen_by(WATCHER), {})["boards"]
    assert picked_up is not board
    table.do("go 8 9")
    (moved,) = picture(table.now.seen_by(WATCHER), {})["boards"]
    shown = [{piece["id"] for piece in plain(each)["pieces"]} for each in (board, picked_up, moved)]
    assert ("9-9" in shown[0], shown[1] == shown[0], shown[0] - shown[2]) == (True, True, {"9-9"})
    table.do("end-moves")
    assert picture(table.now.seen_by(1), {})["boards"][0] is moved


def test_the_picture_holds_flags_pawns_whirlpools_fog_and_goals() -> None:
    table = playing("b@9-9 p b", "s@9-10", flags="1:blue", whirls=((cell("3-9"), 1),), fog=0b10)
    table.do("pick 9-9")
    shown = plain(picture(table.now, FIRESHIP.buttons(table.now)))
    (board,) = shown["boards"]
    cells = {cell["id"]: cell for cell in board["cells"]}
    assert cells["island-1"]["look"] == "blue"
    pieces = {piece["id"]: piece for piece in board["pieces"]}
    pawns = {at: (each["look"], "selected" in each) for at, each in pieces.items() if at == each["cell"]}
    assert (pawns["9-9"], pawns["9-10"], len(pawns)) == (("blue boat", True), ("red battleship", False), 11)
    (whirl,) = (piece for piece in board["pieces"] if piece["look"] == "whirl")
    assert (whirl["cell"], whirl["owner"]) == ("3-9", 1)
    assert [person["fog"] for person in shown["people"]] == [False, True]
    assert (shown["turn"]["units"], len(shown["turn"]["goals"])) == (15, len(table.can("go")))


def test_the_picture_tells_what_is_declared_owed_and_how_it_ended() -> None:
    table = playing("s@10-10", "b@10-11", step="attacks", hands=("", "fog"))
    table.do("attack 10-10 10-11")
    (declared,) = picture(table.now, {})["declared"]
    assert (declared["what"], declared["seat"], declared["answer_s"]) == ("attack", 0, 15.0)
    table.silence()
    assert picture(table.now, {})["pending"] == [
        {"what": "die", "seat": 0, "asked": False, "die": "blue-die", "attack": 4, "defence": 1}
    ]
    table.do("roll")
    table.chance("won")
    end = picture(table.now, {})["end"]
    assert (end["reason"], end["winners"], end["rule"]) == ("last", [0], "FS-E2")


def test_what_a_card_would_do_is_told_with_it_to_everybody() -> None:
    table = playing("b@10-10", "b@10-11", "b", step="attacks", hands=("", "plus-one no", "no"))
    table.do("attack 10-10 10-11")
    for viewer in range(3):
        (declared,) = picture(table.now.seen_by(viewer), {})["declared"]
        told = {(each["card"], each["seat"]): each["text"] for each in declared["would"]}
        assert set(told) == {("no", None), ("plus-one", 0), ("plus-one", 1)}
        assert told["no", None].key == "fireship.would-cancel"
        stronger, called_off = told["plus-one", 0], told["plus-one", 1]
        assert (stronger.values["attack"], stronger.values["defence"]) == (2, 1)
        assert (called_off.values["attack"], called_off.values["defence"]) == (1, 2)
        assert [each.values["then"].key for each in (stronger, called_off)] == [
            "fireship.then-blue", "fireship.then-called-off",
        ]  # fmt: skip


def test_a_card_that_was_played_says_what_comes_of_it_unless_it_is_answered() -> None:
    table = playing("b@10-10", "b@10-11", "b", step="attacks", hands=("no", "plus-one", "no"))
    table.do("attack 10-10 10-11")
    table.do("plus-one", 1)
    (_, played) = picture(table.now, {})["declared"]
    assert (played["text"].key, played["text"].values["defence"]) == ("fireship.declaration-plus-one", 2)
    assert played["text"].values["then"].key == "fireship.then-called-off"
    table.do("no", 2)
    (*_, refused) = picture(table.now, {})["declared"]
    assert (refused["text"].key, refused["text"].values["what"].key) == (
        "fireship.declaration-no", "fireship.words.plus-one",
    )  # fmt: skip
    (no,) = refused["would"]
    assert (no["card"], no["text"].key, no["text"].values["what"].key) == (
        "no", "fireship.would-stand", "fireship.words.plus-one",
    )  # fmt: skip


def lying(table: Play) -> dict[str, list[Any]]:
    """Return by their names what the dice show and the segment that the wheel stopped at, where they lie."""
    shown = plain(picture(table.now, {}))
    fell = {each["name"]: each["values"] for each in shown["dice"] if each["values"] is not None}
    stopped = {
        each["name"]: [each["segments"][each["at"]]["name"]] for each in shown["wheels"] if each["at"] is not None
    }
    return {**fell, **stopped}


def test_the_picture_holds_the_dice_and_the_wheel_as_they_lie() -> None:
    table = playing("s@10-10 b@9-9", "b@10-11", step="roll")
    assert lying(table) == {}
    table.do("roll")
    table.chance(3, 4, 5)
    assert lying(table) == {"dice": [3, 4, 5]}
    table.all("end-moves", "attack 10-10 10-11")
    table.silence()
    table.do("roll")
    table.chance("lost")
    assert lying(table) == {"dice": [3, 4, 5], "blue-die": ["lost"]}
    table.all("end-attacks", "use 9-9")
    table.silence()
    table.do("spin")
    table.chance("gain-plane")
    assert lying(table) == {"dice": [3, 4, 5], "wheel": ["gain-plane"]}
    (wheel,) = plain(picture(table.now, {})["wheels"])
    assert wheel["detail"] == name("gain-plane-does")


def test_draw_gives_the_colours_and_roll_rolls_for_the_first_turn() -> None:
    table = setting_up(2)
    assert FIRESHIP.buttons(table.now) == {"draw": "give-colours"}
    table.do("give-colours", TABLE)
    assert FIRESHIP.buttons(table.now) == {"roll": "roll"}


def test_what_a_real_board_shows_beyond_its_start_is_told() -> None:
    start = setting_up(2).now
    now = playing("b@9-9 b", "p", white="b@7-5", flags="2:red", badges=("fog",), whirls=((cell("3-9"), 0),)).now
    keys = [said.key for said in differences(start, now)]
    assert {key: keys.count(key) for key in set(keys)} == {
        "fireship.shows-flag": 1,
        "fireship.shows-pawn": 1,
        "fireship.shows-gone": 8,
        "fireship.shows-home": 2,  # what isn't there at first isn't told
        "fireship.shows-whirl": 1,
        "fireship.shows-badges": 1,
    }
    assert differences(start, start) == ()
    assert Message("fireship.shows-flag", {"island": name("island-2"), "colour": name("red")}) in differences(
        start, now
    )
    assert now.owner(cell("7-5")) == WHITE


def test_what_a_real_board_has_to_show_again_is_told_where_it_differs_from_what_lies_there() -> None:
    now = playing("b@9-9 b", "p", flags="2:red", badges=("fog",), whirls=((cell("3-9"), 0),)).now
    before = playing("b@9-10", "p", flags="2:blue", whirls=((cell("4-9"), 0),)).now
    assert [TEXTS.say("en", said.key, **said.values) for said in differences(now, before)] == [
        "Gull Island: flag Blue.",
        "Boat (Blue), I10.",
        say("fireship.shows-gone", who="Blue", what="boat", cell="I9"),
        say("fireship.shows-home", kind="Boat", colour="Blue", count=0),
        say("fireship.shows-whirl", column="D", row=9),
        say("fireship.shows-no-whirl", column="C", row=9),
        "Badge Fog (Blue): 0.",
    ]


def test_when_nothing_is_set_out_any_more_only_the_white_boats_lie_there() -> None:
    start, now = setting_up(2).now, playing("b@9-9 b", "p", white="b@7-5", badges=("fog",)).now
    back = [said.key for said in differences(now, start)]
    assert back == ["fireship.shows-pawn"] * 8 + ["fireship.shows-gone"] + ["fireship.shows-home"] * 2 + [
        "fireship.shows-badges"
    ]


def test_what_is_at_sea_is_told_apart_from_what_is_in_reserve() -> None:
    table = playing("p@9-5 b b", "b")
    own = picture(table.now.seen_by(0), {})["people"][0]
    fleet, reserve = own["fleet"], own["reserve"]
    assert fleet == {"boat": 2, "plane": 1, "battleship": 0}
    assert reserve == {"boat": 13, "plane": 2, "battleship": 2}
    assert [(each.key, dict(each.values)) for each in own["notes"]] == [
        ("fireship.page.fleet", fleet),
        ("fireship.page.reserve", reserve),
    ]
