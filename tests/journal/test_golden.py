"""Journals that older programs wrote: each is opened, and its last game goes on where it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.dealers import FairDealer, TypedDealer
from companion.journal import FILE, Journal
from companion.kits.play import KitState
from companion.library import Library
from companion.session import TABLE, Request, Session

GOLDEN = Path(__file__).parent / "golden"


def written_by_an_older_program(dump: Path, folder: Path) -> None:
    with sqlite3.connect(folder / FILE) as database:
        database.executescript(dump.read_text("utf-8"))
    database.close()


def opened(folder: Path, clock: ManualClock) -> Session:
    session = Session(Library().games, Journal(folder), {"dealer": FairDealer(), "typed": TypedDealer()}, clock)
    session.load()
    settle(session, clock)
    return session


def settle(session: Session, clock: ManualClock) -> None:
    while session.published.reveal is not None:
        clock.advance(0.2)
        session.run_pending()


@pytest.mark.parametrize("dump", sorted(GOLDEN.glob("*.sql")), ids=lambda dump: dump.stem)
def test_its_last_game_goes_on_where_it_was(dump: Path, tmp_path: Path) -> None:
    written_by_an_older_program(dump, tmp_path)
    clock = ManualClock()
    for starts in range(3):
        session = opened(tmp_path, clock)
        published = session.published
        assert (published.trouble, published.notice, published.lang) == (None, None, "fr")
        assert published.people == ("Ann", "Ben")
        state = published.state
        assert isinstance(state, KitState)
        shown = {result.name: result.faces for result in state.results}
        assert (shown["dice"], shown["blue"]) == ((3, 7, 10), ("lost",))
        assert (state.rolls, state.queue) == (3 + starts, ())
        roll = Request(f"new-{starts}", published.version, TABLE, "roll plain", "button", frozenset({TABLE}))
        session.handle(roll)
        settle(session, clock)
        session.close()
