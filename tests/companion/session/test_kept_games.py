"""Going from one game of the journal to another: what stays, what is forgotten, what damage doesn't stop."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.chance.dealers import FairDealer
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE, WATCHER
from companion.journal.journal import FILE
from companion.journal.rows import json_text
from companion.model.requests import RequestRefused
from companion.model.roster import Phone, Roster
from tests.support.games.spinner import SPINNER
from tests.support.played import UNSUMMED
from tests.support.referees import referee
from tests.support.sample_kit import SAMPLE
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, LIBRARY, Bench


def rewrite(bench: Bench, query: str, *values: object) -> None:
    """Change the file of *bench*, which is closed, behind the journal's back."""
    bench.session.close()
    with closing(sqlite3.connect(bench.folder / FILE)) as database, database:
        database.execute(query, values)
        database.execute(UNSUMMED)


def label_of_saved(bench: Bench) -> Any:
    rows = seen_plain(bench.published, TABLE, frozenset({TABLE}))["table_menu"]
    table = next(row for row in rows if row["word"] == "table")
    saved = next(row for row in table["then"] if row["word"] == "saved")
    return saved["then"][0]["label"].values["told"]


# ---------------------------------------------------------------------- damage
@pytest.mark.parametrize("at", ["", "yesterday", "2026-13-45T99:99:99Z", b"\xff", 7, "0001-01-01T00:00:00+23:00"])
def test_a_kept_game_with_a_date_that_cannot_be_read_is_listed_without_one(tmp_path: Path, at: object) -> None:
    bench = Bench(tmp_path).new().new(SPINNER, id="second")
    rewrite(bench, "UPDATE game SET at = ? WHERE id = 1", at)
    bench = Bench(tmp_path)
    assert bench.published.trouble is None
    assert label_of_saved(bench) == (FIRESHIP.name, "Ann", "Ben")
    bench.say("resume 1", TABLE)
    assert bench.published.open.game is FIRESHIP


def test_a_language_that_is_not_one_is_the_one_of_the_settings(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()
    bench.say("lang fr", TABLE)
    bench = bench.again()
    assert bench.published.lang == "fr"
    rewrite(bench, "UPDATE setting SET value = 'tlh' WHERE name = 'lang'")
    assert Bench(tmp_path).published.lang == "en"


def test_a_game_that_cannot_be_taken_up_leaves_the_open_one_as_it_is(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench.new(SPINNER, id="second")
    rewrite(bench, "UPDATE line SET do = 'roll something-else', facts = '[7]' WHERE game = 1")
    bench = Bench(tmp_path)
    bench.tape.clear()
    before = bench.published
    with pytest.raises(RequestRefused) as refused:
        bench.say("resume 1", TABLE)
    assert refused.value.said == Message("session.cannot-resume")
    assert (bench.published, list(bench.tape), bench.journal.setting("game")) == (before, [], "2")
    assert bench.again().published.open.game is SPINNER


def test_a_game_is_taken_up_only_by_who_knows_what_is_open(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new().new(SPINNER, id="second")
    with pytest.raises(RequestRefused, match="stale"):
        bench.say("resume 1", TABLE, seen=bench.published.version - 1)
    assert bench.published.open.game is SPINNER


def test_a_deleted_game_makes_room_for_an_older_one_in_the_list(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for number in range(23):
        bench.new(id=f"new-{number}")
    bench.say("delete 20", TABLE)
    assert [game.number for game in bench.published.saved] == [22, 21, *range(19, 1, -1)]


# ---------------------------------------------------------------------- phones and names
def three(roster: Roster) -> Roster:
    roster = roster.with_phone("a", Phone((0,), "Ada")).with_phone("b", Phone((1, 3), "Bo"))
    return roster.with_phone("c", Phone((2,), "Cy"))


@pytest.mark.parametrize("do", ["new fireship kit seats=2", "resume 1"])
def test_another_game_has_the_names_of_phones_or_its_own_and_no_seats_that_are_no_more(tmp_path: Path, do: str) -> None:
    bench = Bench(tmp_path).new(id="first", people=2).new(id="second", people=4)
    joined = bench.published.version
    bench.session.keep(three, wait_s=0)
    bench.session.run_pending()
    assert (bench.published.open.name_of(0), bench.published.open.name_of(1)) == ("Ada", "Ben")
    bench.say(do, TABLE)
    names: tuple[str, ...] = ("Ada", "Bo") if do.startswith("new") else ("Ann", "Ben")
    assert bench.published.open.people == names
    after = {"a": Phone((0,), "Ada", joined), "b": Phone((1,), "Bo", joined), "c": Phone((), "Cy", joined, (2,))}
    called = {0: "Ada", 1: "Bo"} if do.startswith("new") else {}
    assert bench.published.roster == Roster(after, called)
    assert bench.again().published.roster == Roster(after, called)


def test_taking_up_the_game_that_is_open_leaves_names_and_seats(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(people=4)
    joined = bench.published.version
    bench.session.keep(three, wait_s=0)
    bench.session.run_pending()
    bench.say("resume 1", TABLE)
    assert bench.published.roster == three(Roster()).stamped(Roster(), joined)


def test_somebody_who_joins_while_it_rolls_does_not_keep_the_roll_from_being_shown_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)], holders=("screen",)).new()
    bench.say("roll dice")
    bench.session.keep(three, wait_s=0)
    bench.session.run_pending()
    bench = bench.again()
    assert bench.published.reveal is not None
    bench.pass_time(1)
    assert bench.state.result("dice").faces == (3, 7, 10)


def numbered(bench: Bench, id: str = "new") -> Bench:
    """Open a game for two whom nobody has called anything."""
    bench.session.new_game(FIRESHIP.slug, FIRESHIP.mode, ("1", "2"), {}, id=id)
    bench.pass_time(20)
    return bench


def called(bench: Bench) -> list[tuple[str | Message, ...]]:
    return [game.people for game in bench.session.archive().kept()]


def test_a_game_of_the_past_tells_its_people_by_the_names_they_had(tmp_path: Path) -> None:
    bench = numbered(Bench(tmp_path))
    nobody = Message("seat.number", {"number": "1"}), Message("seat.number", {"number": "2"})
    assert called(bench) == [nobody]
    bench.session.keep(lambda roster: roster.with_phone("a", Phone((0,), "Lila")), wait_s=0)
    bench.session.run_pending()
    assert called(bench) == [("Lila", nobody[1])]
    numbered(bench, "next")
    bench.session.keep(lambda roster: roster.with_phone("a", Phone((0,), "Oma")), wait_s=0)
    bench.session.run_pending()
    bench = bench.again()
    assert called(bench) == [("Oma", nobody[1]), ("Lila", nobody[1])]
    assert bench.session.archive().record(1).splitlines()[0].count('"Lila"') == 1
    bench.session.keep(lambda roster: Roster(), wait_s=0)
    bench.session.run_pending()
    bench.say("resume 1", TABLE)
    assert bench.published.open.people == ("Lila", "2")


@pytest.mark.parametrize(
    ("reason", "mood"),
    [
        ("forbidden-island.won", "good"), ("forbidden-island.lost-skull", "bad"), ("forbidden-island.lost-pawn", "bad"),
        ("closed", ""), ("battle-for-the-island.drawn", ""), ("battle-for-the-island.conquered", "good"),
    ],
)  # fmt: skip
def test_a_game_of_the_past_tells_whether_it_was_won(tmp_path: Path, reason: str, mood: str) -> None:
    game = referee(reason.partition(".")[0] if "." in reason else "forbidden-island")
    bench = Bench(tmp_path, dealer=FairDealer(), library=(game,))
    bench.session.new_game(game.slug, game.mode, ("Ann", "Ben"), {}, id="new")
    assert [kept.mood for kept in bench.session.archive().kept()] == [""]
    bench.say("finish", TABLE)
    rewrite(bench, "UPDATE game SET ended = ?", json_text({"reason": reason, "values": {}}))
    assert [kept.mood for kept in Bench(tmp_path, library=(game,)).session.archive().kept()] == [mood]


# ---------------------------------------------------------------------- who may, and what can't be taken back
@pytest.mark.parametrize(
    "do",
    [
        "delete 1", "right", "dealer", "lang fr", "mute on", "brightness 5",
        "sign-out", "correct score-0=5",
    ],
)  # fmt: skip
def test_what_is_the_tables_alone_is_refused_to_who_has_a_seat(tmp_path: Path, do: str) -> None:
    bench = Bench(tmp_path).new(id="first").new(SPINNER, id="second")
    bench.session.keep(three, wait_s=0)
    bench.session.run_pending()
    bench.tape.clear()
    before = bench.published
    for seat, key in ((0, ("refused.only-table", "refused.not-asked")), (TABLE, ("session.forbidden",))):
        with pytest.raises(RequestRefused) as refused:
            bench.say(do, seat, speaks_for=frozenset({0, 1}))
        assert refused.value.said.key in key
    assert (bench.published, list(bench.tape)) == (before, [])


def test_a_step_that_was_a_secret_is_not_taken_back_and_the_menu_says_so(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [("boom",)], library=(*LIBRARY, SAMPLE)).new(SAMPLE)
    bench.roll("draw mystery", 0)
    bench.say("give mystery boom 2", 0)
    assert (bench.published.open.why_not_undo, bench.published.open.undo_needs_two) == (None, True)
    with pytest.raises(RequestRefused, match="undo-needs-consent"):
        bench.say("undo", 1)
    bench.say("raise water", TABLE)
    assert bench.published.open.undo_needs_two is False, "the last step alone can be"
    assert "boom" not in bench.views()[WATCHER].decode()


# ---------------------------------------------------------------------- looking at what is over
@pytest.mark.parametrize(
    "query",
    [
        "UPDATE game SET options = '[' WHERE id = 1",
        "UPDATE game SET ended = '[' WHERE id = 1",
        "UPDATE game SET seed = 'zz' WHERE id = 1",
        "UPDATE line SET by = 'nobody' WHERE game = 1",
        "UPDATE line SET agreed = '[' WHERE game = 1",
    ],
)
def test_a_damaged_record_is_refused_with_a_sentence_and_the_table_plays_on(tmp_path: Path, query: str) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench.say("finish", TABLE)
    bench.new(SPINNER, id="second")
    rewrite(bench, query)
    bench = Bench(tmp_path)
    for look in (bench.session.archive().record, bench.session.archive().past):
        with pytest.raises(RequestRefused, match="^damaged: record.damaged"):
            look(1)
    assert bench.published.open.game is SPINNER


def test_a_game_that_is_over_is_taken_apart_once_and_again_when_it_has_gone_on(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench.say("finish", TABLE)
    past = bench.session.archive().past(1)
    assert bench.session.archive().past(1) is past
    rewrite(bench, "INSERT INTO line (game, n, batch, version, seat, do, at) VALUES (1, 3, 3, 9, 0, 'roll dice', '')")
    assert len(Bench(tmp_path).session.archive().past(1).record.lines) == len(past.record.lines) + 1


def test_a_number_that_no_game_can_have_is_unknown(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()
    for look in (bench.session.archive().record, bench.session.archive().past):
        with pytest.raises(RequestRefused, match="^unknown"):
            look(10**30)
