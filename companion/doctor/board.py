"""The computer itself: its power, its temperature, and its date."""

from __future__ import annotations

import fcntl
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.doctor.place import SystemPlace
from companion.model.reports.findings import Finding, fault, none, ok, warning
from companion.runtime.clock import local_text

UNDER_VOLTAGE, WAS_UNDER_VOLTAGE = 1 << 0, 1 << 16
"""Bits of the firmware's state: under-voltage now, and since power-on."""
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
HWMON = "sys/class/hwmon"
VOLTAGE_ALARM = "rpi_volt"
"""Name of the kernel's own voltage monitor."""
ZONE = "sys/class/thermal/thermal_zone0/temp"
WARM_C, HOT_C = 70, 80
"""Limits in degrees Celsius. A Raspberry Pi throttles itself from 80 on."""

_MAILBOX = 0xC0006400 | struct.calcsize("P") << 16
"""The number of the firmware's ioctl, ``_IOWR(100, 0, char *)``."""
_GET_THROTTLED = 0x00030046


@dataclass(frozen=True)
class Power:
    """The firmware's voltage *bits*, None if unavailable."""

    bits: int | None = None


def read_power(place: SystemPlace) -> Power:
    """Read the power state from the firmware or the kernel.

    The firmware has a file and a mailbox, the kernel a voltage monitor. It uses the first that there is.
    """
    for ask in (_of_file, _of_mailbox, _of_hwmon):
        bits = ask(place.root)
        if bits is not None:
            return Power(bits)
    return Power()


def judge_power(power: Power) -> Finding:
    """Judge the voltage, now and since power-on."""
    if power.bits is None:
        return none("power-unread")
    if power.bits & UNDER_VOLTAGE:
        return fault("power-low")
    return warning("power-was-low") if power.bits & WAS_UNDER_VOLTAGE else ok("power-ok")


def _of_file(root: Path) -> int | None:
    with suppress(OSError, ValueError):
        return int((root / THROTTLED).read_text("ascii"), 16)
    return None


def _of_mailbox(root: Path, call: Callable[[int, int, bytearray], object] = fcntl.ioctl) -> int | None:
    message = bytearray(struct.pack("=8I", 32, 0, _GET_THROTTLED, 4, 0, 0, 0, 0))
    try:
        with (root / "dev/vcio").open("rb") as mailbox:
            call(mailbox.fileno(), _MAILBOX, message)
    except OSError:
        return None
    _, answer, _, _, _, bits, _, _ = struct.unpack("=8I", message)
    return int(bits) if answer == 0x80000000 else None


def _of_hwmon(root: Path) -> int | None:
    for name in sorted((root / HWMON).glob("*/name")):
        with suppress(OSError, ValueError):
            if name.read_text("ascii").strip() == VOLTAGE_ALARM:
                alarms = int((name.parent / "in0_lcrit_alarm").read_text("ascii"))
                return UNDER_VOLTAGE if alarms else 0
    return None


@dataclass(frozen=True)
class Heat:
    """The processor's temperature in degrees, None if unavailable."""

    celsius: float | None = None


def read_heat(place: SystemPlace) -> Heat:
    """Read the processor's temperature."""
    with suppress(OSError, ValueError):
        return Heat(int((place.root / ZONE).read_text("ascii")) / 1000)
    return Heat()


def judge_heat(heat: Heat) -> Finding:
    """Judge the temperature by the limit of a Raspberry Pi."""
    if heat.celsius is None:
        return none("heat-unread")
    degrees = round(heat.celsius)
    if heat.celsius >= HOT_C:
        return fault("heat-hot", degrees=degrees)
    return warning("heat-warm", degrees=degrees) if heat.celsius >= WARM_C else ok("heat-ok", degrees=degrees)


@dataclass(frozen=True)
class Calendar:
    """Whether the table knows the date, and the date as text."""

    is_set: bool
    told: str = ""


def read_calendar(place: SystemPlace) -> Calendar:
    """Read the table's clock."""
    now = place.clock.utc_text()
    return Calendar(bool(now), local_text(now))


def judge_calendar(calendar: Calendar) -> Finding:
    """Judge whether games get a date."""
    return ok("clock-ok", now=calendar.told) if calendar.is_set else warning("clock-unset")
