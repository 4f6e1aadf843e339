"""What pages are told of a battle: both sums by their parts, the die, what is at stake, what came of it, what helps."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.values.battle_picture import BattlePicture, Told
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.engine.windows import open_window
from companion.games.fireship.battle import battle, unable
from tests.companion.games.fireship.sea import Play, playing
from tests.support.referees import TEXTS
from tests.support.wording import say

OPEN_SEA: dict[str, Any] = {"white": "", "step": "attacks"}


def said(told: Any, lang: str = "en") -> str:
    return TEXTS.say(lang, told.key, **told.values) if isinstance(told, Message) else str(told)


def read(told: Told | None) -> list[str]:
    """Return a sentence as everybody reads it, and who it is done by, and the victim."""
    assert told is not None
    return [said(each) for each in (told.all, told.by, told.victim)]


def pass_window(table: Play) -> None:
    """Let the window run out that is open, and no other."""
    window = open_window(table.now)
    assert window is not None
    table.do(f"time-up {window.number}", TABLE)


def now(table: Any) -> BattlePicture:
    found = battle(table.now)
    assert found is not None
    return found


def test_both_sums_are_told_by_their_parts_with_who_helps_where() -> None:
    table = playing("b@10-4 p@10-5", "b@11-4 b@11-3", **OPEN_SEA)
    table.do("attack 10-4 11-4")
    going = now(table)
    assert (going.step, going.by, going.victims) == ("chance", 0, (1,))
    assert [(side.sum, [(part.sign, part.value, part.count) for part in side.parts]) for side in going.sides] == [
        (3, [("boat", 1, 1), ("plane", 2, 1)]),
        (2, [("boat", 1, 1), ("boat", 1, 1)]),
    ]
    assert [(ring.at, ring.kind, ring.look) for ring in going.rings] == [
        ("10-4", "from", ""),
        ("11-4", "to", ""),
        ("10-5", "helper", "blue"),
        ("11-3", "helper", "red"),
    ]
    assert read(going.title) == [
        "{by} attacks {victim}’s boat",
        say("fireship.battle.you-attack", victim="{victim}", what="boat"),
        "{by} attacks your boat!",
    ]
    assert read(going.won) == [
        say("fireship.battle.stake", victim="{victim}", what="boat", at="at K4"),
        "",
        say("fireship.battle.stake-yours", by="{by}", what="your boat", at="at K4"),
    ]


@pytest.mark.parametrize(("own", "die", "faces"), [("b@10-4", "plain", 3), ("b@10-4 b@9-4", "blue", 4)])
def test_the_die_is_told_with_its_six_faces_and_why_it_is_this_one(own: str, die: str, faces: int) -> None:
    table = playing(own, "b@11-4", **OPEN_SEA)
    table.do("attack 10-4 11-4")
    odds = now(table).odds
    assert odds is not None
    text = say("fireship.battle.odds", wins=faces, of=6, by="{by}")
    assert (odds.look, sum(odds.faces), len(odds.faces), said(odds.text)) == (die, faces, 6, text)
    assert said(odds.own) == say("fireship.battle.odds-by", wins=faces, of=6)


def test_an_island_and_what_stands_in_a_colour_square_lend_strength_too() -> None:
    table = playing("b@8-5 b b p", "b@7-6", flags="1:red", **OPEN_SEA)
    found = [lacking for _, _, lacking in unable(table.now)]
    assert [said(each.needs) for each in found] == ["Needs 3, has 1."]
    assert [part.sign for part in found[0].sides[1].parts] in (["boat", "island"], ["island", "boat"])
    assert {said(each.remedy) for each in found} == {
        say("fireship.battle.remedy", what="a plane", attack=1, value=2, sum=3)
    }


def test_without_a_piece_that_would_be_enough_more_of_them_are_needed() -> None:
    table = playing("b@10-4 b@17-3", "s@11-4", **OPEN_SEA)
    [(leader, target, lacking)] = unable(table.now)
    assert (leader, target, said(lacking.needs)) == ("10-4", "11-4", "Needs 4, has 1.")
    assert said(lacking.remedy) == say("fireship.battle.remedy-more")
    assert said(lacking.title.all) == say("fireship.battle.unable", what="this boat")


@pytest.mark.parametrize(
    ("verdict", "title", "text", "won"),
    [
        ("won", ["{by} wins!", "Won!", say("fireship.battle.gone-boat")], "1 against 1. Lost: Boat (Red), K4", True),
        (
            "lost",
            ["{victim} holds out", say("fireship.battle.lost-by"), say("fireship.battle.safe-boat")],
            say("fireship.battle.text-safe", attack=1, defence=1),
            False,
        ),
    ],
)
def test_what_came_of_it_is_told_to_each_until_the_attacks_are_over(
    verdict: str, title: list[str], text: str, won: bool
) -> None:
    table = playing("b@10-4", "b@11-4 b", **OPEN_SEA)
    table.all("attack 10-4 11-4", "roll")
    table.chance(verdict)
    over = now(table)
    assert over.outcome is not None
    assert (over.step, read(over.outcome.title), said(over.outcome.text.all)) == ("over", title, text)
    assert said(over.outcome.text.victim) == f"{{by}} {'wins' if won else 'does not win'}: {text}"
    assert over.outcome.won is won
    assert [(ring.at, ring.kind) for ring in over.rings if ring.kind == "hit"] == ([("11-4", "hit")] if won else [])
    table.do("end-attacks")
    assert battle(table.now) is None


def test_an_island_that_is_taken_is_told_with_all_that_was_lost() -> None:
    table = playing("s@7-4", "b@7-5 b", flags="1:red", **OPEN_SEA)
    table.do("attack 7-4 island-1")
    assert read(now(table).won)[2] == say("fireship.battle.stake-island-yours", by="{by}", island="Lighthouse Island")
    table.do("roll")
    table.chance("won")
    outcome = now(table).outcome
    assert outcome is not None
    values = {"attack": 4, "defence": 3, "by": "{by}", "island": "Lighthouse Island", "lost": "Boat (Red), G5"}
    assert said(outcome.text.all) == say("fireship.battle.text-island", **values)


def test_a_plus_one_is_a_part_of_the_sum_and_a_no_is_told() -> None:
    table = playing("b@10-4", "b@11-4", hands=("plus-one", "no"), **OPEN_SEA)
    table.do("attack 10-4 11-4")
    table.do("plus-one")
    pass_window(table)
    assert [(part.sign, part.value) for part in now(table).sides[0].parts] == [("boat", 1), ("plus", 1)]
    assert now(table).sides[0].sum == 2
    table.do("no", 1)
    table.silence()
    over = now(table)
    assert over.outcome is not None
    assert (over.outcome.won, said(over.outcome.title.all)) == (None, say("fireship.battle.cancelled"))


def test_hidden_cards_betray_nothing_in_a_battle() -> None:
    worlds = []
    for own, other in (("no plus-one", "plus-one"), ("boom fog", "whirlpool")):
        table = playing("b@10-4 p@10-5", "b@11-4", "b@20-20", hands=(own, other), **OPEN_SEA)
        table.do("attack 10-4 11-4")
        worlds.append((battle(table.now), [*unable(table.now)]))
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_each_kind_of_piece_has_its_words(lang: str) -> None:
    for kind in ("boat", "plane", "battleship", "island"):
        for word in ("the", "your", "white", "this", "gone", "safe"):
            assert TEXTS.say(lang, f"fireship.battle.{word}-{kind}")
