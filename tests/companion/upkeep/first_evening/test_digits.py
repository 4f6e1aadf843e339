"""The digits in the log: they let in while questions are asked, and five wrong tries shut them."""

from __future__ import annotations

import pytest

from companion.model.reports.first_evening import FirstEvening
from companion.model.requests import RequestRefused
from companion.model.snapshot import Snapshot
from companion.upkeep.first_evening.digits import DIGITS, TRIES, LoggedDigits


class Session:
    """A session that asks the first question."""

    def __init__(self) -> None:
        self.published = Snapshot(first_evening=FirstEvening("language"))


def reason(digits: LoggedDigits, given: str) -> str:
    with pytest.raises(RequestRefused) as refusal:
        digits.enter(given)
    return refusal.value.reason


def wrong(right: str, by: int = 1) -> str:
    return f"{(int(right) + by) % 10**DIGITS:0{DIGITS}}"


def test_they_let_in_while_something_is_asked() -> None:
    digits = LoggedDigits(session := Session())
    assert reason(digits, "") == "no-window", "none were made"
    right = digits.begin()
    assert len(right) == DIGITS
    digits.enter(right)
    digits.enter(right)
    session.published = Snapshot()
    assert reason(digits, right) == "no-window"


def test_five_wrong_tries_shut_them_for_everybody() -> None:
    digits = LoggedDigits(Session())
    right = digits.begin()
    assert [reason(digits, wrong(right, by)) for by in range(1, TRIES)] == ["wrong-pin"] * (TRIES - 1)
    digits.enter(right)
    assert digits.let_in
    assert reason(digits, wrong(right)) == "wrong-pin"
    assert not digits.let_in
    assert reason(digits, right) == "no-window"
