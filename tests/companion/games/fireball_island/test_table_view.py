"""Fireball Island on pages and on the table's own screen: the map, whose what is, and what has to be done."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.engine.values.message import Message
from companion.engine.values.seats import WATCHER
from companion.games.fireball_island.course import buttons
from companion.games.fireball_island.picture import picture
from companion.games.fireball_island.prompt import asks, now
from companion.games.fireball_island.real_board import differences
from companion.records.record import read, replay
from tests.companion.games.fireball_island.shore import FIREBALL_ISLAND, Play, playing
from tests.support.paths import RECORDS
from tests.support.referees import TEXTS
from tests.support.wording import say

KEY = "fireball-island."


def drawn(play: Play, viewer: int = 0) -> dict[str, Any]:
    """Return the picture of *play* as *viewer* sees it, said in English."""
    seen = play.now.seen_by(viewer)
    told: dict[str, Any] = msgspec.to_builtins(TEXTS.tell("en", picture(seen, buttons(seen))))
    return told


def test_every_place_has_a_point_of_its_own_on_the_map() -> None:
    (board,) = drawn(playing("wt8 dmp"))["boards"]
    places = [tuple(cell["place"]) for cell in board["cells"]]
    assert len(set(places)) == len(places)
    assert all(0 < x < board["width"] and 0 < y < board["height"] for x, y in places)


def test_pieces_the_jewel_and_what_people_have() -> None:
    told = drawn(playing("wt8 pit-a", "cancel,double reroll", lying=(1,), owner=0, tokens=("held", "not-yet"), owed=2))
    (board,) = told["boards"]
    assert {piece["id"]: piece["cell"] for piece in board["pieces"]} == {"piece-1": "wt8", "piece-2": "pit-a"}
    ann, ben = told["people"]
    assert [item["name"] for item in ann["items"]] == ["hand", "jewel", "charm", "owed"]
    assert list(ben["notes"]) == ["Pit A", "lying"]
    (deck,) = told["decks"]
    assert [(len(hand["cards"]), hand["hidden"]) for hand in deck["hands"]] == [(1, 0), (0, 2)]
    loose = drawn(playing("wt8 dmp"))
    assert ("jewel", "vkp") in {(piece["id"], piece["cell"]) for piece in loose["boards"][0]["pieces"]}


@pytest.mark.parametrize(
    ("play", "key"),
    [
        (playing("wt8 dmp", "cancel"), "now-quiet"),
        (playing("wt8 dmp", "cancel", quiet_s=0), "now-answer"),
        (playing("wt8 dmp"), "now-roll"),
        (playing("cave-4 dmp", step="first", caving=True), "now-cave-roll"),
        (playing("cave-1 dmp", step="declare"), "now-declare"),
        (playing("wt8 dmp", step="pass"), "now-pass"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_has_to_be_done_is_said(play: Play, key: str) -> None:
    assert now(play.now).key == KEY + key


def test_who_is_asked_reads_it_without_a_name() -> None:
    play = playing("wt8 dmp")
    assert asks(play.now) == {"seat": 0, "text": Message(KEY + "asked-roll", {"name": play.now.called(0)})}
    play.roll(3)
    asked = asks(play.now)
    assert asked is not None
    assert (asked["seat"], asked["text"].key) == (0, KEY + "asked-move")
    assert asks(playing("wt8 dmp", "cancel").now) is None


def test_a_way_a_fireball_and_a_report_are_called_for() -> None:
    play = playing("wt8 dmp")
    play.roll(3)
    assert now(play.now).key == KEY + "now-move"
    one = playing("wt8 ta5", fireballs="table")
    one.roll(1)
    assert now(one.now).key == KEY + "now-name"
    one.do("aim 2 b-north")
    assert now(one.now).key == KEY + "now-report"


def test_the_roll_button_rolls_when_there_is_something_to_roll() -> None:
    assert buttons(playing("wt8 dmp").now) == {"roll": "roll"}
    assert buttons(playing("wt8 dmp", "cancel").now) == {}
    assert buttons(playing("wt8 dmp", step="pass").now) == {}


def test_a_fireball_is_told_by_who_is_meant_and_then_by_who_was_hit() -> None:
    play = playing("wt8 ta3 dmp", "fireball cancel", owner=1)
    play.roll(1)
    play.quiet()
    play.do("send b-north")
    for viewer in (WATCHER, 0, 1):
        named = drawn(play, viewer)["battle"]
        assert (named["step"], named["by"], list(named["victims"])) == ("answers", 0, [1])
        assert list(named["rings"]) == [{"at": "ball-b", "kind": "from"}, {"at": "ta3", "kind": "to"}]
        assert named["won"]["victim"] == say("fireball-island.strike.your-fall-jewel", pit="Pit B")
        assert named["lost"] == {"all": say("fireball-island.strike.stops")}
    play.silence()
    over = drawn(play)["battle"]
    assert (over["step"], over["outcome"]["won"], over["rings"][1]) == ("over", True, {"at": "ta3", "kind": "hit"})
    assert over["outcome"]["title"]["victim"] == say("fireball-island.strike.you-hit")


def test_a_fireball_that_a_talisman_stops_hits_nobody() -> None:
    play = playing("wt8 ta3 dmp", "fireball cancel,magic-talisman")
    play.roll(1)
    play.quiet()
    play.do("send b-north")
    play.do("play magic-talisman", 1)
    play.quiet()
    assert drawn(play)["battle"]["outcome"] == {
        "title": {"all": say("fireball-island.strike.stopped")},
        "text": {"all": say("fireball-island.strike.stopped-text")},
        "won": False,
    }


def test_what_the_real_board_shows_is_told() -> None:
    before = playing("wt8 dmp").now
    after = playing("pit-a wt3", lying=(0,), owner=1, tokens=("held", "traded"), owed=1).now
    keys = [each.key.removeprefix(KEY) for each in differences(before, after)]
    assert keys == [
        "shows-piece", "shows-charm", "shows-piece", "shows-charm", "shows-jewel-with", "shows-owed",
    ]  # fmt: skip


@pytest.mark.long
def test_every_moment_of_the_golden_games_has_its_words() -> None:
    for file in sorted(RECORDS.glob("fireball-island-*.tide"))[:3]:
        table = replay(FIREBALL_ISLAND, read(file.read_bytes().splitlines()))
        for step, after in zip(table.steps, (*(each.before for each in table.steps[1:]), table.state), strict=True):
            seen: Any = after.seen_by(WATCHER)
            told = tuple(fact for each in step.facts if (fact := each.seen_by(WATCHER)) is not None)
            for lang in TEXTS.languages:
                assert TEXTS.tell(lang, picture(seen, buttons(seen)))
                assert all(TEXTS.tell(lang, line) for fact in told if (line := fact.said(seen)) is not None)


# ---------------------------------------------------------------------- what would come of it
def test_each_way_tells_its_line_its_spaces_and_what_it_brings() -> None:
    play = playing("fc5 dmp", "cancel")
    play.roll(5)
    play.quiet()
    told = drawn(play)
    ways = {way["end"]: way for way in told["ways"]}
    assert (ways["vkp"]["do"], list(ways["vkp"]["path"])) == ("move vkp", ["fc5", "fc6", "fc7", "fc8", "vkp"])
    assert list(ways["vkp"]["notes"]) == [say("fireball-island.brings-capture"), say("fireball-island.brings-cards")]
    assert (told["turn"]["by"], told["declared"], told["fireballs"]) == (0, [], [])


def test_each_fireball_tells_its_way_and_whom_it_would_hit() -> None:
    play = playing("wt8 ta3", "cancel", owner=1)
    play.roll(1)
    play.quiet()
    (ball,) = drawn(play)["fireballs"]
    assert (ball["route"], ball["ball"], list(ball["hits"])) == ("b-north", "b", [1])
    assert list(ball["notes"]) == [
        say("fireball-island.hit-with-jewel", name="Player 2", place="Pit B", space="Thunder Alley 5")
    ]
    play.do("send b-north", 0)
    told = drawn(play, 1)
    assert [each["what"] for each in told["declared"]] == ["fireball-named"]
    assert [each["route"] for each in told["fireballs"]] == ["b-north"]


def test_of_a_real_marble_it_is_asked_who_was_hit_among_those_in_reach() -> None:
    play = playing("wt8 ta3", "cancel", fireballs="table")
    play.roll(1)
    play.quiet()
    assert len(drawn(play)["fireballs"]) == len(play.now.rules.board.routes)
    play.do("aim 2 b-north", 0)
    play.quiet()
    told = drawn(play)
    assert (list(told["reach"]), told["fireballs"]) == ([0, 1], [])


def would(play: Play, viewer: int = 0) -> dict[str, tuple[str, dict[str, Any]]]:
    """Return what *viewer* is told that each card would do in the window on top: the sentence's key and values."""
    declared = picture(play.now.seen_by(viewer), {})["declared"]
    assert all(not each["would"] for each in declared[:-1])
    return {
        each["card"]: (each["text"].key.removeprefix(KEY), dict(each["text"].values)) for each in declared[-1]["would"]
    }


def test_each_card_says_what_it_would_do_at_each_moment_to_everybody_alike() -> None:
    play = playing("wt8 wt3", "reroll double,move-back-2 cancel")
    first = would(play)
    assert first == would(play, 1)
    assert first["move-ahead-4"][0] == "would-ahead"
    assert (first["move-ahead-4"][1]["count"], first["double"][0], "reroll" in first) == (4, "would-double", False)
    play.roll(3)
    rolled = would(play)
    assert (rolled["reroll"][0], rolled["reroll"][1]["die"]) == ("would-reroll", 3)
    assert (rolled["move-back-2"][0], rolled["move-back-2"][1]["count"]) == ("would-back-later", 2)
    play.do("play reroll", 0)
    assert {card: told[0] for card, told in would(play).items()} == {"cancel": "would-cancel"}
    play.do("play cancel", 1)
    ((card, (key, values)),) = would(play).items()
    assert (card, key, values["card"].key) == ("cancel", "would-stand", KEY + "words.reroll")


def test_a_fake_jewel_and_a_talisman_say_who_is_spared() -> None:
    theft = playing("br2 br4", "cancel,fake-jewel fake-jewel", owner=1)
    theft.go(4, "br4")
    assert {card: told[0] for card, told in would(theft).items()} == {"fake-jewel": "would-keep"}
    ball = playing("wt8 ta3", "cancel", owner=1)
    ball.roll(1)
    ball.quiet()
    ball.do("send b-north", 0)
    ((card, (key, values)),) = would(ball).items()
    assert (card, key, len(values["names"])) == ("magic-talisman", "would-spare", 1)
