"""Answer windows through the session: their deadline, and that nobody notices who has passed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.chance import Answer
from companion.engine.values.seats import TABLE, WATCHER
from companion.engine.windows import ANSWER_S
from companion.journal.errors import JournalUnwritable
from companion.model.requests import By, RequestRefused
from tests.companion.session.games import TOSS
from tests.support.games.duel import DUEL
from tests.support.session_bench import LIBRARY, VIEWERS, Bench

HANDS: list[Answer] = [("strike", "guard", "charm"), ("guard", "strike", "charm"), ("guard", "guard", "strike")]
DRAWS: list[Answer] = [("charm",), ("strike",), ("charm",)]
NEARLY_S = ANSWER_S - 0.25
VERSION_OF_STRIKE = 5
"""The version of the strike: the game, three deals, the strike."""


def duel(folder: Path) -> Bench:
    """Seat 0 of three has struck at seat 1, and the three are asked whether they answer."""
    bench = Bench(folder, [*HANDS, *DRAWS]).new(DUEL, 3)
    assert bench.say("strike 1", 0) == VERSION_OF_STRIKE
    bench.tape.clear()
    return bench


def everything_told(bench: Bench, viewer: int) -> list[Any]:
    """All that *viewer* was ever told by the mirror since the tape was cleared, and what it would get now."""
    told = [event[2][viewer] for event in bench.tape if event[0].startswith("mirror.")]
    return [*told, bench.views()[viewer]]


def test_the_game_begins_with_its_deals_one_reveal_after_the_other(tmp_path: Path) -> None:
    bench = Bench(tmp_path, HANDS)
    bench.session.new_game("duel", "referee", ("Ann", "Ben", "Cleo"), {}, id="new")
    assert bench.state.hands == ((), (), ())
    bench.pass_time(5)
    assert [published.reveal.number for published, _ in bench.tape.of("mirror.started")] == [2, 3, 4]
    assert [published.version for published, _ in bench.tape.of("mirror.changed")][1:] == [1, 2, 3, 4]
    assert bench.state.hands == tuple(HANDS)
    again = bench.again()
    assert again.state.hands == ((), (), ())
    again.pass_time(5)
    assert again.state.hands == tuple(HANDS)


@pytest.mark.parametrize(("do", "speaker", "who"), [("pass", 1, 1), ("pass-for 2", TABLE, 2), ("pass", 0, 0)])
def test_a_pass_is_noticed_by_nobody_else_on_any_channel(do: str, speaker: int, who: int, tmp_path: Path) -> None:
    bench = duel(tmp_path)
    before = bench.views()
    assert bench.say(do, speaker) == VERSION_OF_STRIKE
    after = bench.views()
    assert {viewer for viewer in VIEWERS if after[viewer] != before[viewer]} == {who}
    assert bench.tape.names() == ["commit", "durable"]
    assert bench.published.version == VERSION_OF_STRIKE


def test_the_tables_hand_passing_twice_or_for_nobody_betrays_nothing(tmp_path: Path) -> None:
    bench = duel(tmp_path)
    for do in ("pass-for 1", "pass-for 1"):
        before = bench.views()
        assert bench.say(do, TABLE) == VERSION_OF_STRIKE
        assert {viewer: seen for viewer, seen in bench.views().items() if viewer != 1} == {
            viewer: seen for viewer, seen in before.items() if viewer != 1
        }


@pytest.mark.parametrize("viewer", [0, 2, TABLE, WATCHER])
def test_a_window_that_times_out_looks_the_same_whoever_had_passed(viewer: int, tmp_path: Path) -> None:
    told = []
    for name, passes in (("nobody", ()), ("one", (1,)), ("restarted", (1,))):
        bench = duel(tmp_path / name)
        for seat in passes:
            bench.say("pass", seat)
        if name == "restarted":
            bench = bench.again(DRAWS)
            bench.tape.clear()
        bench.pass_time(ANSWER_S + 4)
        assert bench.state.lives == (3, 2, 3)
        told.append(everything_told(bench, viewer))
    assert told[0] == told[1] == told[2]
    assert len(told[0]) == 3


def test_nobody_learns_who_passed_last(tmp_path: Path) -> None:
    told = []
    for name, order in (("a", (1, 0, 2)), ("b", (2, 1, 0)), ("c", (0, 2, 1))):
        bench = duel(tmp_path / name)
        for seat in order:
            bench.say("pass", seat)
        bench.pass_time(2)
        assert bench.state.lives == (3, 2, 3)
        assert [motion.seat for (motion,) in bench.tape.of("stage.started")] == [TABLE]
        told.append(everything_told(bench, WATCHER))
    assert told[0] == told[1] == told[2]


def test_whether_somebody_passed_does_not_show_in_what_undo_says(tmp_path: Path) -> None:
    told = []
    for name, passes in (("nobody", ()), ("two", (1, 2))):
        bench = duel(tmp_path / name)
        for seat in passes:
            bench.say("pass", seat)
        assert bench.say("undo", 0) == VERSION_OF_STRIKE + 1
        assert bench.state.pending == ()
        assert bench.say("redo", 1) == VERSION_OF_STRIKE + 2
        assert len(bench.state.pending) == 1
        told.append(everything_told(bench, 0))
    assert told[0] == told[1]


def test_in_a_window_redo_is_refused_whether_or_not_somebody_passed(tmp_path: Path) -> None:
    for name, passes in (("nobody", ()), ("one", (1,))):
        bench = duel(tmp_path / name)
        bench.say("guard", 2)
        bench.say("undo", 2)
        for seat in passes:
            bench.say("pass", seat)
        with pytest.raises(RequestRefused) as refused:
            bench.say("redo", 2)
        assert refused.value.said.key == "refused.redo-what"


def test_the_log_has_as_many_lines_after_a_restart_whoever_passed(tmp_path: Path) -> None:
    bench = duel(tmp_path)
    bench.say("pass", 1)
    before = bench.published.open.log
    assert [line.version for line in bench.again().published.open.log] == [line.version for line in before]


def test_nobody_but_the_clock_says_that_time_is_up(tmp_path: Path) -> None:
    bench = duel(tmp_path)
    number = bench.state.pending[0].number
    for speaker in (TABLE, 0):
        with pytest.raises(RequestRefused, match="forbidden"):
            bench.say(f"time-up {number}", speaker)
    assert len(bench.state.pending) == 1


@pytest.mark.parametrize("restart", [False, True])
def test_the_deadline_closes_the_window_and_silence_is_a_pass(restart: bool, tmp_path: Path) -> None:
    bench = duel(tmp_path)
    bench.pass_time(NEARLY_S)
    if restart:
        bench = bench.again(DRAWS)
        bench.pass_time(NEARLY_S)
    assert len(bench.state.pending) == 1
    bench.pass_time(0.25)
    assert bench.published.reveal is not None
    assert [line.by for line in bench.lines()][-2:] == ["clock", "dealer"]


def test_an_answer_opens_a_window_with_a_time_of_its_own(tmp_path: Path) -> None:
    bench = duel(tmp_path)
    bench.pass_time(ANSWER_S - 1)
    bench.say("guard", 2)
    bench.pass_time(NEARLY_S)
    assert len(bench.state.pending) == 2
    bench.pass_time(0.25)
    assert len(bench.state.pending) == 1 or bench.published.reveal is not None


def test_a_window_opened_anew_after_an_undo_gets_all_of_its_time(tmp_path: Path) -> None:
    bench = duel(tmp_path)
    number = bench.state.pending[0].number
    bench.pass_time(6)
    bench.say("undo", 0)
    bench.say("strike 2", 0)
    assert bench.state.pending[0].number == number
    bench.pass_time(NEARLY_S)
    assert len(bench.state.pending) == 1
    bench.pass_time(2)
    assert bench.state.lives == (3, 3, 2)


def test_a_deadline_of_a_game_that_was_left_does_nothing_to_the_next(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [*HANDS, *HANDS, *DRAWS]).new(DUEL, 3)
    bench.say("strike 1", 0)
    bench.clock.advance(6)
    bench.session.new_game("duel", "referee", ("Ann", "Ben", "Cleo"), {}, id="next")
    for _ in range(3):
        bench.clock.advance(0.4)
        bench.session.run_pending()
    bench.say("strike 1", 0)
    bench.pass_time(NEARLY_S)
    assert len(bench.state.pending) == 1


def test_a_window_that_is_answered_twice_over_keeps_its_first_deadline(tmp_path: Path) -> None:
    bench = duel(tmp_path)
    bench.pass_time(ANSWER_S / 2)
    bench.say("pass", 1)
    bench.say("lang fr", TABLE)
    bench.pass_time(ANSWER_S / 2)
    assert bench.state.pending == () or bench.published.reveal is not None


def test_nobodys_id_can_stand_in_a_deadlines_way(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [*HANDS, *DRAWS]).new(DUEL, 3)
    bench.say("lang fr", TABLE, id="time-up-4-of-1")
    bench.say("strike 1", 0)
    bench.pass_time(ANSWER_S + 2)
    assert bench.state.lives == (3, 2, 3)


def test_a_window_opened_by_a_roll_counts_from_the_reveal(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [("heads",), ("tails",)], holders=("slow",), library=(*LIBRARY, TOSS)).new(TOSS)
    bench.say("toss", 0)
    bench.pass_time(2.75)
    assert bench.published.reveal is not None
    bench.pass_time(0.25)
    assert len(bench.state.pending) == 1
    bench.pass_time(1.75)
    assert len(bench.state.pending) == 1
    bench.pass_time(0.25)
    assert bench.state.pending == ()


def tossed(folder: Path) -> Bench:
    """Of two people one has tossed, and both are asked whether they agree, for two seconds."""
    bench = Bench(folder, [("heads",)], library=(*LIBRARY, TOSS)).new(TOSS)
    bench.say("toss", 0)
    bench.pass_time(1)
    assert len(bench.state.pending) == 1
    return bench


def test_what_is_noticed_in_a_window_and_leaves_it_open_leaves_it_its_deadline(tmp_path: Path) -> None:
    bench = tossed(tmp_path)
    bench.pass_time(1)
    bench.say("wave", 1)
    bench.pass_time(0.75)
    assert len(bench.state.pending) == 1
    bench.pass_time(0.25)
    assert bench.state.pending == ()


def test_what_is_noticed_in_a_window_and_leaves_its_question_alone_makes_nobody_stale(tmp_path: Path) -> None:
    bench = tossed(tmp_path)
    seen = bench.published.version
    assert bench.say("wave", 1) == seen + 1
    assert bench.say("wave", 0, seen=seen) == seen + 2


def test_what_is_in_motion_is_revealed_even_if_only_one_may_know_what_came(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [("heads",)], library=(*LIBRARY, TOSS)).new(TOSS)
    assert bench.say("peek", 1) == 2
    reveal = bench.published.reveal
    assert reveal is not None
    assert reveal.seat == TABLE
    bench.pass_time(1)
    assert (bench.published.version, bench.published.reveal) == (2, None)


def test_a_deadline_that_could_not_be_written_comes_again_once_it_can(tmp_path: Path) -> None:
    bench = duel(tmp_path)
    bench.pass_time(NEARLY_S)

    def full(commit: object) -> list[int]:
        raise JournalUnwritable("full", "no room")

    bench.journal.fault = full
    bench.pass_time(0.25)
    assert bench.published.trouble is not None
    bench.journal.fault = None
    assert bench.say("lang fr", TABLE) == VERSION_OF_STRIKE + 1
    assert len(bench.state.pending) == 1
    bench.pass_time(ANSWER_S)
    assert bench.state.pending == () or bench.published.reveal is not None


@pytest.mark.parametrize("seen", [VERSION_OF_STRIKE, VERSION_OF_STRIKE + 1])
def test_an_answer_is_not_stale_because_others_passed_or_the_language_changed(seen: int, tmp_path: Path) -> None:
    bench = duel(tmp_path)
    bench.say("pass", 1)
    bench.say("lang fr", TABLE)
    assert bench.say("guard", 2, seen=seen) == VERSION_OF_STRIKE + 2


def test_an_answer_to_a_window_that_has_closed_is_stale(tmp_path: Path) -> None:
    bench = duel(tmp_path)
    bench.say("guard", 2)
    with pytest.raises(RequestRefused, match="stale"):
        bench.say("pass", 1, seen=VERSION_OF_STRIKE)


@pytest.mark.parametrize("by", ["phone", "button", "typed"])
def test_only_the_clock_says_that_the_time_is_up(by: By, tmp_path: Path) -> None:
    bench = duel(tmp_path)
    number = bench.state.pending[-1].number
    with pytest.raises(RequestRefused, match="forbidden"):
        bench.say(f"time-up {number}", TABLE, by=by)
    assert bench.state.lives == (3, 3, 3)
