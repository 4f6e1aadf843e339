"""The helper: performs the few actions that need root.

It handles one call a connection.

A call is one line, a verb of ``VERBS`` and perhaps an argument, each matched whole against a pattern; the answer is one
line: ``done``, ``done at-next-start``, ``refused WHY`` or ``failed WHY``. Nothing of a call ever reaches a shell, is a
path or an address. It is started by ``tidetable-helper.socket`` for each connection, and every call is logged.
"""

from __future__ import annotations

import os
import pwd
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

USER = "tidetable"
"""The user with permission to call."""
MOST_BYTES = 4096
MOST_S = 2.0
"""Maximum size of a call in bytes, and timeout in seconds."""
LOGGED_BYTES = 64
RUN_S = 15.0
PEER = "3i"
"""The kernel's credentials of the caller: process, user, group."""
LINE = re.compile(rb"([a-z][a-z0-9-]{0,19})(?: ([a-z0-9.]{1,4000}))?\n")
CONFIGS = ("boot/firmware/config.txt", "boot/config.txt")
LARGEST_CONFIG = 65536
I2C_ON, I2C_SPEED = "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000"
STICK = re.compile("sd[a-z][1-9]?")
PICTURE = re.compile(r"|[0-9]{1,2}\.[0-9a-f]{2}(\.([0-9a-f]{2}){1,160}){1,64}")
"""Empty, or a picture: bus, display's address, and messages."""
LAST_PICTURE = "run/tidetable-helper/last-picture"
"""File of the picture that ``last_picture`` shows before power-off."""
DONE, AT_NEXT_START = "done", "done at-next-start"


class HelperRefused(Exception):
    """A refused call; its argument names the reason in one word."""


class HelperFailed(Exception):
    """A call has failed; its argument names the failure in one word."""


def run(command: Sequence[str]) -> bool:
    """Run *command* without a shell; return True if it succeeded.

    Its first word is a full path.
    """
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"},
            cwd="/",
            timeout=RUN_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        log(f"{command[0]}: {error}")
        return False
    return done.returncode == 0


@dataclass(frozen=True)
class HelpedMachine:
    """The computer that a call changes: its *root*, and *run* for commands."""

    root: Path = Path("/")
    run: Callable[[Sequence[str]], bool] = run

    def must_run(self, *command: str) -> None:
        """Run *command*.

        :raises HelperFailed: if it hasn't succeeded.
        """
        if not self.run(command):
            raise HelperFailed(Path(command[0]).name)


# ---------------------------------------------------------------------- the verbs
def fix_i2c(machine: HelpedMachine, argument: str) -> str:
    """Enable I2C at the screen's speed, now or at the next start."""
    config = next((machine.root / name for name in CONFIGS if (machine.root / name).is_file()), None)
    if config is None:
        raise HelperRefused("no-config")
    if config.stat().st_size > LARGEST_CONFIG:
        raise HelperRefused("config-too-large")
    before = config.read_text("utf-8", "surrogateescape")
    after = with_i2c(before)
    if after != before:
        replace(config, after)
    machine.must_run("/usr/sbin/modprobe", "i2c-dev")
    is_on = after == before or machine.run(("/usr/bin/dtparam", "i2c_arm=on"))
    return DONE if is_on else AT_NEXT_START


def with_i2c(config: str) -> str:
    """Return the text of ``config.txt`` with I2C on for every model.

    It is unchanged if I2C is on already.
    """
    missing = missing_i2c(config)
    if not missing:
        return config
    end = "" if not config or config.endswith("\n") else "\n"
    return "\n".join([f"{config}{end}[all]", *missing, ""])


def missing_i2c(config: str) -> list[str]:
    """Return the lines missing in ``config.txt`` for fast I2C on every model."""
    on, speed, section = False, False, "all"
    for line in config.splitlines():
        words = line.strip()
        if words.startswith("[") and words.endswith("]"):
            section = words[1:-1]
        if section != "all" or not words.startswith("dtparam="):
            continue
        for each in words.removeprefix("dtparam=").split(","):
            name, _, value = (part.strip() for part in each.partition("="))
            if name in ("i2c_arm", "i2c"):
                on = value in ("", "on", "yes", "true", "1")
            speed = speed or name in ("i2c_arm_baudrate", "i2c_baudrate")
    return [*([] if on else [I2C_ON]), *([] if speed else [I2C_SPEED])]


def mount_stick(machine: HelpedMachine, name: str) -> str:
    """Mount the memory stick *name*, such as ``sda1``, writable for the table."""
    why = why_no_stick(machine.root, name)
    if why:
        raise HelperRefused(why)
    machine.must_run(
        "/usr/bin/systemd-mount",
        "--no-ask-password",
        "--collect",
        "--fsck=no",
        f"--owner={USER}",
        "--options=nosuid,nodev,noexec,noatime",
        f"/dev/{name}",
        mounted_at(name),
    )
    return DONE


def unmount_stick(machine: HelpedMachine, name: str) -> str:
    """Unmount the memory stick *name*, if :func:`mount_stick` mounted it.

    It fails while somebody uses it.
    """
    device = machine.root / "sys" / "class" / "block" / name / "dev"
    if not device.exists():
        raise HelperRefused("no-stick")
    number = device.read_text("ascii").strip()
    if (number, mounted_at(name)) not in {(line.split(" ")[2], line.split(" ")[4]) for line in mounts(machine.root)}:
        raise HelperRefused("not-mounted")
    machine.must_run("/usr/bin/systemd-mount", "--no-ask-password", "--umount", mounted_at(name))
    return DONE


def mounted_at(name: str) -> str:
    """Return the mount point of the stick *name*."""
    return f"/media/stick-{name}"


def why_no_stick(root: Path, name: str) -> str:
    """Return the reason why *name* can't be mounted, "" if it can.

    *root* is the computer's.
    """
    blocks = root / "sys" / "class" / "block"
    block = blocks / name
    if not STICK.fullmatch(name) or not any(part.startswith("usb") for part in block.resolve().parts):
        return "no-stick"
    if not block.exists() or any(block.glob(f"{name}[1-9]")):
        return "no-stick"  # gone, or it is its parts that can be mounted
    disk = name.rstrip("0123456789")
    numbers = {each.joinpath("dev").read_text("ascii").strip() for each in blocks.glob(f"{disk}*")}
    return "in-use" if any(line.split(" ")[2] in numbers for line in mounts(root)) else ""


def mounts(root: Path) -> list[str]:
    """Return the mounts, a line each, as in the kernel's ``mountinfo``."""
    return (root / "proc" / "self" / "mountinfo").read_text("utf-8", "replace").splitlines()


def loose_sticks(root: Path = Path("/")) -> list[str]:
    """Return the names of memory sticks that could be mounted.

    :raises OSError: if they can't be listed.
    """
    names = sorted(path.name for path in (root / "sys" / "class" / "block").glob("sd*"))
    return [name for name in names if not why_no_stick(root, name)]


def set_clock(machine: HelpedMachine, seconds: str) -> str:
    """Set the clock to *seconds* since 1970, unless synchronized by the network."""
    if (machine.root / "run" / "systemd" / "timesync" / "synchronized").exists():
        raise HelperRefused("clock-is-set")
    machine.must_run("/usr/bin/date", "--utc", f"--set=@{seconds}")
    return DONE


def power_off(machine: HelpedMachine, picture: str) -> str:
    """Power off; show *picture* once all is written, "" for none."""
    file = machine.root / LAST_PICTURE
    if picture:
        file.parent.mkdir(parents=True, exist_ok=True)
        replace(file, picture)
    else:
        file.unlink(missing_ok=True)
    machine.must_run("/usr/bin/systemctl", "--no-ask-password", "--no-block", "poweroff")
    return DONE


@dataclass(frozen=True)
class Verb:
    """One permitted call: its *argument* in full, and its function *done*.

    An empty pattern means no argument.
    """

    argument: re.Pattern[str]
    done: Callable[[HelpedMachine, str], str]


VERBS = {
    "fix-i2c": Verb(re.compile(""), fix_i2c),
    "mount-stick": Verb(STICK, mount_stick),
    "power-off": Verb(PICTURE, power_off),
    "unmount-stick": Verb(STICK, unmount_stick),
    "set-clock": Verb(re.compile("1[7-9][0-9]{8}|2[0-9]{9}"), set_clock),
}


# ---------------------------------------------------------------------- a call
def answer(call: bytes, machine: HelpedMachine) -> str:
    """Perform *call* on *machine* and return the answer."""
    found = LINE.fullmatch(call)
    verb = VERBS.get(found[1].decode("ascii")) if found else None
    if found is None or verb is None:
        return "refused unknown"
    argument = (found[2] or b"").decode("ascii")
    if not verb.argument.fullmatch(argument):
        return "refused argument"
    try:
        return verb.done(machine, argument)
    except HelperRefused as why:
        return f"refused {why}"
    except HelperFailed as why:
        return f"failed {why}"
    except (OSError, ValueError) as error:
        log(f"{type(error).__name__}: {error}")
        return "failed files"


def serve(connection: socket.socket, machine: HelpedMachine, user: int) -> str:
    """Answer the one call of *connection*, only for the user id *user*."""
    peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize(PEER))
    pid, uid, _ = struct.unpack(PEER, peer)
    call = b""
    if uid != user:
        said = "refused user"
    else:
        try:
            call = read(connection)
        except TimeoutError:
            said = "refused late"
        except OSError:
            said = "refused gone"
        else:
            said = answer(call, machine) if len(call) <= MOST_BYTES else "refused long"
    log(f"uid {uid}, pid {pid}: {ascii(call[:LOGGED_BYTES])}: {said}")
    connection.settimeout(MOST_S)
    with suppress(OSError):  # whoever has asked may be gone
        connection.sendall(f"{said}\n".encode("ascii"))
    return said


def read(connection: socket.socket) -> bytes:
    """Read a call from *connection*, up to its end or the limit.

    Its end is that of the line or of the connection.

    :raises TimeoutError: if that takes too long.
    """
    until_s = time.monotonic() + MOST_S
    call = b""
    while b"\n" not in call and len(call) <= MOST_BYTES:
        connection.settimeout(max(0.001, until_s - time.monotonic()))
        more = connection.recv(MOST_BYTES + 1 - len(call))
        if not more:
            break
        call += more
    return call


def replace(file: Path, text: str) -> None:
    """Write *text* to *file*, durably and atomically.

    :raises OSError: if it can't be written.
    """
    new = file.with_name(f"{file.name}.tidetable")
    with new.open("w", encoding="utf-8", errors="surrogateescape", newline="") as writing:
        writing.write(text)
        writing.flush()
        os.fsync(writing.fileno())
    new.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def log(line: str) -> None:
    """Write *line* to the system's log."""
    print(line, file=sys.stderr, flush=True)


def main() -> None:
    """Answer the call on standard input, which is the connection."""
    # A power-off ends this program too, and may do so before the table has its answer.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with socket.socket(fileno=os.dup(0)) as connection:
        serve(connection, HelpedMachine(), pwd.getpwnam(USER).pw_uid)


if __name__ == "__main__":
    main()
