"""The pins of a Raspberry Pi's header, opened by gpiod."""

from __future__ import annotations

from pathlib import Path

from gpiozero.exc import GPIOZeroError

from hardware.board.pins import refused
from hardware.gpio.chip import find_chip
from hardware.gpio.factory import GpiodFactory
from hardware.gpio.faults import NoChip

IN_GROUP = "the user who runs the table must be in the group gpio: sudo adduser $USER gpio, then log in again"
NO_HEADER = "this kernel's driver for the header's pins isn't loaded, or isn't known here"


def open_header(dev: Path) -> GpiodFactory:
    """Open the header's pins, by their chip in *dev*.

    :raises PinsUnavailable: the kernel doesn't give us the pins.
    """
    try:
        factory = GpiodFactory(find_chip(dev))
    except NoChip as fault:
        if fault.forbidden:
            raise refused(f"{fault}; {IN_GROUP}", "device.pins.forbidden") from fault
        raise refused(f"{fault}; {NO_HEADER}") from fault
    except OSError as fault:
        raise refused(str(fault)) from fault
    try:
        _ = factory.board_info
    except (OSError, GPIOZeroError) as fault:
        factory.close()
        raise refused(f"this board's revision can't be read: {fault}") from fault
    return factory
