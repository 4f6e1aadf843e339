"""The ordered table of all installed things; uninstalling reverses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path

from companion.service.helper import MODULES, USER
from companion.upkeep.install.step import BootConfig, Files, Link, Step, Units, User

GROUPS = ("gpio", "i2c", "dialout", "video")
DATA = "var/lib/tidetable"
UNITS = "etc/systemd/system"
SYSUSERS = "etc/sysusers.d/tidetable.conf"
SETTINGS = "etc/tidetable/tidetable.toml"
UNIT_FILES = ("tidetable.service", "tidetable-helper.socket", "tidetable-helper@.service")
STARTED = {"tidetable-helper.socket": "sockets.target", "tidetable.service": "multi-user.target"}
SHUTDOWN = "usr/lib/systemd/system-shutdown/tidetable"
"""A program that systemd runs before power-off, after all is written. systemd uses no other folder."""
DEFAULT_PREFIX = "/opt/tidetable"
"""Path of the program in the units of `companion/service`.

The program lies there, or a link to it.
"""

PORT = 80
PORT_RIGHT = """\
# The one right that port 80 takes, and for this process alone. A socket of systemd's would tie the table to one
# address, which its settings may change while it runs; a lower net.ipv4.ip_unprivileged_port_start would give every
# program of this computer all ports from 80 on.
[Service]
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
"""

UDEV = """\
# The table's devices belong to groups. Raspberry Pi OS has most of these rules itself; other systems have none.
SUBSYSTEM=="gpio", KERNEL=="gpiochip[0-9]*", GROUP="gpio", MODE="0660"
SUBSYSTEM=="i2c-dev", GROUP="i2c", MODE="0660"
KERNEL=="vcio", GROUP="video", MODE="0660"
# The kernel tells of each PWM channel that is exported by a change of its chip.
SUBSYSTEM=="pwm", ACTION=="add|change", RUN+="/bin/chgrp -Rh gpio /sys%p", RUN+="/bin/chmod -R g=u /sys%p"
# The dice tray: nothing that looks for modems may write to it.
SUBSYSTEM=="tty", ATTRS{idVendor}=="2e8a", ATTRS{idProduct}=="0005", GROUP="dialout", MODE="0660", \
ENV{ID_MM_DEVICE_IGNORE}="1"
"""

JOURNALD = """\
# A memory card is worn by what is written to it: the log has its place, and no more.
[Journal]
SystemMaxUse=64M
RuntimeMaxUse=16M
"""

SETTINGS_TEXT = f"""\
# The table's settings: all that can be set is printed by `tidetable config --print`.

[web]
port = {PORT}
"""

RELOAD_UDEV = (
    ("udevadm", "control", "--reload"),
    *(("udevadm", "trigger", f"--subsystem-match={name}") for name in ("gpio", "i2c-dev", "pwm", "tty")),
)

RELOAD_UNITS = ("systemctl", "daemon-reload")
RESTART_LOG = (("systemctl", "try-restart", "systemd-journald.service"),)

PWM_OVERLAYS: Mapping[int, str] = {
    18: "dtoverlay=pwm",
    12: "dtoverlay=pwm,pin=12,func=4",
    13: "dtoverlay=pwm,pin=13,func=4",
    19: "dtoverlay=pwm,pin=19,func=2",
}
"""``config.txt`` lines that give a GPIO the kernel's PWM. Source: Raspberry Pi's overlays README."""


def steps(prefix: Path, buzzer: int) -> Sequence[Step]:
    """Return all steps for the program in *prefix* and a *buzzer*'s GPIO.

    *prefix* is an environment of Python.
    """
    return (
        Files("the service's user, in a file", {SYSUSERS: _shipped("sysusers.conf")}),
        User("the service's user and groups", USER, GROUPS, SYSUSERS, DATA),
        Files("rights on devices", {"etc/udev/rules.d/70-tidetable.rules": UDEV}, RELOAD_UDEV, RELOAD_UDEV),
        BootConfig("I2C, fast, and the buzzer's PWM", PWM_OVERLAYS.get(buzzer, "")),
        Files("I2C for programs", {MODULES: "i2c-dev\n"}, old=frozenset({"i2c-dev\n"})),
        Files(
            "the log's size",
            {"etc/systemd/journald.conf.d/tidetable.conf": JOURNALD},
            RESTART_LOG,
            RESTART_LOG,
        ),
        Files("settings", {SETTINGS: SETTINGS_TEXT}, is_owners=True),
        Link("the command", "usr/local/bin/tidetable", str(prefix / "bin" / "tidetable")),
        Link("the last picture", SHUTDOWN, str(prefix / "bin" / "tidetable-last-picture")),
        Files(
            "units",
            {f"{UNITS}/{name}": unit(name, prefix) for name in UNIT_FILES}
            | {f"{UNITS}/tidetable.service.d/port-{PORT}.conf": PORT_RIGHT},
            (RELOAD_UNITS, ("systemctl", "try-restart", "tidetable.service")),
            (RELOAD_UNITS,),
        ),
        Units("started with the computer", STARTED),
    )


def installed_prefix(own: Path, usual: Path = Path(DEFAULT_PREFIX)) -> Path:
    """Return the path of the environment *own* that outlives upgrades.

    That is *usual*, if it leads there.
    """
    return usual if usual.resolve() == own.resolve() else own


def unit(name: str, prefix: Path) -> str:
    """Return the text of the unit *name* for the program in *prefix*."""
    return _shipped(name).replace(f"ExecStart={DEFAULT_PREFIX}/", f"ExecStart={prefix}/")


def _shipped(name: str) -> str:
    return (files("companion.service") / name).read_text("utf-8")
