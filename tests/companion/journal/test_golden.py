"""Journals that older programs wrote: each is opened, and its last game goes on where it was."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.chance.dealers import FairDealer, TypedDealer
from companion.engine.values.seats import TABLE
from companion.games.fireship.rules.board.components import place_of
from companion.games.fireship.rules.state import Sea
from companion.journal.journal import FILE, Journal
from companion.kits.play import KitState
from companion.library.games import Library
from companion.model.requests import CommandRequest
from companion.runtime.clock import ManualClock
from companion.session.game.resumption import take_up
from companion.session.session import Session
from tests.support.paths import GOLDEN


def written_by_an_older_program(dump: Path, folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as database:
        database.executescript(dump.read_text("utf-8"))


def opened(folder: Path, clock: ManualClock) -> Session:
    session = Session(Library().games, Journal(folder), {"dealer": FairDealer(), "typed": TypedDealer()}, clock)
    session.load()
    settle(session, clock)
    return session


def settle(session: Session, clock: ManualClock) -> None:
    while session.published.reveal is not None:
        clock.advance(0.2)
        session.run_pending()


@pytest.mark.parametrize("dump", sorted(GOLDEN.glob("*-kit.sql")), ids=lambda dump: dump.stem)
def test_its_last_game_goes_on_where_it_was(dump: Path, tmp_path: Path) -> None:
    written_by_an_older_program(dump, tmp_path)
    clock = ManualClock()
    for starts in range(3):
        session = opened(tmp_path, clock)
        published = session.published
        assert (published.trouble, published.notice, published.lang) == (None, None, "fr")
        assert published.open.people == ("Ann", "Ben")
        state = published.open.state
        assert isinstance(state, KitState)
        shown = {result.name: result.faces for result in state.results}
        assert (shown["dice"], shown["blue"]) == ((3, 7, 10), ("lost",))
        assert (state.rolls, state.queue) == (3 + starts, ())
        roll = CommandRequest(f"new-{starts}", published.version, TABLE, "roll plain", "button", frozenset({TABLE}))
        session.handle(roll)
        settle(session, clock)
        session.close()


def sea_of(session: Session) -> Sea:
    state = session.published.open.state
    assert isinstance(state, Sea)
    return state


def give(session: Session, clock: ManualClock, line: str, seat: int) -> None:
    request = CommandRequest(f"now-{line}", session.published.version, seat, line, "phone", frozenset({TABLE, seat}))
    session.handle(request)
    settle(session, clock)


def last_dot(sea: Sea) -> tuple[int, int]:
    return place_of(sea.rules.board.dots[-1])


@pytest.mark.rule("FS-B5")
def test_a_game_begun_on_the_first_board_goes_on_there_and_a_new_one_is_on_the_newest(tmp_path: Path) -> None:
    written_by_an_older_program(GOLDEN / "3-fireship-on-the-first-board.sql", tmp_path)
    clock = ManualClock()
    for line in ("end-attacks", "end-turn"):
        session = opened(tmp_path, clock)
        assert session.published.notice is None
        sea = sea_of(session)
        assert last_dot(sea) == (21, 19)
        assert (sea.flags[-1], sea.pawn_at(sea.rules.board.dots[-1])) == (0, (0, 0))
        give(session, clock, line, 0)
        session.close()
    session = opened(tmp_path, clock)
    assert (sea_of(session).turn, sea_of(session).step, last_dot(sea_of(session))) == (1, "roll", (21, 19))
    session.new_game("fireship", "referee", ("Ann", "Ben"), {"board": "archipelago"}, id="again")
    assert session.published.open.setup.options["board"] == "archipelago:2"
    assert last_dot(sea_of(session)) == (19, 21)
    session.close()
    session = opened(tmp_path, clock)
    assert last_dot(sea_of(session)) == (19, 21)
    session.close()


@pytest.mark.rule("FS-B5")
@pytest.mark.parametrize("by_rules", [False, True], ids=["facts", "rules"])
def test_its_lines_are_facts_and_lawful_on_the_first_board(by_rules: bool, tmp_path: Path) -> None:
    written_by_an_older_program(GOLDEN / "3-fireship-on-the-first-board.sql", tmp_path)
    journal = Journal(tmp_path)
    journal.open()
    (row,) = journal.games()
    version = journal.last_version()
    game = Library().find(row.slug, row.mode)
    assert game is not None
    _, _, state, _ = take_up(game, row, journal.lines(row.id), version, shown=version, by_rules=by_rules)
    journal.close()
    assert isinstance(state, Sea)
    assert state.pawn_at(state.rules.board.dots[-1]) == (0, 0)
    assert last_dot(state) == (21, 19)
