"""The pins of the table, real or simulated: chosen once, in the open, and handed to everyone who needs a pin.

gpiozero would otherwise choose by itself at the first device, with warnings, from four back ends. Here its
class-wide choice is never touched: every device is given the factory of the one `Pins` object.
"""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import sys
import tempfile
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from gpiozero.exc import GPIOZeroError
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.ports import DeviceStatus

log = logging.getLogger(__name__)

PinChoice = Literal["auto", "real", "simulated"]

MOCK_REVISION = "a02082"
"""A Raspberry Pi 3B, whose header has every pin that a wiring may name."""


class PinsUnavailable(OSError):  # noqa: N818  # the state of the pins, as people say it
    """The real pins can't be used; the message says why and what to do. *key* is a text key for the reason."""

    def __init__(self, message: str, key: str) -> None:
        super().__init__(message)
        self.key = key


@dataclass(frozen=True, slots=True)
class Pins:
    """The pins to use.

    *factory* goes to every gpiozero device as `pin_factory`; *reason* is a text key for why the pins are simulated,
    empty when they are real; *errors* is what a pin in use may raise.
    """

    factory: Any
    simulated: bool
    reason: str
    errors: tuple[type[Exception], ...] = (OSError, GPIOZeroError)

    @property
    def status(self) -> DeviceStatus:
        """How the pins are: in trouble where a Raspberry Pi should have real ones and hasn't."""
        trouble = self.reason if self.reason in ("device.pins.no_gpio", "device.pins.refused") else ""
        return DeviceStatus("pins", self.simulated, not trouble, trouble)

    def close(self) -> None:
        """Give all pins back, as inputs. Every device on them must have been closed before."""
        self.factory.close()


def choose_pins(choice: PinChoice = "auto", root: Path = Path("/")) -> Pins:
    """Choose real or simulated pins and say so in the log, once.

    "auto" takes real pins on a Raspberry Pi where they can be opened and simulated ones everywhere else. *root* is
    where `proc` and `dev` are looked for.

    :raises PinsUnavailable: *choice* is "real" and the pins can't be opened.
    :raises ValueError: *choice* is none of the three.
    """
    if choice not in ("auto", "real", "simulated"):
        raise ValueError(f"pins are {choice!r}: expected auto, real or simulated")
    if choice == "simulated":
        return _simulated(logging.INFO, "asked for in the settings or on the command line", "device.pins.asked")
    try:
        _look_for_header(root)
        pins = open_real_pins()
    except PinsUnavailable as fault:
        if choice == "real":
            raise
        not_a_pi = fault.key == "device.pins.not_a_pi"
        return _simulated(logging.INFO if not_a_pi else logging.WARNING, str(fault), fault.key)
    log.info("GPIO pins are real")
    return pins


def open_real_pins() -> Pins:
    """Open the Raspberry Pi's own pins through lgpio.

    :raises PinsUnavailable: lgpio isn't installed, or the kernel doesn't give it the pins.
    """
    try:
        _import_lgpio()
        import lgpio
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, OSError) as fault:
        raise _refused(fault, "install it with: pip install 'tidetable[pi]'") from fault
    errors = (OSError, GPIOZeroError, lgpio.error)
    try:
        return Pins(LGPIOFactory(), simulated=False, reason="", errors=errors)
    except errors as fault:
        raise _refused(fault, "the user who runs the table must be in the group gpio") from fault


def _simulated(level: int, why: str, key: str) -> Pins:
    """Return simulated pins, and log at *level* why."""
    log.log(level, "GPIO pins are simulated: %s", why)
    # Pretend pins with PWM, as all real ones have it: the buzzer needs one.
    return Pins(MockFactory(revision=MOCK_REVISION, pin_class=MockPWMPin), simulated=True, reason=key)


def _refused(fault: Exception, advice: str) -> PinsUnavailable:
    """Return the error for a Pi whose pins can't be opened."""
    what = f"lgpio can't open the GPIO pins ({type(fault).__name__}: {fault}); {advice}"
    return PinsUnavailable(what, "device.pins.refused")


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


def _import_lgpio() -> None:
    """Import lgpio for the first time with a folder that it can write to.

    Its import makes a named pipe in $LG_WD, or in the current folder (a service's is often read-only), and leaves
    the whole process in that folder: we give it one of ours and come back.

    :raises ImportError: lgpio isn't installed.
    :raises OSError: the folder can't be used.
    """
    if "lgpio" in sys.modules:
        return
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if not folder:
        folder = tempfile.mkdtemp(prefix="tidetable-lgpio-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["LG_WD"] = folder
    with chdir(folder):
        import lgpio  # noqa: F401
