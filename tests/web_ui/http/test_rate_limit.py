from __future__ import annotations

import pytest

from companion.runtime.clock import ManualClock
from web_ui.http.access.rate_limit import Limit


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(start_s=12345.678)


def taken(limit: Limit, caller: str, tries: int = 100) -> int:
    """Return how many of *tries* at once are granted."""
    return sum(limit.wait_s(caller) == 0 for _ in range(tries))


def test_a_share_is_a_burst_and_then_a_rate(clock: ManualClock) -> None:
    limit = Limit(20, 5.0, clock.monotonic_s)
    assert taken(limit, "ada") == 20
    clock.advance(0.19)
    assert taken(limit, "ada") == 0
    clock.advance(0.01)
    assert taken(limit, "ada") == 1
    clock.advance(1.0)
    assert taken(limit, "ada") == 5
    clock.advance(3600)
    assert taken(limit, "ada") == 20


def test_who_must_wait_is_told_how_long_and_trying_makes_it_no_longer(clock: ManualClock) -> None:
    limit = Limit(10, 10 / 60, clock.monotonic_s)
    assert taken(limit, "ada") == 10
    assert limit.wait_s("ada") == pytest.approx(6.0)
    clock.advance(4.5)
    assert limit.wait_s("ada") == pytest.approx(1.5)


def test_nobody_pays_for_another(clock: ManualClock) -> None:
    limit = Limit(3, 1.0, clock.monotonic_s)
    assert taken(limit, "ada") == 3
    assert taken(limit, "ben") == 3


def test_only_so_many_callers_are_remembered_and_the_newest_stay(clock: ManualClock) -> None:
    limit = Limit(1, 0.001, clock.monotonic_s, room=10)
    for number in range(1000):
        assert limit.wait_s(f"caller {number}") == 0
    waiting = [number for number in range(1000) if limit.wait_s(f"caller {number}", take=False) > 0]
    assert waiting == list(range(990, 1000))
