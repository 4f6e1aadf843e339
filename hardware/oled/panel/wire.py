"""The I2C wire under luma's devices, for real and emulated buses.

luma's own ``i2c`` writes large blocks only on a bus that it has opened itself; given one, it falls back to 32 bytes a
transaction. This is its interface (``command``, ``data``, ``cleanup``) over any bus that has smbus2's ``i2c_rdwr``, so
that the transactions of an emulated bus are those of a real one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from smbus2 import SMBus, i2c_msg

COMMANDS = b"\x00"
DATA = b"\x40"


class I2cBus(Protocol):
    """The used part of ``smbus2.SMBus``."""

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        """Write *messages*, each a transaction."""

    def close(self) -> None:
        """Close the bus."""


class PanelWire:
    """Commands and data for one controller.

    The bus is opened when first needed, and again after each failure.

    :param open_bus: gives an open bus, or raises an OSError.
    :param address: the controller's 7-bit address.
    """

    def __init__(self, open_bus: Callable[[], I2cBus], address: int) -> None:
        self._open_bus = open_bus
        self._address = address
        self._bus: I2cBus | None = None

    def command(self, *command: int) -> None:
        """Send command bytes as one transaction.

        :raises OSError: the bus can't be opened, or no controller answers.
        """
        self._write(COMMANDS + bytes(command))

    def data(self, data: bytes) -> None:
        """Send bytes for the controller's RAM as one transaction.

        :raises OSError: as `command`.
        """
        self._write(DATA + data)

    def cleanup(self) -> None:
        """Close the bus; may be called again."""
        bus, self._bus = self._bus, None
        if bus is not None:
            with suppress(OSError):
                bus.close()

    def _write(self, payload: bytes) -> None:
        if self._bus is None:
            self._bus = self._open_bus()
        try:
            self._bus.i2c_rdwr(i2c_msg.write(self._address, payload))
        except OSError:
            self.cleanup()
            raise


def open_i2c(number: int) -> I2cBus:
    """Open the computer's own I2C bus of that number: 1 is ``/dev/i2c-1``.

    :raises OSError: there is none, or it may not be used.
    """
    return SMBus(number)
