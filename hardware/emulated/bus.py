"""A stand-in for ``smbus2.SMBus`` that counts transactions.

It hands each one to the controller at its address.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hardware.emulated.controllers import Controller


class Bus:
    """An emulated I2C bus: *controllers* by 7-bit address, and a removable cable.

    *tape*, if given, hears the payload of every transaction that reaches a controller, before the controller does.
    `transactions` and `bytes_written` count those; each has its address byte on the wire too.
    """

    def __init__(self, controllers: Mapping[int, Controller], tape: Callable[[bytes], None] | None = None) -> None:
        self._controllers = dict(controllers)
        self._tape = tape
        self._plugged = True
        self._until_failure: int | None = None
        self.reset_counts()

    def reset_counts(self) -> None:
        """Count from 0 again."""
        self.transactions = 0
        self.bytes_written = 0

    def fail_at(self, transaction: int) -> None:
        """Fail once, at this *transaction* from now.

        1 is the next, 0 none.
        """
        self._until_failure = transaction

    def unplug(self) -> None:
        """Pull the cable: every transaction fails until `plug_in`."""
        self._plugged = False

    def plug_in(self) -> None:
        """Reconnect the cable; the controllers restart with garbage in their RAM."""
        for controller in self._controllers.values():
            controller.power_cycle()
        self._plugged = True

    def i2c_rdwr(self, *messages: Any) -> None:
        """Write *messages*, ``smbus2.i2c_msg`` objects, each as a transaction.

        :raises OSError: no controller has the address, the cable is out, or a failure was asked for.
        """
        for message in messages:
            self._write(message.addr, bytes(message))

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        """Write *register* and up to 32 bytes of *data* as one transaction.

        :raises OSError: as `i2c_rdwr`.
        :raises ValueError: more than 32 bytes.
        """
        payload = bytes(data)
        if len(payload) > 32:
            raise ValueError(f"{len(payload)} bytes in one block: SMBus carries 32")
        self._write(address, bytes((register,)) + payload)

    def close(self) -> None:
        """Nothing to let go of: the bus can be opened again."""

    def _write(self, address: int, payload: bytes) -> None:
        if self._until_failure is not None:
            self._until_failure -= 1
        failing = self._until_failure == 0
        if failing:
            self._until_failure = None
        if failing or not self._plugged or address not in self._controllers:
            raise OSError(errno.EREMOTEIO, f"nobody acknowledges address 0x{address:02X}")
        self.transactions += 1
        self.bytes_written += 1 + len(payload)
        if self._tape:
            self._tape(payload)
        self._controllers[address].write(payload)
