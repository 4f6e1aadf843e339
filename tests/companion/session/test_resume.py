"""Starting again: the game exactly where it was, what was in motion with the same result, however long the journal."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from companion.chance.dealers import Dealer, FairDealer, ScriptedDealer, TypedDealer
from companion.engine.game import OptionValue
from companion.engine.table import Table
from companion.engine.values.seats import TABLE
from companion.journal.journal import Journal
from companion.journal.rows import COLUMNS, Batch, GameRow, LineRow, columns_of
from companion.model.entry import Entry
from companion.model.requests import RequestRefused
from companion.runtime.clock import ManualClock
from companion.session.game.open_game import OpenGame, Origin, rows_of
from companion.session.session import Session
from tests.support.games.spinner import SPINNER
from tests.support.seen import seen_plain
from tests.support.session_bench import FIRESHIP, LIBRARY, Bench

AT = "2026-11-21T20:15:03.120Z"


def test_a_new_table_shows_the_menu(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    seen = seen_plain(bench.published, TABLE, frozenset({TABLE}))
    assert (seen["version"], seen["game"], seen["state"], seen["trouble"]) == (0, None, None, None)
    rows = seen["menu"]["plays"]
    assert [play["do"] for row in rows for play in row.get("then", [row])] == [
        f"new {game.slug} {game.mode}" for game in LIBRARY
    ]
    assert seen_plain(bench.published, 0, frozenset({0}))["menu"]["plays"] == []


def test_a_roll_under_way_comes_again_the_same_and_is_no_new_roll(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.say("roll dice", 1)
    for _ in range(3):
        bench = bench.again()
        assert (bench.published.version, bench.state.results) == (1, ())
        reveal = bench.published.reveal
        assert reveal is not None
        assert (reveal.number, reveal.seat, reveal.purpose) == (2, 1, "dice")
        assert bench.tape.names()[-3:] == ["stage.started", "mirror.started", "stage.go"]
    bench.pass_time(1)
    assert (bench.published.version, bench.state.result("dice").faces) == (2, (3, 7, 10))
    assert len(bench.lines()) == 2


def test_a_revealed_roll_comes_again_after_a_restart_but_not_after_something_else(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench = bench.again()
    assert bench.published.reveal is not None
    bench.pass_time(1)
    bench.say("lang fr", TABLE)
    bench = bench.again()
    assert (bench.published.version, bench.published.reveal, bench.published.lang) == (3, None, "fr")
    assert bench.state.result("dice").faces == (3, 7, 10)


def test_all_beats_of_the_last_batch_come_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(4, 4), ("again",), ("five",)]).new(SPINNER)
    bench.say("roll")
    bench.pass_time(4)
    assert bench.published.version == 3
    bench = bench.again()
    assert bench.published.version == 1
    bench.pass_time(20)
    assert (bench.published.version, bench.state.scores) == (4, (13, 0))


def test_while_it_comes_again_commands_are_refused_as_rolling(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.say("roll dice")
    bench = bench.again([(1, 2, 3)])
    with pytest.raises(ValueError, match="rolling"):
        bench.say("roll dice")
    bench.pass_time(1)
    assert bench.say("roll dice") == 3


def test_versions_go_on_over_restarts_and_games(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench = bench.again()
    bench.pass_time(1)
    assert bench.say("new spinner referee", TABLE) == 3
    bench = bench.again()
    assert bench.published.version == 3
    assert bench.published.open.game is SPINNER
    assert [game.slug for game in bench.journal.games()] == ["fireship", "spinner"]


def test_leaving_a_game_keeps_it_in_the_journal(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice")
    bench.say("new fireship kit", TABLE)
    assert bench.state.rolls == 0
    assert [len(bench.journal.lines(game.id)) for game in bench.journal.games()] == [2, 0]
    assert bench.published.open.log == ()


def test_taking_up_another_game_is_done_once_and_play_goes_on_there(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10), (1, 2, 3)]).new()
    bench.roll("roll dice")
    log = bench.log()
    bench.say("new spinner referee seats=2", TABLE)
    assert bench.say("resume 1", TABLE, id="mine") == 4
    assert bench.published.open.game is FIRESHIP
    assert bench.published.open.number == 1
    assert (bench.published.version, bench.published.reveal, bench.log()) == (4, None, log)
    assert bench.state.result("dice").faces == (3, 7, 10)
    assert bench.say("resume 2", TABLE) == 5
    assert bench.say("resume 1", TABLE, id="mine") == 4
    assert bench.published.open.game is SPINNER
    assert bench.say("resume 1", TABLE) == 6
    assert bench.roll("roll dice") == 7
    again = bench.again()
    again.pass_time(1)
    assert [result.faces for result in again.state.results] == [(1, 2, 3)]
    assert [line.n for line in again.lines()] == [1, 2, 3, 4]


def make_long(folder: Path, lines: int) -> None:
    """Leave a journal with one game of so many *lines*, an undo in every thousand of them."""
    journal = Journal(folder)
    journal.open()
    setup = FIRESHIP.setup(("Ann",), {"chance": "typed"})
    row = GameRow(0, "fireship", "kit", setup.seats, dict(setup.options), AT)
    journal.commit(Batch(id="new", version=1, new_game=row))
    opened, rows = OpenGame(FIRESHIP, setup, 1), list[LineRow]()
    dealer = ScriptedDealer([(1, 2, 3)] * lines)

    def take(do: str, dealer: Dealer) -> tuple[LineRow, ...]:
        command, version = FIRESHIP.notation.read(0, do), opened.table.last_n + 1
        (reveal_step,) = opened.take(command, dealer, version, Origin("phone", AT))
        return rows_of(reveal_step.lines)

    while len(rows) < lines:
        n = opened.table.last_n
        if n % 1000 == 998:
            rows += take("roll plain", TypedDealer())
            opened.table.undo(n + 1)
            rows.append(LineRow(Entry(n=n + 2, seat=0, by="phone", at=AT, undo=n + 1), n + 2, n + 3))
            continue
        rows += take("roll dice", dealer)
    database = journal.connection
    marks = ", ".join("?" * len(COLUMNS))
    columns = ", ".join(COLUMNS)
    with database:
        database.execute("BEGIN")
        database.executemany(f"INSERT INTO line (game, {columns}) VALUES (1, {marks})", list(map(columns_of, rows)))
    journal.close()


def resumed(folder: Path) -> Session:
    dealers: dict[str, Dealer] = {"dealer": FairDealer(), "typed": TypedDealer()}
    session = Session(LIBRARY, Journal(folder), dealers, ManualClock())
    session.load()
    return session


def test_folding_a_journal_takes_work_in_proportion_to_its_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_long(tmp_path, 2000)
    copied: list[Table] = []
    monkeypatch.setattr(Table, "steps", property(copied.append))
    session = resumed(tmp_path)
    assert session.published.open.state is not None
    assert copied == []
    session.close()


def takes_up(lines: int, folder: Path) -> None:
    """See that so many *lines* are taken up, in a kilobyte of memory each."""
    make_long(folder, lines)
    tracemalloc.start()
    session = resumed(folder)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    state = session.published.open.state
    assert getattr(state, "rolls", 0) == lines // 2 - lines // 1000
    assert len(session.published.open.log) == 60
    assert len(seen_plain(session.published, 0, frozenset())["log"]) == 20
    assert kept < lines * 2**10
    session.close()


@pytest.mark.long
@pytest.mark.law
def test_ten_thousand_lines_are_taken_up(tmp_path: Path) -> None:
    takes_up(10_000, tmp_path)


@pytest.mark.soak
def test_a_hundred_thousand_lines_are_taken_up(tmp_path: Path) -> None:
    takes_up(100_000, tmp_path)


def test_a_game_that_was_left_is_taken_up_where_it_was_without_being_revealed_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, [(3, 7, 10)]).new()
    bench.roll("roll dice", 0)
    left = bench.state
    bench.new(SPINNER, id="another")
    version = bench.published.version
    bench.say("resume 1", TABLE)
    assert (bench.published.version, bench.state, bench.published.reveal) == (version + 1, left, None)
    assert bench.again().state == left


@pytest.mark.parametrize(
    ("line", "seat", "reason"),
    [
        ("resume 7", TABLE, "session.no-such-record"),
        ("resume 7", 0, "session.no-such-record"),
        ("resume", TABLE, "unreadable.number"),
        ("resume one", TABLE, "unreadable.number"),
        ("resume 1 2", TABLE, "unreadable.too-many"),
    ],
)
def test_only_a_game_of_the_journal_is_taken_up(tmp_path: Path, line: str, seat: int, reason: str) -> None:
    bench = Bench(tmp_path).new()
    before = bench.published
    with pytest.raises(RequestRefused) as caught:
        bench.say(line, seat)
    assert caught.value.said.key == reason
    assert bench.published == before


def test_a_game_is_opened_with_the_owners_options_unless_others_are_named(tmp_path: Path) -> None:
    usual: dict[str, dict[str, OptionValue]] = {"fireship": {"chance": "typed", "of-the-referee": 3}}
    bench = Bench(tmp_path, defaults=usual)
    bench.say("new fireship kit", TABLE)
    assert bench.published.open.setup.options == {"chance": "typed"}
    bench.say("new fireship kit chance=dealer", TABLE)
    assert bench.published.open.setup.options == {"chance": "dealer"}
