"""Installing and removing the service, in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from companion.upkeep.install.boot_config import with_block, without_block
from companion.upkeep.install.files import LINKS, OF_COMMAND, OF_PACKAGE, PROGRAM, SETTINGS, UNIT, settings, shipped
from companion.upkeep.install.machine import Machine
from companion.upkeep.install.run import ADDED, REMOVED, Run, Tell

STARTED = {"tidetable-helper.socket": "sockets.target", "tidetable.service": "multi-user.target"}
"""Units that start with the computer, each with its target."""
SYSUSERS = "sysusers.d/tidetable.conf"
RELOAD_UDEV = (
    ("udevadm", "control", "--reload"),
    *(("udevadm", "trigger", f"--subsystem-match={name}") for name in ("gpio", "i2c-dev", "pwm", "tty")),
)
RELOAD_UNITS = ("systemctl", "daemon-reload")
RESTART_LOG = ("systemctl", "try-restart", "systemd-journald.service")
RESTART = ("systemctl", "try-restart", "tidetable.service")


def install(machine: Machine, program: Path, buzzer: int, tell: Tell, *, is_dry: bool = False) -> Sequence[str]:
    """Install all that is missing, reporting each thing; return the changes.

    *program* is its environment of Python, *buzzer* the buzzer's GPIO. With *is_dry*, return the changes that would be
    made.

    :raises OSError: if a file can't be read or written; all before it is done, and a further run continues there.
    :raises CallFailed: if a program of the system has failed; likewise.
    """
    run = Run(machine, tell, is_dry)
    is_packaged = machine.at(f"{OF_PACKAGE}/{UNIT}").is_file()
    for name, text in shipped().items():
        if is_packaged:
            run.drop(f"{OF_COMMAND}/{name}", text)  # it would win over the package's
        else:
            run.put(f"{OF_COMMAND}/{name}", text)
    run.put(SETTINGS, settings(), is_owners=True)
    run.configure(ADDED, partial(with_block, buzzer=buzzer))
    if program != Path("/") / PROGRAM:
        run.link(PROGRAM, str(program))
    for path, command in LINKS.items():
        run.link(path, f"/{PROGRAM}/{command}", old=f"{program}/{command}")
    if not machine.is_folder:
        run.add_account(f"{OF_PACKAGE if is_packaged else OF_COMMAND}/{SYSUSERS}")
        if is_packaged or run.has_changed:  # dpkg tells nobody of the files that it has changed
            run.call_each([*RELOAD_UDEV, RESTART_LOG, RELOAD_UNITS])
        if run.has_changed:
            run.call_each([RESTART])
        for unit, target in STARTED.items():
            run.start(unit, target)
    run.end()
    return run.changes


def uninstall(machine: Machine, program: Path, tell: Tell, *, is_dry: bool = False) -> Sequence[str]:
    """Remove all but the games and a package's files, like `install`."""
    run = Run(machine, tell, is_dry)
    if not machine.is_folder:
        for unit, target in STARTED.items():
            run.stop(unit, target)
    for path, command in LINKS.items():
        run.unlink(path, f"/{PROGRAM}/{command}", f"{program}/{command}")
    if program != Path("/") / PROGRAM:
        run.unlink(PROGRAM, str(program))
    run.configure(REMOVED, without_block)
    run.drop(SETTINGS, settings())
    for name, text in shipped().items():
        run.drop(f"{OF_COMMAND}/{name}", text)
    if not machine.is_folder:
        if run.has_changed:
            run.call_each([RELOAD_UNITS, RESTART_LOG, *RELOAD_UDEV])
        run.remove_account()
    run.end()
    return run.changes
