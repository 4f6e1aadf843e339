"""The outbox of the session: what must arrive waits with the end that it tells of, and leaves once that is revealed."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from companion.chance.dealers import FairDealer
from companion.engine.values.message import Message
from companion.engine.values.seats import TABLE
from companion.model.requests import RequestRefused
from companion.records.record import write
from companion.session.outbox import FINISHED, RECORD, Outgoing
from tests.companion.session.test_keeping import play_unkept
from tests.companion.session.test_trouble import make_read_only
from tests.support.games.spinner import SPINNER
from tests.support.played import UNSUMMED
from tests.support.session_bench import FIRESHIP, Bench

BOTH = frozenset({FINISHED, RECORD})
SHORT_GAME = {"target": 10}
WINNING_DICE = (5, 6)


def bench_in(folder: Path, *answers: Any, must_arrive: frozenset[str] = BOTH, **more: Any) -> Bench:
    return Bench(folder, answers, must_arrive=must_arrive, **more)


def waits(bench: Bench) -> list[tuple[str, int, int]]:
    return [(row.kind, row.game, row.version) for row in bench.journal.outbox()]


def sent(bench: Bench) -> list[Outgoing]:
    """Take all that can be sent, as if it arrived at once."""
    found = []
    while (outgoing := bench.session.outbox.next(by_name=True)) is not None:
        found.append(outgoing)
        bench.session.outbox.arrived(outgoing.row)
    return found


def test_an_end_waits_in_the_very_batch_that_ends_it_and_leaves_only_once_it_is_revealed(tmp_path: Path) -> None:
    bench = bench_in(tmp_path, WINNING_DICE, holders=("OLED",)).new(SPINNER, options=SHORT_GAME)
    heard: list[tuple[int, bool]] = []
    bench.session.outbox.heard = lambda dropped: heard.append((dropped, bench.published.reveal is None))
    version = bench.say("roll")
    (batch,) = [batch for (batch,) in bench.tape.of("commit")]
    assert ([row.kind for row in batch.outbox], batch.ended is not None) == ([FINISHED, RECORD], True)
    assert waits(bench) == [(FINISHED, 1, version), (RECORD, 1, version)]
    assert bench.published.reveal is not None
    assert bench.session.outbox.next(by_name=True) is None
    bench.pass_time(20)
    assert heard == [(0, False), (0, True)]
    finished, record = sent(bench)
    assert [(each.row.kind, each.kept.result, each.kept.mood) for each in (finished, record)] == [
        (FINISHED, Message("spinner.won"), "good"),
        (RECORD, Message("spinner.won"), "good"),
    ]
    assert "".join(write(record.record)) == bench.session.archive().record(1)
    assert waits(bench) == []


def test_how_much_waits_tells_of_no_end_before_its_reveal(tmp_path: Path) -> None:
    bench = bench_in(tmp_path, WINNING_DICE, holders=("OLED",)).new(SPINNER, options=SHORT_GAME)
    bench.say("roll")
    assert len(waits(bench)) == 2
    assert bench.session.outbox.waiting() == 0
    bench.pass_time(20)
    assert bench.session.outbox.waiting() == 2
    assert len(sent(bench)) == 2
    assert bench.session.outbox.waiting() == 0


def test_an_end_in_motion_waits_across_a_restart_until_it_is_revealed_again(tmp_path: Path) -> None:
    bench = bench_in(tmp_path, WINNING_DICE).new(SPINNER, options=SHORT_GAME)
    version = bench.say("roll")
    bench = bench.again(must_arrive=BOTH)
    assert bench.published.reveal is not None
    assert bench.session.outbox.next(by_name=True) is None
    bench.pass_time(20)
    assert [each.row.version for each in sent(bench)] == [version, version]


def test_a_game_that_people_close_waits_too(tmp_path: Path) -> None:
    bench = bench_in(tmp_path, (3, 7, 10), must_arrive=frozenset({FINISHED})).new(FIRESHIP)
    bench.roll("roll dice")
    version = bench.say("finish", TABLE)
    (finished,) = sent(bench)
    assert (finished.row.version, finished.kept.result, finished.kept.mood) == (version, Message("watch.stopped"), "")


def test_nothing_waits_where_nobody_outside_is_told_or_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = bench_in(tmp_path / "off", WINNING_DICE, must_arrive=frozenset()).new(SPINNER, options=SHORT_GAME)
    bench.roll("roll")
    with pytest.raises(RequestRefused, match="not-sent"):
        bench.session.outbox.want("asked-1", 1)
    assert waits(bench) == []
    unkept = bench_in(tmp_path / "unkept").new(SPINNER)
    play_unkept(unkept, monkeypatch)
    with pytest.raises(RequestRefused, match="not-sent"):
        unkept.session.outbox.want("asked-1", 1)
    unkept.say("finish", TABLE)
    journal = unkept.session.table.store.journal
    assert ([game.ended is not None for game in journal.games()], journal.outbox()) == ([True], [])


def test_an_undo_takes_the_unsent_end_with_it_and_the_next_end_has_an_id_of_its_own(tmp_path: Path) -> None:
    bench = bench_in(tmp_path, WINNING_DICE).new(SPINNER, options=SHORT_GAME)
    bench.roll("roll")
    first = waits(bench)
    with pytest.raises(RequestRefused, match="consent"):
        bench.say("undo", TABLE, by="button")
    bench.say("consent", TABLE, by="button")
    assert (len(first), waits(bench), bench.session.outbox.next(by_name=True)) == (2, [], None)
    bench.say("redo")
    second = waits(bench)
    assert [row[:2] for row in second] == [row[:2] for row in first]
    assert second[0][2] > first[0][2]
    assert [each.row.version for each in sent(bench)] == [second[0][2]] * 2


def test_a_wanted_record_leaves_once_for_its_request_and_sealed_while_the_game_goes_on(tmp_path: Path) -> None:
    bench = bench_in(tmp_path, (3, 4), must_arrive=frozenset({FINISHED})).new(SPINNER)
    bench.roll("roll")
    before = bench.published.version
    assert [bench.session.outbox.want("asked-1", number) for number in (0, 1)] == [before, before]
    assert [bench.session.outbox.want("asked-2", 1)] == [before]
    first, second = sent(bench)
    assert [(each.row.asked, each.row.kind) for each in (first, second)] == [("asked-1", RECORD), ("asked-2", RECORD)]
    assert (first.record.ending, first.kept.is_over) == (None, False)
    assert "".join(write(first.record)) == bench.session.archive().record(1)
    bench = bench.again(must_arrive=BOTH)
    bench.session.outbox.want("asked-1", 1)
    assert waits(bench) == []
    with pytest.raises(RequestRefused, match="no-such-record"):
        bench.session.outbox.want("asked-3", 7)


def test_what_waits_is_there_after_a_restart_and_what_has_arrived_is_not(tmp_path: Path) -> None:
    bench = bench_in(tmp_path, WINNING_DICE).new(SPINNER, options=SHORT_GAME)
    bench.roll("roll")
    first = bench.session.outbox.next(by_name=True)
    assert first is not None
    bench.session.outbox.arrived(first.row)
    bench = bench.again(must_arrive=BOTH)
    bench.pass_time(20)
    assert [each.row.kind for each in sent(bench)] == [RECORD]


def test_what_can_never_be_made_is_dropped_with_a_word_and_blocks_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bench = bench_in(tmp_path, WINNING_DICE, WINNING_DICE, WINNING_DICE, WINNING_DICE)
    for number in range(1, 5):
        bench.new(SPINNER, options=SHORT_GAME, id=f"new-{number}")
        bench.roll("roll")
    database = bench.journal.connection
    database.executescript(f"UPDATE line SET by = 'nobody' WHERE game = 1; {UNSUMMED}")
    database.execute("UPDATE game SET ended = '{' WHERE id = 2")
    database.execute("UPDATE game SET seats = '7' WHERE id = 3")
    bench.new(SPINNER, id="last")
    with caplog.at_level(logging.WARNING, "companion.session.outbox"):
        assert [each.kept.number for each in sent(bench)] == [4, 4]
    assert len([each for each in caplog.messages if "isn't sent" in each]) == 6
    assert waits(bench) == []


def test_what_this_table_sends_no_more_is_dropped(tmp_path: Path) -> None:
    bench = bench_in(tmp_path, WINNING_DICE).new(SPINNER, options=SHORT_GAME)
    bench.roll("roll")
    bench.session.outbox.want("asked-1", 1)
    bench = bench.again(must_arrive=frozenset({FINISHED}))
    bench.pass_time(20)
    assert [(each.row.kind, each.row.asked) for each in sent(bench)] == [(FINISHED, ""), (RECORD, "asked-1")]


def test_an_unwritable_journal_keeps_what_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = bench_in(tmp_path, WINNING_DICE).new(SPINNER, options=SHORT_GAME)
    bench.roll("roll")
    with monkeypatch.context() as patch:
        make_read_only(patch, bench)
        outgoing = bench.session.outbox.next(by_name=True)
        assert outgoing is not None
        with pytest.raises(RequestRefused) as refusal:
            bench.session.outbox.arrived(outgoing.row)
        assert refusal.value.reason == "unwritable"
    assert [row[0] for row in waits(bench)] == [FINISHED, RECORD]


def test_people_by_number_are_in_no_word_of_what_leaves(tmp_path: Path) -> None:
    bench = Bench(tmp_path, dealer=FairDealer(), must_arrive=BOTH).new(SPINNER, options=SHORT_GAME)
    while bench.state.end() is None:
        bench.roll("roll", bench.state.turn)
    outgoing = bench.session.outbox.next(by_name=False)
    assert outgoing is not None
    assert outgoing.kept.people == (Message("seat.number", {"number": "1"}), Message("seat.number", {"number": "2"}))
    assert outgoing.record.header.seats == ["1", "2"]
    assert not [name for name in ("Ann", "Ben") if name in repr(outgoing)]


def test_dropped_rows_are_told_until_all_that_was_left_has_arrived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.outbox.MAX_WAITING", 2)
    bench = bench_in(tmp_path, (3, 4)).new(SPINNER)
    heard: list[int] = []
    bench.session.hear_outbox(heard.append)
    for number in range(4):
        bench.session.outbox.want(f"asked-{number}", 1)
    bench.session.run_pending()
    assert heard == [0, 0, 1, 2, 2]
    assert [each.row.asked for each in sent(bench)] == ["asked-2", "asked-3"]
    assert heard == [0, 0, 1, 2, 2, 0]
