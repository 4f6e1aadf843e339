"""Run the tests on the gate's loaded machine: what fails there is run once more, alone, and told by name if it passes.

``python -m tests.gate [pytest's arguments]``, which `make test` takes instead of pytest where ``CI=true``. A test that
passes only at the second try is a race, in the program or in the test: each printed name is one to trace.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import pytest

MAX_RERUN = 8
"""With more failures than these it isn't the machine: less than one in a thousand tests."""


class Failures:
    """A plugin of pytest that keeps the ids of the failed tests, and whether files could not even be collected."""

    def __init__(self) -> None:
        self.failed: dict[str, None] = {}
        self.is_collected = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a test that failed, in itself or while its fixtures were made or put away."""
        if report.failed:
            self.failed[report.nodeid] = None

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Notice a file whose tests could not be collected: there is nothing to run once more."""
        self.is_collected = self.is_collected and not report.failed


def passes_alone(test: str) -> bool:
    """Run *test*, an id of pytest's, in a process of its own; return whether it passes."""
    # Another mark than the usual ones may have chosen the test.
    return subprocess.run([sys.executable, "-m", "pytest", "-m", "", test], check=False).returncode == 0


def main(arguments: Sequence[str]) -> int:
    """Run pytest with *arguments*, then what failed once more, alone; return the exit code."""
    failures = Failures()
    code = pytest.main(list(arguments), plugins=[failures])
    if code != pytest.ExitCode.TESTS_FAILED or not failures.failed or not failures.is_collected:
        return int(code)
    if len(failures.failed) > MAX_RERUN:
        print(f"{len(failures.failed)} tests failed, more than {MAX_RERUN}: none is run once more")
        return int(code)
    passed = {test: passes_alone(test) for test in failures.failed}
    for test, is_passed in passed.items():
        print(f"passed at the second try: {test}" if is_passed else f"failed twice: {test}")
    return int(pytest.ExitCode.OK if all(passed.values()) else code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
