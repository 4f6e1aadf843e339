"""The club's keeper: called from any seat, whatever the journal can do, and in nobody's way."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.keeper import KeeperCall, KeeperWords
from companion.model.requests import RequestRefused
from companion.session.keeper_call import PAUSE_S
from tests.companion.session.test_trouble import make_read_only
from tests.support.seen import seen_plain
from tests.support.session_bench import Bench

CLOSING = KeeperWords("m1", "Closing in 15 minutes")


def in_club(folder: Path, **more: object) -> Bench:
    return Bench(folder, [(3, 7, 10)], can_call=True, **more).new()  # type: ignore[arg-type]


def called(bench: Bench) -> KeeperCall:
    call = bench.published.call
    assert call is not None
    return call


def rows(bench: Bench) -> list[str]:
    """The lines of the table's rows about the keeper."""
    found, left = [], list(bench.published.table_rows())
    while left:
        play = left.pop()
        left += play.below or ()
        found += [play.line] if play.word == "keeper" else []
    return found


def refused(bench: Bench, do: str, **more: object) -> Message:
    with pytest.raises(RequestRefused) as caught:
        bench.say(do, **more)  # type: ignore[arg-type]
    return caught.value.said


@pytest.mark.parametrize("seat", [TABLE, 0, 1])
def test_any_seat_calls_the_keeper_and_ends_the_call(tmp_path: Path, seat: int) -> None:
    bench = in_club(tmp_path)
    version = bench.published.version
    assert rows(bench) == ["call-keeper"]
    assert bench.say("call-keeper", seat, speaks_for=frozenset({seat})) == version
    call = called(bench)
    assert (call.seat, call.since, call.is_heard) == (seat, bench.clock.utc_text(), False)
    assert rows(bench) == ["all-right"]
    assert bench.say("call-keeper", 1) == version
    assert called(bench) == call
    bench.say("all-right", 1, speaks_for=frozenset({1}))
    assert bench.published.call is None
    assert bench.published.version == version


def test_nobody_calls_in_anothers_name_nor_where_there_is_no_keeper(tmp_path: Path) -> None:
    bench = in_club(tmp_path)
    assert refused(bench, "call-keeper", speaks_for=frozenset({1})).key == "session.forbidden"
    assert bench.published.call is None
    alone = bench.again()
    assert refused(alone, "call-keeper") == Message("keeper.nobody")
    assert (rows(alone), seen_plain(alone.published, 0, frozenset({0}))["keeper"]) == ([], None)


def test_after_a_call_comes_no_other_for_half_a_minute(tmp_path: Path) -> None:
    bench = in_club(tmp_path)
    bench.say("call-keeper")
    bench.say("all-right")
    bench.clock.advance(PAUSE_S - 1)
    assert refused(bench, "call-keeper") == Message("keeper.called-lately", {"count": 1})
    bench.clock.advance(1)
    bench.say("call-keeper")
    assert bench.published.call is not None


def test_a_table_whose_memory_fails_calls_the_keeper_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = in_club(tmp_path)
    make_read_only(monkeypatch, bench)
    refused(bench, "mute on", seat=TABLE)
    assert bench.published.trouble is not None
    assert rows(bench) == ["call-keeper"]
    bench.say("call-keeper", TABLE)
    assert called(bench).seat == TABLE


def test_a_call_waits_for_nothing_in_motion_and_changes_no_turn(tmp_path: Path) -> None:
    bench = in_club(tmp_path, holders=("screen",))
    bench.say("roll dice")
    motion, version = bench.published.reveal, bench.published.version
    bench.tape.clear()
    bench.say("call-keeper", 1)
    assert bench.tape.names() == ["stage.know", "mirror.changed"]
    assert (bench.published.reveal, bench.published.version) == (motion, version)
    assert bench.rows() != []


def test_the_keeper_is_coming_for_the_call_that_stands_alone(tmp_path: Path) -> None:
    bench = in_club(tmp_path)
    bench.say("call-keeper", 1)
    bench.session.hear_call("another")
    bench.session.run_pending()
    assert not called(bench).is_heard
    assert seen_plain(bench.published, 0, frozenset({0}))["keeper"]["told"] == Message("keeper.called", {"who": "Ben"})
    bench.session.hear_call(called(bench).id)
    bench.session.run_pending()
    assert called(bench).is_heard
    assert seen_plain(bench.published, 0, frozenset({0}))["keeper"]["told"] == Message("keeper.coming")
    bench.say("all-right")
    assert bench.published.call is None


def test_a_message_stays_until_its_end_or_the_next(tmp_path: Path) -> None:
    bench, next_words = in_club(tmp_path), KeeperWords("m2", "Last orders")
    bench.session.show_keeper_words(CLOSING)
    bench.session.run_pending()
    seen = seen_plain(bench.published, 0, frozenset({0}))["keeper"]
    assert (seen["number"], seen["says"]) == ("m1", Message("keeper.says", {"text": "Closing in 15 minutes"}))
    bench.session.show_keeper_words(next_words)
    bench.session.end_keeper_words(CLOSING)
    bench.session.run_pending()
    assert bench.published.keeper_words == next_words
    bench.session.end_keeper_words(next_words)
    bench.session.run_pending()
    assert bench.published.keeper_words is None
