"""The digits in the log: they let in while questions are asked, and five wrong tries shut them."""

from __future__ import annotations

import pytest

from companion.model.requests import Refusal
from companion.upkeep.first_evening.digits import DIGITS, TRIES, LoggedDigits


def reason(digits: LoggedDigits, given: str) -> str:
    with pytest.raises(Refusal) as refusal:
        digits.enter(given)
    return refusal.value.reason


def wrong(right: str, by: int = 1) -> str:
    return f"{(int(right) + by) % 10**DIGITS:0{DIGITS}}"


def test_they_let_in_while_something_is_asked() -> None:
    asking = [True]
    digits = LoggedDigits(lambda: asking[0])
    assert reason(digits, "") == "no-window", "none were made"
    right = digits.begin()
    assert len(right) == DIGITS
    digits.enter(right)
    digits.enter(right)
    asking.clear()
    asking.append(False)
    assert reason(digits, right) == "no-window"


def test_five_wrong_tries_shut_them_for_everybody() -> None:
    digits = LoggedDigits(lambda: True)
    right = digits.begin()
    assert [reason(digits, wrong(right, by)) for by in range(1, TRIES)] == ["wrong-pin"] * (TRIES - 1)
    digits.enter(right)
    assert digits.let_in
    assert reason(digits, wrong(right)) == "wrong-pin"
    assert not digits.let_in
    assert reason(digits, right) == "no-window"
