"""What must arrive: acknowledged once it lies in the book, so that no kill loses or doubles it."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from companion.club.book.arrivals import LONGEST, Arrivals
from companion.club.book.database import Database
from companion.club.book.store import Book
from companion.outside.messages import encode
from companion.outside.mqtt.client.broker import Broker
from companion.outside.mqtt.client.connection import BrokerSession
from companion.outside.mqtt.client.letter import Heard, Letter
from companion.outside.mqtt.topics import asked, told
from companion.runtime.clock import ManualClock
from tests.companion.club.book.keeping import STEPS
from tests.support.evenings import ELM, OAK, finished, record
from tests.support.mosquitto import Mosquitto, mosquitto_in
from tests.support.paths import ROOT
from tests.support.postgresql import postgresql
from tests.support.waiting import TIMEOUT_S, eventually

pytestmark = pytest.mark.whole

SOON_S = (0.02, 0.1)
TEXT = '{"tidetable":1,"seats":["Ann","Ben"]}\n'
KEEPS = """
persistence true
persistence_location {folder}/
autosave_on_changes true
autosave_interval 1
max_queued_messages 0
"""
"""What lets a broker keep for a club that is away, whatever happens to the broker."""


@pytest.fixture
def mosquitto(tmp_path: Path) -> Iterator[Mosquitto]:
    folder = tmp_path / "broker"
    with mosquitto_in(folder, more=KEEPS.format(folder=folder)) as broker:
        yield broker


@pytest.fixture
def book(store: str) -> Iterator[Book]:
    book = Book(Database(store), ManualClock())
    yield book
    book.close()


@contextmanager
def begun(broker: Broker) -> Iterator[Broker]:
    broker.start()
    try:
        yield broker
    finally:
        broker.close()


class Outbox:
    """A table's outbox: each letter is delivered until it is acknowledged, across connections, as a table does it."""

    def __init__(self, mosquitto: Mosquitto, letters: Sequence[Letter]) -> None:
        self.left = list(letters)
        self._lock = threading.Lock()
        self._broker = Broker(mosquitto.address("table"), BrokerSession("outbox"), delays_s=SOON_S)
        self._broker.on_connected(self._next)

    def __enter__(self) -> Outbox:
        self._broker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._broker.close()

    def _next(self) -> None:
        if self.left:
            letter = self.left[0]
            self._broker.deliver(letter, lambda: self._acknowledged(letter))

    def _acknowledged(self, letter: Letter) -> None:
        with self._lock:
            if self.left and self.left[0] is letter:
                del self.left[0]
        self._next()


def letter(game: int, table: str = OAK) -> Letter:
    return Letter(told(table, "finished"), encode(finished(TEXT, table=table, game=game)))


def numbers(book: Book) -> list[int]:
    return sorted(game.game for game in book.games())


@contextmanager
def club(store: str, mosquitto: Mosquitto, *step: str) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "tests.companion.club.book.keeping", store, str(mosquitto.port), *step]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            ready = process.stdout.readline()
            assert ready == "READY\n" or step, "only one that is to be killed may be dead by now"
            yield process
        finally:
            process.kill()


def test_what_tables_tell_comes_into_the_book_and_wakes_who_verifies(mosquitto: Mosquitto, book: Book) -> None:
    woken = threading.Event()
    with begun(Arrivals(book, woken.set).listen(mosquitto.address("club"), SOON_S)) as broker:
        eventually(lambda: broker.is_connected)
        kept = Letter(told(OAK, "record"), encode(record(TEXT)))
        with Outbox(mosquitto, [letter(1), kept, letter(1), letter(2, ELM)]):
            eventually(lambda: len(book.games()) == 2)
    assert woken.is_set()
    assert [(game.table, game.game, game.why) for game in sorted(book.games(), key=lambda game: game.table)] == [
        (1, 1, "waiting"),
        (2, 2, "no-record"),
    ]


def test_what_is_told_while_the_club_is_closed_arrives_when_it_opens_again(mosquitto: Mosquitto, book: Book) -> None:
    with begun(Arrivals(book).listen(mosquitto.address("club"), SOON_S)) as broker:
        eventually(lambda: broker.is_connected)
    with Outbox(mosquitto, [letter(game) for game in range(50)]) as outbox:
        eventually(lambda: not outbox.left)
    assert numbers(book) == []
    with begun(Arrivals(book).listen(mosquitto.address("club"), SOON_S)):
        eventually(lambda: numbers(book) == list(range(50)))


@pytest.mark.parametrize("step", STEPS)
def test_a_club_killed_at_each_step_of_a_message_has_it_once(step: str, mosquitto: Mosquitto, store: str) -> None:
    book = Book(Database(store), ManualClock())
    with club(store, mosquitto, step) as process, Outbox(mosquitto, [letter(game) for game in range(8)]):
        assert process.wait(TIMEOUT_S) == -signal.SIGKILL
    assert numbers(book) == list(range({"before-commit": 2, "after-commit": 3, "after-acknowledged": 2}[step]))
    with club(store, mosquitto):
        eventually(lambda: numbers(book) == list(range(8)))
    book.close()


def test_a_club_killed_again_and_again_in_the_midst_of_many_loses_and_doubles_none(
    mosquitto: Mosquitto, store: str
) -> None:
    book, games = Book(Database(store), ManualClock()), 60
    letters = [letter(game, table) for game in range(games) for table in (OAK, ELM)]
    with club(store, mosquitto):
        pass  # the broker knows it from now on
    with Outbox(mosquitto, letters) as outbox:
        for step in 2 * STEPS:
            with club(store, mosquitto, step) as process:
                assert process.wait(TIMEOUT_S) == -signal.SIGKILL
        assert 2 * len(STEPS) <= len(book.games()) < 2 * games
        with club(store, mosquitto):
            eventually(lambda: not outbox.left and len(book.games()) >= 2 * games)
    assert numbers(book) == sorted(2 * [*range(games)])
    book.close()


def test_a_broker_killed_in_the_midst_of_many_loses_and_doubles_none(mosquitto: Mosquitto, book: Book) -> None:
    letters = [letter(game) for game in range(150)]
    with begun(Arrivals(book).listen(mosquitto.address("club"), SOON_S)) as broker:
        eventually(lambda: broker.is_connected)
        with Outbox(mosquitto, letters) as outbox:
            for part in (30, 60, 90):
                eventually(lambda part=part: len(book.games()) >= part)  # type: ignore[misc]
                mosquitto.kill()
                eventually(lambda: not broker.is_connected)
                mosquitto.start()
            eventually(lambda: not outbox.left)
        eventually(lambda: numbers(book) == list(range(150)))


def test_a_book_that_can_not_be_written_for_a_while_is_told_again(
    mosquitto: Mosquitto, book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = iter([True] * 3)
    finish = Book.finish

    def failing(self: Book, *given: Any) -> bool:
        if next(fails, False):
            raise OperationalError("INSERT", {}, Exception("disk full"))
        return finish(self, *given)

    monkeypatch.setattr(Book, "finish", failing)
    with begun(Arrivals(book).listen(mosquitto.address("club"), SOON_S)) as broker:
        eventually(lambda: broker.is_connected)
        with Outbox(mosquitto, [letter(game) for game in range(10)]):
            eventually(lambda: numbers(book) == list(range(10)))
    assert next(fails, False) is False


@pytest.mark.needs("postgresql")
def test_a_postgresql_that_crashes_and_comes_back_has_all_of_it_once(mosquitto: Mosquitto) -> None:
    with postgresql() as server:
        book = Book(Database(server.new_database()), ManualClock())
        with begun(Arrivals(book).listen(mosquitto.address("club"), SOON_S)) as broker:
            eventually(lambda: broker.is_connected)
            with Outbox(mosquitto, [letter(game) for game in range(100)]):
                eventually(lambda: len(book.games()) >= 20)
                server.stop()
                server.start()
                eventually(lambda: numbers(book) == list(range(100)))
        book.close()


@pytest.mark.parametrize(
    ("topic", "payload", "kind"),
    [
        (told(OAK, "finished"), b"", "finished"),
        (told(OAK, "finished"), b"[" * 70_000, "finished"),
        (told(OAK, "finished"), encode(finished(table=ELM)), "finished"),
        (told(OAK, "finished"), encode(finished(result="\0")), "finished"),
        (told(OAK, "record"), b"{}", "record"),
        (told(OAK, "record"), encode(record("\0")), "record"),
        (told(OAK, "record"), b" " * (LONGEST + 1), "record"),
        (told(OAK, "status"), b"{}", "message"),
        (asked(OAK, "record"), b"{}", "message"),
        ("tidetable/../finished", b"{}", "message"),
    ],
)
def test_hostile_messages_are_refused_counted_and_never_told_again(
    topic: str, payload: bytes, kind: str, book: Book, caplog: pytest.LogCaptureFixture
) -> None:
    arrivals = Arrivals(book)
    arrivals.heard(Heard(topic, payload, False))
    assert arrivals.refused == {kind: 1}
    assert (book.games(), "isn't taken into the book" in caplog.text) == ((), True)
