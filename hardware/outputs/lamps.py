"""The lamps beside the buttons: one pin each, lit while high."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from threading import Event, Lock, Thread
from types import MappingProxyType

from hardware.board.pins import Pins
from hardware.board.wiring import Wiring
from hardware.outputs.pin_outputs import LampOutput
from hardware.ports import LAMP_NAMES, DeviceStatus, LampName

log = logging.getLogger(__name__)


RETRY_S = 5.0
"""Seconds between attempts to open a missing pin.

The other program may have ended.
"""


class PinLamp:
    """A lamp on a pin; failures are logged once and never raised.

    Any thread may set it. `working` is false from a failure until the lamp obeys again; `lit` is its last real state. A
    lamp with a missing pin takes it at a later `look`, and then shines as it was last set.
    """

    def __init__(self, name: LampName, pin: int, pins: Pins) -> None:
        self._name, self._pin, self._pins = name, pin, pins
        self._errors = pins.errors
        self._lock = Lock()
        self._led: LampOutput | None = None
        self._closed = self._wanted = False
        self.working = True
        self.lit = False
        self.look()

    @property
    def is_missing(self) -> bool:
        """Whether its pin couldn't be had yet."""
        return self._led is None and not self._closed

    def look(self) -> None:
        """Take the pin, if it is missing and can be had now."""
        with self._lock:
            if not self.is_missing:
                return
            try:
                self._led = LampOutput(self._pin, initial_value=self._wanted, pin_factory=self._pins.factory)
            except self._errors as fault:
                self._failed(fault)
            else:
                if not self.working:
                    log.info("lamp %s works", self._name)
                self.working, self.lit = True, self._wanted

    def set(self, lit: bool) -> None:
        """Light the lamp or put it out; does nothing after `close`."""
        with self._lock:
            self._wanted = lit
            if self._led is None or (self.working and self.lit == lit):
                return
            try:
                self._led.value = lit
            except self._errors as fault:
                self._failed(fault)
            else:
                self.working = True
                self.lit = lit

    def close(self) -> None:
        """Put the lamp out and give its pin back."""
        self.set(False)
        with self._lock:
            self._closed = True
            led, self._led = self._led, None
            if led is None:
                return
            try:
                led.close()
            except self._errors as fault:
                self._failed(fault)

    def _failed(self, fault: Exception) -> None:
        if self.working:
            log.warning("lamp %s can't be set (%s: %s): play goes on", self._name, type(fault).__name__, str(fault))
        self.working = False


class Lamps:
    """All lamps of the table, dark at first: `lamps["roll"].set(True)`."""

    def __init__(self, pins: Pins, wiring: Wiring) -> None:
        self._simulated = pins.simulated
        self._lamps: Mapping[LampName, PinLamp] = MappingProxyType(
            {name: PinLamp(name, pin, pins) for name, pin in wiring.lamps.items()}
        )
        self._closed = Event()
        self._retry: Thread | None = None
        if self._missing:
            self._retry = Thread(target=self._look_again, name="lamps", daemon=True)
            self._retry.start()

    def __getitem__(self, name: LampName) -> PinLamp:
        return self._lamps[name]

    @property
    def lit(self) -> frozenset[LampName]:
        """The lit lamps."""
        return frozenset(name for name, lamp in self._lamps.items() if lamp.lit)

    @property
    def status(self) -> DeviceStatus:
        """How the lamps are, all together."""
        working = all(self._lamps[name].working for name in LAMP_NAMES)
        return DeviceStatus("lamps", self._simulated, working, "" if working else "device.pins.lamps")

    def close(self) -> None:
        """Put all lamps out and give their pins back."""
        self._closed.set()
        for lamp in self._lamps.values():
            lamp.close()
        if self._retry is not None:
            self._retry.join()

    @property
    def _missing(self) -> list[PinLamp]:
        return [lamp for lamp in self._lamps.values() if lamp.is_missing]

    def _look_again(self) -> None:
        """Retry the missing lamps until none is left.

        Runs in a thread of its own.
        """
        while self._missing and not self._closed.wait(RETRY_S):
            for lamp in self._missing:
                lamp.look()
