"""The book's upkeep: what waits is verified as it comes and after a start; names are forgotten after their days."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.exc import SQLAlchemyError

from companion.club.book import upkeep as upkeep_module
from companion.club.book.database import Database, store_in
from companion.club.book.rows import WaitingRow
from companion.club.book.store import Book
from companion.club.book.upkeep import Upkeep
from companion.club.book.verification import check_all
from companion.runtime.clock import ManualClock, SystemClock
from tests.support.evenings import OAK, SEED, changed, finished, promised, record, shipped
from tests.support.waiting import eventually


def island() -> str:
    return promised("forbidden-island")


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    book = Book(Database(store_in(tmp_path)), ManualClock())
    yield book
    book.close()


def kept(book: Book, text: str, game: int = 1) -> None:
    book.finish(OAK, finished(text, game=game))
    book.keep(OAK, record(text, game=game))


def verdicts(book: Book) -> list[str]:
    return [each.verdict for each in book.games()]


def test_what_waits_is_verified_on_a_thread_that_is_woken_and_what_waited_before_too(book: Book) -> None:
    kept(book, island())
    upkeep = Upkeep(book, shipped, SystemClock())
    upkeep.start()
    eventually(lambda: verdicts(book) == ["yes"])
    kept(book, changed(island(), SEED.hex(), SEED[::-1].hex()), game=2)
    upkeep.wake()
    eventually(lambda: verdicts(book) == ["yes", "no"])
    upkeep.close()


def test_a_game_that_was_installed_meanwhile_is_verified_at_the_next_start(book: Book) -> None:
    kept(book, island())
    assert check_all(book, lambda slug, mode: None) == 1
    assert verdicts(book) == ["can't"]
    upkeep = Upkeep(book, shipped, SystemClock())
    upkeep.start()
    eventually(lambda: verdicts(book) == ["yes"])
    upkeep.close()


def test_a_database_that_fails_for_a_while_ends_no_checking(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(book, island())
    monkeypatch.setattr(upkeep_module, "AGAIN_S", 0.01)
    fails = iter([True, True])
    waiting_of = Book.waiting

    def failing(self: Book, maximum: int) -> tuple[WaitingRow, ...]:
        if next(fails, False):
            raise SQLAlchemyError("out of reach")
        return waiting_of(self, maximum)

    monkeypatch.setattr(Book, "waiting", failing)
    upkeep = Upkeep(book, shipped, SystemClock())
    upkeep.start()
    eventually(lambda: verdicts(book) == ["yes"])
    upkeep.close()


def test_names_are_forgotten_once_their_days_are_over_at_the_start_and_later(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep_module, "FORGET_S", 0.01)
    days: list[int] = []
    monkeypatch.setattr(Book, "forget_after", lambda self, after: days.append(after))
    upkeep = Upkeep(book, shipped, SystemClock(), 30)
    upkeep.start()
    eventually(lambda: len(days) >= 3)
    upkeep.close()
    assert set(days) == {30}


def test_without_days_no_name_is_forgotten(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Book, "forget_after")
    kept(book, island())
    upkeep = Upkeep(book, shipped, SystemClock())
    upkeep.start()
    eventually(lambda: verdicts(book) == ["yes"])
    upkeep.close()
