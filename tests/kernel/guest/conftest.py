"""What the guest's tests share: a line of each for the reader outside, told as soon as it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

LINES = Path("/mnt/results/lines.txt")
Noted = Callable[[str], None]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write the line of a test that has passed, or failed in whatever part of it."""
    if report.when != "call" and not report.failed:
        return
    sentence = report.nodeid.rpartition("::")[2].removeprefix("test_").replace("_", " ")
    noted = "; ".join(str(value) for _, value in report.user_properties)
    outcome = "failed" if report.failed else report.outcome
    with LINES.open("a", encoding="utf-8") as lines:
        lines.write(f"{outcome} {report.duration:6.1f} s  {sentence}{f' ({noted})' if noted else ''}\n")
        if report.failed:
            lines.writelines(f"    {line}\n" for line in report.longreprtext.splitlines()[-40:])


@pytest.fixture
def note(request: pytest.FixtureRequest) -> Noted:
    """Add a figure to the test's line."""
    return lambda figure: request.node.user_properties.append(("figure", figure))
