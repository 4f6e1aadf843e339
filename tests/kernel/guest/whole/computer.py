"""The computer that the checks stand around: its own files and programs, and the table that it has or will have."""

from __future__ import annotations

import subprocess
from http.client import HTTPException
from pathlib import Path

from tests.kernel.guest.table import HTTP, RESULTS, Asked
from tests.kernel.guest.waiting import STARTS_S, eventually

ROOT = Path("/proc/1/root")
"""The computer's own root; the checks' is the host's."""
UNIT = "tidetable.service"
DATA = Path("/run/games/table")
"""In the computer's ``/var/lib/tidetable``, as far as that was there when it was switched on."""
CARD = ROOT / "boot/firmware"
PROGRAM = "/opt/tidetable/bin/tidetable"
CARRIED = RESULTS / "carried"
"""A folder that is there at the next start too, whatever becomes of the computer, and also if that is another one."""
TYPED = RESULTS / "typed.txt"
LOOKS = (
    *("findmnt", "journalctl", "systemctl show", "udevadm info", "locale -a"),
    *("cloud-init status", "dpkg --audit", "dpkg-query --show"),
)
"""The beginnings of commands that only look, as the checks do all the time. Whatever else is called was typed."""
LONG_S = 600.0


def own(*command: str) -> tuple[str, ...]:
    """Return the call of the computer's own *command*."""
    return ("chroot", str(ROOT), *command)


def call(*command: str) -> str:
    """Run the computer's own *command*; return what it printed. What does more than look is counted as typed.

    :raises AssertionError: it has failed.
    """
    words = " ".join(command)
    if not words.startswith(LOOKS):
        with TYPED.open("a", encoding="utf-8") as typed:
            typed.write(f"{words}\n")
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
        """Wait until the table, which has been started with the computer, is READY."""
        eventually(self.answers, LONG_S, STARTS_S)
        eventually(lambda: told(UNIT, "ActiveState") == "active", LONG_S, STARTS_S)

    def answers(self) -> bool:
        """Tell whether somebody answers where its pages are."""
        try:
            return bool(self.get("/api/v1/table"))
        except (OSError, HTTPException):
            return False

    @property
    def log(self) -> str:
        """All that it has logged since the computer is on."""
        return call("journalctl", "--unit", UNIT, "--boot", "--output", "cat", "--no-pager")
