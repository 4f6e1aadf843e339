"""The helper does a closed list of things for one user, and refuses all else without touching anything."""

from __future__ import annotations

import os
import pwd
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.health.helper import FIX_I2C, MOUNT_STICK, POWER_OFF, SET_CLOCK, UNMOUNT_STICK, Helper, HelperAnswer
from companion.service import helper
from companion.service.helper import (
    I2C_ON,
    I2C_SPEED,
    LAST_PICTURE,
    MOST_BYTES,
    VERBS,
    answer,
    loose_sticks,
    serve,
    with_i2c,
)
from tests.support.helpers import CONFIG, Pretended, helper_at
from tests.support.waiting import TIMEOUT_S

MUTATED_CALLS = 2000
ENDED_BY_ITS_POWER_OFF = """
import os, signal, sys
from pathlib import Path
from companion.service import helper

def power_off(command):
    os.kill(os.getpid(), signal.SIGTERM)
    return True

root, helper.USER = sys.argv[1:]
machine = helper.HelpedMachine(Path(root), power_off)
helper.HelpedMachine = lambda: machine
helper.main()
"""
"""A helper whom systemd ends as soon as the power-off has begun, before it has answered."""


@pytest.fixture
def pi(tmp_path: Path) -> Pretended:
    return Pretended(tmp_path / "root")


@contextmanager
def called(pi: Pretended, user: int) -> Iterator[tuple[socket.socket, list[str]]]:
    """Give a connection to a helper that answers *user*, and its answers."""
    ours, theirs = socket.socketpair()
    said: list[str] = []
    answering = threading.Thread(target=lambda: said.append(serve(theirs, pi.machine, user)))
    answering.start()
    with ours, theirs:
        yield ours, said
        answering.join(TIMEOUT_S)
        assert not answering.is_alive()


def test_i2c_is_switched_on_at_once_and_for_good(pi: Pretended) -> None:
    assert answer(b"fix-i2c\n", pi.machine) == "done"
    assert pi.config == f"{CONFIG}[all]\n{I2C_ON}\n{I2C_SPEED}\n"
    assert not [path for path in pi.files if "modules-load" in path], "a file of the service's loads it at each start"
    assert pi.ran == [("/usr/sbin/modprobe", "i2c-dev"), ("/usr/bin/dtparam", "i2c_arm=on")]
    before = pi.files
    assert answer(b"fix-i2c\n", pi.machine) == "done"
    assert pi.files == before, "once is enough"


def test_i2c_that_cannot_be_switched_on_now_is_on_from_the_next_start(pi: Pretended) -> None:
    pi.fails = {"dtparam"}
    assert answer(b"fix-i2c\n", pi.machine) == "done at-next-start"
    pi.fails = {"modprobe"}
    assert answer(b"fix-i2c\n", pi.machine) == "failed modprobe"


def test_a_computer_without_a_config_is_left_alone(pi: Pretended) -> None:
    (pi.root / "boot/firmware/config.txt").rename(pi.root / "boot/config.txt")
    assert answer(b"fix-i2c\n", pi.machine) == "done", "where it lay before"
    (pi.root / "boot/config.txt").unlink()
    before = pi.files
    assert answer(b"fix-i2c\n", pi.machine) == "refused no-config"
    assert pi.files == before


@pytest.mark.parametrize(
    ("config", "missing"),
    [
        ("", [I2C_ON, I2C_SPEED]),
        ("#dtparam=i2c_arm=on\n", [I2C_ON, I2C_SPEED]),
        ("dtparam=i2c_arm=on", [I2C_SPEED]),
        ("dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n", []),
        ("dtparam=i2c=on\ndtparam=i2c_baudrate=400000\n", []),
        ("dtparam=i2c_arm=on\ndtparam=i2c_arm=off\ndtparam=i2c_arm_baudrate=400000\n", [I2C_ON]),
        ("[pi4]\ndtparam=i2c_arm=on\ndtparam=i2c_arm_baudrate=400000\n", [I2C_ON, I2C_SPEED]),
        ("[pi4]\ndtparam=i2c_arm=off\n[all]\ndtparam=i2c_arm=on,i2c_arm_baudrate=400000\n", []),
    ],
)
def test_only_what_is_missing_is_written_below_what_is_there(config: str, missing: list[str]) -> None:
    after = with_i2c(config)
    assert after.startswith(config)
    added = after.removeprefix(config).split("\n")
    assert [line for line in added if line] == (["[all]", *missing] if missing else [])
    assert with_i2c(after) == after


def test_a_stick_is_mounted_for_the_table_and_the_computers_own_disk_never(pi: Pretended) -> None:
    assert answer(b"mount-stick sdb1\n", pi.machine) == "done"
    options = ("--collect", "--fsck=no", "--owner=tidetable", "--options=nosuid,nodev,noexec,noatime")
    stick = ("/dev/sdb1", "/media/stick-sdb1")
    assert pi.ran == [("/usr/bin/systemd-mount", "--no-ask-password", *options, *stick)]
    pi.ran.clear()
    assert answer(b"mount-stick sda1\n", pi.machine) == "refused in-use", "the system's disk"
    assert answer(b"mount-stick sdb\n", pi.machine) == "refused no-stick", "it has parts"
    assert answer(b"mount-stick sdc1\n", pi.machine) == "refused no-stick", "it isn't on USB"
    assert answer(b"mount-stick sdd1\n", pi.machine) == "refused no-stick"
    assert pi.ran == []
    assert loose_sticks(pi.root) == ["sdb1", "sdb2"]


def test_a_stick_is_unmounted_only_where_the_helper_has_mounted_it(pi: Pretended) -> None:
    assert answer(b"unmount-stick sdb1\n", pi.machine) == "refused not-mounted"
    assert answer(b"unmount-stick sda2\n", pi.machine) == "refused not-mounted", "the system's disk"
    assert answer(b"unmount-stick sdd1\n", pi.machine) == "refused no-stick"
    for number, folder in (("8:18", "/media/stick-sdb1"), ("8:17", "/media/ann/GAMES")):
        pi.write("proc/self/mountinfo", f"30 1 {number} / {folder} rw - vfat /dev/sdb1 rw\n")
        assert answer(b"unmount-stick sdb1\n", pi.machine) == "refused not-mounted"
    assert pi.ran == []
    pi.write("proc/self/mountinfo", "30 1 8:17 / /media/stick-sdb1 rw - vfat /dev/sdb1 rw\n")
    assert answer(b"unmount-stick sdb1\n", pi.machine) == "done"
    assert pi.ran == [("/usr/bin/systemd-mount", "--no-ask-password", "--umount", "/media/stick-sdb1")]
    pi.fails = {"systemd-mount"}
    assert answer(b"unmount-stick sdb1\n", pi.machine) == "failed systemd-mount", "somebody uses it"


def test_the_clock_is_set_unless_the_network_sets_it(pi: Pretended) -> None:
    assert answer(b"set-clock 1795483200\n", pi.machine) == "done"
    assert pi.ran == [("/usr/bin/date", "--utc", "--set=@1795483200")]
    for moment in (b"0", b"1600000000", b"99999999999", b"-1", b"1795483200x"):
        assert answer(b"set-clock %s\n" % moment, pi.machine).startswith("refused ")
    pi.write("run/systemd/timesync/synchronized", "")
    assert answer(b"set-clock 1795483200\n", pi.machine) == "refused clock-is-set"
    assert len(pi.ran) == 1


OFF = ("/usr/bin/systemctl", "--no-ask-password", "--no-block", "poweroff")


def test_the_computer_is_switched_off_and_the_picture_waits_for_its_end(pi: Pretended) -> None:
    assert answer(b"power-off 1.3c.00e3.40ff00\n", pi.machine) == "done"
    assert pi.files[LAST_PICTURE] == b"1.3c.00e3.40ff00"
    assert answer(b"power-off\n", pi.machine) == "done"
    assert pi.ran == [OFF, OFF]
    assert LAST_PICTURE not in pi.files, "a screen that is gone since has no picture"
    pi.fails = {"systemctl"}
    assert answer(b"power-off\n", pi.machine) == "failed systemctl"


@pytest.mark.parametrize(
    "argument",
    [b"now", b"1", b"1.3c", b"1.3c.", b"1.3c.0", b"111.3c.00", b"1.3c.00.", b"1.3c.zz", b"x.3c.00", b"1.3c.00\n1.3c.00"]
    + [b"1.3c." + b"00" * 161, b"1.3c" + b".00" * 65],
)
def test_it_is_not_switched_off_with_a_picture_that_is_none(argument: bytes, pi: Pretended) -> None:
    before = pi.files
    assert answer(b"power-off %s\n" % argument, pi.machine).startswith("refused ")
    assert pi.ran == []
    assert pi.files == before


def test_a_power_off_is_answered_although_it_ends_the_helper_as_well(pi: Pretended) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(b"power-off\n")
        user = pwd.getpwuid(os.getuid()).pw_name
        command = (sys.executable, "-c", ENDED_BY_ITS_POWER_OFF, str(pi.root), user)
        done = subprocess.run(command, stdin=theirs.fileno(), timeout=TIMEOUT_S, check=False)
        assert done.returncode == 0
        assert ours.recv(64) == b"done\n"


def mutated(random: Random) -> bytes:
    """Return a call with something wrong in it: of bytes, of verbs, of arguments, or of length."""
    verb = random.choice([*VERBS])
    good = {"mount-stick": b"mount-stick sdb1\n", "set-clock": b"set-clock 1795483200\n"}
    good["unmount-stick"] = b"un%s" % good["mount-stick"]
    call = bytearray(good.get(verb, verb.encode() + b"\n"))
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(call) + 1)
        match random.randrange(6):
            case 0:
                call[at:at] = bytes(random.randrange(256) for _ in range(random.randint(1, 5)))
            case 1:
                del call[at : at + random.randint(1, 4)]
            case 2:
                call[at:at] = random.choice([b"/", b"..", b";", b"$(id)", b"`id`", b"|", b"\0", b"\n", b" ", b"\r"])
            case 3:
                call[at:at] = random.choice([b" /etc/passwd", b" --help", b" http://x/", b" \xff", b"A" * MOST_BYTES])
            case 4:
                call[at : at + 1] = bytes([call[at] ^ 1 << random.randrange(8)]) if at < len(call) else b"\n"
            case _:
                call[:] = call.upper()
    return bytes(call)


def is_good(call: bytes) -> bool:
    """Tell whether *call* is one of the list after all, read as the list says it and not as the helper does."""
    word, space, argument = call.removesuffix(b"\n").partition(b" ")
    if not call.endswith(b"\n") or call.count(b"\n") > 1:
        return False
    if word in (b"fix-i2c", b"power-off"):
        return not space
    if word in (b"mount-stick", b"unmount-stick"):
        a_to_z, digits = b"abcdefghijklmnopqrstuvwxyz", b"123456789"
        return (
            len(argument) in (3, 4)
            and argument[:2] == b"sd"
            and argument[2] in a_to_z
            and (len(argument) == 3 or argument[3] in digits)
        )
    return (
        word == b"set-clock"
        and len(argument) == 10
        and all(48 <= each <= 57 for each in argument)
        and (1_700_000_000 <= int(argument) < 3_000_000_000)
    )


def test_two_thousand_mutated_calls_are_refused_and_change_nothing(pi: Pretended) -> None:
    random, before = Random(22), pi.files
    calls = [call for call in (mutated(random) for _ in range(2 * MUTATED_CALLS)) if not is_good(call)][:MUTATED_CALLS]
    assert len(calls) == MUTATED_CALLS
    user = os.getuid()
    said = set()
    for call in calls[:200]:
        with called(pi, user) as (connection, answers):
            connection.sendall(call)
            connection.shutdown(socket.SHUT_WR)
        said |= set(answers)
    said |= {answer(call, pi.machine) for call in calls}
    assert said == {"refused unknown", "refused argument", "refused long"}
    assert pi.ran == []
    assert pi.files == before


def test_another_user_is_refused_before_a_byte_is_read(pi: Pretended, capfd: pytest.CaptureFixture[str]) -> None:
    with called(pi, os.getuid() + 1) as (connection, answers):
        pass
    assert answers == ["refused user"]
    assert pi.ran == []
    assert f"uid {os.getuid()}, pid {os.getpid()}: b'': refused user" in capfd.readouterr().err


def test_a_call_that_takes_too_long_is_refused(pi: Pretended, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helper, "MOST_S", 0.05)
    with called(pi, os.getuid()) as (connection, answers):
        connection.sendall(b"fix-i2c")
        assert connection.recv(100) == b"refused late\n"
    assert answers == ["refused late"]
    assert pi.ran == []


def test_who_asks_and_goes_harms_nothing(pi: Pretended) -> None:
    with called(pi, os.getuid()) as (connection, answers):
        connection.sendall(b"fix-i2c\n")
        connection.close()
    assert answers == ["done"]


def test_each_call_is_logged(pi: Pretended, capfd: pytest.CaptureFixture[str]) -> None:
    with called(pi, os.getuid()) as (connection, _):
        connection.sendall(b"mount-stick \x1b[31m\n")
    assert "b'mount-stick \\x1b[31m\\n': refused unknown" in capfd.readouterr().err


def test_the_table_asks_it_by_a_socket_one_call_a_connection(pi: Pretended, tmp_path: Path) -> None:
    path = tmp_path / "helper"
    assert not Helper(path).is_there
    assert Helper(path).ask(FIX_I2C) == HelperAnswer(is_done=False, why="no-helper")
    with helper_at(path, pi) as asked:
        assert asked.is_there
        assert asked.ask(SET_CLOCK, "1795483200") == HelperAnswer(is_done=True)
        pi.fails = {"dtparam", "systemd-mount"}
        assert asked.ask(FIX_I2C) == HelperAnswer(is_done=True, at_next_start=True)
        assert asked.ask(SET_CLOCK, "soon") == HelperAnswer(is_done=False, why="argument")
        assert asked.ask(MOUNT_STICK, "sda1") == HelperAnswer(is_done=False, why="in-use")
        assert asked.ask(MOUNT_STICK, "sdb1") == HelperAnswer(is_done=False, why="systemd-mount")
        assert asked.ask(POWER_OFF) == HelperAnswer(is_done=True)
    assert {FIX_I2C, MOUNT_STICK, UNMOUNT_STICK, POWER_OFF, SET_CLOCK} == set(VERBS)
