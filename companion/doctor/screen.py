"""The I2C bus and its display: enabled, speed, and addresses in use."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from dataclasses import dataclass

from companion.doctor.place import SystemPlace
from companion.model.reports.findings import Finding, fault, none, ok, warning
from hardware.oled.panel.driver import NO_OPERATION
from hardware.oled.panel.wire import PanelWire, open_i2c

ADDRESSES = (0x3C, 0x3D)
"""Addresses of displays of this family."""
CONFIGS = ("boot/firmware/config.txt", "boot/config.txt")
SWITCHED_ON = re.compile(r"^\s*dtparam=(?:[\w=,]*,)?i2c(?:_arm|1)?(?:=on|=1)?\s*(?:,|$)", re.MULTILINE)
FAST_HZ = 400_000


@dataclass(frozen=True)
class BusFile:
    """Whether the bus has a file and it *may* be used.

    *asked* means that the settings of the Pi enable it.
    """

    is_pi: bool = True
    is_there: bool = True
    may_use: bool = True
    asked: bool = True
    number: int = 1


def read_bus(place: SystemPlace) -> BusFile:
    """Look for the bus's file and its setting of the Pi."""
    number = place.settings.oled.bus
    file = place.root / f"dev/i2c-{number}"
    texts = []
    for name in CONFIGS:
        with suppress(OSError):
            texts.append((place.root / name).read_text("utf-8", "replace"))
    asked = any(SWITCHED_ON.search(text) for text in texts)
    return BusFile(place.is_pi, file.exists(), os.access(file, os.R_OK | os.W_OK), asked, number)


def judge_bus(bus: BusFile) -> Finding:
    """Judge whether there is a bus for the display."""
    if not bus.is_pi:
        return none("not-a-pi")
    if not bus.is_there:
        return fault("i2c-no-module" if bus.asked else "i2c-off", bus=str(bus.number))
    return ok("i2c-ok", bus=str(bus.number)) if bus.may_use else fault("i2c-forbidden", bus=str(bus.number))


@dataclass(frozen=True)
class BusSpeed:
    """The bus's clock, None if unknown."""

    hertz: int | None = None


def read_speed(place: SystemPlace) -> BusSpeed:
    """Read the bus's clock from the device tree."""
    file = place.root / f"sys/class/i2c-adapter/i2c-{place.settings.oled.bus}/of_node/clock-frequency"
    with suppress(OSError):
        if place.is_pi:
            return BusSpeed(int.from_bytes(file.read_bytes()[:4], "big"))
    return BusSpeed()


def judge_speed(speed: BusSpeed) -> Finding:
    """Judge whether the bus is fast enough for animations."""
    if not speed.hertz:
        return none("speed-unread")
    kilohertz = speed.hertz // 1000
    return ok("speed-ok", speed=kilohertz) if speed.hertz >= FAST_HZ else warning("speed-slow", speed=kilohertz)


@dataclass(frozen=True)
class Answers:
    """Addresses of displays that answered, None if none could be asked.

    *wanted* is the one in the settings. *trouble* is a running table's trouble with its screen, a text key. *drawn*
    means that the screen is drawn on a page.
    """

    answered: tuple[int, ...] | None = ()
    wanted: int = 0x3C
    trouble: str = ""
    drawn: bool = False


def read_answers(place: SystemPlace) -> Answers:
    """Probe each address of a display by a command without effect."""
    oled = place.settings.oled
    held = place.held() if place.held is not None else None
    if held is not None and held.screen.simulated:
        return Answers(None, oled.address, drawn=True)
    trouble = held.screen.trouble if held is not None else ""
    if not place.is_pi:
        return Answers(None, oled.address, trouble)
    asked = sorted({*ADDRESSES, oled.address})
    try:
        return Answers(tuple(each for each in asked if acknowledges(oled.bus, each)), oled.address, trouble)
    except OSError:
        return Answers(None, oled.address, trouble)


def acknowledges(bus: int, address: int) -> bool:
    """Return True if a device answers at *address* of the computer's *bus*.

    :raises OSError: if the bus can't be used at all.
    """
    wire = PanelWire(lambda: open_i2c(bus), address)
    try:
        wire.command(NO_OPERATION)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.EACCES, errno.EPERM):
            raise
        return False
    finally:
        wire.cleanup()
    return True


def judge_answers(answers: Answers) -> Finding:
    """Judge whether the display has the settings' address."""
    if answers.drawn:
        return none("screen-drawn")
    wanted = _hex(answers.wanted)
    if answers.answered is None:
        return fault("screen-unreachable") if answers.trouble else none("screen-unread")
    if not answers.answered:
        return fault("screen-silent", wanted=wanted)
    if answers.wanted not in answers.answered:
        return fault("screen-elsewhere", wanted=wanted, found=_hex(answers.answered[0]))
    if answers.trouble:
        return fault("screen-refuses", wanted=wanted)
    return ok("screen-ok", wanted=wanted)


def _hex(address: int) -> str:
    return f"0x{address:02X}"
