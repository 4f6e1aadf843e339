"""``python -m tests.fresh [release...]``: try the README's two commands on bare Debians."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.fresh.bare import bare_debian, copy_repository
from tests.fresh.stamp import digest_of_head, has_passed, record_pass
from tests.fresh.trial import Trial, TrialFailed
from tests.kernel.prepare import NotPrepared
from tests.support.paths import ROOT

RELEASES = {"trixie": "root", "bookworm": "player"}
"""Who tries each release. Only root may install the packages."""


def main() -> int:
    """Try each release; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fresh", description=__doc__)
    parser.add_argument(
        "releases", nargs="*", metavar="release", help=f"of {', '.join(RELEASES)}; all if none is named"
    )
    parser.add_argument("--until", choices=["run"], help="stop after `make run`, before the tests")
    parser.add_argument("--tests", default="", metavar="ARGS", help='arguments for pytest, such as --tests="-k dice"')
    parser.add_argument("--keep", type=Path, metavar="DIR", help="a folder that keeps the logs")
    parser.add_argument(
        "--if-changed",
        action="store_true",
        help="leave out a release that passed with the same tests, Makefile and dependencies",
    )
    given = parser.parse_args()
    unknown = [release for release in given.releases if release not in RELEASES]
    if unknown:
        parser.error(f"there is no release {', '.join(unknown)}")
    # Stopped from outside, it still ends what runs in a Debian and removes its folder.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    is_failed = False
    for release in given.releases or RELEASES:
        try:
            _try(release, given)
        except (TrialFailed, NotPrepared) as fault:
            print(f"make fresh: {release}: {fault}", file=sys.stderr, flush=True)
            is_failed = True
    return int(is_failed)


def _try(release: str, given: argparse.Namespace) -> None:
    digest = digest_of_head(ROOT)
    if given.if_changed and has_passed(release, digest):
        print(f"{release}: passed with these tests, this Makefile and these dependencies; not run again", flush=True)
        return
    begun_s = time.monotonic()
    user = RELEASES[release]
    with bare_debian(release) as debian, tempfile.TemporaryDirectory(prefix="tidetable-fresh-") as empty:
        folder = given.keep or Path(empty)
        folder.mkdir(parents=True, exist_ok=True)
        log = folder / f"{release}.txt"
        log.unlink(missing_ok=True)
        if user != "root":
            debian.add_user(user)
        copy_repository(ROOT, debian, user)
        print(f"{release}: unpacked, {(time.monotonic() - begun_s) / 60:.1f} min", flush=True)
        trial = Trial(debian, user, log, lambda line: print(f"{release}: {line}", flush=True))
        trial.clone()
        is_whole = given.until is None
        command = trial.be_refused() if is_whole and user != "root" else ""
        trial.play()
        if is_whole:
            if command:
                trial.install(command)
            trial.test(given.tests)
    print(f"{release}: all done, {(time.monotonic() - begun_s) / 60:.1f} min", flush=True)
    if is_whole and not given.tests:
        record_pass(release, digest)


if __name__ == "__main__":
    sys.exit(main())
