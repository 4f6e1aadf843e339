"""The table's pins, real or simulated: chosen once for all users.

gpiozero would otherwise choose by itself at the first device, with warnings, from four back ends. Here its class-wide
choice is never touched: every device is given the factory of the one `Pins` object.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero.exc import GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from msgspec import Struct

from hardware.board.wiring import PinChoice
from hardware.ports import DeviceStatus

log = logging.getLogger(__name__)

MOCK_REVISION = "a02082"
"""A Raspberry Pi 3B, with every pin that a wiring may name."""


REFUSALS = ("device.pins.no_gpio", "device.pins.refused", "device.pins.forbidden")
"""Why a Raspberry Pi may have no real pins."""


class PinsUnavailable(OSError):  # noqa: N818  # the state of the pins, as people say it
    """The real pins can't be used; the message names a remedy.

    *key* is a text key for the reason.
    """

    def __init__(self, message: str, key: str) -> None:
        super().__init__(message)
        self.key = key


class SimulatedPin(MockPWMPin):  # type: ignore[misc]
    """A simulated pin with pulses, like all real ones.

    The buzzer needs them.
    """

    lost = 0
    """Edges dropped before the current one: never any."""
    when_deaf: Callable[[Exception], None] | None = None
    """Unused: a simulated pin never stops reporting edges.

    A real pin calls it if its edges can't be read any more.
    """

    def _call_when_changed(self) -> None:
        """Report an edge with the factory's clock instead of the computer's."""
        super(MockPin, self)._call_when_changed(self.factory.ticks(), self.state)


class SimulatedFactory(MockFactory):  # type: ignore[misc]
    """Makes simulated pins; *clock* gives their time in monotonic seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(revision=MOCK_REVISION, pin_class=SimulatedPin)
        self.ticks = clock


def _nothing_waits() -> None:
    """Deliver nothing: a simulated pin tells its edges as they are made."""


class Pins(Struct, frozen=True):
    """The pins to use.

    *factory* goes to every gpiozero device as `pin_factory`; *reason* is a text key for why the pins are simulated,
    empty when they are real; *deliver* hands on every edge that has happened until now, before it returns.
    """

    factory: Any
    simulated: bool
    reason: str
    deliver: Callable[[], None] = _nothing_waits

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """Errors of a pin in use."""
        return OSError, GPIOZeroError

    @property
    def all_simulated(self) -> bool:
        """Whether the table's other devices are simulated too.

        They aren't if only a Raspberry Pi's pins are refused.
        """
        return self.simulated and self.reason not in REFUSALS

    @property
    def status(self) -> DeviceStatus:
        """The status of the pins; a Pi without real ones has trouble."""
        trouble = self.reason if self.reason in REFUSALS else ""
        return DeviceStatus("pins", self.simulated, not trouble, trouble)

    def close(self) -> None:
        """Release all pins, as inputs.

        Every device on them must have been closed before.
        """
        self.factory.close()


def choose_pins(
    choice: PinChoice = "auto", root: Path = Path("/"), clock: Callable[[], float] = time.monotonic
) -> Pins:
    """Choose real or simulated pins and log the choice, once.

    "auto" takes real pins on a Raspberry Pi if they can be opened and simulated ones everywhere else. *root* is where
    `proc` and `dev` are looked for. *clock* gives simulated pins monotonic seconds; real ones have the kernel's.

    :raises PinsUnavailable: *choice* is "real" and the pins can't be opened.
    :raises ValueError: *choice* is none of the three.
    """
    if choice not in ("auto", "real", "simulated"):
        raise ValueError(f"pins are {choice!r}: expected auto, real or simulated")
    if choice == "simulated":
        return _simulated(clock, logging.INFO, "asked for in the settings or on the command line", "device.pins.asked")
    try:
        _look_for_header(root)
        pins = open_real_pins(root / "dev")
    except PinsUnavailable as fault:
        if choice == "real":
            raise
        not_a_pi = fault.key == "device.pins.not_a_pi"
        return _simulated(clock, logging.INFO if not_a_pi else logging.WARNING, str(fault), fault.key)
    log.info("GPIO pins are real")
    return pins


def open_real_pins(dev: Path = Path("/dev")) -> Pins:
    """Open the Raspberry Pi's own pins, by their chip in *dev*.

    :raises PinsUnavailable: gpiod isn't installed, or the kernel doesn't give us the pins.
    """
    try:
        from hardware.board.header import open_header
    except ImportError as fault:
        raise refused(f"{fault}; install it with: pip install gpiod") from fault
    factory = open_header(dev)
    return Pins(factory, simulated=False, reason="", deliver=factory.deliver)


def _simulated(clock: Callable[[], float], level: int, why: str, key: str) -> Pins:
    """Return simulated pins, and log at *level* why."""
    log.log(level, "GPIO pins are simulated: %s", why)
    return Pins(SimulatedFactory(clock), simulated=True, reason=key)


def refused(why: str, key: str = "device.pins.refused") -> PinsUnavailable:
    """Return the error for a Pi with pins that can't be opened.

    *key* is the text for people.
    """
    return PinsUnavailable(f"the GPIO pins can't be opened: {why}", key)


def _look_for_header(root: Path) -> None:
    """Make sure that this computer has a Pi's pins.

    :raises PinsUnavailable: the device tree names no Raspberry Pi, or there is no gpiochip.
    """
    try:
        model = (root / "proc/device-tree/model").read_bytes().rstrip(b"\0").decode("utf-8", "replace")
    except OSError:
        model = ""
    if "Raspberry Pi" not in model:
        found = f"a {model}" if model else "no device tree with a model"
        raise PinsUnavailable(f"this computer is not a Raspberry Pi ({found})", "device.pins.not_a_pi")
    if not any((root / "dev").glob("gpiochip*")):
        advice = "a container must be given these devices"
        raise PinsUnavailable(f"{model} shows no /dev/gpiochip*; {advice}", "device.pins.no_gpio")
