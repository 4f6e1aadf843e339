"""One service from the computer's power-on to its stop: each test finds it where the one before left it."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPException
from pathlib import Path

import pytest

from hardware.outputs.buzzer import SOUNDS
from tests.kernel.guest import pwm
from tests.kernel.guest.chip import held_lines
from tests.kernel.guest.rig import GPIO, OUTPUTS, PIN, Rig
from tests.kernel.guest.stick import Stick
from tests.kernel.guest.table import HTTP, RESULTS, Asked, lines_of
from tests.kernel.guest.waiting import STARTS_S, eventually

UNIT = "tidetable.service"
DATA = Path("/var/lib/tidetable/table")
HELPER = "/run/tidetable-helper.sock"
CONFIG = Path("/boot/firmware/config.txt")
MOUNTED, SEEN = Path("/media/stick-sda1"), Path("/run/seen")
BACKUPS = "tidetable-backups"
ASKS, MAKES, MADE = "Press OK there.", "A backup is being made", "a backup lies in GAMES"
COPIES = MOUNTED / "tidetable-copies"
BAD_STARTS, SAFE = 3, "three starts have failed"
NET_BIND_SERVICE = 1 << 10
"""The right to serve at port 80."""
PROGRAM = "/opt/tidetable/bin/tidetable"
LONG_S = 600.0
Noted = Callable[[str], None]


class Service(Asked):
    """The service, asked by systemctl and as a page asks it."""

    def __init__(self) -> None:
        super().__init__(DATA, HTTP)

    def is_(self, state: str) -> bool:
        return self.told("ActiveState") == state

    def told(self, name: str) -> str:
        """Return what systemd says of it under *name*."""
        return run("systemctl", "show", UNIT, "--property", name, "--value")

    @property
    def pid(self) -> int:
        return int(self.told("MainPID"))

    @property
    def log(self) -> str:
        return run("journalctl", "--unit", UNIT, "--output", "cat", "--no-pager")

    def is_again(self, before: int) -> bool:
        """Tell whether it is up as another process than *before*."""
        return self.is_("active") and self.pid not in (0, before)


def run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def uptime_s() -> float:
    return float(Path("/proc/uptime").read_text().split()[0])


@pytest.fixture(scope="module")
def rig() -> Iterator[Rig]:
    for kind, where in (("configfs", "/sys/kernel/config"), ("debugfs", "/sys/kernel/debug")):
        if not any(Path(where).iterdir()):
            subprocess.run(["mount", "-t", kind, kind, where], check=True)
    subprocess.run(["busybox", "ip", "link", "set", "lo", "up"], check=True)
    rig = Rig(is_tray_in=False)
    pwm.allow(GPIO)
    yield rig
    rig.pico.close()


@pytest.fixture(scope="module")
def service(rig: Rig) -> Iterator[Service]:
    service = Service()
    run("systemctl", "start", "--no-block", UNIT)
    yield service
    run("systemctl", "stop", UNIT)


def test_it_is_ready_after_power_on_with_every_real_device(rig: Rig, service: Service, note: Noted) -> None:
    eventually(lambda: service.is_("active"), LONG_S, STARTS_S)
    note(f"power-on to READY {uptime_s():.1f} s")
    eventually(lambda: service.works("screen") and service.works("pins"), LONG_S, STARTS_S)
    service.shows_as_mirrored(rig)


def test_it_has_installed_itself_and_once_more_changes_nothing(service: Service) -> None:
    first, second = (RESULTS / "install.txt").read_text().splitlines(), run(PROGRAM, "install").splitlines()
    done = [line.removeprefix("done: ") for line in first if line.startswith("done: ")]
    assert done == [line.removeprefix("up to date: ") for line in second[:-1]]
    assert second[-1] == "No change needed."
    assert CONFIG.read_text().splitlines()[-4:-1] == [
        "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000", "dtoverlay=pwm"
    ]  # fmt: skip


def test_it_runs_as_its_own_user_and_its_games_are_its_own(service: Service) -> None:
    user = pwd.getpwnam("tidetable").pw_uid
    status = Path(f"/proc/{service.pid}/status").read_text()
    assert f"\nUid:\t{user}\t{user}\t{user}\t{user}\n" in status
    assert "\nNoNewPrivs:\t1\n" in status
    for rights in ("CapBnd", "CapEff"):
        assert f"\n{rights}:\t{NET_BIND_SERVICE:016x}\n" in status
    journal = DATA / "journal.sqlite"
    assert (journal.stat().st_uid, journal.stat().st_mode & 0o777) == (user, 0o600)


def test_a_level_of_rolls_line_reaches_journal_page_glass_and_the_buzzers_pwm(
    rig: Rig, service: Service, note: Noted
) -> None:
    assert "version" in service.post("/api/v1/commands", seat="table", do="new fireship kit")
    eventually(lambda: rig.is_lit("roll"))
    dark, before, begun_s = rig.picture(), pwm.tones(), time.monotonic()
    rig.down("roll")
    eventually(lambda: rig.picture() != dark)
    note(f"press to glass {1000 * (time.monotonic() - begun_s):.0f} ms")
    rig.up("roll")
    eventually(lambda: service.dice() and rig.is_lit("roll"))
    assert service.pressed() == ["roll dice"]
    dealt = [do for _, do, _, _ in service.journal() if do and do.startswith("roll ") and do != "roll dice"]
    assert dealt == [" ".join(["roll", *map(str, service.dice())])]
    service.shows_as_mirrored(rig)
    assert "the buzzer sounds by the kernel's PWM" in service.log
    eventually(lambda: pwm.tones() > before and pwm.is_silent())
    assert pwm.last_tone_ns() in [round(1e9 / hertz) for hertz, _ in SOUNDS["land"]]
    note(f"{pwm.tones() - before} tones by the PWM")


def test_a_tray_that_is_plugged_in_later_is_found(rig: Rig, service: Service) -> None:
    rig.pico.plug_in()
    rig.allow()
    eventually(lambda: service.works("dicetray"), LONG_S, STARTS_S)


def test_the_knob_turns_the_menu_on_the_glass(rig: Rig, service: Service) -> None:
    before = rig.picture()
    rig.turn(1)
    eventually(lambda: rig.picture() != before)
    service.shows_as_mirrored(rig)


def test_only_its_own_user_can_ask_the_helper_and_i2c_is_switched_on(service: Service) -> None:
    run("systemctl", "start", "tidetable-helper.socket")
    installed = CONFIG.read_text()
    CONFIG.write_text("# dtparam=i2c_arm=on\n")
    with socket.socket(socket.AF_UNIX) as mine:
        mine.settimeout(LONG_S)
        mine.connect(HELPER)  # root may open it, but isn't served
        mine.sendall(b"fix-i2c\n")
        assert mine.recv(100) == b"refused user\n"
    assert asked(pwd.getpwnam("pi").pw_uid, "fix-i2c") == "PermissionError"
    assert asked(pwd.getpwnam("tidetable").pw_uid, "fix-i2c; reboot") == "refused unknown"
    answer = asked(pwd.getpwnam("tidetable").pw_uid, "fix-i2c")
    assert answer.startswith(("done", "failed modprobe")), answer
    assert "[all]\ndtparam=i2c_arm=on" in CONFIG.read_text()
    CONFIG.write_text(installed)


def asked(user: int, call: str) -> str:
    """Return what the helper answers to *call* of *user*, or the error that the user gets."""
    line = call.encode() + b"\n"
    asking = f"""
import socket
try:
    with socket.socket(socket.AF_UNIX) as call:
        call.settimeout({LONG_S})
        call.connect({HELPER!r})
        call.sendall({line!r})
        print(call.recv(100).decode().strip())
except OSError as error:
    print(type(error).__name__)
"""
    done = subprocess.run([sys.executable, "-c", asking], capture_output=True, text=True, user=user, group=user)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def stick(service: Service) -> Stick:
    stick = Stick(Path("/run/stick.img"))
    stick.plug_in()
    return stick


def look_at(stick: Stick, look: Callable[[], list[str]]) -> list[str]:
    """Return what *look* finds on *stick*, mounted for so long at ``SEEN``."""
    SEEN.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "vfat", "-o", "ro", str(stick.partition), str(SEEN)], check=True)
    try:
        return look()
    finally:
        subprocess.run(["umount", str(SEEN)], check=True)


@pytest.mark.usefixtures("stick")
def test_games_are_copied_to_a_stick_that_the_helper_mounts(service: Service, note: Noted) -> None:
    said: list[str] = []

    def is_copied() -> bool:
        # This computer may be too slow for the table's patience; what the helper has begun goes on.
        said.append(str(service.post("/api/v1/owner", do="fix backup").get("text", "")))
        return not said[-1]

    eventually(is_copied, LONG_S)
    assert [file.name for file in COPIES.iterdir()] == ["journal-1.sqlite"]
    assert COPIES.stat().st_uid == pwd.getpwnam("tidetable").pw_uid
    note(f"at try {len(said)}")


def test_killed_it_is_started_again(rig: Rig, service: Service, note: Noted) -> None:
    before, begun_s = service.pid, time.monotonic()
    os.kill(before, signal.SIGKILL)
    eventually(lambda: service.is_again(before), LONG_S, STARTS_S)
    note(f"READY again after {time.monotonic() - begun_s:.1f} s")
    eventually(lambda: service.works("screen") and service.works("pins"), LONG_S, STARTS_S)
    service.shows_as_mirrored(rig)


def test_a_stick_that_is_in_at_the_start_can_be_written_and_holds_the_copy_when_it_is_out(
    service: Service, stick: Stick
) -> None:
    user = str(pwd.getpwnam("tidetable").pw_uid)
    as_it = ("nsenter", "--mount", "--target", str(service.pid), "--setuid", user, "--setgid", user)
    subprocess.run([*as_it, "touch", str(MOUNTED / "written")], check=True)
    run("systemd-umount", str(MOUNTED))
    assert not os.path.ismount(MOUNTED)
    stick.pull_out()
    stick.plug_in()
    copy = Path("/run/copy.sqlite")

    def copied() -> list[str]:
        shutil.copy(SEEN / COPIES.name / "journal-1.sqlite", copy)
        return sorted(file.name for file in SEEN.iterdir())

    assert look_at(stick, copied) == [COPIES.name, "written"]
    lines = lines_of(copy)
    assert [] != lines == service.journal()[: len(lines)]
    stick.pull_out()


def test_a_backup_goes_onto_a_stick_after_ok_at_the_table_and_it_may_be_pulled_out_then(
    rig: Rig, service: Service, stick: Stick, note: Noted
) -> None:
    stick.plug_in()

    def ids() -> list[str]:
        return [link.name for link in Path("/dev/disk/by-uuid").glob("*") if link.resolve() == stick.partition]

    known, tries = eventually(ids), 0

    def is_answered() -> bool:
        if ASKS not in service.get("/owner").decode():
            return True
        rig.press("ok")
        return False

    def is_backed_up() -> bool:
        # This computer may be too slow for the table's patience: then it is asked once more.
        nonlocal tries
        tries += 1
        service.tell("/api/v1/backup", do=f"forget-stick {known[0]}")
        if service.tell("/api/v1/backup", do=f"stick {known[0]}").get("asked"):
            eventually(is_answered, LONG_S)
            eventually(lambda: MAKES not in service.get("/owner").decode(), LONG_S)
        return MADE in service.log

    eventually(is_backed_up, LONG_S)
    eventually(lambda: not os.path.ismount(MOUNTED), LONG_S)
    (made,) = look_at(stick, lambda: [file.name for file in (SEEN / BACKUPS).iterdir()])
    assert re.fullmatch(r"tidetable-[0-9a-f]{12}-000001-(undated|[0-9]{8}T[0-9]{6}Z)\.zip", made)
    stick.pull_out()
    note(f"at try {tries}")


def test_one_that_hangs_is_ended_and_started_again(service: Service, note: Noted) -> None:
    before, begun_s = service.pid, time.monotonic()
    os.kill(before, signal.SIGSTOP)
    eventually(lambda: not Path(f"/proc/{before}").exists() or service.pid != before, LONG_S, STARTS_S)
    note(f"seen after {time.monotonic() - begun_s:.1f} s")
    eventually(lambda: service.is_again(before), LONG_S, STARTS_S)
    assert service.told("NRestarts") == "2"  # what is stopped can't have ended by itself


def test_after_three_bad_starts_it_leaves_out_what_was_added_and_says_so_until_ok(rig: Rig, service: Service) -> None:
    # One that had been READY for a minute, on a computer that is busy otherwise, was no bad start.
    for _ in range(2 * BAD_STARTS):
        if SAFE in service.log:
            break
        before = service.pid
        assert before
        os.kill(before, signal.SIGKILL)
        eventually(lambda before=before: service.is_again(before), LONG_S, STARTS_S)  # type: ignore[misc]
    assert SAFE in service.log
    assert not service.works("dicetray")
    eventually(lambda: asks(rig, service))
    rig.press("ok")
    eventually(lambda: works_again(service, "dicetray"), LONG_S, STARTS_S)
    service.shows_as_mirrored(rig)


def works_again(service: Service, name: str) -> bool:
    """Tell whether *name* works; until the service has started anew nobody answers."""
    try:
        return service.works(name)
    except (OSError, HTTPException):
        return False


def asks(rig: Rig, service: Service) -> bool:
    """Tell whether the glass rests at what only those who stand before it are told."""
    seen = rig.picture()
    time.sleep(1.0)
    return any(seen) and seen == rig.picture() != service.mirror


def test_stopped_it_ends_well_dark_and_with_no_line_held(rig: Rig, service: Service) -> None:
    run("systemctl", "stop", UNIT)
    assert (service.told("ActiveState"), service.told("Result")) == ("inactive", "success")
    assert held_lines() == []
    assert not rig.glass.on
    assert [name for name in OUTPUTS if rig.chip.is_high(PIN[name])] == []
    assert rig.bus.faults == []


def test_taken_off_nothing_of_it_is_left_but_the_games() -> None:
    journal, size = DATA / "journal.sqlite", (DATA / "journal.sqlite").stat().st_size
    said = run(PROGRAM, "uninstall").splitlines()
    assert said[-1] == f"The games are kept, in {DATA.parent}."
    assert (journal.stat().st_uid, journal.stat().st_size) == (0, size)
    assert CONFIG.read_text() == "# dtparam=i2c_arm=on\n"
    assert "tidetable" not in [user.pw_name for user in pwd.getpwall()]
    assert run("systemctl", "show", UNIT, "--property", "LoadState", "--value") in ("not-found", "masked")
    assert not Path("/etc/tidetable").exists()
    assert run(PROGRAM, "uninstall").splitlines()[-2] == "Nothing of it is here: nothing was changed."
