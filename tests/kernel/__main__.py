"""``python -m tests.kernel [suite...]``: prepare the kernel if need be, boot it once for each suite, tell each test."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from firmware_host.bench.emulator import Emulator
from tests.kernel.machine import Boot, Failed, run
from tests.kernel.prepare import Kernel, NotPrepared, prepare

SUITES = {"devices": 1500.0, "unit": 1500.0}
"""How many seconds each may take: what it takes on an idle machine, many times over."""


def main() -> int:
    """Run what is asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.kernel", description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="suite", help=f"of {', '.join(SUITES)}; all if none is named")
    parser.add_argument("-k", dest="only", default="", help="only the tests whose names hold this")
    parser.add_argument("--keep", type=Path, help="a folder that keeps what the guest brings back")
    given = parser.parse_args()
    unknown = [suite for suite in given.suites if suite not in SUITES]
    if unknown:
        parser.error(f"there is no suite {', '.join(unknown)}")
    try:
        begun_s = time.monotonic()
        kernel = prepare()
        print(f"{kernel.image.parent.name}: ready after {time.monotonic() - begun_s:.0f} s", flush=True)
        for suite in given.suites or SUITES:
            _run(kernel, suite, given.only, given.keep)
    except (Failed, NotPrepared) as fault:
        print(f"make kernel: {fault}", file=sys.stderr)
        return 1
    return 0


def _run(kernel: Kernel, suite: str, only: str, keep: Path | None) -> None:
    begun_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tidetable-results-") as empty:
        results = keep / suite if keep else Path(empty)
        results.mkdir(parents=True, exist_ok=True)
        for old in results.iterdir():
            old.unlink()
        # The tray's board runs out here, at its own speed; the guest has its cable.
        with closing(Emulator()) as board:
            boot = Boot(suite, only, SUITES[suite], board.path)
            run(kernel, boot, results, lambda line: print(line, flush=True))
    print(f"{suite}: all passed, {time.monotonic() - begun_s:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
