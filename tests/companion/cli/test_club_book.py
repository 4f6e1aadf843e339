"""``tidetable club book`` and ``club forget``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli.main import main
from companion.club.book.database import Database, store_in
from companion.club.book.store import Book
from companion.runtime.clock import SystemClock
from tests.support.evenings import ENDED, OAK, finished
from tests.support.wording import say


@pytest.fixture
def data(tmp_path: Path) -> Path:
    book = Book(Database(store_in(tmp_path / "club")), SystemClock())
    book.finish(OAK, finished(winners=(1,), result="Ben has won."))
    book.close()
    return tmp_path


def call(*words: object) -> Result:
    return CliRunner().invoke(main, ["club", *map(str, words)])


def test_the_book_is_printed_with_its_standings_and_evenings(data: Path) -> None:
    told = call("book", "--data", data)
    assert told.exit_code == 0
    assert "Forbidden Island: 1 played, 1 won, 0 lost\n     1 won of 1    Ben\n     0 won of 1    Ann\n" in told.output
    assert "table 1: Forbidden Island. Ben has won. Verified: not yet (no-record)" in told.output


def test_with_json_it_is_one_document(data: Path) -> None:
    told = json.loads(call("book", "--json", "--data", data).stdout)
    (game,) = told["evenings"][0]["games"]
    assert (told["of"], game["ended"], game["people"][1]["has_won"]) == (1, ENDED, True)


def test_a_name_is_forgotten_and_one_that_is_not_there_is_said(data: Path) -> None:
    assert call("forget", "Ann", "--data", data).output == f"{say('club.book.forgotten', count=1)}\n"
    again = call("forget", "Ann", "--data", data)
    assert (again.exit_code, "nobody called 'Ann' is in the book" in again.output) == (1, True)
    assert "Ann" not in call("book", "--json", "--data", data).stdout


def test_where_no_book_is_none_is_made(tmp_path: Path) -> None:
    told = call("book", "--data", tmp_path)
    assert (told.exit_code, list(tmp_path.iterdir())) == (1, [])
    assert "no club has kept a book in" in told.output


def test_a_store_of_another_kind_or_out_of_reach_is_refused_in_a_sentence() -> None:
    wrong = call("book", "--store", "mysql://club@localhost/club")
    assert (wrong.exit_code, "expected an address such as" in wrong.output) == (2, True)
    away = call("book", "--store", "postgresql://club@127.0.0.1:1/club")
    assert (away.exit_code, "the book can't be opened (OperationalError)" in away.output) == (1, True)
