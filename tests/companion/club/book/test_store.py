"""The book in both databases: taken in once, the newest counts, records before or after, names forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest
from msgspec.structs import replace
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from companion.club.book import schema
from companion.club.book import store as stores
from companion.club.book.database import BadStore, Database, store_in
from companion.club.book.rows import FinishedGame, JudgedRow
from companion.club.book.schema import RECORD, BookTooNew
from companion.club.book.store import Book, BookRefused
from companion.runtime.clock import ManualClock
from tests.support.evenings import ELM, ENDED, OAK, finished, record

pytestmark = pytest.mark.whole

TEXT = '{"tidetable":1,"game":"forbidden-island","seats":["Ann","Ben"]}\n{"n":1,"seat":0,"do":"pass"}\n'
WAITS = ("not yet", "waiting")


@pytest.fixture
def database(store: str) -> Iterator[Database]:
    database = Database(store)
    yield database
    database.close()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def book(database: Database, clock: ManualClock) -> Book:
    return Book(database, clock)


def only(book: Book) -> FinishedGame:
    (game,) = book.games()
    return game


def judged(game: FinishedGame) -> tuple[str, str]:
    return game.verdict, game.why


def names(game: FinishedGame) -> list[str]:
    return [person.name for person in game.people]


def test_a_result_is_taken_in_once_and_given_out_as_it_came(book: Book) -> None:
    assert book.finish(OAK, finished(TEXT, winners=(1,)))
    assert not book.finish(OAK, finished("another text under the same id"))
    game = only(book)
    assert (game.table, game.game, game.id, game.slug, game.minutes) == (1, 1, f"{OAK}-1-1", "forbidden-island", 44)
    assert [(each.seat, each.name, each.has_won) for each in game.people] == [(0, "Ann", False), (1, "Ben", True)]
    assert (game.ended, game.mood, game.commitment) == (ENDED, "good", finished().commitment)
    assert (game.fingerprint, judged(game)) == (finished(TEXT).fingerprint, ("not yet", "no-record"))


def test_a_newer_id_replaces_and_an_older_one_changes_nothing(book: Book) -> None:
    book.finish(OAK, finished(TEXT, version=9))
    assert book.finish(OAK, finished(version=10, people=("Zoé",), mood="bad"))
    assert not book.finish(OAK, finished(version=9))
    assert (only(book).id, names(only(book)), only(book).mood) == (f"{OAK}-1-10", ["Zoé"], "bad")


def test_tables_are_numbered_as_they_are_first_heard_and_keep_their_number_and_newest_name(book: Book) -> None:
    assert [book.see(ELM, "Elm"), book.see(OAK), book.see(ELM, "Great elm"), book.see(ELM)] == [1, 2, 1, 1]
    book.finish(OAK, finished())
    assert [(each.number, each.id, each.name) for each in book.tables()] == [(1, ELM, "Great elm"), (2, OAK, "")]
    assert (only(book).table, book.tables()[0].first_seen) == (2, ManualClock().utc_text())


@pytest.mark.parametrize("is_first", [True, False], ids=["record-first", "result-first"])
def test_a_record_is_held_against_its_result_whichever_comes_first(book: Book, is_first: bool) -> None:
    if is_first:
        assert book.keep(OAK, record(TEXT))
        assert book.games() == ()
    book.finish(OAK, finished(TEXT))
    if not is_first:
        assert judged(only(book)) == ("not yet", "no-record")
        assert book.keep(OAK, record(TEXT))
    assert not book.keep(OAK, record(TEXT))
    assert (judged(only(book)), only(book).has_record, book.record(1, 1)) == (WAITS, True, TEXT)
    (waiting,) = book.waiting(5)
    assert (waiting.table, waiting.game, waiting.version, waiting.text) == (1, 1, 1, TEXT)


def test_a_record_of_other_bytes_than_were_told_is_false(book: Book) -> None:
    book.finish(OAK, finished(TEXT))
    book.keep(OAK, record(TEXT + " "))
    assert (judged(only(book)), book.waiting(5)) == (("no", "fingerprint"), ())


def test_a_newer_result_waits_for_its_own_record_and_an_older_record_is_none(book: Book) -> None:
    book.finish(OAK, finished(TEXT))
    book.keep(OAK, record(TEXT))
    book.finish(OAK, finished(TEXT, version=2))
    assert (judged(only(book)), book.record(1, 1)) == (("not yet", "no-record"), None)
    assert not book.keep(OAK, record(TEXT))
    assert book.keep(OAK, record(TEXT, version=2))
    assert judged(only(book)) == WAITS


def test_a_record_before_its_newer_result_waits_for_that(book: Book) -> None:
    book.finish(OAK, finished(TEXT))
    book.keep(OAK, record(TEXT + " ", version=2))
    assert judged(only(book)) == ("not yet", "no-record")
    book.finish(OAK, finished(TEXT + " ", version=2))
    assert judged(only(book)) == WAITS


def test_a_record_that_was_asked_for_is_taken_where_it_is_the_one_that_was_told(book: Book) -> None:
    assert not book.keep(OAK, record(TEXT, asked="wish"))
    book.finish(OAK, finished(TEXT))
    assert not book.keep(OAK, record(TEXT + " ", asked="wish"))
    assert book.keep(OAK, replace(record(TEXT, asked="wish"), id="wish"))
    assert judged(only(book)) == WAITS


def test_a_judgement_is_written_unless_a_newer_result_came_meanwhile(book: Book) -> None:
    book.finish(OAK, finished(TEXT, winners=(0,)))
    book.keep(OAK, record(TEXT))
    (waiting,) = book.waiting(5)
    book.judge(waiting, JudgedRow("yes", "", (1,)))
    assert (judged(only(book)), [each.has_won for each in only(book).people]) == (("yes", ""), [False, True])
    book.finish(OAK, finished(version=2, winners=(0,)))
    book.judge(waiting, JudgedRow("no", "draws", (1,)))
    assert (judged(only(book)), [each.has_won for each in only(book).people]) == (
        ("not yet", "no-record"),
        [True, False],
    )


def test_what_could_not_be_judged_for_want_of_its_game_is_judged_anew(book: Book) -> None:
    book.finish(OAK, finished(TEXT))
    book.keep(OAK, record(TEXT))
    book.judge(book.waiting(5)[0], JudgedRow("can't", "not-here"))
    assert (book.waiting(5), book.reconsider(), len(book.waiting(5)), book.reconsider()) == ((), 1, 1, 0)


@pytest.mark.parametrize(
    "told",
    [
        finished(table=ELM),
        replace(finished(), game=2),
        replace(finished(), id=f"{OAK}-1-"),
        replace(finished(), id=f"{OAK}-1-1x"),
        replace(finished(), result="\0"),
        finished(people=("A\0", "B")),
    ],
)
def test_a_result_that_speaks_for_another_table_or_game_is_refused(book: Book, told: object) -> None:
    with pytest.raises(BookRefused):
        book.finish(OAK, told)  # type: ignore[arg-type]
    assert (book.games(), book.tables()) == ((), ())


def test_a_table_fills_neither_the_list_of_games_nor_the_disk(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "MAX_GAMES", 2)
    monkeypatch.setattr(stores, "MAX_TABLES", 2)
    monkeypatch.setattr(stores, "MAX_TABLE_BYTES", len(TEXT) + 5)
    for game in (1, 2):
        book.finish(OAK, finished(game=game))
    with pytest.raises(BookRefused, match="2 games"):
        book.finish(OAK, finished(game=3))
    book.finish(OAK, finished(game=2, version=2))
    book.keep(OAK, record(TEXT))
    with pytest.raises(BookRefused, match="MB"):
        book.keep(OAK, record("123456", game=2, version=2))
    assert book.keep(OAK, record("12345", game=2, version=2))
    with pytest.raises(BookRefused, match="2 games"):
        book.keep(OAK, record("", game=3))
    book.see(ELM)
    with pytest.raises(BookRefused, match="2 tables"):
        book.see("0c0c0c0c0c0c")


def test_an_end_that_is_no_moment_or_lies_ahead_is_when_it_arrived(book: Book, clock: ManualClock) -> None:
    for game, ended in enumerate(("", "yesterday", "9999-01-01T00:00:00.000Z", "2026-11-20T20:00:00.000Z"), 1):
        book.finish(OAK, finished(game=game, ended=ended))
    now = clock.utc_text()
    assert [(each.game, each.ended) for each in book.games()] == [
        *((game, now) for game in (1, 2, 3)),
        (4, "2026-11-20T20:00:00.000Z"),
    ]
    assert [each.game for each in book.games(maximum=2)] == [1, 2]


def test_people_without_a_name_have_none_in_the_book_in_whatever_language(book: Book) -> None:
    book.finish(OAK, finished(people=("Player 1", "Joueur 2", "Player 1", "4")))
    assert names(only(book)) == ["", "", "Player 1", ""]


def test_a_forgotten_name_is_gone_from_results_and_records_and_the_record_is_marked(
    book: Book, database: Database, clock: ManualClock
) -> None:
    said = "Ann beats Ben; Annie and Joann watch."
    book.finish(OAK, finished(TEXT, result=said))
    book.keep(OAK, record(TEXT))
    book.finish(ELM, finished(TEXT, table=ELM, people=("Ben", "Cy"), result="Cy has won."))
    book.keep(ELM, record(TEXT.replace("Ann", "Player 1"), table=ELM, game=2))
    assert book.forget("Ann") == 1
    assert book.forget("Ann") == 0
    oak, elm = sorted(book.games(), key=lambda each: each.table)
    assert ([names(oak), names(elm)], oak.people[0].is_forgotten) == ([["", "Ben"], ["Ben", "Cy"]], True)
    assert oak.result == "… beats Ben; Annie and Joann watch."
    assert (oak.fingerprint, oak.altered, elm.altered) == (finished(TEXT).fingerprint, clock.utc_text(), "")
    assert book.record(1, 1) == TEXT.replace('"Ann"', '"1"')
    with database.reading() as connection:
        (kept,) = connection.scalars(select(RECORD.c.fingerprint).where(RECORD.c.place == 1))
    assert kept == finished(TEXT).fingerprint


def test_a_name_that_was_forgotten_does_not_come_back_with_what_arrives_later(book: Book) -> None:
    book.finish(OAK, finished(TEXT))
    book.forget("Ann")
    book.keep(OAK, record(TEXT))
    assert (book.record(1, 1), judged(only(book))) == (TEXT.replace('"Ann"', '"1"'), WAITS)
    book.finish(OAK, finished(TEXT, version=2))
    assert (names(only(book)), only(book).result) == (["", "Ben"], "… and Ben have won.")


def test_a_record_without_a_result_is_altered_too_and_still_matches_what_is_told_of_it(book: Book) -> None:
    book.keep(OAK, record(TEXT))
    assert book.forget("Ben") == 1
    assert book.record(1, 1) == TEXT.replace('"Ben"', '"2"')
    book.finish(OAK, finished(TEXT))
    assert judged(only(book)) == WAITS


def test_a_damaged_header_is_taken_out_whole_where_it_may_hold_the_name(book: Book) -> None:
    text = '{"seats": ["Ann", }\nrest\n'
    book.keep(OAK, record(text))
    assert (book.forget("Ann"), book.record(1, 1)) == (1, "\nrest\n")


def test_after_days_all_names_are_forgotten_and_lone_records_go(book: Book, clock: ManualClock) -> None:
    book.finish(OAK, finished(TEXT))
    book.keep(OAK, record(TEXT))
    book.keep(OAK, record(TEXT, game=2))
    clock.advance(30 * 86400)
    book.finish(ELM, finished(table=ELM, ended=clock.utc_text()))
    assert book.forget_after(31) == 0
    assert book.forget_after(29) == 1
    assert book.forget_after(29) == 0
    assert [names(each) for each in sorted(book.games(), key=lambda each: each.table)] == [["", ""], ["Ann", "Ben"]]
    assert (book.record(1, 2), book.record(1, 1)) == (None, TEXT.replace('"Ann","Ben"', '"1","2"'))


def test_the_name_for_the_broker_is_made_once(book: Book, database: Database) -> None:
    assert book.client_id() == Book(database, ManualClock()).client_id()


def test_many_writers_give_each_table_its_own_number(store: str) -> None:
    databases = [Database(store) for _ in range(3)]
    ids = [f"{number:012x}" for number in range(30)]
    threads = [
        Thread(target=lambda database=each: [Book(database, ManualClock()).see(table) for table in ids])
        for each in databases
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    book = Book(databases[0], ManualClock())
    assert [each.number for each in book.tables()] == list(range(1, 31))
    for each in databases:
        each.close()


def test_a_failing_step_of_the_schema_leaves_the_book_as_it_was(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(store)
    Book(database, ManualClock()).finish(OAK, finished())
    database.close()
    steps = schema.STEPS
    further = ("ALTER TABLE result ADD COLUMN round BIGINT",)
    monkeypatch.setattr(schema, "STEPS", (*steps, (*further, "ALTER TABLE nowhere ADD COLUMN x BIGINT")))
    with pytest.raises(Exception, match="nowhere"):
        Database(store)
    monkeypatch.setattr(schema, "STEPS", (*steps, further))
    database = Database(store)  # the first half of the failed step isn't there
    with database.reading() as connection:
        assert connection.exec_driver_sql("SELECT round FROM result").all() == [(None,)]
    database.close()
    monkeypatch.setattr(schema, "STEPS", steps)
    with pytest.raises(BookTooNew, match="of schema 2, and this program knows up to 1"):
        Database(store)


@pytest.mark.parametrize("url", ["", "book", "mysql://club@localhost/club", "sqlite://", "postgresql://localhost"])
def test_a_store_of_another_kind_is_refused_with_what_is_expected(url: str) -> None:
    with pytest.raises(BadStore, match='expected an address such as "sqlite:'):
        Database(url)


def test_a_refusal_does_not_tell_the_password() -> None:
    with pytest.raises(BadStore) as refused:
        Database("mysql://club:secret@localhost/club")
    assert "secret" not in str(refused.value)


def test_a_server_out_of_reach_is_an_error() -> None:
    with pytest.raises(OperationalError):
        Database("postgresql://club@127.0.0.1:1/club")


def test_sqlite_keeps_names_for_its_own_user_durably_and_none_that_is_forgotten(tmp_path: Path) -> None:
    database = Database(store_in(tmp_path / "club"))
    with database.reading() as connection:
        pragmas = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]
    book = Book(database, ManualClock())
    for game in range(40):
        book.finish(OAK, finished(TEXT, game=game, people=("Bartholomew", "Ben"), result="Bartholomew has won."))
        book.keep(OAK, record(TEXT.replace("Ann", "Bartholomew"), game=game))
    files = list((tmp_path / "club").iterdir())
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert any(b"Bartholomew" in file.read_bytes() for file in files)
    book.forget("Bartholomew")
    assert not any(b"Bartholomew" in file.read_bytes() for file in (tmp_path / "club").iterdir())
    book.close()
    with closing(sqlite3.connect(tmp_path / "club" / "book.sqlite")) as kept:
        assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
