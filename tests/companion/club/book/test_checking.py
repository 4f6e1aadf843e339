"""Records verified: the true are so, each kind of false one is found, and what can't be checked is said."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from companion.club.book import checking
from companion.club.book.checking import Checker, judge
from companion.club.book.database import Database, store_in
from companion.club.book.rows import Judged, Waiting
from companion.club.book.store import Book
from companion.outside.messages import Mode
from companion.runtime.clock import ManualClock
from tests.support.evenings import OAK, SEED, finished, promised, record, shipped
from tests.support.paths import RECORDS
from tests.support.waiting import eventually

COMMITMENT = sha256(SEED).hexdigest()


@cache
def island() -> str:
    return promised("forbidden-island")


@cache
def race() -> str:
    return promised("fireball-island", policy="racer")


def waiting(
    text: str, slug: str = "forbidden-island", commitment: str | None = COMMITMENT, mode: Mode = "referee"
) -> Waiting:
    return Waiting(1, 1, 1, slug, mode, commitment, text)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def test_a_true_record_is_verified_and_names_who_won_alone() -> None:
    assert judge(waiting(island()), shipped) == Judged("yes", "", None)
    won = judge(waiting(race(), "fireball-island"), shipped)
    assert (won.verdict, won.why, len(won.winners or ())) == ("yes", "", 1)
    assert f'"number":{(won.winners or ())[0] + 1}' in race().splitlines()[-1]


def first_roll(text: str) -> tuple[str, str]:
    """Return the first roll of a die that decides nothing else, and another number in its place."""
    line = next(line for line in text.splitlines() if '"do":"roll ' in line)
    number = int(line.partition('"do":"roll ')[2].partition('"')[0])
    return line, line.replace(f"roll {number}", f"roll {number % 6 + 1}")


@pytest.mark.parametrize(
    ("text", "given", "why"),
    [
        (lambda: changed(race(), *first_roll(race())), {}, "draws"),
        (lambda: changed(race(), SEED.hex(), SEED[::-1].hex()), {}, "draws"),
        (lambda: changed(race(), f',"seed":"{SEED.hex()}"', ""), {}, "unreadable"),
        (lambda: changed(race(), '"seat":0,"do":"', '"seat":1,"do":"'), {}, "refused"),
        (lambda: changed(race(), '{"n":1,', '{"n":1,,'), {}, "unreadable"),
        (lambda: "", {}, "unreadable"),
        (lambda: "[" * 50_000, {}, "unreadable"),
        (race, {"slug": "forbidden-island"}, "other"),
        (race, {"mode": "kit"}, "other"),
        (race, {"commitment": None}, "other"),
        (race, {"commitment": COMMITMENT[::-1]}, "other"),
    ],
)  # fmt: skip
def test_each_kind_of_false_record_is_found(text: object, given: dict[str, object], why: str) -> None:
    told = {"slug": "fireball-island", **given}
    assert judge(waiting(text(), **told), shipped) == Judged("no", why)  # type: ignore[operator, arg-type]


def test_a_game_whose_code_is_not_here_can_not_be_checked() -> None:
    assert judge(waiting(island()), lambda slug, mode: None) == Judged("can't", "not-here")


def test_draws_that_nobody_promised_are_told_as_such_once_the_rules_agree() -> None:
    text = (RECORDS / "fireball-island-raced.tide").read_text("utf-8")
    told = judge(waiting(text, "fireball-island", None), shipped)
    assert (told.verdict, told.why, told.winners) == ("can't", "unpromised", (0,))
    false = changed(text, '"seat":0,"do":"', '"seat":1,"do":"')
    assert judge(waiting(false, "fireball-island", None), shipped) == Judged("no", "refused")


def test_a_record_that_takes_too_long_is_given_up() -> None:
    seconds = count(0, checking.LONGEST_S / 10)
    assert judge(waiting(island()), shipped, lambda: next(seconds)) == Judged("can't", "slow")


def test_rules_that_break_on_a_record_refuse_it(caplog: pytest.LogCaptureFixture) -> None:
    def broken(slug: str, mode: Mode) -> None:
        raise ZeroDivisionError

    assert judge(waiting(island()), broken) == Judged("no", "refused")
    assert "can't be verified" in caplog.text


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
    checker = Checker(book, shipped)
    checker.start()
    eventually(lambda: verdicts(book) == ["yes"])
    kept(book, changed(island(), SEED.hex(), SEED[::-1].hex()), game=2)
    checker.wake()
    eventually(lambda: verdicts(book) == ["yes", "no"])
    checker.close()


def test_a_game_that_was_installed_meanwhile_is_verified_at_the_next_start(book: Book) -> None:
    kept(book, island())
    assert Checker(book, lambda slug, mode: None).check_all() == 1
    assert verdicts(book) == ["can't"]
    checker = Checker(book, shipped)
    checker.start()
    eventually(lambda: verdicts(book) == ["yes"])
    checker.close()


def test_a_database_that_fails_for_a_while_ends_no_checking(book: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(book, island())
    monkeypatch.setattr(checking, "AGAIN_S", 0.01)
    fails = iter([True, True])
    waiting_of = Book.waiting

    def failing(self: Book, maximum: int) -> tuple[Waiting, ...]:
        if next(fails, False):
            raise checking.SQLAlchemyError("out of reach")
        return waiting_of(self, maximum)

    monkeypatch.setattr(Book, "waiting", failing)
    checker = Checker(book, shipped)
    checker.start()
    eventually(lambda: verdicts(book) == ["yes"])
    checker.close()
