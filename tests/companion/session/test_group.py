"""Commands that wait together become durable together, and lead to what they would have led to one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from companion.engine.chance import Answer, ChanceRequest
from companion.engine.game import Game
from companion.engine.notation import spell
from companion.engine.state import State
from companion.engine.values.seats import TABLE
from companion.journal.errors import JournalInUse, JournalUnwritable
from companion.library.simulate import listed
from companion.model.requests import CommandRequest, RequestRefused
from companion.session.commands import MOST_TOGETHER
from companion.session.group import Group
from tests.companion.session.games import TOSS
from tests.support.games.duel import DUEL
from tests.support.games.spinner import SPINNER
from tests.support.referees import GAMES
from tests.support.session_bench import VIEWERS, Bench, view
from tests.support.sources import seeded
from tests.whole.crash.writers import kept_by

PEOPLE = 3
ROUNDS = 40
SIZES = (1, 2, 10)
LIBRARY = (*GAMES, SPINNER, DUEL, TOSS)
GUESSED_COMMANDS = ("undo", "redo", "consent", "call", "nonsense", "correct")
SETS = ("lang fr", "lang en", "mute on", "brightness 2", "brightness 4", "brightness 9")
Answers = list["tuple[str, int | str]"]


class SeededDealer:
    """A dealer whose answers are the same in every session with the same *seed*."""

    def __init__(self, seed: object) -> None:
        self._below = seeded(seed)

    def answer(self, request: ChanceRequest) -> Answer | None:
        return request.sample(self._below)


def post(bench: Bench, requests: Sequence[CommandRequest], at_once: bool = True) -> Answers:
    """Have *requests* wait together, or come one by one; return what each was answered, in order."""
    heard: Answers = []

    def hear(id: str) -> Callable[[int | RequestRefused], None]:
        return lambda answer: heard.append((id, str(answer) if isinstance(answer, RequestRefused) else answer))

    for request in requests:
        bench.session.post(request, hear(request.id))
        if not at_once:
            bench.session.run_pending()
    bench.session.run_pending()
    return heard


@contextmanager
def transactions(bench: Bench) -> Iterator[list[str]]:
    """Give a list that grows by each statement with which a transaction ends."""
    ends: list[str] = []
    database = bench.journal.connection
    database.set_trace_callback(lambda sql: ends.append(sql) if sql.startswith(("COMMIT", "ROLLBACK")) else None)
    yield ends
    database.set_trace_callback(None)


def some_requests(bench: Bench, below: Callable[[int], int], many: int, ids: Iterator[int]) -> list[CommandRequest]:
    """Return *many* requests of people who look at what is published now, or guess what comes next.

    Without the guesses hardly two moves were accepted at once: each makes the others stale.
    """
    assert bench.state is not None
    plays = listed(bench.state)
    found: list[CommandRequest] = []
    is_guessed = below(2)
    for number in range(many):
        lot, seen = below(20), bench.published.version + number * is_guessed
        seat, do = below(PEOPLE), GUESSED_COMMANDS[below(len(GUESSED_COMMANDS))]
        if lot < 2:
            seen -= 1
        elif lot < 8:
            seat, do = TABLE, a_correction(bench.state, below)
        elif lot < 12:
            seat, do = TABLE, SETS[below(len(SETS))]
        elif plays and lot < 17:
            play = plays[below(len(plays))]
            seat, do = play.seat, spell(play)
        id = found[-1].id if found and lot == 19 else f"r-{next(ids)}"
        found.append(bench.request(do, seat, id=id, seen=seen))
    return found


def a_correction(state: State, below: Callable[[int], int]) -> str:
    """Return a correction of one thing, which may be so already, or impossible."""
    fields = [thing.field for thing in state.correctables().values()]
    if not fields:
        return "correct"
    field = fields[below(len(fields))]
    words = [choice.word for choice in field.choices] or [str(n) for n in range(field.minimum, field.maximum + 1)]
    return f"correct {field.name}={words[below(len(words))]}"


def seen_by_all(bench: Bench) -> list[bytes]:
    return [view(bench.published, viewer) for viewer in VIEWERS]


def changes_on(bench: Bench) -> list[tuple[int, bytes]]:
    """What the mirrors were told of, with the watchers' own bytes."""
    return [(published.version, views[0]) for published, views in bench.tape.of("mirror.changed")]


@pytest.mark.parametrize("game", LIBRARY, ids=lambda game: f"{game.slug}-{game.mode}")
def test_a_group_leads_to_what_its_commands_lead_to_one_by_one(game: Game, tmp_path: Path) -> None:
    names = ("together", "alone")
    together, alone = (Bench(tmp_path / name, dealer=SeededDealer(game.slug), library=LIBRARY) for name in names)
    for bench in (together, alone):
        bench.new(game, people=min(PEOPLE, game.seats[-1]))
    below, ids = seeded((game.slug, game.mode)), count()
    for turn in range(ROUNDS):
        requests = some_requests(together, below, SIZES[turn % len(SIZES)], ids)
        answers = [post(bench, requests, at_once=bench is together) for bench in (together, alone)]
        assert answers[0] == answers[1], (requests, answers)
        assert changes_on(together) == changes_on(alone)
        for bench in (together, alone):
            bench.pass_time(8)
            bench.tape.clear()
        assert kept_by(together.journal) == kept_by(alone.journal)
    assert seen_by_all(together) == seen_by_all(alone)
    again = [bench.again(dealer=SeededDealer(game.slug), library=LIBRARY) for bench in (together, alone)]
    assert seen_by_all(again[0]) == seen_by_all(again[1])


def corrected(bench: Bench, *values: int) -> list[CommandRequest]:
    """Return a correction to each of *values*, as people ask for them who see all that comes."""
    version = bench.published.version
    return [
        bench.request(f"correct score-0={value}", TABLE, id=f"to-{value}", seen=version + at)
        for at, value in enumerate(values)
    ]


def test_what_waits_together_is_one_transaction(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    with transactions(bench) as ends:
        heard = post(bench, [*corrected(bench, 1, 2, 3), bench.request("lang fr", TABLE, id="fr")])
    assert heard == [("to-1", 2), ("to-2", 3), ("to-3", 4), ("fr", 5)]
    assert ends == ["COMMIT"]
    assert bench.tape.names() == ["commit"] * 4 + ["durable"] * 4 + ["stage.show", "mirror.changed"] * 4
    assert [published.version for published, _ in bench.tape.of("mirror.changed")] == [2, 3, 4, 5]


def test_what_comes_alone_is_its_own_transaction_in_its_turn(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    undo = bench.request("undo", TABLE, id="undo", seen=3)
    third = bench.request("correct score-0=3", TABLE, id="to-3", seen=4)
    with transactions(bench) as ends:
        heard = post(bench, [*corrected(bench, 1, 2), undo, third])
    assert heard == [("to-1", 2), ("to-2", 3), ("undo", 4), ("to-3", 5)]
    assert ends == ["COMMIT"] * 3


def test_nobody_is_answered_before_all_is_durable_not_even_a_refusal(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    requests = [*corrected(bench, 1, 2), bench.request("correct score-0=much", TABLE, id="much", seen=3)]
    heard: list[str] = []
    before: list[list[str]] = []

    def listening(commit: Callable[[], list[int]]) -> list[int]:
        before.append(list(heard))
        return commit()

    bench.journal.fault = listening
    for request in requests:
        bench.session.post(request, lambda answer, id=request.id: heard.append(id))  # type: ignore[misc]
    bench.session.run_pending()
    assert before == [[]]
    assert heard == ["to-1", "to-2", "much"]


def test_a_group_that_cannot_be_written_is_refused_whole_shows_nothing_and_may_come_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    requests = [*corrected(bench, 1, 2), bench.request("correct score-0=much", TABLE, id="much", seen=3)]

    def full(commit: object) -> list[int]:
        raise JournalUnwritable("full", "no room")

    bench.journal.fault = full
    state, opened = bench.state, bench.session.table.store.opened()
    assert {answer for _, answer in post(bench, requests)} == {"unwritable: session.unwritable.full"}
    assert (bench.state, bench.published.version, opened.state) == (state, 1, state)
    assert bench.published.trouble is not None
    bench.journal.fault = None
    assert post(bench, requests)[:2] == [("to-1", 2), ("to-2", 3)]


def test_an_id_that_is_durable_already_is_answered_so_beside_a_group_that_cannot_be_written(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    [known] = corrected(bench, 1)
    assert post(bench, [known]) == [("to-1", 2)]

    def full(commit: object) -> list[int]:
        raise JournalUnwritable("full", "no room")

    bench.journal.fault = full
    version = bench.published.version
    new = bench.request("correct score-0=2", TABLE, id="to-2", seen=version)
    later = bench.request("correct score-0=3", TABLE, id="to-3", seen=version + 1)
    unwritable = "unwritable: session.unwritable.full"
    assert post(bench, [new, known, later]) == [("to-2", unwritable), ("to-1", 2), ("to-3", unwritable)]
    bench.journal.fault = None
    assert post(bench, [new, known, later]) == [("to-2", 3), ("to-1", 2), ("to-3", 4)]


def test_a_fault_of_the_program_in_judging_is_told_and_the_command_comes_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(tmp_path).new(SPINNER)

    def broken(*_: object) -> None:
        raise ZeroDivisionError("in judging")

    monkeypatch.setattr(Group, "set", broken)
    requests = [bench.request(f"brightness {level}", TABLE) for level in (1, 2)]
    with transactions(bench) as ends:
        heard = post(bench, requests)
    assert ([answer for _, answer in heard], ends) == ([2, 3], ["COMMIT"] * 2)
    [told] = [record for record in caplog.records if record.exc_info]
    assert (told.levelname, "brightness 1" in told.getMessage()) == ("ERROR", True)
    assert "ZeroDivisionError: in judging" in caplog.text


def test_a_group_that_became_durable_although_its_commit_failed_is_known(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    requests = corrected(bench, 1, 2)

    def late(commit: Callable[[], object]) -> list[int]:
        commit()
        raise JournalUnwritable("broken", "an error after all was written")

    bench.journal.fault = late
    assert {answer for _, answer in post(bench, requests)} == {"unwritable: session.unwritable.broken"}
    bench.journal.fault = None
    assert post(bench, requests) == [("to-1", 2), ("to-2", 3)]
    assert (bench.published.version, bench.state.scores[0]) == (3, 2)


def test_an_id_that_comes_twice_in_a_group_is_done_once(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    first, second = corrected(bench, 1, 2)
    again = bench.request("correct score-0=9", TABLE, id=first.id, seen=3)
    assert post(bench, [first, second, again]) == [("to-1", 2), ("to-2", 3), ("to-1", 2)]
    assert bench.state.scores[0] == 2


def test_after_a_fault_of_the_program_all_are_done_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    update, faults = bench.session.table.update, [ZeroDivisionError("once")]

    def broken_once(**changes: object) -> None:
        if faults:
            raise faults.pop()
        update(**changes)

    monkeypatch.setattr(bench.session.table, "update", broken_once)
    assert post(bench, corrected(bench, 1, 2)) == [("to-1", 2), ("to-2", 3)]
    assert (bench.published.version, bench.state.scores[0]) == (3, 2)
    assert "commands failed together" in caplog.text


@pytest.mark.parametrize("passes", [False, True])
def test_in_a_window_nothing_joins_so_that_nobody_learns_who_passed(passes: bool, tmp_path: Path) -> None:
    bench = Bench(tmp_path, library=LIBRARY, dealer=SeededDealer("toss")).new(TOSS, people=3)
    bench.say("toss", 0)
    bench.pass_time(1)
    assert bench.state.pending
    bench.tape.clear()
    requests = [bench.request(f"brightness {level}", TABLE) for level in (1, 2, 3)]
    requests[1:1] = [bench.request("pass", 1)] * passes
    with transactions(bench) as ends:
        post(bench, requests)
    assert len(ends) == len(requests)
    shown = [event for event in bench.tape.names() if event.startswith(("stage", "mirror"))]
    assert shown == ["stage.show", "mirror.changed"] * 3


def test_a_group_has_room_for_so_many_and_the_next_begins_another(tmp_path: Path) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    requests = [bench.request(f"brightness {1 + number % 5}", TABLE) for number in range(MOST_TOGETHER + 2)]
    with transactions(bench) as ends:
        heard = post(bench, requests)
    assert [answer for _, answer in heard] == list(range(2, 2 + len(requests)))
    assert ends == ["COMMIT"] * 2


def test_a_command_that_fails_takes_none_of_those_behind_it_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(tmp_path).new(SPINNER)
    commands = bench.session._commands  # noqa: SLF001
    answer, faults = commands.answer, [JournalInUse("once")]

    def failing_once(request: CommandRequest) -> int | RequestRefused:
        if faults:
            raise faults.pop()
        return answer(request)

    monkeypatch.setattr(commands, "answer", failing_once)
    requests = [bench.request("undo", TABLE, id=f"undo-{number}") for number in range(3)]
    assert [id for id, _ in post(bench, requests)] == ["undo-1", "undo-2"]
