"""Deal the tests to the processes of one run: whole modules, the longest first.

A module's fixtures are made once if one process runs all of it. Starting with the longest leaves the short ones to fill
the end, so that no process waits for another.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Container

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.support.paths import TESTS

RECORD = TESTS / "durations.json"
"""Seconds for each scope, by `key_of`; written by ``make durations``."""
OF_REST = frozenset({"long", "needs"})
"""The marks of what `make check` adds, whose durations are recorded apart from those of the same module's others."""
UNKNOWN_S = 60.0
"""For a scope without a record: it comes early rather than last."""
DIVIDED = (
    "tests/companion/journal/test_turned_bits.py",
    "tests/laws/test_laws.py",
    "tests/whole/crash/test_power_cuts.py",
)
"""Long modules without a shared fixture. Their tests are dealt one by one."""


def scope_of(nodeid: str) -> str:
    """Return the unit that is dealt whole: a module, or a single test of a divided one."""
    module = nodeid.partition("::")[0]
    return nodeid if module in DIVIDED else module


def key_of(nodeid: str, marks: Container[str]) -> str:
    """Return the key under which the duration of a test with these *marks* is recorded."""
    scope = scope_of(nodeid)
    return f"{scope} (rest)" if any(mark in marks for mark in OF_REST) else scope


def recorded_s() -> dict[str, float]:
    """Return the recorded duration of each scope, in seconds."""
    return dict(json.loads(RECORD.read_text("utf-8")))


def longest_first() -> Callable[[pytest.Item], tuple[float, str]]:
    """Return a sort key for tests: by recorded duration, each scope kept together."""
    record = recorded_s()

    def key(item: pytest.Item) -> tuple[float, str]:
        of_item = key_of(item.nodeid, item.keywords)
        return -record.get(of_item, UNKNOWN_S), of_item

    return key


class DealtByScope(LoadScopeScheduling):  # type: ignore[misc]  # xdist carries no types
    """pytest-xdist's scheduling by scope, with our scopes, in the order of collection."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


class Recorder:
    """A pytest plugin that adds up the duration of each scope and writes them when the run ends."""

    def __init__(self) -> None:
        self._duration_s: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a test's set-up, call or teardown."""
        self._duration_s[key_of(report.nodeid, report.keywords)] += report.duration

    def pytest_sessionfinish(self) -> None:
        """Write the record: what ran now, and what was recorded of the modules that are still there."""
        rows = {scope: s for scope, s in recorded_s().items() if _exists(scope)} | self._duration_s
        lines = (f'"{scope}": {rows[scope]:.1f}' for scope in sorted(rows))
        RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def _exists(scope: str) -> bool:
    return (TESTS.parent / scope.removesuffix(" (rest)").partition("::")[0]).exists()
