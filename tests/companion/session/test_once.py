"""Each command is done once, whoever sends it how often; and staleness is a seat's own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chance.dealers import FairDealer, TypedDealer
from companion.engine.values.seats import CHANCE, TABLE
from companion.journal import connection
from companion.journal.errors import JournalUnwritable
from companion.journal.journal import Journal
from companion.kits.play import game_of
from companion.model.publication import Published
from companion.model.requests import CommandRequest, RequestRefused
from companion.model.roster import Phone
from companion.session.session import Session
from tests.support.games.spinner import SPINNER
from tests.support.new_kits import PIG
from tests.support.session_bench import EVERY_SEAT, FIRESHIP, LIBRARY, Bench

WAIT_S = 60.0


class HastyClock:
    """A clock on which ten seconds pass whenever somebody looks, so that every reveal is due at once."""

    def __init__(self) -> None:
        self._looks = count(1)

    def monotonic_s(self) -> float:
        return 10.0 * next(self._looks)

    def utc_text(self) -> str:
        return "2026-11-21T20:15:03.120Z"

    def sure_text(self) -> str:
        return self.utc_text()


class Versions:
    """A mirror by which threads wait for another version than the one they have seen."""

    def __init__(self) -> None:
        self._newest = 0
        self._changed = threading.Condition()

    def hear(self, published: Published) -> None:
        with self._changed:
            self._newest = published.after.version
            self._changed.notify_all()

    def wait(self, seen: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self._newest != seen, WAIT_S)


def live(folder: Path, versions: Versions | None = None) -> Session:
    """A session on its own thread."""
    session = Session(LIBRARY, Journal(folder), {"dealer": FairDealer(), "typed": TypedDealer()}, HastyClock())
    session.subscribe(versions or Versions())
    session.load()
    session.new_game("fireship", "kit", ("Ann", "Ben"), {}, id="new")
    session.start()
    return session


def all_at_once(jobs: list[Callable[[], None]]) -> None:
    gate = threading.Barrier(len(jobs))

    def run(job: Callable[[], None]) -> None:
        gate.wait(WAIT_S)
        job()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(WAIT_S)
        assert not thread.is_alive()


def insist(session: Session, versions: Versions, command_id: str, do: str = "roll dice") -> int:
    """Send a command with each new version until it is accepted, as a phone with a patient person would."""
    while True:
        seen = session.published.version
        try:
            return session.submit(CommandRequest(command_id, seen, TABLE, do, "phone", EVERY_SEAT), WAIT_S)
        except RequestRefused as refusal:
            assert refusal.reason in ("busy", "rolling", "stale"), refusal
            versions.wait(seen)


def test_an_accepted_id_is_remembered_across_a_restart(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    assert bench.roll("roll dice", id="mine") == 2
    again = bench.again()
    assert again.published.reveal is not None
    assert again.say("roll dice", id="mine") == 2
    again.pass_time(1)
    assert again.say("roll dice", id="mine", seen=0) == 2
    assert len(again.lines()) == 2


def test_a_command_asked_again_when_its_receipt_is_long_gone_is_stale_and_never_done_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "RECEIPTS_KEPT", 3)
    bench = Bench(tmp_path, [(3, 7, 10)] * 9).new()
    seen = bench.published.version
    for number in range(6):
        bench.roll("roll dice", id=f"id-{number}")
    again = bench.again()
    again.pass_time(3)
    assert again.say("roll dice", id="id-5", seen=seen) == 7
    with pytest.raises(RequestRefused) as caught:
        again.say("roll dice", id="id-0", seen=seen)
    assert (caught.value.reason, len(again.lines())) == ("stale", 12)


@pytest.mark.parametrize("do", ["undo", "redo", "lang fr", "new fireship kit"])
def test_the_sessions_own_commands_are_done_once_too(do: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options={"chance": "typed"})
    bench.say("roll dice")
    if do == "redo":
        bench.say("undo")
    version = bench.say(do, TABLE, id="mine")
    views = bench.views()
    assert bench.say(do, TABLE, id="mine", seen=0) == version
    assert bench.views() == views
    assert bench.again().say(do, TABLE, id="mine", seen=0) == version


def test_the_same_id_from_many_threads_at_once_is_done_once(tmp_path: Path) -> None:
    session = live(tmp_path, versions := Versions())
    answers: list[int] = []
    all_at_once([lambda: answers.append(insist(session, versions, "mine")) for _ in range(40)])
    session.close()
    assert answers == [2] * 40
    bench = Bench(tmp_path)
    assert [line.n for line in bench.lines()] == [1, 2]


def test_two_hundred_threads_get_each_their_command_done_once(tmp_path: Path) -> None:
    session = live(tmp_path, versions := Versions())
    answers: dict[str, int] = {}

    def job(number: int) -> Callable[[], None]:
        name, do = f"thread-{number}", "lang fr" if number % 10 else "roll dice"
        return lambda: answers.update({name: insist(session, versions, name, do)})

    all_at_once([job(number) for number in range(200)])
    session.close()
    assert sorted(answers.values()) == list(range(2, 202))
    bench = Bench(tmp_path)
    lines = bench.lines()
    assert [line.n for line in lines] == list(range(1, 41))
    assert {row.version for row in bench.rows()} == {answers[f"thread-{number}"] for number in range(0, 200, 10)}
    assert {name: bench.journal.receipt(name) for name in answers} == answers


def test_a_full_queue_and_a_closed_table_say_that_they_are_busy(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new()
    heard: list[int | RequestRefused] = []
    for _ in range(70):
        bench.session.post(bench.request("undo"), heard.append)
    assert [getattr(answer, "reason", answer) for answer in heard] == ["busy"] * 6
    bench.session.close()
    assert [getattr(answer, "reason", answer) for answer in heard] == ["busy"] * 70
    with pytest.raises(RequestRefused, match="busy"):
        bench.session.submit(bench.request("undo"), WAIT_S)
    bench.session.close()


def test_a_patience_that_runs_out_says_busy_and_the_same_id_may_be_sent_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    request = bench.request("roll dice", id="mine")
    with pytest.raises(RequestRefused, match="busy"):
        bench.session.submit(request, timeout_s=0.0)
    bench.session.run_pending()
    assert bench.session.handle(request) == 2


def test_closing_in_mid_motion_loses_nothing(tmp_path: Path) -> None:
    session = live(tmp_path)
    session.submit(CommandRequest("mine", 1, TABLE, "roll dice", "phone", EVERY_SEAT), WAIT_S)
    session.close()
    bench = Bench(tmp_path)
    assert bench.published.reveal is not None
    bench.pass_time(1)
    assert bench.state.rolls == 1


# ---------------------------------------------------------------------- staleness


def test_what_leaves_my_question_alone_does_not_make_me_stale(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2)]).new(SPINNER)
    bench.say("lang fr", TABLE)
    bench.say("lang en", TABLE)
    assert bench.published.version == 3
    assert bench.say("roll", 0, seen=1) == 4


def test_what_changes_my_question_makes_me_stale(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), ("won",)]).new()
    bench.roll("roll dice", 0)
    with pytest.raises(RequestRefused, match="stale"):
        bench.say("roll plain", 1, seen=1)
    assert bench.say("roll plain", 1, seen=2) == 3


def test_two_phones_that_count_at_once_both_count_and_nobody_is_late(tmp_path: Path) -> None:
    pig = game_of(PIG)
    bench = Bench(tmp_path, [(3,)], library=(*LIBRARY, pig)).new(pig)
    seen = bench.published.version
    taps = [bench.request("count score 2 +1", seat, seen=seen) for seat in (0, 1, 0)]
    assert [bench.session.handle(each) for each in taps] == [seen + 1, seen + 2, seen + 3]
    assert bench.say("roll die", 0, seen=seen) == seen + 4


@pytest.mark.parametrize("seen", [2, 100, 2**53])
def test_what_was_seen_in_the_future_is_refused(seen: int, tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    for do in ("roll dice", "undo", "redo", "new fireship kit"):
        with pytest.raises(RequestRefused, match="stale"):
            bench.say(do, TABLE, seen=seen)


@pytest.mark.parametrize("do", ["undo", "redo", "new fireship kit"])
def test_what_concerns_the_whole_table_must_have_seen_the_newest(do: str, tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options={"chance": "typed"})
    bench.say("roll dice")
    bench.say("lang fr", TABLE)
    with pytest.raises(RequestRefused, match="stale"):
        bench.say(do, TABLE, seen=bench.published.version - 1)


def test_two_people_who_undo_at_once_take_back_one_thing(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(options={"chance": "typed"})
    bench.say("roll dice")
    first, second = bench.request("undo", 0), bench.request("undo", 1)
    bench.session.handle(first)
    with pytest.raises(RequestRefused, match="stale"):
        bench.session.handle(second)


def test_a_typed_result_answers_only_the_roll_it_was_typed_for(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(FIRESHIP, options={"chance": "typed"})
    bench.say("roll dice")
    seen = bench.published.version
    bench.say("roll 3 7 10", CHANCE, seen=seen)
    bench.say("roll dice")
    with pytest.raises(RequestRefused, match="stale"):
        bench.say("roll 3 7 10", CHANCE, seen=seen)
    bench.say("lang fr", TABLE)
    assert bench.say("roll 1 1 1", CHANCE, seen=seen + 2) == seen + 4


def test_each_phone_is_told_the_ids_of_what_it_had_done_and_only_once_that_is_durable(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(1, 2, 3)] * 12, holders=("screen",)).new()
    ann, ben = "ann", "ben"
    bench.session.keep(lambda roster: roster.with_phone(ann, Phone((0,))).with_phone(ben, Phone((1,))), wait_s=0)
    bench.session.run_pending()

    def send(command_id: str, phone: str, do: str = "roll dice", **more: Any) -> None:
        bench.session.handle(replace(bench.request(do, id=command_id, **more), phone=phone))
        bench.pass_time(20)

    send("a1", ann)
    send("b1", ben, seat=1)
    send("t1", "", do="mute on", seat=TABLE)
    send("x1", "", by="button")
    with pytest.raises(RequestRefused):
        send("a2", ann, do="roll nothing")
    assert bench.published.arrived == {ann: ("a1",), ben: ("b1",), "": ("t1",)}
    for number in range(2, 8):
        send(f"b{number}", ben, seat=1)
    assert bench.published.arrived[ben] == ("b4", "b5", "b6", "b7")
    bench.session.keep(lambda roster: roster.without(ben), wait_s=0)
    bench.session.run_pending()
    send("a3", ann)
    assert bench.published.arrived == {ann: ("a1", "a3"), "": ("t1",)}


def test_nothing_is_told_as_done_that_did_not_become_durable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(tmp_path, [(1, 2, 3)] * 2).new()

    def full(batches: object) -> list[int]:
        raise JournalUnwritable("full", "no room")

    monkeypatch.setattr(bench.journal, "commit_all", full)
    with pytest.raises(RequestRefused):
        bench.say("roll dice", id="lost")
    assert bench.published.arrived == {}
