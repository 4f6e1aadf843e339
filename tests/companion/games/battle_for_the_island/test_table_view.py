"""What lies around the rules: corrections, the picture, the buttons, what the real island has to show."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json

from companion.engine.plays import plays
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.games.battle_for_the_island.prompt import asks, now
from companion.games.battle_for_the_island.real_board import differences
from companion.games.battle_for_the_island.rules.blocks import Blasted
from companion.games.battle_for_the_island.rules.components import SQUARES, name
from tests.companion.games.battle_for_the_island.field import BATTLE, Play, field, playing
from tests.support.referees import TEXTS
from tests.support.wording import say


def told(value: object) -> Any:
    """Return *value* as it goes to a page, in English."""
    return json.decode(json.encode(TEXTS.tell("en", value)))


def board(table: Play, name: str) -> Any:
    """Return the board called *name* of the picture."""
    named = BATTLE.picture(table.now.named(("Ann", "Ben")))
    return next(each for each in told(named)["boards"] if each["name"] == name)


def corrected(line: str, one: str = "s@c3n t@p2", other: str = "s@h9s", **more: Any) -> Play:
    """Return play after a correction."""
    table = playing(one, other, **more)
    table.do(f"correct {line}", TABLE)
    return table


def refused(line: str, one: str = "s@c3n s@d4n t@p2", **more: Any) -> str:
    """Return the sentence with which a correction is refused."""
    return playing(one, "s@h9s j@p2 t@p3", **more).why_not(f"correct {line}", TABLE)[1]


# ---------------------------------------------------------------------- corrections
def test_everything_that_everybody_sees_can_be_set_right() -> None:
    table = corrected(
        "turn=2 step=move die=4 quiet=7 1-soldier-1.column=d 1-soldier-1.row=5 1-soldier-1.facing=east "
        "1-tank-1=pad-4 2-soldier-1=pad-1 2-soldier-2=island 2-soldier-2.column=k 2-soldier-2.row=2 "
        "block-2=off block-1.column=e block-1.row=12 live=1 missile-2=a"
    )
    now = table.now
    assert (now.turn, now.step, now.die, now.quiet, now.live, now.marks) == (1, "move", 4, 7, 1, (2, 0))
    assert (table.at("d5"), table.at("k2"), now.columns_held(0), now.columns_held(1)) == ("0s@e", "1s@n", [4], [1])
    assert table.blocks() == {"e12"}
    assert (now, now.faults()) == (now.mapped(), ())


def test_two_who_stand_the_other_way_round_are_set_right_together() -> None:
    table = corrected("1-soldier-1.column=d 1-soldier-1.row=4 1-jeep-1.column=c 1-jeep-1.row=3", one="s@c3n j@d4n")
    assert (table.at("c3"), table.at("d4")) == ("0j@n", "0s@n")
    assert table.now == table.now.mapped()


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("1-soldier-1.column=d 1-soldier-1.row=4", "two-on-a-square"),
        ("1-soldier-1.column=a 1-soldier-1.row=6", "two-on-a-square"),
        ("2-jeep-1=pad-3", "column-full"),
        ("block-1.column=b", "blocks-in-line"),
        ("live=1", "more-live"),
        ("block-1=off", "more-live"),
        ("die=3", "die-and-step"),
        ("1-jeep-1.column=d", "not-on-the-island"),
        ("1-tank-1.row=5", "not-on-the-island"),
        ("1-jeep-1.column=d 1-jeep-1=island", "not-on-the-island"),
        ("block-9.row=3", "not-on-the-island"),
        ("block-9.row=3 block-9=island live=2", "not-on-the-island"),
    ],
)
def test_what_cannot_be_is_refused(line: str, key: str) -> None:
    assert refused(line) == f"battle-for-the-island.{key}"


def test_who_was_chosen_stays_so_where_something_else_is_set_right_and_wherever_it_is_put() -> None:
    table = playing("s@c3n s@f2n", "s@h9s", die=0)
    table.do("turn c3 left")
    table.do("correct 2-soldier-1.row=8 1-soldier-1.row=4", TABLE)
    table.roll(2)
    assert {line.split()[0] for line in table.can("move")} == {"c4"}
    table.do("correct step=move turn=2", TABLE)
    assert table.now.mover == -1


def test_a_turn_whose_player_has_nobody_on_the_island_any_more_ends_instead_of_a_removal() -> None:
    table = playing("s@c12n s@p2", "s@h9s", die=4)
    table.do("end")
    assert table.now.step == "removal"
    table.do("correct 1-soldier-1=pad-1", TABLE)
    assert (table.now.turn, table.now.step) == (1, "roll")


def test_who_is_put_back_onto_the_island_rolls_and_who_is_taken_off_comes_from_the_pad() -> None:
    table = corrected("1-soldier-1=pad-1", one="s@c3n s@p3")
    assert table.now.step == "advance"
    table.do("correct 1-soldier-1=island 1-soldier-1.column=c 1-soldier-1.row=3", TABLE)
    assert (table.now.step, table.at("c3")) == ("roll", "0s@n")


def test_who_is_put_onto_the_island_and_given_a_square_in_one_correction_stands_there() -> None:
    assert corrected("1-jeep-1=island 1-jeep-1.column=d 1-jeep-1.row=5").at("d5") == "0j@n"


def test_players_without_names_are_called_by_their_seats_and_can_set_things_right() -> None:
    seats = tuple(Message("seat.number", {"number": seat}) for seat in (1, 2))
    state = field("s@c3n", "s@h9s").named(seats)
    fields = {word: entry.field for word, entry in state.correctables().items()}
    assert told(fields["1-soldier-1"].label) == told(Message("battle-for-the-island.character", {
        "name": seats[0], "kind": name("soldier"), "number": 1,
    }))  # fmt: skip


def test_who_is_left_with_nobody_by_a_correction_has_lost() -> None:
    assert corrected("2-soldier-1=off").now.ending is not None


# ---------------------------------------------------------------------- the picture
def test_each_character_is_drawn_with_its_facing_and_what_it_aims_at() -> None:
    pieces = {piece["id"]: piece for piece in board(playing("s@c3n t@d9n", "j@e4e"), "island")["pieces"]}
    assert pieces["1-1"]["label"] == "Soldier, facing north"
    assert pieces["1-1"]["look"] == "red soldier north"
    assert pieces["1-1"]["notes"] == ["aims at c5"]
    assert "notes" not in pieces["1-9"], "four squares ahead of d9 lies nothing"
    assert pieces["2-6"]["notes"] == ["aims at h4"]
    assert [piece["cell"] for piece in pieces.values() if piece["label"] == "Block"] == ["a6", "b7"]


def picture(table: Play) -> Any:
    """Return the picture of *table* as it goes to a page."""
    return told(BATTLE.picture(table.now.named(("Ann", "Ben"))))


def test_what_a_shot_would_do_is_told_before_it_is_fired() -> None:
    table = playing("t@c3n s@c4e j@f1n", "s@c5s j@c7n s@l9s", die=2)
    (shot,) = picture(table)["shots"]
    told_so = shot.pop("battle")
    assert (told_so["title"]["all"], told_so["victims"]) == ("Tank c3 shoots at c7", [1])
    assert told_so["won"]["all"].endswith(say("battle-for-the-island.strike.range", kind="Tank", count=4))
    assert [shot] == [
        {
            "from": "c3", "target": "c7", "removed": ["c7", "c4", "c5"], "if_live": [], "touching": [], "area": [],
            "text": say(
                "battle-for-the-island.would-hit-others",
                target="Jeep c7 (Ben)", others="Soldier c4 (Ann), Soldier c5 (Ben)",
            ),
        },
    ]  # fmt: skip
    table.do("shoot c3 c7")
    assert [table.at(square) for square in ("c3", "c4", "c5", "c7")] == ["0t@n", "", "", ""]
    over = picture(table)["battle"]
    assert (over["step"], over["by"], over["victims"], over["rings"][0]) == (
        "over",
        0,
        [0, 1],
        {"at": "c3", "kind": "from"},
    )
    assert {each["at"] for each in over["rings"][1:]} == {"c4", "c5", "c7"}
    assert over["outcome"]["title"] == {"all": "{by} hits!", "by": "Hit!", "victim": "You lose 2"}
    assert over["outcome"]["text"]["all"] == "Gone: Jeep c7 (Ben), Soldier c4 (Ann), Soldier c5 (Ben)."


def test_a_block_that_is_turned_over_is_told_by_what_it_may_be_and_then_was() -> None:
    table = playing("s@c3n", "s@h9s s@c6s", blocks="c5 d4 j9", die=2, live=2, safe=1)
    assert picture(table)["shots"][0]["battle"]["odds"]["faces"] == [True, True, False]
    table.do("shoot c3 c5")
    turning = picture(table)["battle"]
    assert (turning["step"], turning["odds"]["text"]) == (
        "chance",
        say("battle-for-the-island.strike.live-of", live=2, count=3),
    )
    table.chance("safe")
    assert picture(table)["battle"]["outcome"]["title"]["all"] == say(
        "battle-for-the-island.strike.was-safe", square="c5"
    )
    assert picture(table)["battle"]["outcome"]["text"]["all"] == say("battle-for-the-island.strike.nobody")


def test_without_crossfire_nobody_between_is_told_to_go() -> None:
    (shot,) = picture(playing("t@c3n s@c4e", "s@c5s j@c7n", die=2, crossfire=False))["shots"]
    assert (shot["removed"], shot["text"]) == (["c7"], "Hits Jeep c7 (Ben).")


def test_a_block_is_told_with_what_goes_if_it_is_live_and_what_is_turned_over_with_it() -> None:
    (shot,) = picture(playing("s@c3n s@d6e", "s@h9s s@c4s", blocks="c5 d4 j9", die=2, live=2, safe=1))["shots"]
    assert (shot["target"], shot["removed"], shot["if_live"], shot["touching"]) == (
        "c5",
        [],
        ["c4", "d6", "c3"],
        ["d4"],
    )
    assert shot["area"] == ["b4", "c4", "d4", "b5", "d5", "b6", "c6", "d6"]
    gone = "Soldier c4 (Ben), Soldier d6 (Ann)"
    blast = say("battle-for-the-island.would-blast", square="c5", live=2, count=3, others=gone)
    more = {"said": blast, "count": 1, "squares": "d4", "more": "Soldier c3 (Ann)"}
    assert shot["text"] == say("battle-for-the-island.would-touch-more", **more)


def test_a_block_that_is_safe_for_certain_harms_nobody() -> None:
    (shot,) = picture(playing("s@c3n s@d6e", "s@h9s", blocks="c5 d4", die=2, live=0, safe=2))["shots"]
    assert (shot["if_live"], shot["touching"]) == ([], [])
    assert shot["text"] == say("battle-for-the-island.would-turn", square="c5", live=0, count=2)


def test_the_menu_says_what_a_shot_would_do_before_it_is_fired() -> None:
    state: Any = playing("t@c3n s@c4e", "s@h9s j@c7n", die=2).now.named(("Ann", "Ben"))
    shoot = next(play for play in plays(state, (0,)) if play.word == "shoot")
    (unit,) = shoot.below
    would = say("battle-for-the-island.would-hit-others", target="Jeep c7 (Ben)", others="Soldier c4 (Ann)")
    assert told([shoot.label, unit.label, unit.below[0].label]) == ["Shoot", "Tank c3", would]


def test_a_line_of_fire_ends_at_a_block_before_its_target() -> None:
    aims = picture(playing("t@c3n s@d4n s@c11n", "s@h9s", blocks="c5 j9"))["aims"]
    assert aims["1-9"] == {"line": ["c4", "c5"], "target": None}
    assert aims["1-1"] == {"line": ["d5", "d6"], "target": "d6"}
    assert aims["1-2"] == {"line": ["c12"], "target": None}


def test_nothing_is_told_of_shots_before_the_first_roll_and_while_a_block_is_turned_over() -> None:
    table = playing("s@c3n s@e2n", "s@h9s", blocks="c5 e4 j9")
    assert picture(table)["shots"] == []
    table.roll(1)
    assert len(picture(table)["shots"]) == 2
    table.do("shoot c3 c5")
    assert picture(table)["shots"] == []


def test_without_points_losses_alone_are_told() -> None:
    assert picture(playing("s@c3n t@p2", "s@h9s"))["tally"][1] == ["9 lost"]


def test_while_things_are_placed_it_is_told_what_is_left() -> None:
    start: Any = BATTLE.start(BATTLE.setup(("Ann", "Ben"), {}))
    table = Play(start)
    table.do("first 2", TABLE)
    assert picture(table)["turn"] == {
        "seat": 1, "step": "blocks", "die": None, "left": {"soldier": 5, "jeep": 3, "tank": 2}, "forward": "south",
    }  # fmt: skip


def test_who_was_chosen_is_marked() -> None:
    table = playing("s@c3n s@f2n", "s@h9s", die=0)
    table.do("turn f2 left")
    assert [piece["cell"] for piece in board(table, "island")["pieces"] if piece.get("selected")] == ["f2"]


def test_a_pad_shows_its_columns_as_its_player_sees_them_with_what_lies_ahead() -> None:
    table = playing("s@c3n t@p2", "s@h9s j@p1", marks=(1, 9))
    pad = board(table, "pad-1")
    assert pad["label"] == "Pad of Ann"
    ahead = [say("battle-for-the-island.opens-on", square=square) for square in ("a1", "b1", "c1", "d1")]
    notes = [say("battle-for-the-island.overhangs-here"), *ahead]
    assert [cell["notes"] for cell in pad["cells"]] == [[note] for note in notes]
    assert [cell.get("sign", "") for cell in pad["cells"]] == ["", "", "missile", "", ""]
    assert [(piece["cell"], piece["label"]) for piece in pad["pieces"]] == [("pad-1-2", "Tank, facing north")]
    assert board(table, "pad-2")["cells"][0]["notes"] == [say("battle-for-the-island.opens-on", square="l12")]


def test_a_game_without_pads_draws_none() -> None:
    state = field("s@c3n", "s@h9s", no_pads=True)
    assert [each["name"] for each in BATTLE.picture(state)["boards"]] == ["island"]


def test_roll_rolls_and_spin_ends_what_has_to_be_ended() -> None:
    table = playing("s@c3n", "s@h9s")
    assert BATTLE.buttons(table.now) == {"roll": "roll"}
    table.roll(1)
    assert BATTLE.buttons(table.now) == {}
    table.do("move c3 c4 ahead")
    assert BATTLE.buttons(table.now) == {"spin": "end"}
    assert BATTLE.buttons(field("s@c12n", "s@h9s", die=4)) == {"spin": "end"}


# ---------------------------------------------------------------------- the real island
def test_the_real_island_shows_what_changed_and_nothing_else() -> None:
    before = field("s@c3n t@p2", "s@h9s").named(("Ann", "Ben"))
    assert differences(before, before) == ()
    after = field("s@c4w", "s@h9s t@p1", blocks="a6 d8", marks=(2, 8)).named(("Ann", "Ben"))
    assert told(differences(before, after)) == [
        "Ann: Soldier on c4, facing west.",
        say("battle-for-the-island.shows-gone", name="Ann", kind="Tank"),
        say("battle-for-the-island.shows-on-pad", name="Ben", kind="Tank", column=1),
        say("battle-for-the-island.shows-missile", name="Ben", column="i"),
        "Blocks on d8.",
        say("battle-for-the-island.shows-no-blocks", squares="b7"),
    ]


def test_plays_are_counted_without_being_made_and_are_those_that_are_made() -> None:
    for state in (field("s@c3n j@e2e", "s@h9s", die=3), field("s@c3n", "s@h9s t@p2", die=0, blocks="a6")):
        for kind in (kind for kind in BATTLE.kinds if kind.lazy):
            plays: Any = kind.tries(state, 0)
            assert [plays[at] for at in range(len(plays))] == [*plays]
            assert plays[:2] == [*plays][:2]
            assert not plays or plays[-1] == [*plays][-1]
            with pytest.raises(IndexError):
                plays[len(plays)]


@pytest.mark.parametrize(
    ("fields", "seat", "key"),
    [
        ({"step": "roll"}, 0, "own-roll"),
        ({"step": "moved", "die": 2}, 0, "own-moved-unarmed"),
        ({"step": "removal", "die": 4}, 1, "own-removal"),
    ],
)
def test_who_is_asked_reads_it_without_a_name(fields: dict[str, Any], seat: int, key: str) -> None:
    asked = asks(playing("s@c3n", "s@h9s", **fields).now)
    assert asked is not None
    assert (asked["seat"], asked["text"].key) == (seat, f"battle-for-the-island.{key}")


@pytest.mark.parametrize(
    ("own", "options"),
    [("s@c3n", ["turn", "pad"]), ("s@c3n t@p2", ["turn", "advance", "pad"]), ("t@p2", ["advance", "pad"])],
)
def test_a_zero_asks_for_nothing_but_what_can_be_done(own: str, options: list[str]) -> None:
    told: Any = now(field(own, "s@h9s", die=0, step="zero")).values["options"]
    assert [option.key for option in told] == [f"battle-for-the-island.zero-{option}" for option in options]


def test_while_chance_is_asked_it_is_told_what_for() -> None:
    table = Play(BATTLE.start(BATTLE.setup(("Ann", "Ben"), {})))  # type: ignore[arg-type]
    table.do("roll-for-first", TABLE)
    assert picture(table)["now"] == say("battle-for-the-island.now-tossing")
    shot = playing("s@c3n", "s@h9s", blocks="c5 b4 d6", live=3, safe=0, die=2)
    shot.do("shoot c3 c5")
    told_of = []
    while shot.now.pending:
        told_of.append(picture(shot)["now"])
        shot.chance("live")
    assert told_of == [say("battle-for-the-island.now-block", square=square) for square in ("c5", "b4", "d6")]


def test_a_blast_says_whom_it_takes_or_that_nobody_was_near() -> None:
    table = playing("s@c3n s@j1n", "s@h9s", blocks="c5 b4 j9", live=2, safe=1, die=2)
    (shot,) = picture(table)["shots"]
    touched = say("battle-for-the-island.would-touch-more", said="", count=1, squares="b4", more="Soldier c3 (Ann)")
    assert shot["text"].endswith(touched)
    assert shot["if_live"] == ["c3"]
    further = {"count": 1, "squares": "b4", "more": "Soldier c3 (Ann)"}
    alone = say("battle-for-the-island.strike.if-live-nobody")
    assert shot["battle"]["won"]["all"] == say("battle-for-the-island.strike.and-further", said=alone, **further)
    table.do("shoot c3 c5")
    table.chance("live")
    table.chance("live")
    blast = next(fact for fact in table.table.steps[-1].facts if isinstance(fact, Blasted))
    assert told(blast.said(table.now.named(("Ann", "Ben")))) == say(
        "battle-for-the-island.blasted", count=1, units="Soldier c3"
    )
    outcome = picture(table)["battle"]["outcome"]
    assert outcome["title"]["all"] == say("battle-for-the-island.strike.was-live", count=2, squares="c5, b4")
    assert outcome["text"]["all"] == "Gone: Soldier c3 (Ann)."
    e5, state = SQUARES.index("e5"), playing("s@c3n", "s@h9s").now
    assert Blasted((e5,), (e5,), ()).said(state) == Message("battle-for-the-island.blasted-none")
    assert Blasted((e5,), (), ()).said(state) is None


def test_with_one_live_block_left_no_other_is_feared() -> None:
    (shot,) = picture(playing("s@c3n", "s@h9s", blocks="c5 b4 j9", live=1, safe=2, die=2))["shots"]
    alone = say("battle-for-the-island.strike.if-live-nobody")
    touching = say("battle-for-the-island.strike.and-touching", said=alone, count=1, squares="b4")
    assert shot["battle"]["won"]["all"] == touching


def test_who_places_something_is_at_the_top_and_the_first_dice_lie_there_until_a_block_does() -> None:
    table = Play(BATTLE.start(BATTLE.setup(("Ann", "Ben"), {})))  # type: ignore[arg-type]
    assert picture(table)["head"] is None
    table.do("roll-for-first", TABLE)
    table.chance(2, 5)
    shown = picture(table)
    assert (shown["head"]["seat"], shown["head"]["phase"], shown["head"]["next"]) == (
        1,
        say("battle-for-the-island.stage-blocks"),
        0,
    )
    assert shown["head"]["waiting"] == say("battle-for-the-island.waiting-blocks", name="Ben")
    assert shown["dice"][0]["values"] == [2, 5]
    table.do("block a3", 1)
    shown = picture(table)
    assert (shown["head"]["seat"], shown["dice"][0].get("values")) == (0, None)
    table = playing("s@c3n", "s@h9s")
    assert picture(table)["head"]["waiting"] == say("battle-for-the-island.waiting-roll", name="Ann")
