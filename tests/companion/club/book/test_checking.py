"""Records verified: the true are so, each kind of false one is found, and what can't be checked is said."""

from __future__ import annotations

from hashlib import sha256
from itertools import count

import pytest

from companion.club.book import verification
from companion.club.book.rows import JudgedRow, WaitingRow
from companion.club.book.verification import judge
from companion.outside.messages import Mode
from tests.support.evenings import SEED, changed, promised, shipped
from tests.support.paths import RECORDS

COMMITMENT = sha256(SEED).hexdigest()


def island() -> str:
    return promised("forbidden-island")


def race() -> str:
    return promised("fireball-island", policy="racer")


def waiting(
    text: str, slug: str = "forbidden-island", commitment: str | None = COMMITMENT, mode: Mode = "referee"
) -> WaitingRow:
    return WaitingRow(1, 1, 1, slug, mode, commitment, text)


def test_a_true_record_is_verified_and_names_who_won_alone() -> None:
    assert judge(waiting(island()), shipped) == JudgedRow("yes", "", None)
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
        (race, {"slug": "forbidden-island"}, "another-game"),
        (race, {"mode": "kit"}, "another-game"),
        (race, {"commitment": None}, "another-game"),
        (race, {"commitment": COMMITMENT[::-1]}, "another-game"),
    ],
)  # fmt: skip
def test_each_kind_of_false_record_is_found(text: object, given: dict[str, object], why: str) -> None:
    told = {"slug": "fireball-island", **given}
    assert judge(waiting(text(), **told), shipped) == JudgedRow("no", why)  # type: ignore[operator, arg-type]


def test_a_game_whose_code_is_not_here_can_not_be_checked() -> None:
    assert judge(waiting(island()), lambda slug, mode: None) == JudgedRow("can't", "not-here")


def test_draws_that_nobody_promised_are_told_as_such_once_the_rules_agree() -> None:
    text = (RECORDS / "fireball-island-raced.tide").read_text("utf-8")
    told = judge(waiting(text, "fireball-island", None), shipped)
    assert (told.verdict, told.why, told.winners) == ("can't", "unpromised", (0,))
    false = changed(text, '"seat":0,"do":"', '"seat":1,"do":"')
    assert judge(waiting(false, "fireball-island", None), shipped) == JudgedRow("no", "refused")


def test_a_record_that_takes_too_long_is_given_up() -> None:
    seconds = count(0, verification.LONGEST_S / 10)
    assert judge(waiting(island()), shipped, lambda: next(seconds)) == JudgedRow("can't", "slow")


def test_rules_that_break_on_a_record_refuse_it(caplog: pytest.LogCaptureFixture) -> None:
    def broken(slug: str, mode: Mode) -> None:
        raise ZeroDivisionError

    assert judge(waiting(island()), broken) == JudgedRow("no", "refused")
    assert "can't be verified" in caplog.text
