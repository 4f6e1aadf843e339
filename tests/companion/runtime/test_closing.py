"""What is joined is closed once, the last first, whatever becomes of the others, and whoever comes too late."""

from __future__ import annotations

import pytest

from companion.runtime.closers import Closers


class Door:
    """A part that tells *told* when it is closed."""

    def __init__(self, name: str, told: list[str]) -> None:
        self._name, self._told = name, told

    def close(self) -> None:
        self._told.append(self._name)


def test_the_last_that_was_joined_is_closed_first_and_each_once() -> None:
    told: list[str] = []
    closers = Closers()
    first, second = Door("first", told), Door("second", told)
    assert closers.joined(first) is first
    closers.joined(second)
    closers.add(lambda: told.append("third"))
    closers.close()
    closers.close()
    assert told == ["third", "second", "first"]


def broken() -> None:
    raise IndexError


def test_one_that_fails_is_logged_and_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    closers = Closers()
    closers.joined(Door("first", told))
    closers.add(broken)
    closers.close()
    assert told == ["first"]
    assert "IndexError" in caplog.text


def test_what_joins_while_others_are_closed_is_closed_too_and_afterwards_at_once() -> None:
    told: list[str] = []
    closers = Closers()
    closers.add(lambda: closers.add(lambda: told.append("meanwhile")))
    closers.close()
    assert told == ["meanwhile"]
    closers.joined(Door("late", told))
    assert told == ["meanwhile", "late"]
