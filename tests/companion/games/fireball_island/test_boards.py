"""Boards of a family's own, checked in words; and what may be set right."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from companion.engine.values.seats import TABLE
from companion.games.fireball_island.own_boards import read_board, with_boards
from companion.games.fireball_island.rules.board import WAYS, BadFireballBoard, FireballBoard
from companion.games.fireball_island.rules.components import name
from companion.games.fireball_island.rules.shipped_board import shipped
from companion.texts.say import LANGUAGES
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, playing
from tests.support.paths import ROOT
from tests.support.referees import TEXTS

KEY = "fireball-island.board-"
FILE = ROOT / "companion" / "games" / "fireball_island" / "board.toml"


def data() -> dict[str, Any]:
    """Return what a family's own file holds that is a copy of the one that ships."""
    return {"name": "Ours", **tomllib.loads(FILE.read_text("utf-8"))}


def test_the_board_that_ships_has_the_spaces_of_the_photograph() -> None:
    board = shipped()
    assert (len(board.spaces), len(board.dark)) == (123, 35)
    assert len(board.routes) == 16
    assert {"ws", "ta9", "sbx", "hx", "jx", "fc1", "gsb3", "lr3", "lr4", "dr5"} <= set(board.unsure)


def test_a_board_of_ones_own_can_be_chosen_and_has_its_own_name() -> None:
    own = data()
    own["ways"] = [way.replace("lr3 lr4", "lr3 lr3b lr4") for way in own["ways"]]
    own["trail"]["low-road"]["lr3b"] = {"at": [360, 150]}
    game, bad = with_boards(FIREBALL_ISLAND, {"ours": own})
    assert bad == {}
    assert game.options["board"].choices == ("photograph", "ours")
    state: Any = game.start(game.setup(("Ann", "Ben"), {"board": "ours"}))
    assert "lr3b" in state.rules.board.exits["lr4"]
    assert TEXTS.tell("en", state.rules.board.label) == "Ours"


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda d: d.update(colour="red"), "key"),
        (lambda d: d.pop("dock"), "missing"),
        (lambda d: d.pop("cave"), "missing"),
        (lambda d: d.update(ways="dmp wt1"), "missing"),
        (lambda d: d.update(name="a\nb"), "name"),
        (lambda d: d["trail"].update(nowhere={}), "trail"),
        (lambda d: d["trail"]["low-road"].update({"cave-1": {"at": [1, 1]}}), "word"),
        (lambda d: d["trail"]["low-road"]["lr1"].pop("at"), "space"),
        (lambda d: d["trail"]["low-road"]["lr1"].update(at=[1, "2"]), "space"),
        (lambda d: d["cave"].update({"4": "wt3"}), "cave"),
        (lambda d: d["cave"].pop("2"), "cave"),
        (lambda d: d["pit"].pop("c"), "pit"),
        (lambda d: d["pit"]["c"].update(chip=3), "pit"),
        (lambda d: d["pit"]["c"].update(chip="bridge1"), "chip"),
        (lambda d: d["fireball"].pop("v"), "ball"),
        (lambda d: d["fireball"]["v"].update(south=""), "ball"),
        (lambda d: d["fireball"]["v"].update(downhill="br1"), "way"),
        (lambda d: d["fireball"]["c"].update(south="bridge1"), "way"),
        (lambda d: d["idol"].update(south=181), "turn"),
        (lambda d: d["idol"].update(south="85"), "turn"),
        (lambda d: d["idol"].update(at=85), "turn"),
        (lambda d: d.update(idol=85), "turn"),
        (lambda d: d.update(start="nowhere"), "unknown"),
        (lambda d: d["fireball"]["v"].update(south="br1 br99"), "unknown"),
        (lambda d: d["fireball"]["v"].update(south="br1 gg1"), "route-safe"),
        (lambda d: d["trail"]["viper-pass"].update(vp0={"at": [1, 1]}), "unreached"),
        (lambda d: d["ways"].append("dock vp1"), "dock"),
        (lambda d: d.update(dock="dr1"), "not-safe"),
        (lambda d: d.pop("name"), "no-name"),
    ],
)
def test_a_board_with_a_fault_is_refused_in_words(change: Change, fault: str) -> None:
    own = deepcopy(data())
    change(own)
    _, bad = with_boards(FIREBALL_ISLAND, {"ours": own})
    assert KEY + fault in [each.key for each in bad["ours"]]
    for each in bad["ours"]:
        said = {str(TEXTS.tell(lang, each)) for lang in LANGUAGES}
        assert len(said) == len(LANGUAGES)
        assert all(sentence.endswith(".") and str(each.values.get("rule", "")) in sentence for sentence in said)


def test_a_board_may_leave_out_to_where_vul_kar_turns() -> None:
    own = deepcopy(data())
    del own["idol"]
    assert read_board("ours", own).turns == {}


def test_every_way_that_a_board_may_have_has_a_name() -> None:
    for letter, ways in WAYS.items():
        for way in ways:
            assert all(TEXTS.tell(lang, name(f"{letter}-{way}")) for lang in LANGUAGES)


def test_a_board_file_isnt_called_like_the_board_that_ships() -> None:
    with pytest.raises(BadFireballBoard):
        read_board("photograph", data())
    with pytest.raises(BadFireballBoard):
        FireballBoard("ours", {})


# ---------------------------------------------------------------------- what may be set right
def test_pieces_tokens_jewel_and_turn_are_set_right() -> None:
    play = playing("wt8 dmp", "cancel")
    play.do("correct piece-1=pit-b-lying token-2=held jewel=owner-2 owed=2 double=yes", TABLE)
    state = play.now
    assert (state.places[0], state.lying[0], state.tokens[1]) == ("pit-b", True, "held")
    assert (state.owner, state.jewel, state.owed, state.double) == (1, "", 2, True)
    play.do("correct turn=2 jewel=vkp", TABLE)
    assert (play.now.turn, play.now.owner, play.now.jewel) == (1, -1, "vkp")


def test_a_way_that_is_being_chosen_begins_where_the_piece_was_set() -> None:
    play = playing("wt8 dmp")
    play.roll(3)
    play.do("correct piece-1=ta5", TABLE)
    assert play.can("move") == {"ta2", "ta8"}


def test_a_theft_is_off_when_the_pieces_are_apart() -> None:
    play = playing("br2 br4", "cancel,cancel", owner=1)
    play.go(4, "br4")
    play.do("correct piece-2=ta5", TABLE)
    assert (play.now.owner, play.at()) == (1, "br6")


@pytest.mark.rule("FB-V4")
def test_the_roll_to_come_is_for_what_the_piece_lies_in_after_a_correction() -> None:
    play = playing("cave-2 wt8", step="declare")
    play.do("correct piece-1=ta5", TABLE)
    assert play.verbs() == {"roll"}
    play.do("correct piece-1=cave-4", TABLE)
    assert play.now.caving
    play.do("correct piece-1=ta5", TABLE)
    play.roll(3)
    assert play.can("move") == {"ta2", "ta8"}


@pytest.mark.rule("FB-F5")
@pytest.mark.rule("FB-F8")
def test_a_piece_laid_into_a_pit_in_its_own_turn_stays_there() -> None:
    before = playing("wt8 dmp", "cancel,cancel")
    before.do("correct piece-1=pit-b-lying", TABLE)
    declaring = playing("cave-2 dmp", step="declare")
    declaring.do("correct piece-1=pit-b-lying", TABLE)
    rolled = playing("wt8 dmp", ",move-back-2")
    rolled.roll(3)
    rolled.do("correct piece-1=pit-b-lying", TABLE)
    choosing = playing("wt8 dmp")
    choosing.roll(3)
    assert choosing.can("move")
    choosing.do("correct piece-1=pit-b-lying", TABLE)
    for play in (before, declaring, rolled, choosing):
        play.quiet()
        assert (play.verbs(), play.at(), play.now.lying[0]) == ({"pass-die"}, "pit-b", True)
        play.do("pass-die")
        play.quiet()
    standing = playing("pit-b dmp")
    standing.roll(2)
    assert standing.at() != "pit-b" or standing.can("move")


@pytest.mark.rule("FB-V2")
@pytest.mark.rule("FB-K10")
def test_a_piece_taken_out_of_a_cave_after_a_cave_roll_moves_by_it() -> None:
    play = playing("cave-2 wt8", ",cancel", step="declare")
    play.do("declare cave")
    play.roll(3)
    assert play.moment() == "rolled"
    play.do("correct piece-1=ta5", TABLE)
    play.quiet()
    assert play.can("move") == {"ta2", "ta8"}
    play.do("move ta8")
    assert play.at() == "ta8"
    assert play.now.traces[0] == ("ta5", "ta6", "ta7", "ta8")


@pytest.mark.rule("FB-K12")
def test_a_double_waits_on_where_a_correction_makes_a_roll_one_for_a_cave() -> None:
    play = playing("ta5 wt8", ",cancel", double=True)
    play.roll(3)
    play.do("correct piece-1=cave-4", TABLE)
    play.quiet()
    assert (play.at(), play.now.double) == ("cave-3", True)
