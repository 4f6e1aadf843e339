"""The firmware's own debounce, edge by edge, where time and pins are the test's."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from firmware_host import tlink
from firmware_host.bench.emulator import FIRMWARE


class Pin:
    """A pin whose level the test sets."""

    IN, PULL_UP = 0, 1
    level = 1

    def __init__(self, *_: int) -> None:
        """As the real one."""

    def value(self) -> int:
        return Pin.level


@pytest.fixture
def button(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module's Button on a pin that is up at 0 ms."""
    time = SimpleNamespace(ticks_ms=lambda: 0, ticks_diff=tlink.later_ms)
    stand_ins: dict[str, Any] = {"machine": SimpleNamespace(Pin=Pin), "time": time, "tlink": tlink}
    for name, stand_in in stand_ins.items():
        monkeypatch.setitem(sys.modules, name, stand_in)
    monkeypatch.setattr(Pin, "level", 1)
    spec = importlib.util.spec_from_file_location("buttons_of_the_tray", FIRMWARE / "buttons.py")
    assert spec is not None and spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module.PicoButton(10)


def test_the_first_edge_counts_and_for_30_ms_nothing_else_does(button: Any) -> None:
    seen = []
    for now_ms, level in ((100, 0), (103, 1), (108, 0), (129, 1), (131, 0), (160, 0), (200, 1), (215, 0), (231, 1)):
        Pin.level = level
        seen.append(button.look(now_ms))
    assert seen == [tlink.PRESSED, -1, -1, -1, -1, -1, tlink.RELEASED, -1, -1]
    assert button.presses == 1


def test_a_level_that_stays_after_bouncing_counts(button: Any) -> None:
    seen = []
    for now_ms, level in ((100, 0), (110, 1), (130, 1)):
        Pin.level = level
        seen.append(button.look(now_ms))
    assert seen == [tlink.PRESSED, -1, tlink.RELEASED]


def test_a_hold_is_told_once_after_a_second(button: Any) -> None:
    Pin.level = 0
    assert [button.look(now_ms) for now_ms in (100, 1099, 1100, 1200, 9000)] == [tlink.PRESSED, -1, tlink.HELD, -1, -1]


def test_a_button_that_nobody_touched_for_a_week_works_at_once(button: Any) -> None:
    # After six days the Pico can't tell any more which of two readings of its clock is the later one.
    week_ms = 7 * 24 * 3600 * 1000
    assert [button.look(now_ms) for now_ms in (40, 60_000)] == [-1, -1]
    Pin.level = 0
    assert button.look(week_ms) == tlink.PRESSED
    assert button.since_press(week_ms + 20) == 20
    for now_ms in (week_ms + 65_000, week_ms + 70_000):
        button.look(now_ms)
    assert button.since_press(2 * week_ms) == button.since_press(week_ms + tlink.CLOCK_PERIOD_MS) == 65_535
