"""The computer that the checks stand around: its own files and programs, and the table that it has or will have."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.kernel.guest.table import HTTP, Asked
from tests.kernel.guest.waiting import eventually

ROOT = Path("/proc/1/root")
"""The computer's own root; the checks' is the host's."""
UNIT = "tidetable.service"
DATA = ROOT / "var/lib/tidetable/table"
CARD = ROOT / "boot/firmware"
PROGRAM = "/opt/tidetable/bin/tidetable"
CARRIED = Path("/mnt/results/carried.json")
"""Read at the next start, whatever becomes of the computer."""
LONG_S = 600.0


def own(*command: str) -> tuple[str, ...]:
    """Return the call of the computer's own *command*."""
    return ("chroot", str(ROOT), *command)


def call(*command: str) -> str:
    """Run the computer's own *command*; return what it printed.

    :raises AssertionError: it has failed.
    """
    done = subprocess.run(own(*command), capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def deb() -> str:
    """Return where the package lies on the computer's card."""
    return f"/boot/firmware/{next(CARD.glob('*.deb')).name}"


def mounted(place: str) -> tuple[str, str]:
    """Return the source and the kind of what is mounted at *place*."""
    source, kind = call("findmnt", "--noheadings", "--output", "SOURCE,FSTYPE", place).split()
    return source, kind


def told(unit: str, name: str) -> str:
    """Return what systemd says of *unit* under *name*."""
    return call("systemctl", "show", unit, "--property", name, "--value").strip()


def uptime_s() -> float:
    """Return for how long the computer has been on."""
    return float(Path("/proc/uptime").read_text().split()[0])


class OwnTable(Asked):
    """The computer's own table."""

    def __init__(self) -> None:
        super().__init__(DATA, HTTP)

    def until_ready(self) -> None:
        """Wait until the table, which has been started with the computer, is READY.

        One call of systemd's does all the waiting: to ask again and again takes what the table starts with.

        :raises AssertionError: nothing has started it, or it can't start.
        """
        eventually(lambda: told(UNIT, "ActiveState") != "inactive")
        call("systemctl", "start", UNIT)

    @property
    def log(self) -> str:
        """All that it has logged since the computer is on."""
        return call("journalctl", "--unit", UNIT, "--boot", "--output", "cat", "--no-pager")
