from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta, timezone

import pytest

from companion.runtime.clock import Clock, ManualClock, SystemClock, local_text

TEXT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def test_the_system_clock_tells_utc_with_three_decimals_and_never_goes_back() -> None:
    clock: Clock = SystemClock()
    assert TEXT.fullmatch(clock.utc_text())
    assert clock.monotonic_s() <= clock.monotonic_s()


def test_a_manual_clock_stands_still_until_it_is_advanced() -> None:
    clock: Clock = ManualClock()
    assert clock.utc_text() == clock.utc_text() == "2026-11-21T20:15:03.120Z"
    assert clock.monotonic_s() == clock.monotonic_s() == 0.0


def test_advancing_moves_both_kinds_of_time() -> None:
    clock = ManualClock(start_s=100.0, utc=datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC))
    clock.advance(1.5)
    clock.advance(0)
    assert (clock.monotonic_s(), clock.utc_text()) == (101.5, "2027-01-01T00:00:00.500Z")


def test_a_moment_from_another_zone_is_told_in_utc() -> None:
    paris = timezone(timedelta(hours=1))
    assert ManualClock(utc=datetime(2026, 1, 1, tzinfo=paris)).utc_text() == "2025-12-31T23:00:00.000Z"


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="has no time zone"):
        ManualClock(utc=datetime(2026, 1, 1))


def test_time_never_goes_back() -> None:
    with pytest.raises(ValueError, match="time never goes back"):
        ManualClock().advance(-0.1)


@pytest.mark.parametrize(
    ("zone", "text"), [("UTC0", "21.11. 20:15"), ("CET-1", "21.11. 21:15"), ("XYZ-5", "22.11. 01:15")]
)
def test_people_read_a_moment_on_their_own_clock(monkeypatch: pytest.MonkeyPatch, zone: str, text: str) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert local_text("2026-11-21T20:15:03.120Z") == text
    finally:
        monkeypatch.undo()
        time.tzset()
