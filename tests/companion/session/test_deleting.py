"""Closing a game for good and deleting one: two agree where several phones play, and a week to think better of it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from companion.engine.values.seats import TABLE, WATCHER
from companion.model.consent import CONSENT_S
from companion.model.requests import RequestRefused
from companion.model.table_menu import MAX_SAVED
from companion.runtime.clock import ManualClock
from tests.companion.session.test_leaving import asks, join, say
from tests.support.games.spinner import SPINNER
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, Bench

WEEK_S = 7 * 24 * 3600.0


def kept(bench: Bench) -> tuple[list[int], list[int]]:
    """The games that are offered, and those that can be brought back."""
    published = bench.published
    return [game.number for game in published.saved], [game.number for game in published.deleted]


def rolled_and_left(folder: Path, clock: ManualClock | None = None) -> Bench:
    """A game of three that was rolled in, numbered 1, and another on the table."""
    bench = Bench(folder, [(3, 7, 10)], clock=clock).new(FIRESHIP, 3)
    bench.roll("roll dice")
    return bench.new(SPINNER, id="second")


def refused(bench: Bench, do: str) -> str:
    with pytest.raises(RequestRefused) as refusal:
        bench.say(do, TABLE)
    return refusal.value.said.key


def test_a_deleted_game_can_be_brought_back_whole_for_a_week(tmp_path: Path) -> None:
    bench = rolled_and_left(tmp_path)
    lines = bench.journal.lines(1)
    bench.say("delete 1", TABLE)
    assert kept(bench) == ([], [1])
    for do in ("resume 1", "delete 1", "finish 1"):
        assert refused(bench, do) == "session.no-such-record"
    assert bench.session.archive().kept()[0].number == 2
    bench.clock.advance(WEEK_S - 60)
    bench = bench.again(clock=bench.clock)
    assert kept(bench) == ([], [1])
    bench.say("restore 1", TABLE)
    assert (kept(bench), bench.journal.lines(1)) == (([1], []), lines)
    assert refused(bench, "restore 1") == "session.no-such-record"
    bench.say("resume 1", TABLE)
    assert bench.state.result("dice").faces == (3, 7, 10)


def test_after_a_week_it_is_gone_with_its_lines_and_its_number_is_not_given_again(tmp_path: Path) -> None:
    bench = rolled_and_left(tmp_path)
    bench.new(SPINNER, id="third")
    bench.say("resume 2", TABLE)
    bench.say("delete 3", TABLE)
    bench.say("delete 1", TABLE)
    bench.clock.advance(WEEK_S + 1)
    bench = bench.again(clock=bench.clock)
    assert (kept(bench), bench.journal.lines(1)) == (([], []), [])
    assert refused(bench, "restore 1") == "session.no-such-record"
    bench.new(id="fourth")
    assert [game.id for game in bench.journal.games()] == [2, 4]


def test_a_computer_that_did_not_know_the_date_counts_the_week_from_when_it_does(tmp_path: Path) -> None:
    bench = rolled_and_left(tmp_path, ManualClock(utc=datetime(1970, 1, 1, tzinfo=UTC)))
    bench.say("delete 1", TABLE)
    bench.session.close()
    clock = ManualClock()
    bench = Bench(tmp_path, clock=clock)
    assert kept(bench) == ([], [1])
    clock.advance(WEEK_S - 60)
    assert kept(bench.again(clock=clock)) == ([], [1])


class Doubtful(ManualClock):
    """A clock that is sure of its date only while it *knows*; before it knows one that it was *told*, or none."""

    knows, told = False, False

    def utc_text(self) -> str:
        return super().utc_text() if self.knows or self.told else ""

    def sure_text(self) -> str:
        return self.utc_text() if self.knows else ""


def test_a_week_is_over_once_the_date_is_known_and_never_by_a_date_that_somebody_told(tmp_path: Path) -> None:
    bench = rolled_and_left(tmp_path)
    bench.say("delete 1", TABLE)
    bench.session.close()
    clock = Doubtful()
    clock.advance(WEEK_S + 3600)
    bench = Bench(tmp_path, clock=clock)
    clock.told = True
    bench.say("lang fr", TABLE)
    bench = bench.again(clock=clock)
    assert kept(bench) == ([], [1])
    bench.new(SPINNER, id="third")
    bench.say("delete 2", TABLE)
    clock.knows = True
    bench.say("lang en", TABLE)
    assert (kept(bench), bench.journal.lines(1)) == (([], [2]), []), "the second's week begins with the date"
    clock.advance(WEEK_S - 60)
    assert kept(bench.again(clock=clock)) == ([], [2])


def test_a_game_that_is_brought_back_by_the_first_command_after_its_week_is_there(tmp_path: Path) -> None:
    bench = rolled_and_left(tmp_path)
    bench.say("delete 1", TABLE)
    bench.clock.advance(WEEK_S + 1)
    bench.say("restore 1", TABLE)
    assert kept(bench) == ([1], [])
    bench.say("resume 1", TABLE)
    assert bench.state.result("dice").faces == (3, 7, 10)


def test_what_was_deleted_last_is_offered_first_and_all_of_it_can_be_brought_back(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    for number in range(1, MAX_SAVED + 5):
        bench.session.new_game(SPINNER.slug, SPINNER.mode, ("Ann",), {}, id=f"new-{number}")
    last = MAX_SAVED + 2
    for number in (*range(2, last), 1):
        bench.clock.advance(60)
        bench.say(f"delete {number}", TABLE)
        assert (kept(bench)[1][0], len(kept(bench)[1]) <= MAX_SAVED) == (number, True)
    bench = bench.again(clock=bench.clock)
    assert kept(bench)[1] == [1, *range(last - 1, 2, -1)]
    bench.say("restore 2", TABLE)
    assert bench.journal.game(2).id == 2


@pytest.mark.parametrize(("do", "left"), [("delete 1", ([], [1])), ("finish 1", ([1], []))])
def test_where_two_phones_are_in_two_have_to_agree(tmp_path: Path, do: str, left: tuple[list[int], list[int]]) -> None:
    bench = rolled_and_left(tmp_path)
    join(bench, "Ann", (0,))
    join(bench, "Ben", (1,))
    assert refused(bench, do) == "session.undo-needs-consent"
    asked = seen_plain(bench.published, WATCHER, frozenset())["consent"]
    assert (asked["kind"], asked["title"].key) == (do.split()[0], f"consent.{do.split()[0]}")
    asks(bench, "consent", 0, "ann")
    assert (kept(bench), bench.published.consent is None) == (([1], []), False)
    say(bench, "consent", 1, "ben")
    assert (kept(bench), bench.published.consent) == (left, None)
    if do == "finish 1":
        assert bench.published.saved[0].is_closed


def test_the_owners_phone_is_one_of_the_two(tmp_path: Path) -> None:
    bench = rolled_and_left(tmp_path)
    join(bench, "Ann", (0,))
    join(bench, "Ben", (1,))
    owners = bench.request("delete 1", TABLE, speaks_for=frozenset({TABLE}))
    with pytest.raises(RequestRefused) as asked:
        bench.session.handle(msgspec.structs.replace(owners, phone="ann"))
    assert asked.value.said.key == "session.undo-needs-consent"
    assert kept(bench) == ([1], []), "one phone is one person"
    say(bench, "consent", 1, "ben")
    assert kept(bench) == ([], [1])


def test_two_buttons_are_two_people_and_silence_is_no(tmp_path: Path) -> None:
    bench = rolled_and_left(tmp_path)
    join(bench, "Ann", (0,))
    join(bench, "Ben", (1,))
    assert refused(bench, "delete 1") == "session.undo-needs-consent"
    bench.pass_time(CONSENT_S)
    assert refused(bench, "consent") == "session.consent-what"
    assert refused(bench, "delete 1") == "session.undo-needs-consent"
    bench.say("consent", TABLE, by="button")
    assert kept(bench) == ([], [1])


def test_where_one_phone_plays_or_none_it_is_done_at_once(tmp_path: Path) -> None:
    bench = rolled_and_left(tmp_path)
    join(bench, "Ann", (0,))
    join(bench, "Eve", ())
    bench.say("delete 1", TABLE)
    assert kept(bench) == ([], [1])
    bench.say("finish", TABLE)
    assert bench.published.open.game is None
