"""Tones by the kernel's PWM: the hardware makes the pulses.

No thread ever wakes for them. A pin of a Raspberry Pi has it once an overlay says so in config.txt: `dtoverlay=pwm` for
GPIO18. Chips are numbered differently on each board and kernel, so the pin's chip is read from the device tree: the
chip's kind gives the channels that can reach the pin, and the pins given to the chip show which channel does.
"""

from __future__ import annotations

import errno
import os
import struct
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

CHANNELS: Mapping[str, Mapping[int, int]] = {
    "brcm,bcm2835-pwm": {12: 0, 13: 1, 18: 0, 19: 1},
    "raspberrypi,rp1-pwm": {12: 0, 13: 1, 14: 2, 15: 3, 18: 2, 19: 3},
}
"""Channels of the GPIOs, by a chip's kind in the device tree.

The first is of a Pi 4 and all before, the second of a Pi 5. Source: the overlays' README of Raspberry Pi, and the table
of functions in the RP1's data sheet.
"""

PERMITTED_S = 1.0
"""Seconds until udev gives a new channel to the group gpio."""
POLL_S = 0.01
NS = 1_000_000_000


class Channel(Struct, frozen=True):
    """One output of a PWM chip: its folder and *number*."""

    chip: Path
    number: int

    @property
    def folder(self) -> Path:
        """Where it is set, once it is exported."""
        return self.chip / f"pwm{self.number}"


def find_channel(gpio: int, root: Path = Path("/")) -> Channel | None:
    """Return the channel that drives *gpio*, None if none does.

    *root* is where `sys` is looked for.
    """
    for chip in sorted((root / "sys/class/pwm").glob("pwmchip*")):
        node = chip / "device/of_node"
        for kind in _words(node / "compatible"):
            number = CHANNELS.get(kind, {}).get(gpio)
            if number is not None and _is_given_to(gpio, node, root / "sys/firmware/devicetree/base"):
                return Channel(chip, number)
    return None


class KernelTone:
    """A tone on *channel*, silent at first; building takes up to `PERMITTED_S`.

    A channel that is exported already is used if it is idle, or if it sounds as after a crash of this program.

    :raises OSError: the kernel refuses it, this user may not write to it, or another program uses it.
    """

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._sounds = False
        self._exported = not channel.folder.is_dir()
        if self._exported:
            _write(channel.chip / "export", channel.number)
        elif self._get("enable") and self._get("duty_cycle") not in (0, _half(self._get("period"))):
            raise OSError(errno.EBUSY, "in use by another program", str(channel.folder))
        try:
            _wait_for_permission(channel.folder / "enable")
            self._silence()
        except OSError:
            self._give_back()
            raise

    def sound(self, hertz: float) -> None:
        """Sound at *hertz*, 0 for silence.

        :raises OSError: the kernel refuses.
        """
        if hertz:
            period_ns = round(NS / hertz)
            # The kernel refuses a duty above the period, at every moment.
            if self._sounds:
                self._set("duty_cycle", 0)
            self._set("period", period_ns)
            self._set("duty_cycle", _half(period_ns))
            if not self._sounds:
                self._set("enable", 1)
            self._sounds = True
        elif self._sounds:
            self._set("enable", 0)
            self._set("duty_cycle", 0)
            self._sounds = False

    def close(self) -> None:
        """Be silent, and give the channel back if it was exported here.

        :raises OSError: the kernel refuses.
        """
        try:
            self.sound(0)
        finally:
            self._give_back()

    def _silence(self) -> None:
        try:
            self._set("duty_cycle", 0)  # or what somebody left could be longer than the first tone's period
        except OSError as fault:
            if fault.errno != errno.EINVAL:  # so says the kernel while there is no period, and thus no duty either
                raise

    def _give_back(self) -> None:
        if self._exported:
            _write(self._channel.chip / "unexport", self._channel.number)

    def _get(self, name: str) -> int:
        return int((self._channel.folder / name).read_text("ascii"))

    def _set(self, name: str, value: int) -> None:
        _write(self._channel.folder / name, value)


def _half(period_ns: int) -> int:
    """Return the high time of a sounding pin: the loudest duty cycle."""
    return period_ns // 2


def _write(file: Path, value: int) -> None:
    file.write_text(f"{value}\n", "ascii")


def _wait_for_permission(file: Path) -> None:
    """Wait for a while until *file* is writable.

    After that the writer gets the error.
    """
    pause = threading.Event()
    for _ in range(round(PERMITTED_S / POLL_S)):
        if os.access(file, os.W_OK):
            return
        pause.wait(POLL_S)


def _is_given_to(gpio: int, node: Path, tree: Path) -> bool:
    """Return True if the device tree gives *gpio* to *node*.

    The device tree is below *tree*.
    """
    handles = _numbers(node / "pinctrl-0")
    if not handles:
        return False
    states = [file.parent for file in tree.rglob("phandle") if set(_numbers(file)[:1]) & set(handles)]
    return any(gpio in _numbers(state / "brcm,pins") or f"gpio{gpio}" in _words(state / "pins") for state in states)


def _numbers(file: Path) -> Sequence[int]:
    """Return a property of the device tree as 32-bit numbers.

    An odd rest is dropped; a missing property is empty.
    """
    with suppress(FileNotFoundError):
        value = file.read_bytes()
        return [number for (number,) in struct.iter_unpack(">I", value[: len(value) // 4 * 4])]
    return ()


def _words(file: Path) -> Sequence[str]:
    """Return a property of the device tree as words, empty if missing."""
    with suppress(FileNotFoundError):
        return file.read_text("ascii", "replace").rstrip("\0").split("\0")
    return ()
