"""The session's own commands beside undo and redo: games kept and deleted, what is set, chance asked each time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.chance import Answer
from companion.engine.game import Game, Option
from companion.engine.values.message import Message
from companion.engine.values.seats import CHANCE, TABLE, WATCHER
from companion.model.requests import RequestRefused
from companion.runtime.clock import local_text
from tests.support.games.spinner import SPINNER
from tests.support.rows import each_row
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, LIBRARY, Bench

ASKS_FOR_CHANCE = {"chance": "ask"}
BEGUN_AT = local_text("2026-11-21T20:15:03.120Z")


def rolls(start: Any, state: Any) -> tuple[Message, ...]:
    """What a board would show of the kit: how often it was rolled, if it was."""
    return (Message("test.rolls", {"rolls": state.rolls}),) if state.rolls > start.rolls else ()


COMPARED = replace(FIRESHIP, differences=rolls)


LIBRARY_COMPARED = (COMPARED, SPINNER)


def rolled_once(folder: Path) -> Bench:
    """A table with a game that was rolled in once."""
    bench = Bench(folder, [(3, 7, 10)], library=LIBRARY_COMPARED).new(COMPARED)
    bench.roll("roll dice")
    return bench


def compared(bench: Bench) -> list[int]:
    """How many rolls the table asks the board for, as a watcher is told."""
    told = seen_plain(bench.published, WATCHER, frozenset())["compare"]
    assert tuple(told) == bench.published.compare
    return [said.values["rolls"] for said in told]


def saved(bench: Bench) -> list[int]:
    return [game.number for game in bench.published.saved]


# ---------------------------------------------------------------------- games kept
def test_games_that_are_not_open_are_listed_the_newest_first(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert saved(bench) == []
    bench.new().new(SPINNER, id="second").new(people=1, id="third")
    assert saved(bench) == [2, 1]
    (spinner, fireship) = bench.published.saved
    assert (spinner.name, fireship.name) == (SPINNER.name, FIRESHIP.name)
    assert (fireship.people, fireship.at) == (("Ann", "Ben"), BEGUN_AT)
    bench.say("resume 1", TABLE)
    assert saved(bench) == [3, 2]
    assert saved(bench.again()) == [3, 2]


def test_twenty_games_are_listed_and_no_more(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for number in range(23):
        bench.new(id=f"new-{number}")
    assert saved(bench) == list(range(22, 2, -1))


def test_a_game_of_another_program_is_listed_by_its_slug(tmp_path: Path) -> None:
    Bench(tmp_path).new().new(SPINNER, id="second").session.close()
    bench = Bench(tmp_path, library=(SPINNER,))
    assert [game.name for game in bench.published.saved] == [Message("menu.word", {"word": "fireship"})]


@each_row(
    ("do", "seat", "key"),
    [
        ("delete 1", TABLE, "session.delete-open"),
        ("delete 2", TABLE, "session.no-such-record"),
        ("delete 1", 0, "refused.only-table"),
        ("delete", TABLE, "unreadable.number"),
        ("delete one", TABLE, "unreadable.number"),
        ("delete 1 2", TABLE, "unreadable.too-many"),
        ("mute", TABLE, "session.on-or-off"),
        ("mute maybe", TABLE, "session.on-or-off"),
        ("mute on", 0, "refused.only-table"),
        ("brightness", TABLE, "session.no-such-brightness"),
        ("brightness 0", TABLE, "session.no-such-brightness"),
        ("brightness 6", TABLE, "session.no-such-brightness"),
        ("brightness 01", TABLE, "session.no-such-brightness"),
        ("brightness 3", 1, "refused.only-table"),
        ("right", 0, "refused.only-table"),
        ("right now", TABLE, "unreadable.too-many"),
        ("dealer", 0, "refused.only-table"),
        ("dealer", TABLE, "refused.chance-not-asked"),
        ("dealer now", TABLE, "unreadable.too-many"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(tmp_path: Path, do: str, seat: int, key: str) -> None:
    bench = Bench(tmp_path).new()
    before = bench.views()
    with pytest.raises(RequestRefused) as refused:
        bench.say(do, seat)
    assert refused.value.said.key == key
    assert (bench.views(), list(bench.tape)) == (before, [])


@each_row("do", ["delete 1", "mute on", "brightness 5", "right"])
def test_each_is_done_once_whoever_sends_it_how_often(tmp_path: Path, do: str) -> None:
    bench = Bench(tmp_path).new().new(SPINNER, id="second").again()
    version = bench.say(do, TABLE, id="mine")
    views = bench.views()
    assert bench.say(do, TABLE, id="mine", seen=0) == version
    assert bench.views() == views
    assert bench.again().say(do, TABLE, id="mine", seen=0) == version


# ---------------------------------------------------------------------- what is set
def test_sound_and_brightness_are_kept_over_a_restart(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    assert (bench.published.muted, bench.published.brightness) == (False, 3)
    bench.say("mute on", TABLE)
    bench.say("brightness 5", TABLE)
    assert (bench.published.muted, bench.published.brightness) == (True, 5)
    bench = bench.again()
    assert (bench.published.muted, bench.published.brightness) == (True, 5)
    bench.say("mute off", TABLE)
    assert not bench.again().published.muted


# ---------------------------------------------------------------------- chance asked each time
def asked(folder: Path, answers: Iterable[Answer] = ((3, 7, 10),)) -> Bench:
    bench = Bench(folder, answers).new(options=ASKS_FOR_CHANCE)
    bench.say("roll dice", 1)
    return bench


def test_where_chance_is_asked_each_time_it_waits_for_the_table_to_say_who_answers(tmp_path: Path) -> None:
    bench = asked(tmp_path)
    assert (bench.published.reveal, bench.state.rolls) == (None, 0)
    told = seen_plain(bench.published, TABLE, frozenset({TABLE}))["plays"]
    rows = [(play["do"], play["label"].key, play["seats"], "form" in play) for play in told if "then" not in play]
    assert ("dealer", "play.table-roll", ["table"], False) in rows
    assert ("roll", "kit.fireship.dice", ["chance"], True) in rows
    assert all(play.get("do") != "dealer" for play in seen_plain(bench.published, 1, frozenset({1}))["plays"])


def test_the_dealer_answers_this_once_and_it_is_revealed_like_any_roll(tmp_path: Path) -> None:
    bench = asked(tmp_path)
    bench.tape.clear()
    version = bench.say("dealer", TABLE, id="mine")
    assert bench.tape.names() == ["stage.started", "mirror.started", "commit", "durable", "stage.go"]
    assert (bench.state.rolls, bench.published.reveal and bench.published.reveal.purpose) == (0, "dice")
    with pytest.raises(RequestRefused, match="rolling"):
        bench.say("dealer", TABLE)
    bench.pass_time(1)
    assert (bench.published.version, bench.state.result("dice").faces) == (version, (3, 7, 10))
    line = bench.lines()[-1]
    assert (line.speaker, line.do, line.by) == (CHANCE, "roll 3 7 10", "dealer")
    assert bench.say("dealer", TABLE, id="mine", seen=0) == version
    bench.say("roll plain", 0)
    assert bench.published.reveal is None, "the next request waits again"
    bench.say("roll won", CHANCE)
    assert bench.state.result("plain").faces == ("won",)


def test_what_chance_is_asked_after_the_dealers_answer_waits_again(tmp_path: Path) -> None:
    chance = Option("dealer", Message("option.chance"), choices=("dealer", "ask"))
    spinner = replace(SPINNER, options={**SPINNER.options, "chance": chance})
    bench = Bench(tmp_path, [(4, 4), ("again",), ("five",)], library=(spinner,)).new(spinner, options=ASKS_FOR_CHANCE)
    bench.say("roll", 0)
    for answered in (1, 2):
        bench.say("dealer", TABLE)
        bench.pass_time(20)
        assert bench.published.reveal is None
        assert bench.state.due() is not None, answered
    bench.say("dealer", TABLE)
    bench.pass_time(20)
    assert (bench.state.due(), bench.state.scores) == (None, (13, 0))


def test_what_the_dealer_answered_is_revealed_again_after_a_restart(tmp_path: Path) -> None:
    bench = asked(tmp_path)
    bench.say("dealer", TABLE)
    bench = bench.again()
    assert (bench.state.rolls, bench.published.reveal and bench.published.reveal.purpose) == (0, "dice")
    bench.pass_time(1)
    assert bench.state.result("dice").faces == (3, 7, 10)


def test_who_looked_before_the_roll_was_asked_does_not_have_the_dealer_answer_it(tmp_path: Path) -> None:
    bench = asked(tmp_path)
    with pytest.raises(RequestRefused, match="stale"):
        bench.say("dealer", TABLE, seen=1)


def test_where_everything_is_typed_the_dealer_stays_silent(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options={"chance": "typed"})
    bench.say("roll dice")
    with pytest.raises(RequestRefused) as refused:
        bench.say("dealer", TABLE)
    assert refused.value.said.key == "session.only-typed"


# ---------------------------------------------------------------------- after a power cut
def test_a_game_taken_up_is_compared_with_the_board_until_somebody_says_it_is_right(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), (1, 2, 3)], library=LIBRARY_COMPARED).new(COMPARED)
    bench.roll("roll dice")
    bench.roll("roll dice")
    assert compared(bench) == []
    bench = bench.again(library=LIBRARY_COMPARED)
    assert (bench.published.taken_up, bench.state.rolls) == (True, 1)
    assert compared(bench) == [], "nobody compares while something is yet to be revealed again"
    bench.pass_time(1)
    assert compared(bench) == [2]
    bench.say("lang fr", TABLE)
    assert compared(bench) == [2]
    version = bench.say("right", TABLE, id="mine")
    assert compared(bench) == []
    assert bench.say("right", TABLE, id="mine") == version


@each_row("do", ["roll dice", "new spinner referee"])
def test_who_plays_on_has_a_board_that_is_right(tmp_path: Path, do: str) -> None:
    bench = rolled_once(tmp_path).again([(1, 2, 3)], library=LIBRARY_COMPARED)
    bench.pass_time(1)
    assert compared(bench) == [1]
    bench.roll(do, TABLE)
    assert (compared(bench), bench.published.taken_up) == ([], False)


def test_a_game_like_at_its_start_is_not_compared(tmp_path: Path) -> None:
    bench = Bench(tmp_path, library=LIBRARY_COMPARED).new(COMPARED).again(library=LIBRARY_COMPARED)
    assert (compared(bench), bench.published.taken_up) == ([], True)


def test_a_kept_game_that_is_taken_up_is_compared_too(tmp_path: Path) -> None:
    bench = rolled_once(tmp_path).new(SPINNER, id="second")
    bench.say("resume 1", TABLE)
    assert compared(bench) == [1]


def test_a_game_that_was_put_aside_by_hand_says_when(tmp_path: Path) -> None:
    bench = rolled_once(tmp_path).new(SPINNER, id="second")
    bench.say("resume 1", TABLE)
    told = seen_plain(bench.published, WATCHER, frozenset())["put_aside"]
    assert told == Message("page.put-aside-today", {"at": BEGUN_AT.partition(" ")[2]})
    bench.say("right", TABLE)
    assert seen_plain(bench.published, WATCHER, frozenset())["put_aside"] is None


def test_after_a_power_cut_nobody_is_said_to_have_put_the_game_aside(tmp_path: Path) -> None:
    bench = rolled_once(tmp_path).new(SPINNER, id="second")
    bench.say("resume 1", TABLE)
    bench = bench.again(library=LIBRARY_COMPARED)
    bench.pass_time(1)
    assert compared(bench) == [1]
    assert seen_plain(bench.published, WATCHER, frozenset())["put_aside"] is None


def test_a_board_is_not_compared_again_when_the_journal_was_only_mended(tmp_path: Path) -> None:
    bench = rolled_once(tmp_path)
    bench.session.load()
    bench.pass_time(1)
    assert compared(bench) == []


# ---------------------------------------------------------------------- undoing, as the lamp and the menu show it
def test_whether_the_last_step_may_be_taken_back_is_published(tmp_path: Path) -> None:
    def why() -> str:
        said = bench.published.open.why_not_undo
        return said.key if said else ""

    bench = Bench(tmp_path).new(options={"chance": "typed"})
    assert (why(), bench.published.open.can_redo) == ("refused.undo-what", False)
    bench.say("roll dice")
    assert (why(), bench.published.open.undo_needs_two, bench.published.open.can_redo) == ("", False, False)
    bench.say("undo", TABLE)
    assert (why(), bench.published.open.can_redo) == ("refused.undo-what", True)
    bench.say("redo", TABLE)
    bench.say("roll 1 2 3", CHANCE)
    assert (why(), bench.published.open.undo_needs_two, bench.published.open.can_redo) == ("", True, False)
    assert (bench := bench.again()).published.open.undo_needs_two


# ---------------------------------------------------------------------- the owner's options
def test_games_are_offered_as_the_owner_has_set_them_up(tmp_path: Path) -> None:
    bench = Bench(tmp_path, defaults={"fireship": {"chance": "typed"}})
    offered = {game.slug: game for game in bench.published.library}
    assert offered["fireship"].options["chance"].default == "typed"
    assert offered["spinner"] is SPINNER
    option: Option = next(game for game in LIBRARY if game.slug == "fireship").options["chance"]
    assert option.default == "dealer"


def forms(bench: Bench, game: Game) -> list[str]:
    """What the table's menu asks before *game* is started."""
    rows = seen_plain(bench.published, TABLE, frozenset({TABLE}))["table_menu"]
    (row,) = (row for row in rows if row["word"] == game.slug)
    return [f"{field['name']}={field['word']}" for field in row["form"]]


def test_the_house_is_the_tables_alone_and_asks_people_and_options(tmp_path: Path) -> None:
    bench = Bench(tmp_path, defaults={"fireship": {"chance": "ask"}})
    assert forms(bench, FIRESHIP) == ["seats=2", "chance=ask"]
    assert seen_plain(bench.published, 0, frozenset({0}))["table_menu"] == []
